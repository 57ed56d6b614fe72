"""GitHub's parser, cmark-gfm, as the judge's only eyes: what a reader sees of a text, and its HTML.

Debian has it in libcmark-gfm-dev and libcmark-gfm-extensions-dev. libcmark exports the same names, so it is not
loaded into this process.
"""
import collections
import ctypes
import ctypes.util
import functools
import re
import unicodedata

EXTENSIONS = ("table", "strikethrough", "autolink", "tasklist")
FOOTNOTES, UNSAFE = 1 << 13, 1 << 17
MARKS = {"strong": "strong", "emph": "emphasis", "strikethrough": "strikethrough"}
TAGS = ("u", "kbd", "sub", "sup", "mark", "ins", "del")
LEAVES = {"paragraph", "heading", "code_block", "html_block", "thematic_break", "table_cell"}
CONTAINERS = {"block_quote", "list", "item", "tasklist", "table", "table_row", "table_header", "footnote_definition"}
# A rule, a block without text, and a hard break.
RULE, NOTHING, BREAK = "\u2015", "\u2205", "\u21b5"
PSEUDO = {RULE, NOTHING}
LABEL = re.compile(r"(?m)^[ >\t]*(\[\^[^\]\s]+\]):")
ITEM = re.compile(r"(?:[-+*]|(\d+)[.)])(?:[ \t]+\[([ xX])\](?=[ \t]|$))?")
# Text whose letters must not be exchanged, because it would become another construct.
FIXED = re.compile(
    r"(?:https?|ftp)://|www\.|mailto:|xmpp:|&#?\w+;|<[^>\n]*>|\[[ xX]\]|\[\^[^\]\n]*\]|\[!\w+\]"
    r"|(?m:^[ >\t]*(?:[-+*][ \t]+)*\d+[.)])|(?m:^[ \t>]*\[[^\]\n]+\]:.*$)|(?m:^[ >\t]*(?:```|~~~).*$)")
FRONT = re.compile(r"\A---[ \t]*\n(?:[^\n]*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
FIELD = re.compile(r"---|\.\.\.|[#{\[]|- |\s*[\"'\w][^:=]*(?::(?: |$)|=)")
# What other dialects read as one thing, and cmark-gfm as text.
ISLAND = re.compile(r"(?<![\w:]):[a-zA-Z0-9_+-]+:(?![\w:])|(?<![\w/@.\\+-])@[a-zA-Z0-9][\w/-]*|\$[^$\n]+\$|\$\$")
# A definition, and text in brackets, which may be the label of one.
DEFINITION = re.compile(r"(?m)^[ \t>]{0,6}(\[(?!\^)[^\]\n]+\])(:[^\n]+(?:\n[ \t]+[\"'(][^\n]*)?)$")
BRACKETS = re.compile(r"(?=(\[(?!\^)(?:[^\[\]\\]|\\.)+\]))")
FENCE = ("```", "~~~")

# A visible character except white space. `marks` are names, `link` is what it leads to, `gap` is whether there is white
# space before it, or in code which, and `row` is its line of a block.
Letter = collections.namedtuple("Letter", "char marks link gap row")
# A line of a block: the block's kind and number, the kinds and numbers of the containers from the outermost, whether
# it is a paragraph of a loose list, and its line in the text from 0.
Row = collections.namedtuple("Row", "kind path ids loose line leaf")


@functools.cache
def libraries():
    """Returns the loaded libraries. Without them, the script ends with a message and status 0."""
    names = [ctypes.util.find_library(name) for name in ("cmark-gfm", "cmark-gfm-extensions")]
    if None in names:
        print("skipped: libcmark-gfm is not installed")
        raise SystemExit(0)
    core, extensions = (ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL) for name in names)
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, *arguments in [
        ("parser_new", pointer, number), ("parser_feed", None, pointer, text, ctypes.c_size_t),
        ("parser_finish", pointer, pointer), ("parser_free", None, pointer), ("node_free", None, pointer),
        ("parser_attach_syntax_extension", number, pointer, pointer), ("find_syntax_extension", pointer, text),
        ("parser_get_syntax_extensions", pointer, pointer), ("render_html", pointer, pointer, number, pointer),
        ("node_first_child", pointer, pointer), ("node_next", pointer, pointer), ("node_get_type_string", text, pointer),
        *((f"node_get_{name}", text, pointer) for name in ("literal", "url", "title", "fence_info")),
        *((f"node_get_{name}", number, pointer) for name in (
            "type", "heading_level", "list_type", "list_tight", "start_line", "start_column", "end_line", "end_column")),
    ]:
        function = getattr(core, "cmark_" + name)
        function.restype, function.argtypes = result, arguments
    core.free.argtypes = [pointer]
    extensions.cmark_gfm_core_extensions_ensure_registered()
    return core


