"""GitHub's parser, cmark-gfm, as an oracle: the tree of a text as lists, as XML and as HTML.

libcmark and libcmark-gfm export the same names, so this is a process of its own. Debian:
libcmark-gfm-dev and libcmark-gfm-extensions-dev.
"""
import contextlib
import ctypes
import ctypes.util
import functools

EXTENSIONS = ("table", "strikethrough", "autolink", "tasklist")
SOURCE_POSITIONS = 1 << 1
FOOTNOTES = 1 << 13
UNSAFE = 1 << 17
MARKS = {"strong": "strong", "emph": "emphasis", "strikethrough": "strikethrough"}


@functools.cache
def load_or_skip():
    """Returns the loaded libraries. If they are not installed, the script ends with a message and status 0."""
    core = ctypes.util.find_library("cmark-gfm")
    extensions = ctypes.util.find_library("cmark-gfm-extensions")
    if not core or not extensions:
        print("skipped: libcmark-gfm is not installed")
        raise SystemExit(0)
    gfm = ctypes.CDLL(core, mode=ctypes.RTLD_GLOBAL)
    ext = ctypes.CDLL(extensions, mode=ctypes.RTLD_GLOBAL)
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, arguments in [
        ("cmark_parser_new", pointer, [number]),
        ("cmark_parser_feed", None, [pointer, text, ctypes.c_size_t]),
        ("cmark_parser_finish", pointer, [pointer]),
        ("cmark_parser_free", None, [pointer]),
        ("cmark_parser_attach_syntax_extension", number, [pointer, pointer]),
        ("cmark_find_syntax_extension", pointer, [text]),
        ("cmark_node_first_child", pointer, [pointer]),
        ("cmark_node_next", pointer, [pointer]),
        ("cmark_node_parent", pointer, [pointer]),
        ("cmark_node_get_type_string", text, [pointer]),
        ("cmark_node_get_type", number, [pointer]),
        ("cmark_node_get_literal", text, [pointer]),
        ("cmark_node_get_url", text, [pointer]),
        ("cmark_node_get_title", text, [pointer]),
        ("cmark_node_get_heading_level", number, [pointer]),
        ("cmark_node_get_list_start", number, [pointer]),
        ("cmark_node_get_list_type", number, [pointer]),
        ("cmark_node_get_list_tight", number, [pointer]),
        ("cmark_node_get_fence_info", text, [pointer]),
        ("cmark_node_free", None, [pointer]),
        ("cmark_parser_get_syntax_extensions", pointer, [pointer]),
        ("cmark_render_html", pointer, [pointer, number, pointer]),
        ("cmark_render_xml", pointer, [pointer, number]),
        ("free", None, [pointer]),
    ]:
        function = getattr(gfm, name)
        function.restype, function.argtypes = result, arguments
    ext.cmark_gfm_extensions_get_tasklist_item_checked.argtypes = [pointer]
    ext.cmark_gfm_extensions_get_tasklist_item_checked.restype = ctypes.c_bool
    ext.cmark_gfm_core_extensions_ensure_registered()
    return gfm, ext


@contextlib.contextmanager
def parsed(source, extensions, footnotes):
    """Reads a text (bytes), and yields the parser and the document."""
    gfm, _ = load_or_skip()
    parser = gfm.cmark_parser_new(UNSAFE | (FOOTNOTES if footnotes else 0))
    for name in extensions:
        gfm.cmark_parser_attach_syntax_extension(
            parser, gfm.cmark_find_syntax_extension(name.encode()))
    gfm.cmark_parser_feed(parser, source, len(source))
    document = gfm.cmark_parser_finish(parser)
    try:
        yield parser, document
    finally:
        gfm.cmark_node_free(document)
        gfm.cmark_parser_free(parser)


def taken(text):
    """Returns a C string that the library made, and frees it."""
    result = ctypes.string_at(text).decode("utf-8", "replace")
    load_or_skip()[0].free(text)
    return result


