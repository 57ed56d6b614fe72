// The table of contents: a list of links to the headings, between two comments that other tools use too.
const [START, END] = ["<!-- toc -->", "<!-- tocstop -->"];

// Plans to update the table of contents, or to insert one before the block at an offset.
export function withContents(markdown, at) {
  const blocks = markdown.html({ raw: true, ids: true, blocks: true });
  const headings = headingsOf(blocks);
  if (headings.length === 0) return { unchanged: "noHeading", message: "there is no heading to list." };
  const contents = `${START}\n\n${listOf(headings)}\n${END}`;
  const [start, end] = [START, END].map((comment) => blocks.find(({ html }) => html.trim() === comment));
  if (start && end && start.from < end.from) {
    const [from, to] = [start.from, end.from + markdown.slice(end.from, end.to).trimEnd().length];
    if (markdown.slice(from, to).replace(/\r\n/g, "\n") === contents) {
      return { unchanged: "alreadySo", message: "the table of contents is up to date." };
    }
    return planned(from, to, contents);
  }
  const from = blocks.find(({ to }) => to > at)?.from ?? markdown.length;
  const before = markdown.slice(0, from);
  const gap = /(^|\n\r?\n)$/.test(before) ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return planned(from, from, `${gap}${contents}\n${from < markdown.length ? "\n" : ""}`);
}

function planned(from, to, insert) {
  return { effect: "added", changes: [{ from, to, insert }], selections: [[from, from]] };
}

// Headings that are not in other blocks; the title of the document, its only one of level 1, is left out.
function headingsOf(blocks) {
  const found = blocks.flatMap(({ html }) => {
    const [, level, id, inside] = /^<h([1-6]) id="([^"]+)">(.*)<\/h\1>\s*$/s.exec(html) ?? [];
    return level ? [{ level: Number(level), id: plain(id), title: plain(inside.replace(/<[^>]+>/g, "")).trim() }] : [];
  });
  const isTitled = found.filter(({ level }) => level === 1).length === 1;
  return found.filter(({ level }) => !isTitled || level > 1);
}

function listOf(headings) {
  const above = [];
  return headings.map(({ level, id, title }) => {
    while (above.at(-1) >= level) above.pop();
    const depth = above.push(level) - 1;
    return `${"  ".repeat(depth)}- [${title.replace(/[\\`*_[\]<&~$|]/g, "\\$&")}](#${id})\n`;
  }).join("");
}

const plain = (html) => html.replace(/&(amp|quot|lt|gt);/g, (_, name) => ({ amp: "&", quot: "\"", lt: "<", gt: ">" }[name]));
