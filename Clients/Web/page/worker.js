// Renders the document beside the page: HTML by blocks, with coloured code, formulas and emoji; words and headings.

import katex from "katex";
import plugin from "highlight";
import emoji from "emoji";
import { load } from "../index.js";
import { headings, visibleText, wordCount } from "../find.js";
import { sharedEnds } from "../pieces.js";

const { hljs } = plugin();
let [engine, text, visible, shown] = [null, null, null, []];
// One message after another: the first loads the engine.
let done = Promise.resolve();
onmessage = ({ data }) => { done = done.then(() => answer(data)).catch((error) => postMessage({ error: error.message })); };

function answer(data) {
  for (const changes of data.changes ?? []) text.change(changes);
  if (data.changes?.length > 0) visible = null;
  return answers[data.ask](data);
}

const answers = {
  async load({ module }) { engine = await load(module); },
  open({ contents, dialect }) {
    text?.close();
    [text, visible, shown] = [engine.open(contents, { dialect }), null, []];
  },
  dialect({ dialect }) { text.setOptions({ dialect }); },
  // Sends the blocks that differ from those that were sent before.
  render({ id }) {
    const blocks = text.html({ raw: true, ids: true, preview: true, blocks: true });
    const fresh = blocks.map(({ html }) => html);
    const [from, end] = sharedEnds(fresh, shown);
    const removed = shown.length - from - end;
    shown = fresh;
    const all = readable();
    postMessage({
      id, from, removed, blocks: fresh.slice(from, fresh.length - end).map(decorated),
      starts: Uint32Array.from(blocks, (block) => block.from), headings: headings(all), words: wordCount(all.text),
      characters: text.length,
    });
  },
  names({ id }) { postMessage({ id, emoji: Object.entries(emoji), languages: hljs.listLanguages() }); },
  count({ id, from, to }) {
    const part = readable().pieces.filter((piece) => piece.from < to && piece.to > from)
      .map((piece) => text.slice(Math.max(from, piece.from), Math.min(to, piece.to)));
    postMessage({ id, words: wordCount(part.join(" ")), characters: to - from });
  },
};

const readable = () => visible ??= visibleText(text);

const plain = (html) => html.replace(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: "<", gt: ">", quot: "\"", amp: "&" })[name]);

const typeset = (formula, displayMode) =>
  katex.renderToString(plain(formula), { output: "mathml", throwOnError: false, displayMode, maxExpand: 200, maxSize: 20 });

const decorated = (html) => html
  .replace(/<pre><code class="language-math">([^<]*)<\/code><\/pre>/g, (_, formula) => `<div class="math">${typeset(formula, true)}</div>`)
  .replace(/(<pre><code class="language-([^"]+)">)([^<]*)(?=<\/code>)/g, (whole, start, language, code) => {
    const name = plain(language);
    return hljs.getLanguage(name) ? start + hljs.highlight(plain(code), { language: name, ignoreIllegals: true }).value : whole;
  })
  .replace(/<(span|div) class="math">\\([([])([^<]*?)\\[)\]]<\/\1>/g, (_, element, kind, formula) =>
    `<${element} class="math">${typeset(formula, kind === "[")}</${element}>`)
  .replace(/<span class="emoji">:([\w+-]+):<\/span>/g, (whole, name) => emoji[name] ?? `:${name}:`);
