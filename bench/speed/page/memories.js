// Remembers the memories of WebAssembly: what the browser says of a page's memory leaves them out.
{
  const memories = [];
  const keep = ({ exports }) => memories.push(...Object.values(exports).filter((it) => it instanceof WebAssembly.Memory));
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const instantiate = WebAssembly[name];
    WebAssembly[name] = async (...args) => {
      const made = await instantiate(...args);
      keep(made.instance ?? made);
      return made;
    };
  }
  WebAssembly.Instance = class extends WebAssembly.Instance {
    constructor(...args) {
      super(...args);
      keep(this);
    }
  };
  globalThis.wasmBytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
