// An index with vectors, and their embedder: it knows the words of a few subjects, so that texts of one
// subject are alike also where they have no word in common.
import { Builder, PACKAGE, built } from "./support.mjs";

const { addVectors } = await import(new URL("build.js", PACKAGE));

export const EMBEDDER = "subjects";

/** Gives vectors of eight numbers. It needs nothing from outside, so that Workers can have its text. */
export function embed(text) {
  const subjects = [
    ["car", "motoring", "vehicle", "tyres", "garage"],
    ["bread", "bakery", "loaf", "dough", "oven"],
    ["sea", "sailing", "harbour", "boat", "tide"],
    ["garden", "planting", "soil", "roses"],
  ];
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const counts = subjects.map((subject) => words.filter((word) => subject.includes(word)).length);
  // The others tell one text from another, a little.
  return [...counts, 0.1, words.length / 100, text.length / 1000, 0];
}

const page = (name, title, text) => {
  const meta = { letters: text.length };
  return { id: `${name}.md`, url: `/${name}`, title, text: `# ${title}\n\n${text}\n`, meta };
};

export const PAGES = [
  page("winter", "Winter", "New tyres for the cold, changed in a garage, before the first snow."),
  page("morning", "Mornings", "The dough rests at night, and the oven is hot at four."),
  page("evening", "Evenings", "A boat comes home with the tide. The lamps are lit then."),
  page("spring", "Springtime", "Roses want light soil, and water before the sun is high."),
];

/** A query of which no page has a word, about the page of winter. */
export const QUERY = "motoring vehicle";

/** The pages, as `Builder` makes them. */
export const withoutVectors = () => built(PAGES);

const VECTORS = { embedder: EMBEDDER, embed: (texts) => texts.map(embed) };

/** The same with vectors. */
export const withVectors = async () => addVectors(await withoutVectors(), VECTORS);

/** The same in several files, with enough other pages for their vectors to be in several, too. */
export async function filesWithVectors(others) {
  const builder = await Builder.create();
  for (const one of PAGES) builder.add(one);
  for (let at = 0; at < others; at++) builder.add(page(`boat-${at}`, `Boat ${at}`, `A boat, number ${at}.`));
  return new Map(await builder.finishFiles({ vectors: { ...VECTORS, dimensions: 0, bits: 32 }, layout: "sharded" }));
}
