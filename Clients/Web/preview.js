// @ts-self-types="./preview.d.ts"
// Makes HTML of a document safe. It is parsed in an inert document and rebuilt from allowed parts only, so scripts
// of a document never run.

import { sharedEnds } from "./pieces.js";

const ELEMENTS = new Set(
  ("a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure "
    + "h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary "
    + "sup table tbody td tfoot th thead tr u ul var wbr").split(" "));
// Removed with their contents, which are not text of the document.
const DROPPED = new Set(
  ("applet audio base button canvas embed form frame frameset head iframe input link math meta noembed "
    + "noframes noscript object option param plaintext script select slot source style svg template textarea "
    + "title track video xmp").split(" "));
const ATTRIBUTES = {
  a: ["href", "title", "class"], img: ["src", "alt", "title", "width", "height"], ol: ["start"], code: ["class"],
  td: ["align", "colspan", "rowspan"], th: ["align", "colspan", "rowspan"], details: ["open"],
  span: ["class"], div: ["class"], p: ["class"],
};
const CLASSES = /^(language-[\w+#.-]+|math|wiki-link|markdown-alert( markdown-alert-\w+)?|markdown-alert-title|hljs-[\w-]+( [\w-]+_+)*)$/;
// What formulas consist of; a formula has no links and no text of other languages.
const MATHML = new Set(
  ("math annotation maction menclose merror mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mprescripts mroot "
    + "mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics").split(" "));
const MATHML_ATTRIBUTES = ("accent accentunder columnalign columnspacing display displaystyle encoding fence height linethickness "
  + "lspace mathvariant maxsize minsize movablelimits notation rowspacing rspace scriptlevel separator stretchy symmetric width").split(" ");
const MATHML_SPACE = "http://www.w3.org/1998/Math/MathML";
const LINKS = new Set(["http:", "https:", "mailto:", "tel:"]);
const DEPTH_LIMIT = 200;

// A document without a window: nothing in it is loaded or run.
let inert = null;

export function sanitized(html, { allowsRemoteImages = true, tasks = false, formulas = false, addressOf = () => null } = {}) {
  inert ??= document.implementation.createHTMLDocument();
  inert.body.innerHTML = html;
  const fragment = document.createDocumentFragment();
  copy(inert.body, fragment, { allowsRemoteImages, tasks, formulas, addressOf }, 0);
  return fragment;
}

function copy(from, to, options, depth) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      to.append(node.data);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      if (options.formulas && node.namespaceURI === MATHML_SPACE && MATHML.has(node.localName) && depth < DEPTH_LIMIT) {
        const element = document.createElementNS(MATHML_SPACE, node.localName);
        for (const attribute of MATHML_ATTRIBUTES) {
          if (node.hasAttribute(attribute)) element.setAttribute(attribute, node.getAttribute(attribute));
        }
        copy(node, element, { ...options, isFormula: true }, depth + 1);
        to.append(element);
        continue;
      }
      // A formula has text and MathML alone: a browser that reads it again might read other elements in it differently.
      if (options.isFormula) continue;
      const name = node.namespaceURI === "http://www.w3.org/1999/xhtml" ? node.localName : "svg";
      if (name === "input" && node.getAttribute("type") === "checkbox") to.append(taskBox(node, options));
      if (DROPPED.has(name)) continue;
      if (!ELEMENTS.has(name) || depth >= DEPTH_LIMIT) {
        // The contents of an unknown element are kept without it.
        if (depth < DEPTH_LIMIT) copy(node, to, options, depth + 1);
        else to.append(node.textContent);
        continue;
      }
      const element = document.createElement(name);
      for (const attribute of ATTRIBUTES[name] ?? []) {
        const value = node.getAttribute(attribute);
        if (value !== null && isAllowed(attribute, value, options)) element.setAttribute(attribute, value);
      }
      // An id of the document would be an id of the page, so links in the document use another attribute.
      if (node.id) element.dataset.anchor = node.id;
      if (name === "a" && element.getAttribute("href")?.startsWith("#")) {
        element.dataset.target = element.getAttribute("href").slice(1);
        element.addEventListener("click", follow);
      } else if (name === "a" && element.hasAttribute("href")) {
        element.rel = "noopener noreferrer nofollow";
        element.target = "_blank";
      }
      if (name === "img") {
        const address = options.addressOf(node.getAttribute("src") ?? "");
        if (address) [element.src, element.dataset.source] = [address, node.getAttribute("src")];
        element.loading = "lazy";
        element.referrerPolicy = "no-referrer";
      }
      copy(node, element, options, depth + 1);
      to.append(element);
    }
  }
}

// With `tasks`, boxes can be clicked; otherwise they are signs.
function taskBox(node, { tasks }) {
  if (!tasks) return node.hasAttribute("checked") ? "☑" : "☐";
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: node.hasAttribute("checked") });
  if (node.dataset.task) box.dataset.task = node.dataset.task;
  return box;
}

// Follows a link to a heading, to a footnote or back.
function follow(event) {
  event.preventDefault();
  let root = event.currentTarget;
  const { target } = root.dataset;
  while (root.parentElement && root.dataset.preview === undefined) root = root.parentElement;
  const wanted = [target, safely(target)];
  [...root.querySelectorAll("[data-anchor]")].find(({ dataset }) => wanted.includes(dataset.anchor))?.scrollIntoView();
}

// Decodes an address, if it is encoded.
export function safely(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function isAllowed(attribute, value, { allowsRemoteImages }) {
  // Rejects text that a person would read as another scheme, even if a browser reads it as a path.
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(value.replace(/[\s\u0000-\u0020\u007f-\u00a0]/g, ""))?.[1];
  if (attribute === "href" && scheme && !LINKS.has(scheme.toLowerCase())) return false;
  switch (attribute) {
    case "href": {
      const url = parsed(value);
      return url !== null && LINKS.has(url.protocol);
    }
    case "src": {
      if (/^data:image\/(png|gif|jpeg|webp|avif);base64,[a-z0-9+/=\s]*$/i.test(value)) return true;
      const url = parsed(value);
      return allowsRemoteImages && url !== null && ["http:", "https:"].includes(url.protocol);
    }
    case "class": return CLASSES.test(value);
    case "align": return /^(left|right|center)$/i.test(value);
    case "start": case "colspan": case "rowspan": case "width": case "height": return /^-?\d{1,4}%?$/.test(value);
    default: return true;
  }
}

// Resolves an address like the page, but without the page's own address, because file: and blob: pages cannot be a
// base.
function parsed(value) {
  try {
    return new URL(value, "https://document.invalid/");
  } catch {
    return null;
  }
}

// Shows HTML in an element, and keeps the unchanged nodes at its start and end.
export function show(html, element, options) {
  const fragment = sanitized(html, options);
  element.dataset.preview = "";
  const fresh = [...fragment.childNodes];
  const old = [...element.childNodes];
  const [start, end] = sharedEnds(fresh, old, (one, other) => one.isEqualNode(other));
  for (const node of old.slice(start, old.length - end)) node.remove();
  const next = element.childNodes[start] ?? null;
  for (const node of fresh.slice(start, fresh.length - end)) element.insertBefore(node, next);
}