def parsed(text, use, extensions=EXTENSIONS, footnotes=True):
    """Reads a text, and returns what `use` makes of the library, the parser and the document."""
    core, source = libraries(), text.encode()
    parser = core.cmark_parser_new(UNSAFE | (FOOTNOTES if footnotes else 0))
    for name in extensions:
        core.cmark_parser_attach_syntax_extension(parser, core.cmark_find_syntax_extension(name.encode()))
    core.cmark_parser_feed(parser, source, len(source))
    document = core.cmark_parser_finish(parser)
    try:
        return use(core, parser, document)
    finally:
        core.cmark_node_free(document)
        core.cmark_parser_free(parser)


def html(text, extensions=EXTENSIONS):
    """Returns the HTML of a text."""
    def printed(core, parser, document):
        flags = UNSAFE | (FOOTNOTES if extensions else 0)
        made = core.cmark_render_html(document, flags, core.cmark_parser_get_syntax_extensions(parser))
        result = ctypes.string_at(made).decode("utf-8", "replace")
        core.free(made)
        return result

    return parsed(text, printed, extensions, bool(extensions))


class Page:
    """What a reader sees of a text: its letters in order, and its rows, blocks and lists by their lines.

    `extents` has the first and last line of each block without blocks in it, `kinds` its kind, `numbers` the numbers
    of each ordered list, `first` the first block of each item, `vague` the blocks whose lines are not known, `tops` the first lines of
    the blocks at the top.
    """

    def __init__(self, text):
        self.text, self.lines, self.letters, self.rows = text, text.split("\n"), [], []
        self.extents, self.kinds, self.vague, self.first, self.tops = {}, {}, set(), {}, []
        self.numbers, self.count, self.tags = collections.defaultdict(list), 0, []
        # A footnote without a reference is not shown.
        references = " ".join(LABEL.findall(text))
        parsed(text + ("\n\n" + references if references else ""), lambda core, _, document: self.walk(core, document, ()))

    def walk(self, core, node, stack):
        """Visits the blocks in a node. `stack` has the containers: kind, number, whether the list is tight."""
        self.core = core
        child = core.cmark_node_first_child(node)
        while child:
            kind = kind_of(core, child)
            self.count += 1
            if not stack:
                self.tops.append(self.lines_of(child)[0])
            if kind in LEAVES:
                self.leaf(child, kind, stack)
            elif kind in CONTAINERS:
                label = self.label(child, kind, stack)
                if kind == "table":
                    self.extents[self.count] = self.lines_of(child)
                    self.kinds[self.count] = kind
                tight = kind != "list" or bool(core.cmark_node_get_list_tight(child))
                before, number = len(self.letters), self.count
                self.walk(core, child, stack + ((label, number, tight),))
                if len(self.letters) == before and kind in ("item", "tasklist", "block_quote"):
                    self.count += 1
                    line = self.lines_of(child)[0]
                    row = self.row(NOTHING, stack + ((label, number, tight),), line, self.count)
                    self.letters.append(Letter(NOTHING, frozenset(), None, True, row))
            child = core.cmark_node_next(child)

    def lines_of(self, node):
        """Returns the first and last line of a node. One that ends at column 0 ends on the line before."""
        first, last = self.core.cmark_node_get_start_line(node), self.core.cmark_node_get_end_line(node)
        return first - 1, max(first, last - (self.core.cmark_node_get_end_column(node) == 0)) - 1

    def label(self, node, kind, stack):
        """Returns a container's kind, with its box for an item, which is read from the bytes."""
        if kind == "list":
            return "ordered" if self.core.cmark_node_get_list_type(node) == 2 else "bullet"
        if kind not in ("item", "tasklist"):
            return kind
        line, column = self.core.cmark_node_get_start_line(node) - 1, self.core.cmark_node_get_start_column(node) - 1
        found = ITEM.match(self.lines[line].encode()[column:].decode(errors="replace")) if line < len(self.lines) else None
        if found and found[1]:
            self.numbers[stack[-1][1]].append(int(found[1]))
        return "item" if not found or not found[2] else "item[ ]" if found[2] == " " else "item[x]"

    def row(self, kind, stack, line, leaf):
        """Returns a new row of a block."""
        path, ids, tight = (tuple(part) for part in zip(*stack)) if stack else ((), (), ())
        loose = kind == "paragraph" and bool(path) and path[-1].startswith("item") and not tight[-2]
        return Row(kind, path, ids, loose, line, leaf)

    def leaf(self, node, kind, stack):
        """Adds the letters and rows of a block without blocks in it."""
        core, number, (first, last) = self.core, self.count, self.lines_of(node)
        if kind == "heading":
            kind += str(core.cmark_node_get_heading_level(node))
            # cmark-gfm puts the end of a setext heading too far.
            end = first
            while end < min(last, len(self.lines) - 1) and not re.fullmatch(r"[ \t>]*(=+|-+)[ \t]*", self.lines[end]):
                end += 1
            last = end
        start, texts = first, [[]]
        if kind in ("code_block", "html_block"):
            content = string(core.cmark_node_get_literal(node))
            info = string(core.cmark_node_get_fence_info(node)) if kind == "code_block" else ""
            # White space is seen in code.
            texts = [[(found[2], frozenset(), ("info", info) if info else None, found[1] if kind == "code_block" else True)
                      for found in re.finditer(r"(\s*)(\S)", line)] for line in content.split("\n")]
            if kind == "code_block":
                if not content.strip():
                    texts = [[(NOTHING, frozenset(), None, True)]]
                count, is_fence = content.count("\n"), lambda line: line.strip(" \t>-+*.)0123456789").startswith(FENCE)
                if first < len(self.lines) and is_fence(self.lines[first]):
                    start += 1
                    # Without a closing fence, cmark-gfm puts the end one line too far.
                    if last <= first + count or last >= len(self.lines) or not is_fence(self.lines[last]):
                        last = first + count
            else:
                last = max(last, first + content.count("\n") - 1)
        elif kind == "thematic_break":
            texts = [[(RULE, frozenset(), None, True)]]
        else:
            self.tags, self.gap = [], True
            self.inlines(node, texts, frozenset(), None)
        inner = stack[-1][1] if stack else 0
        self.first.setdefault(inner, number)
        if stack and "[" in stack[-1][0] and kind == "paragraph" and self.first[inner] == number:
            # Whether cmark-gfm has read the box depends on its version and on what is around it.
            shown = "".join(char for char, *_ in texts[0][:3])
            is_twice = re.search(r"\][ \t]+\[[ xX]\][ \t]", self.lines[first])
            if shown.startswith(("[]", "[x]", "[X]")) and not is_twice:
                texts[0] = texts[0][shown.index("]") + 1:]
        if kind.startswith(("paragraph", "heading")) and last - first + 1 - len(texts) not in (
                (0, 1) if kind.startswith("heading") else (0,)):
            self.vague.add(number)
        self.extents[number], self.kinds[number] = (first, last), kind
        for at, text in enumerate(texts):
            if text:
                self.rows.append(self.row(kind, stack, start + at, number))
                self.letters += [Letter(*one, self.rows[-1]) for one in text]
        if not any(texts):
            self.letters.append(Letter(NOTHING, frozenset(), None, True, self.row(kind, stack, start, number)))

    def inlines(self, node, texts, marks, link):
        """Adds the characters of inlines, with those in them, to lines of text."""
        core, child = self.core, self.core.cmark_node_first_child(node)
        while child:
            kind = kind_of(core, child)
            if kind in ("text", "code"):
                have = marks.union(self.tags, ["code"] if kind == "code" else [])
                for char in string(core.cmark_node_get_literal(child)):
                    if char.isspace():
                        self.gap = True
                        texts += [[]] if char == "\n" else []
                    else:
                        self.put(texts, char, have, link)
            elif kind in ("softbreak", "linebreak"):
                if kind == "linebreak":
                    self.put(texts, BREAK, frozenset(), None)
                texts.append([])
                self.gap = True
            elif kind == "html_inline":
                self.tag(string(core.cmark_node_get_literal(child)), texts, marks, link)
            elif kind in MARKS:
                self.inlines(child, texts, marks | {MARKS[kind]}, link)
            elif kind in ("link", "image"):
                inner = [[]]
                own = (kind, string(core.cmark_node_get_url(child)), string(core.cmark_node_get_title(child)))
                own = link if "image" in marks else own
                self.inlines(child, inner, marks | ({"image"} if kind == "image" else set()), own)
                text = "".join(char for line in inner for char, *_ in line)
                if kind == "link" and text and not is_written(text, self.text) and re.sub("^(?:https?://|mailto:|xmpp:)", "", own[1]) == re.sub(
                        "^(?:https?://|mailto:|xmpp:)", "", text):
                    # A link that is its own address changes with its text.
                    inner = [[(char, have, ("own", own[1]), gap) for char, have, _, gap in line] for line in inner]
                if not text:
                    self.put(inner, NOTHING, marks, own)
                texts[-1] += inner[0]
                texts += inner[1:]
            else:
                self.put(texts, "\u2042", marks, ("footnote", string(core.cmark_node_get_literal(child))))
            child = core.cmark_node_next(child)

    def put(self, texts, *letter):
        texts[-1].append((*letter, self.gap))
        self.gap = False

    def tag(self, literal, texts, marks, link):
        """Adds a tag: a mark for the text that follows, or something that is seen by itself."""
        name = literal.strip("</>").lower()
        if name not in TAGS:
            self.put(texts, " ".join(literal.split()), marks.union(self.tags), link)
            texts += [[] for _ in range(literal.count("\n"))]
        elif not literal.startswith("</"):
            self.tags.append(name)
        elif name in self.tags:
            self.tags.reverse()
            self.tags.remove(name)
            self.tags.reverse()

    @functools.cached_property
    def texts(self):
        """The letters of each row, by its block and its line."""
        found = collections.defaultdict(list)
        for letter in self.letters:
            found[letter.row.leaf, letter.row.line].append(letter)
        return found

    def covered(self, first, last):
        """Returns the blocks with a line among some lines."""
        return {leaf for leaf, (low, high) in self.extents.items() if low <= last and first <= high}


