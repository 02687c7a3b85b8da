// Runs in a browser: goes through cells of the matrix of recovery-cells.mjs, several at a time, each in frames of its own.

/** The number of cells that are tried at the same time. */
const AT_ONCE = 4;

/** The time after which a field that shows nothing is left, in milliseconds. */
const PATIENCE = 15_000;

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function until(look) {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(15)) {
    const seen = look();
    if (seen) return seen;
  }
  return "nothing";
}

/** A visit of a cell's page. */
class Visit {
  #frame = document.createElement("iframe");

  static async to(address) {
    const visit = new Visit();
    visit.#frame.src = address;
    document.body.append(visit.#frame);
    await until(() => visit.#root?.querySelector("input"));
    return visit;
  }

  get #root() {
    return this.#frame.contentDocument?.querySelector("kindex-search")?.shadowRoot;
  }

  /** Types a query, and gives the title of the first result, or what the field says in its place. */
  async find(number) {
    const input = this.#root.querySelector("input");
    input.value = `apple${number}`;
    input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    return this.seen(number);
  }

  seen(number) {
    return until(() => this.#answer(number) ?? this.#error());
  }

  #answer(number) {
    const title = this.#root.querySelector("[role=option]")?.closest(".group, [part=list]")?.textContent;
    return new RegExp(`Page ${number} of (older|newer)`).exec(title ?? "")?.[0];
  }

  #error() {
    const error = this.#root.querySelector("[part=error]");
    return error?.checkVisibility() ? error.textContent : undefined;
  }

  /** Waits for the answer to what was typed before. */
  answered(number) {
    return until(() => this.#answer(number));
  }

  retry() {
    this.#root.querySelector("[part=retry]")?.click();
  }

  online() {
    this.#frame.contentWindow.dispatchEvent(new Event("online"));
  }

  leave() {
    this.#frame.remove();
  }
}

/** What somebody does who was told that search is not available. */
const MENDS = {
  letter: (visit) => visit.find(9).then(() => visit.answered(9)),
  retry: (visit, number) => (visit.retry(), visit.answered(number)),
  online: (visit, number) => (visit.online(), visit.answered(number)),
};

/** Goes through a cell, and tells what was seen at each step. */
async function tried({ address, visits, mends }) {
  const set = (state) => fetch(`${address}host?${state}`, { method: "POST" });
  const seen = {};
  await set("before");
  let visit;
  if (visits !== "first") {
    visit = await Visit.to(address);
    seen.before = await visit.find(1);
  }
  await set("during");
  if (visits === "tabs") seen.tab = await Visit.to(address).then((other) => other.find(2).finally(() => other.leave()));
  if (visits === "again" || visits === "first") {
    visit?.leave();
    visit = await Visit.to(address);
  }
  seen.during = await visit.find(7);
  await set("after");
  if (!seen.during.startsWith("Page")) seen.mended = await MENDS[mends](visit, 7);
  visit.leave();
  const next = await Visit.to(address);
  seen.next = await next.find(5);
  next.leave();
  await forget(address);
  return seen;
}

/** Leaves the cells after it a small storage. */
async function forget(address) {
  const cache = await caches.open("kindex");
  for (const { url } of await cache.keys()) if (url.startsWith(address)) await cache.delete(url);
}

/** Goes through all cells, and gives what was seen of each, in their order. */
export async function run(cells) {
  const results = [];
  const left = cells.map((cell, at) => [cell, at]);
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const begun = performance.now();
      results[one[1]] = await tried(one[0]).catch((error) => ({ failed: String(error) }));
      results[one[1]].time = Math.round(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