def html(text, extensions=EXTENSIONS):
    """Returns the HTML of a text."""
    gfm, _ = load_or_skip()
    with parsed(text.encode(), extensions, bool(extensions)) as (parser, document):
        flags = UNSAFE | (FOOTNOTES if extensions else 0)
        return taken(gfm.cmark_render_html(document, flags, gfm.cmark_parser_get_syntax_extensions(parser)))


def xml(text):
    """Returns the tree of a text as XML with positions, without bare links and footnotes."""
    with parsed(text.encode(), ("table", "strikethrough", "tasklist"), False) as (_, document):
        return taken(load_or_skip()[0].cmark_render_xml(document, SOURCE_POSITIONS | UNSAFE))


def events(source, extensions=EXTENSIONS, footnotes=True):
    """Returns the events that a reader of `source` (bytes) sees, in order.

    ("character", scalar, marks) for each visible character outside image descriptions, white
    space without marks; ("open", kind, attributes…) and ("close", kind) for blocks, links and
    images; ("break", kind); ("html", literal). Marks are not events: characters have them.
    """
    with parsed(source, extensions, footnotes) as (_, document):
        return walk(*load_or_skip(), document)


def kind_of(gfm, node):
    """Returns the name of a node; nodes of footnotes have none in 0.29.0.gfm.6."""
    name = gfm.cmark_node_get_type_string(node).decode()
    if name != "<unknown>":
        return name
    is_inline = gfm.cmark_node_get_type(node) & 0xC000 == 0xC000
    return "footnote_reference" if is_inline else "footnote_definition"


def walk(gfm, ext, document):
    found = []
    node, marks, image = document, [], 0
    while True:
        kind = kind_of(gfm, node)
        enter(gfm, ext, found, node, kind, marks, image)
        if kind in MARKS:
            marks.append(MARKS[kind])
        if kind == "image":
            image += 1
        child = gfm.cmark_node_first_child(node)
        if child:
            node = child
            continue
        while True:
            kind = kind_of(gfm, node)
            if kind in MARKS:
                marks.pop()
            elif kind == "image":
                image -= 1
            if kind not in MARKS and kind not in LEAVES:
                found.append(("close", kind))
            if node == document:
                return found
            following = gfm.cmark_node_next(node)
            if following:
                node = following
                break
            node = gfm.cmark_node_parent(node)


LEAVES = {"text", "code", "softbreak", "linebreak", "html_inline"}


def enter(gfm, ext, found, node, kind, marks, image):
    def string(function):
        return (function(node) or b"").decode("utf-8", "replace")

    if kind == "text" or kind == "code":
        extra = ["code"] if kind == "code" else []
        have = frozenset(marks + extra)
        for scalar in string(gfm.cmark_node_get_literal):
            if image:
                found.append(("description", scalar))
            else:
                found.append(("character", scalar, frozenset() if scalar.isspace() else have))
    elif kind in ("softbreak", "linebreak"):
        found.append(("break", kind))
    elif kind == "html_inline":
        found.append(("html", string(gfm.cmark_node_get_literal)))
    elif kind not in MARKS:
        attributes = []
        if kind in ("link", "image"):
            attributes = [string(gfm.cmark_node_get_url), string(gfm.cmark_node_get_title)]
        elif kind == "heading":
            attributes = [gfm.cmark_node_get_heading_level(node)]
        elif kind == "list":
            attributes = [
                gfm.cmark_node_get_list_type(node), gfm.cmark_node_get_list_start(node),
                gfm.cmark_node_get_list_tight(node)]
        elif kind in ("code_block", "html_block", "footnote_reference"):
            attributes = [string(gfm.cmark_node_get_literal)]
        elif kind == "tasklist":
            attributes = [ext.cmark_gfm_extensions_get_tasklist_item_checked(node)]
        found.append(("open", kind, *attributes))
