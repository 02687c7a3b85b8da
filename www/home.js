/** The page besides the live search: the search of the documentation, and buttons that copy. */

/** A button says so long that it copied, in milliseconds. */
const SAID = 2000;

function offerCopy(button) {
  const source = document.getElementById(button.dataset.copies);
  const label = button.textContent;
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = label), SAID);
  };
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(source.textContent).then(
      () => say("Copied"),
      () => selectText(source),
    );
  });
  button.hidden = false;
}

/** Where a browser does not let the page copy, the reader does. */
function selectText(source) {
  getSelection().selectAllChildren(source);
}

// Browsers have no clipboard for pages that come unencrypted from another machine.
if (navigator.clipboard) document.querySelectorAll(".copy").forEach(offerCopy);

// The header's search is not what a visitor begins with: it comes when the page is there.
if (document.readyState === "complete") import("./kindex/define.min.js");
else addEventListener("load", () => import("./kindex/define.min.js"));