def is_written(address, text):
    """Whether an address is in brackets somewhere, so that its link may not be a bare one."""
    return any(one + address in text for one in "[<")


def string(value):
    return (value or b"").decode("utf-8", "replace")


def kind_of(core, node):
    """Returns the name of a node; nodes of footnotes have none in 0.29.0.gfm.6."""
    name = core.cmark_node_get_type_string(node).decode()
    if name != "<unknown>":
        return name
    return "footnote_reference" if core.cmark_node_get_type(node) & 0xC000 == 0xC000 else "footnote_definition"


@functools.lru_cache(maxsize=512)
def page(text):
    """Returns what a reader sees of a text."""
    return Page(text)


def metadata_end(text):
    """Returns the end of a text's front matter, or 0 if it has none."""
    front = FRONT.match(text)
    lines = [line for line in front.group().split("\n")[1:] if line.strip()] if front else []
    return front.end() if lines and FIELD.match(lines[0]) else 0


@functools.cache
def others(char):
    """Returns three letters or digits that differ from one and behave like it, or none."""
    kind, code = unicodedata.category(char), ord(char)
    if kind not in ("Ll", "Lu", "Nd", "Lo"):
        return ()
    near = (chr(code + step) for step in (1, 2, 3, -1, -2, -3) if code + step < 0x110000)
    found = [one for one in near if unicodedata.category(one) == kind and one.isascii() == char.isascii()
             and len(one.encode()) == len(char.encode())]
    return tuple(found[:3]) if len(found) > 2 else ()


