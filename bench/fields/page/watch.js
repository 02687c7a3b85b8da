// Runs in every page that is measured: says after how long what the list is to show was painted.

/** Pages of peers have one tree, Kindex's list is in that of its element. */
function listOf({ host, list }) {
  const root = host ? document.querySelector(host)?.shadowRoot : document;
  return root?.querySelector(list);
}

/** All texts of the list, those that are marked, and all addresses: what makes it that of one query. */
function shown(where) {
  const list = listOf(where);
  if (!list) return "";
  const texts = [];
  const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim()) texts.push(parentElement.closest("mark") ? `[${data}]` : data);
  }
  const links = [...list.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  if (texts.length === 0) return "";
  return JSON.stringify([texts.join("").replace(/\s+/g, " "), links]);
}

/** Calls back with the time, in the first task after the frame in which the next changes are painted. */
function afterPaint(act) {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act(performance.now());
    port2.postMessage(undefined);
  });
}

/**
 * Observes changes of the list, wherever it is: acts after each frame that has some. What changes
 * between a frame and the task after it is for the next frame.
 */
function observe({ host }, act) {
  let changes = 0;
  const observer = new MutationObserver(() => {
    const mine = ++changes;
    afterPaint((time) => mine === changes && act(time));
  });
  const root = host ? document.querySelector(host).shadowRoot : document.body;
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ["href"] });
  return observer;
}

/** What the list shows when nothing has changed it for `quiet` milliseconds. */
globalThis.settled = (where, quiet) =>
  new Promise((resolve) => {
    let before = shown(where);
    let since = performance.now();
    const timer = setInterval(() => {
      const now = shown(where);
      if (now !== before) [before, since] = [now, performance.now()];
      if (performance.now() - since < quiet) return;
      clearInterval(timer);
      resolve(now);
    }, 20);
  });

/** From the key that is pressed next to the frame that shows what is expected, as `globalThis.painted`, in milliseconds. */
globalThis.expectPaint = (where, expected) => {
  let pressed;
  addEventListener("keydown", (event) => (pressed = event.timeStamp), { capture: true, once: true });
  globalThis.painted = new Promise((resolve) => {
    const observer = observe(where, (time) => {
      if (pressed === undefined || shown(where) !== expected) return;
      observer.disconnect();
      resolve(time - pressed);
    });
  });
};
