/**
 * The chunks of a document as a tree, with what of them matches.
 *
 * @typedef {object} Node
 * @property {object} chunk as the index tells of it: id, level, start, end, tokens, headings, text
 * @property {Node[]} children none at level 0
 * @property {number} score of a child that matches, or the best in what is above it; 0 where
 *   nothing matches
 * @property {boolean} leads whether it is the result, or has it inside
 */

const NONE = { children: [], highlights: [] };

export class Hierarchy {
  /**
   * Of the document of a hit.
   * @param {object} index open, of `kindex/explore`; in one file or in several
   * @param {(options: object) => object} ask searches with the query that gave the hit
   * @param {object} hit
   * @param {number} rank of the hit, from 0
   */
  static async of(index, ask, hit, rank) {
    const { chunks } = await index.document(hit.id);
    const found = (await documentHit(ask, chunks.length, hit.document, rank)) ?? NONE;
    const made = new Hierarchy(hit.id, found);
    made.root = await made.#grow(index, (await index.chunks(hit.id, chunks.length))[0]);
    return made;
  }

  /** @type {Node} the document */
  root;

  constructor(current, found) {
    this.current = current;
    this.found = found;
    this.scores = new Map(found.children.map((child) => [child.id, child.score]));
  }

  /** @returns {Promise<Node>} */
  async #grow(index, chunk) {
    const inside = chunk.level > 0 ? await index.children(chunk.id) : [];
    const children = await Promise.all(inside.map((child) => this.#grow(index, child)));
    const own = this.scores.get(chunk.id) ?? 0;
    const score = children.reduce((best, child) => Math.max(best, child.score), own);
    const leads = chunk.id === this.current || children.some((child) => child.leads);
    return { chunk, children, score, leads };
  }

  /**
   * The text of a chunk with what matches in it, as hits have it.
   * @param {Node} node
   */
  source({ chunk, children }) {
    // A child that matches does so as a whole: there is nothing to set apart in it.
    const passages = children.length > 0 ? within(this.found.children.map(rangeOf), chunk) : [];
    return {
      text: chunk.text,
      highlights: within(this.found.highlights, chunk),
      children: passages.map(([start, end]) => ({ start, end })),
    };
  }
}

/**
 * The whole document as a hit, which has all its children that match. A document's score is that of
 * its best part, so that it comes no later among documents than a part of it among parts. If it
 * does, more are asked for. (Asking for all at once would bring the texts of them all.)
 */
async function documentHit(ask, returnLevel, id, rank) {
  for (let limit = rank + 1; ; limit *= 2) {
    const { total, hits } = await ask({ expand: true, returnLevel, limit });
    const found = hits.find((hit) => hit.document === id);
    if (found || hits.length >= total) return found;
  }
}

function rangeOf({ start, end }) {
  return [start, end];
}

/** The ranges of a document that a chunk has a part of, cut to it and counted from its start. */
function within(ranges, { start, end }) {
  return ranges
    .filter(([from, to]) => from < end && to > start)
    .map(([from, to]) => [Math.max(from, start) - start, Math.min(to, end) - start]);
}

/**
 * All nodes of a tree.
 * @param {Node} node
 * @returns {Node[]}
 */
export function nodesOf(node) {
  return [node, ...node.children.flatMap(nodesOf)];
}
