// The memory of Kindex's WebAssembly, which the package keeps to itself.

const PACKAGE = new URL("../../dist/npm/", import.meta.url);

const memories = new Map();

/** Opens an index with an entry of the package, and tells the memory of this, one for all its indexes. */
export async function openWith(entry, source) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    const { exports } = made.instance ?? made;
    // Node has modules of its own.
    if ("__wbg_index_free" in exports) memories.set(entry, exports.memory);
    return made;
  };
  try {
    const { open } = await import(new URL(entry, PACKAGE));
    const index = await open(source);
    return { index, memory: memories.get(entry) };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
