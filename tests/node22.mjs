// Node.js 22, which scripts/setup.sh node22 brings for generators that want it.

/** Why it is not there, on machines for which npm has none. */
export const missing = process.env.KINDEX_NO_NODE_22;

export function node22() {
  const { KINDEX_NODE_22 } = process.env;
  if (!KINDEX_NODE_22) throw new Error("Node.js 22 is missing; run: scripts/setup.sh node22, and source env.sh as it says");
  return KINDEX_NODE_22;
}
