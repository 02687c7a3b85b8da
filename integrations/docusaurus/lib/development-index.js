// The index of the sources, for `docusaurus start`.
import { mkdirSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** By their files the indexes that are followed. */
const followed = new Map();

/**
 * The index of a site. Docusaurus asks for it again when its configuration changes: the one before ends then.
 *
 * @param {ConstructorParameters<typeof DevelopmentIndex>} given
 */
export function developmentIndex(...given) {
  const [, { file }] = given;
  followed.get(file)?.close();
  const index = new DevelopmentIndex(...given);
  followed.set(file, index);
  return index;
}

/** Follows the sources of a site, of which Docusaurus tells the addresses each time it has loaded its content. */
class DevelopmentIndex {
  #index;
  #task;
  /** What is followed, and the pages that it was begun with. */
  #followed;
  #known;

  /**
   * @param {import("kindex/site").SiteIndex} index
   * @param {{ siteDir: string, outDir: string, file: string }} task where the index is written
   */
  constructor(index, task) {
    [this.#index, this.#task] = [index, task];
  }

  /** @param {import("./pages.js").Page[]} pages */
  make(pages) {
    const known = JSON.stringify(pages);
    // What a file says is followed anyway.
    if (known === this.#known) return;
    this.#followed?.close();
    [this.#known, this.#followed] = [known, this.#follow(pages)];
  }

  close() {
    this.#followed?.close();
  }

  #follow(pages) {
    const { siteDir, outDir, file } = this.#task;
    const byFile = new Map(pages.map(({ file, ...page }) => [file, page]));
    const publish = ({ folder, path }) => {
      const page = byFile.get(join(folder, path));
      return page && { url: page.permalink, docusaurus_tag: page.tag, version: page.version };
    };
    mkdirSync(file.endsWith(sep) ? file : dirname(file), { recursive: true });
    const finished = isBelow(siteDir, outDir) ? [`/${relative(siteDir, outDir).replaceAll(sep, "/")}/`] : [];
    return this.#index.follow(foldersOf(siteDir, [...byFile.keys()]), {
      output: file,
      exclude: ["node_modules/", ...finished],
      publish,
      warn: (message) => console.warn(`kindex-docusaurus: ${message}`),
      fail: (message) => console.error(`kindex-docusaurus: ${message}`),
    });
  }
}

/** The folder of the site, and those of sources that lie elsewhere. */
function foldersOf(siteDir, files) {
  const others = [...new Set(files.map((file) => dirname(file)))].filter((folder) => folder !== siteDir && !isBelow(siteDir, folder));
  return [siteDir, ...others.filter((folder) => !others.some((one) => one !== folder && isBelow(one, folder)))];
}

function isBelow(folder, path) {
  const below = relative(folder, path);
  return below !== "" && !isAbsolute(below) && below.split(sep)[0] !== "..";
}
