/**
 * The names by which a server of Node may be called. A page of the web can let its own name lead to this
 * machine (DNS rebinding): the browser then takes what is answered for the page's own.
 */
import { KindexError } from "../engine/errors.js";
import { unknownOption } from "../engine/options.js";
import { isLoopback } from "../text/loopback.js";

const ANY = "*";

/** Whether only programs of this machine reach a server; kept, as a server that closes no longer tells. */
const local = new WeakMap();

/**
 * @param {import("./node.d.ts").ListenerOptions} [options]
 * @returns {(incoming: import("node:http").IncomingMessage, name: string) => boolean} whether a request
 *   may call the server by a name, as a URL has it
 */
export function namesOf(options = {}) {
  const { hosts, ...others } = options;
  for (const name of Object.keys(others)) throw unknownOption(name, ["hosts"]);
  const names = hosts === undefined ? undefined : checked(hosts);
  return ({ socket }, called) => {
    const name = plain(called);
    if (isLoopback(name) || names?.has(name) || names?.has(ANY)) return true;
    if (isLocal(socket)) return false;
    // An address cannot be made to lead elsewhere.
    return names === undefined || isAddress(name);
  };
}

function checked(hosts) {
  if (!Array.isArray(hosts) || !hosts.every((host) => host === ANY || isName(host))) {
    const accepted = 'arrays of names such as "docs.example.org", without scheme, port and path, and "*"';
    throw new KindexError("invalid_option", `hosts: accepted are ${accepted}`);
  }
  return new Set(hosts.map((host) => (host === ANY ? ANY : plain(nameOf(host)))));
}

const isName = (host) =>
  typeof host === "string" && /^([^/?#@:\\]+|\[.*\])$/.test(host) && URL.canParse(`http://${host}`);

const nameOf = (host) => new URL(`http://${host}`).hostname;

/** Without the dot that a whole name may end in. */
const plain = (name) => name.replace(/\.$/, "");

/** Whether a server listens on loopback alone. */
function isLocal({ server, localAddress }) {
  if (!server) return isLoopback(nameOf(inUrl(localAddress)));
  if (!local.has(server)) {
    const bound = server.address();
    // Sockets of the file system have a path for an address, and no browser reaches them.
    local.set(server, typeof bound !== "string" && isLoopback(nameOf(inUrl(bound?.address ?? localAddress))));
  }
  return local.get(server);
}

const inUrl = (address) => (address.includes(":") ? `[${address.replace(/%.*/, "")}]` : address);

const isAddress = (name) => /^\d+(\.\d+){3}$|^\[/.test(name);