@functools.lru_cache(maxsize=64)
def choice(text, start, end):
    """Returns the indices of the letters of a page that are selected, and of those that may be, which are no letters
    or digits at its ends; or None if that cannot be decided.

    The letters are found by exchanging those before, in and after the selection for others, and looking which are seen.
    """
    fixed, out, place = [match.span() for match in FIXED.finditer(text)], [], 0
    for index, char in enumerate(text):
        while place < len(fixed) and fixed[place][1] <= index:
            place += 1
        options = others(char)
        is_fixed = not options or place < len(fixed) and fixed[place][0] <= index
        out.append(char if is_fixed else options[(index >= start) + (index >= end)])
    # A reference still leads to where its definition says.
    targets = {" ".join(found[1].casefold().split()): found[2] for found in DEFINITION.finditer(text)}
    more = {"".join(out[found.start(1):found.end(1)]) + targets[label] for found in BRACKETS.finditer(text)
            for label in [" ".join(found[1].casefold().split())] if label in targets}
    added = "\n\n" + "\n".join(sorted(more)) + "\n" if more else ""
    old, new = page(text).letters, page("".join(out) + added).letters
    if len(new) != len(old):
        return None
    sides = {}
    for index, (one, two) in enumerate(zip(old, new)):
        if one.marks != two.marks or one.row.path != two.row.path or one.row.kind != two.row.kind:
            return None
        if one.char != two.char:
            options = others(one.char)
            if two.char not in options:
                return None
            sides[index] = ("left", "in", "right")[options.index(two.char)]
    near = []
    for indices in (range(len(old)), range(len(old) - 1, -1, -1)):
        last, found = "edge", {}
        for index in indices:
            found[index] = last = sides.get(index, last)
        near.append(found)
    members, free = set(), set()
    for index in range(len(old)):
        beside = near[0][index], near[1][index]
        if beside == ("in", "in"):
            members.add(index)
        elif beside not in (("left", "left"), ("right", "right"), ("edge", "left"), ("right", "edge")):
            free.add(index)
    return members, free
