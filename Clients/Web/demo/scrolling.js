// Makes the text and the preview scroll together. Headings are at the same height, with proportional positions
// between them.

// Returns the offset on the other side for an offset on this one; both lists of points are ascending.
export function otherOffset(offset, points, others) {
  let index = 1;
  while (index < points.length - 1 && points[index] < offset) index++;
  const length = points[index] - points[index - 1];
  const part = length > 0 ? (offset - points[index - 1]) / length : 0;
  return others[index - 1] + Math.min(1, Math.max(0, part)) * (others[index] - others[index - 1]);
}

// Returns the points of a pane: its start, its headings if both sides have equally many, and its end.
function pointsOf(pane, headings) {
  const top = pane.getBoundingClientRect().top - pane.scrollTop;
  const end = pane.scrollHeight - pane.clientHeight;
  return [0, ...headings.map((heading) => Math.min(end, heading.getBoundingClientRect().top - top)), end];
}

export function scrollTogether(textarea, read, colors, preview) {
  // The offsets set by this script, so that they are not followed back.
  const put = new Map();
  const follow = (from, to) => {
    if (Math.abs((put.get(from) ?? -1) - from.scrollTop) < 2) return;
    put.delete(from);
    if (to.clientHeight === 0) return;
    const lines = [...colors.children].filter((line) => line.querySelector(".heading")
      && !line.previousElementSibling?.querySelector(".heading:not(.delimiter)"));
    const titles = [...preview.querySelectorAll("h1, h2, h3, h4, h5, h6")];
    const isSame = lines.length === titles.length;
    const text = pointsOf(textarea, isSame ? lines : []);
    const shown = pointsOf(read, isSame ? titles : []);
    const offset = from === textarea ? otherOffset(from.scrollTop, text, shown) : otherOffset(from.scrollTop, shown, text);
    to.scrollTop = offset;
    put.set(to, to.scrollTop);
  };
  textarea.addEventListener("scroll", () => follow(textarea, read), { passive: true });
  read.onscroll = () => follow(read, textarea);
}
