// Line plots as SVG, both axes logarithmic, readable on light and on dark pages.

const WIDTH = 380;
const HEIGHT = 300;
const MARGIN = { left: 58, right: 26, top: 34, bottom: 46 };
const LEGEND = 190;
const LINE = 19;

const COLOURS = ["#3b82f6", "#e8590c", "#2b9348", "#c026d3", "#b7791f", "#0d9488", "#dc2626", "#7c8594"];

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 13px; }
  .grid { stroke: #8b949e; stroke-opacity: 0.3; }
  .line { fill: none; stroke-width: 2; }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } }`;

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const near = (value) => Number(value.toFixed(1));
const label = (value) => (value >= 1 ? value.toLocaleString("en") : String(value));

/** Shapes that tell lines apart without colours. */
const MARKS = [
  (x, y) => `<circle cx="${x}" cy="${y}" r="4"/>`,
  (x, y) => `<rect x="${near(x - 3.5)}" y="${near(y - 3.5)}" width="7" height="7"/>`,
  (x, y) => `<path d="M${x} ${near(y - 5)}l4.5 8h-9z"/>`,
  (x, y) => `<path d="M${x} ${near(y - 5)}l5 5l-5 5l-5 -5z"/>`,
];

/** 1, 2 and 5 in every decade that may occur. */
const STEPS = Array.from({ length: 16 }, (_, at) => [1, 2, 5].map((step) => Number(`${step}e${at - 6}`))).flat();

/** Places of values on an axis: from the step below the least to the one above the greatest. */
function axis(values, from, to) {
  const least = STEPS.findLast((step) => step <= Math.min(...values));
  const most = STEPS.find((step) => step >= Math.max(...values) && step > least);
  const decades = Math.log10(most / least);
  const at = (value) => near(from + (Math.log10(value / least) / decades) * (to - from));
  const within = STEPS.filter((step) => step >= least && step <= most);
  return { at, ticks: decades > 2 ? within.filter((step) => String(step).replace(/[0.]/g, "") === "1") : within };
}

/** The names of lines, in the order in which they end, from the top. */
function legend(lines, left) {
  const last = (line) => line.points.at(-1)[1];
  const ordered = lines.toSorted((a, b) => last(b) - last(a));
  const entry = ({ name, colour, mark }, at) => {
    const y = MARGIN.top + 8 + at * LINE;
    return `<g fill="${colour}">${mark(left, y)}</g><text x="${left + 12}" y="${y + 4}">${escape(name)}</text>`;
  };
  return ordered.map(entry).join("");
}

function drawLine({ points, colour, mark }, x, y) {
  const places = points.map(([one, other]) => [x.at(one), y.at(other)]);
  const path = places.map(([left, top]) => `${left} ${top}`).join("L");
  return `<path class="line" stroke="${colour}" d="M${path}"/><g fill="${colour}">${places.map(([left, top]) => mark(left, top)).join("")}</g>`;
}

function panel({ title, x: xLabel, series }, left, top) {
  const [right, bottom] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];
  const lines = series.map((line, at) => ({ ...line, colour: COLOURS[at % COLOURS.length], mark: MARKS[at % MARKS.length] }));
  const all = lines.flatMap(({ points }) => points);
  const x = axis(all.map(([value]) => value), MARGIN.left, right);
  const y = axis(all.map(([, value]) => value), bottom, MARGIN.top);
  const across = y.ticks.map((tick) => `<path class="grid" d="M${MARGIN.left} ${y.at(tick)}H${right}"/><text x="${MARGIN.left - 6}" y="${y.at(tick) + 4}" text-anchor="end">${label(tick)}</text>`);
  const up = x.ticks.map((tick) => `<path class="grid" d="M${x.at(tick)} ${MARGIN.top}V${bottom}"/><text x="${x.at(tick)}" y="${bottom + 17}" text-anchor="middle">${label(tick)}</text>`);
  const words = `<text class="title" x="${MARGIN.left}" y="18">${escape(title)}</text><text x="${(MARGIN.left + right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escape(xLabel)}</text>`;
  const names = lines.length > 1 ? legend(lines, WIDTH + 6) : "";
  const drawn = lines.map((line) => drawLine(line, x, y));
  return `<g transform="translate(${left} ${top})">${[words, ...across, ...up, ...drawn, names].join("\n")}</g>`;
}

/**
 * Panels `{ title, x, series: [{ name, points: [[x, y], ...] }] }`, `columns` of them in a row.
 * Values are above 0. Names of lines are shown where a panel has several.
 */
export function plot(panels, columns = 1) {
  const named = panels.some(({ series }) => series.length > 1);
  const cell = WIDTH + (named ? LEGEND : 0);
  const [width, height] = [cell * columns, HEIGHT * Math.ceil(panels.length / columns)];
  const drawn = panels.map((one, at) => panel(one, (at % columns) * cell, Math.floor(at / columns) * HEIGHT));
  const title = escape(panels.map((one) => one.title).join("; "));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${title}</title><style>${STYLE}</style>\n${drawn.join("\n")}\n</svg>\n`;
}
