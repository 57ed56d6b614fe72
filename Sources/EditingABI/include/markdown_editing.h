/* MarkdownEditing for C and every language that can call C: commands and keys that edit marks,
   headings, lists, quotes, links and tables in Markdown text. libcmark proves each edit (CommonMark
   0.30) before it is returned.

   Text is UTF-8. Each function with offsets takes their unit as an argument. A function that can
   fail returns a code. Negative codes are errors; then nothing has changed. The only argument that
   can stop the process is an invalid pointer.

   Threads: different documents may be used on different threads at the same time. While a document
   is in use on one thread, calls on other threads return MDE_ERROR_BUSY.

   Lifetime: the pointer that a getter returns is valid until the next call on the same document
   that is not a getter. A handle that was closed or never opened returns MDE_ERROR_HANDLE.

   Memory: if no memory is left, the process is stopped, as libcmark does. */
#ifndef MARKDOWN_EDITING_H
#define MARKDOWN_EDITING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; mde_version() returns that of the library. */
#define MDE_VERSION "0.1.0"
/* Increases by one with each change that breaks programs for an older header. */
#define MDE_ABI_VERSION 1

/* A document: its text, selections, history and slice index. */
typedef struct mde_document mde_document;

/* A range of offsets; `end` is excluded. An empty range is a caret. */
typedef struct mde_range {
  int32_t start;
  int32_t end;
} mde_range;

/* The codes that functions return. */
enum {
  MDE_OK = 0,        /* Success; a command has a plan. */
  MDE_UNCHANGED = 1, /* There is nothing to do; mde_reason says why. */
  MDE_REFUSED = 2,   /* The command was refused; mde_reason says why. */

  MDE_ERROR_ARGUMENT = -1, /* An argument is NULL but required, or an unknown number. */
  MDE_ERROR_HANDLE = -2,   /* The document is closed, or never existed. */
  MDE_ERROR_BUSY = -3,     /* The document is in use on another thread. */
  MDE_ERROR_UTF8 = -4,     /* The text is not UTF-8. */
  MDE_ERROR_RANGE = -5,    /* An offset is outside the text, or ranges are not in order. */
  MDE_ERROR_BOUNDARY = -6, /* An offset is inside a character or a surrogate pair. */
  MDE_ERROR_LENGTH = -7,   /* The text is, or would be, longer than mde_length_limit(). */
  MDE_ERROR_PARSING = -8,  /* libcmark would need too long to parse the text. */
  MDE_ERROR_NO_PLAN = -9,  /* There is no plan, or the text has changed since. */
  MDE_ERROR_FULL = -10     /* There are too many documents. */
};

/* The reasons why a call changes nothing. Later versions may add more. */
enum {
  MDE_REASON_NONE = 0,
  MDE_REASON_NOTHING_MARKABLE = 1, /* Only white space, markers, code blocks or HTML. */
  MDE_REASON_ALREADY_SO = 2,
  MDE_REASON_CARET_OUTSIDE_TEXT = 3,
  MDE_REASON_NO_SELECTION = 4,
  MDE_REASON_NO_STEP = 5,   /* There is nothing to undo or redo. */
  MDE_REASON_COMPOSING = 6, /* Not used here: an input method is composing in a view. */
  MDE_REASON_NOT_IN_DIALECT = 7,
  MDE_REASON_NOTHING_TO_MARK = 8, /* The caret is not in a word or in marked text, and the option
                                     MDE_OPTION_STEPS is 1. */
  MDE_REASON_READINGS_DIFFER = 16,
  MDE_REASON_NO_SPELLING = 17,
  MDE_REASON_UNPARSABLE = 19,
  MDE_REASON_EDIT_REJECTED = 20,
  MDE_REASON_INSIDE_CHARACTER = 21,
  MDE_REASON_TOO_INTRICATE = 22, /* The blocks are nested too deeply, or are too many. */
  MDE_REASON_INTERNAL = 23, /* The planned edit was invalid: a defect of this library. */
  MDE_REASON_BLOCKS_DIFFER = 24, /* The text or other blocks would change. */
  /* Reasons that depend on the construct at the selection. */
  MDE_REASON_IN_CODE = 32,
  MDE_REASON_IN_HTML = 33,
  MDE_REASON_IN_METADATA = 34, /* Front matter. */
  MDE_REASON_IN_DEFINITION = 35,
  MDE_REASON_IN_TABLE = 36,
  MDE_REASON_ON_RULE = 37,
  MDE_REASON_NO_TEXT = 38,
  MDE_REASON_NOT_IN_LIST = 39,
  MDE_REASON_NO_TASK = 40,
  MDE_REASON_NOT_IN_TABLE = 41,
  MDE_REASON_NOWHERE_TO_MOVE = 42,
  MDE_REASON_NO_LINK = 43,
  MDE_REASON_BAD_ARGUMENT = 44, /* The argument of the command is missing or invalid. */
  MDE_REASON_IN_FORMULA = 46,
  MDE_REASON_NO_HEADING = 47,
  MDE_REASON_NO_FOOTNOTE = 48,
  MDE_REASON_IN_TASK = 49,   /* A task's text must be a paragraph. */
  MDE_REASON_JOINS_LIST = 50, /* Indented code after a list would belong to the list. */
  MDE_REASON_NO_DEFINITION = 51
};

/* The units of offsets. */
enum {
  MDE_UTF8 = 0,  /* Bytes. */
  MDE_UTF16 = 1, /* UTF-16 code units, as in JavaScript and the Language Server Protocol. */
  MDE_SCALAR = 2 /* Unicode scalars, as in Python and Emacs. */
};

/* ---- The library ---- */

/* The version of the library, comparable with MDE_VERSION. */
const char *mde_version(void);
/* The library's MDE_ABI_VERSION. */
int32_t mde_abi_version(void);
/* A sentence that explains a code. */
const char *mde_code_message(int32_t code);
/* The maximum size of a document, in bytes. */
int32_t mde_length_limit(void);
/* Allocates memory for arguments, for callers without an allocator (WebAssembly); NULL if none is
   left. */
void *mde_allocate(size_t size);
/* Frees memory of mde_allocate; NULL is allowed. */
void mde_release(void *memory);

/* ---- Documents ---- */

/* Opens a document with a copy of `length` bytes of text. If it fails, returns NULL and stores the
   error in `code`, unless `code` is NULL. O(length). */
mde_document *mde_open(const char *text, size_t length, int32_t *code);
/* Closes a document and frees its memory. */
int32_t mde_close(mde_document *document);
/* Replaces the text of a document; its history and selections are reset. O(length). */
int32_t mde_set_text(mde_document *document, const char *text, size_t length);
/* Returns the length of the text in a unit, or an error. */
int32_t mde_length(mde_document *document, int32_t unit);
/* Stores a part of the text as the result: see mde_result. */
int32_t mde_text(mde_document *document, int32_t unit, int32_t start, int32_t end);
/* Options of HTML, as a sum. */
enum {
  MDE_HTML_RAW = 1, /* Raw HTML and dangerous links, which are otherwise left out. */
  MDE_HTML_IDS = 2, /* <h1 id="a-b">: the anchors of headings, as on GitHub. */
  MDE_HTML_PREVIEW = 4 /* <span class="emoji">:a:</span>; data-task="0" in the box of a task, its
                          number in its block; the target of [[a]] as an address. */
};
/* Stores HTML of the whole text as the result. `options` is a sum of MDE_HTML_... Returns
   MDE_REFUSED if the text is too long to render. O(length). */
int32_t mde_html(mde_document *document, int32_t options);
/* Like mde_html; also stores the blocks as the change, with offsets in `unit`: see
   mde_change_ranges. Their ranges in the text are MDE_SELECTIONS, those in the HTML MDE_LEAVES,
   which follow each other. Footnotes are the last block, an empty range at the end of the text.
   Blocks without HTML are left out, and those in one element of raw HTML are one block. */
int32_t mde_html_blocks(mde_document *document, int32_t options, int32_t unit);
/* The formats of a copy. */
enum {
  MDE_COPY_HTML = 0, /* HTML: a selection inside a paragraph is its text alone. */
  MDE_COPY_TEXT = 1  /* Plain text, as a reader sees it: markers and addresses are left out. */
};
/* Stores what `count` selections, in ascending order, show of the text as the result, in a format.
   Marks and blocks of which only a part is selected are complete. Returns MDE_REFUSED if the text is
   too long to render. O(length). */
int32_t mde_copy(
    mde_document *document, int32_t format, int32_t unit, const mde_range *selections,
    int32_t count);
/* Converts an offset to another unit, or returns an error. O(log length). */
int32_t mde_convert(mde_document *document, int32_t offset, int32_t unit, int32_t to_unit);

/* Getter: the bytes of the last result, with a NUL at the end. NULL for a wrong handle. */
const char *mde_result(mde_document *document);
/* Getter: the number of these bytes, without the NUL. */
int32_t mde_result_length(mde_document *document);
/* Getter: the reason why the last call changed nothing, one of MDE_REASON_..., or an error. */
int32_t mde_reason(mde_document *document);
/* Getter: the reason or error of the last call, as a sentence; empty after success. NULL for a
   wrong handle. */
const char *mde_message(mde_document *document);

/* ---- Options ---- */

/* Options and their values have the same names everywhere. For example, MDE_OPTION_AT_EDGE is
   "atEdge" in JavaScript, and --at-edge in the tool. */
enum {
  /* The dialect of the document, one of MDE_DIALECT_...; the default is MDE_DIALECT_GITHUB.
     mde_set_text keeps it. */
  MDE_OPTION_DIALECT = 0,
  /* A mark's command with the caret in marked text. 0 run: unmarks the run; 1 word: unmarks the
     word. */
  MDE_OPTION_IN_RUN = 1,
  /* A mark's command with the caret at the edge of a word. 0 word: marks the word; 1 pending: holds
     the mark for the text typed next. */
  MDE_OPTION_AT_EDGE = 2,
  /* Delimiters that would not flank. 0 readable: leaves punctuation outside the mark; 1 exact:
     writes a character reference; 2 plain: refuses the command. */
  MDE_OPTION_EDGES = 3,
  /* The numbers after an added or removed item. 0 renumbers them; 1 leaves them as they are;
     2 ones: renumbers them, and numbers all items of a new list 1. */
  MDE_OPTION_NUMBERING = 4,
  /* The indentation of a nested item. 0 list: as in the list; 1 2: two columns; 2 4: four columns;
     3 tab: a tab. */
  MDE_OPTION_INDENT_STEP = 5,
  /* Enter in a cell. 0 row: moves to the cell below; 1 break: writes <br>; 2 refused: does
     nothing. */
  MDE_OPTION_CELL_NEWLINE = 6,
  /* The spelling of the command line-break. 0 soft: a line ending only; 1 backslash; 2 spaces: two
     at the end of the line. */
  MDE_OPTION_LINE_BREAK = 7,
  /* The parents and children of a task whose state changes. 0 alone: they stay as they are; 1
     follows: they change too. */
  MDE_OPTION_TASK_FAMILY = 8,
  /* A typed delimiter. 0 literal: is text; 1 marks: toggles its mark on a selection; 2 pairs: also
     inserts its closing delimiter. */
  MDE_OPTION_TYPED_DELIMITERS = 9,
  /* A mark's command with the caret at the end of marked text, or with nothing to mark. 0 ends:
     steps past the delimiter, or makes the mark pending; 1 never: unmarks the text, or does nothing,
     for hosts that do not pass on what is typed. */
  MDE_OPTION_STEPS = 10,
  /* The command task-toggle without a task. 0 refused: does nothing; 1 made: makes tasks of items
     and lines. */
  MDE_OPTION_PLAIN_TASKS = 11,
  /* The bullets of nested lists that a command makes or moves. 0 kept: stay as they are; 1 levels:
     -, * and + in turn. */
  MDE_OPTION_BULLETS = 12
};

enum {
  MDE_DIALECT_COMMONMARK = 0,
  MDE_DIALECT_GITHUB = 1,
  MDE_DIALECT_OBSIDIAN = 2,
  MDE_DIALECT_HUGO = 3
};

/* Sets an option. Later versions may add options. */
int32_t mde_set_option(mde_document *document, int32_t option, int32_t value);
/* Returns the value of an option, or an error. */
int32_t mde_option(mde_document *document, int32_t option);

/* ---- Edits and selections ---- */

/* The kinds of edits. Undo treats adjacent typing, or adjacent deleting, as one step. */
enum { MDE_TYPING = 0, MDE_DELETING = 1, MDE_EDIT = 2 };

/* Replaces a range by `length` bytes of text. The selections move with the text. O(log n), plus the
   text that must be read again. */
int32_t mde_replace(
    mde_document *document, int32_t unit, int32_t kind, int32_t start, int32_t end,
    const char *text, size_t length);
/* Replaces `count` ranges of the text before, in ascending order: range i by the next lengths[i]
   bytes of `text`. All or none are replaced. */
int32_t mde_replace_all(
    mde_document *document, int32_t unit, int32_t kind, const mde_range *ranges,
    const int32_t *lengths, int32_t count, const char *text, size_t length);
/* Sets the selections: `count` ranges, at least one, in ascending order. Undo restores them. */
int32_t mde_select(
    mde_document *document, int32_t unit, const mde_range *selections, int32_t count);
/* Stores the selections as those of the change: see mde_change_ranges. */
int32_t mde_selections(mde_document *document, int32_t unit);

/* ---- Tokens: pieces of lines with their meaning, for colours ---- */

/* The kinds of tokens. A construct of a dialect is one token with its delimiters. */
enum {
  MDE_TOKEN_TEXT = 0, /* Literal text. */
  MDE_TOKEN_LINK_TEXT = 1, /* The text of a link, or the description of an image. */
  MDE_TOKEN_AUTOLINK = 2, /* An address that is a link without brackets. */
  MDE_TOKEN_CODE_SPAN = 3, /* The contents of a code span. */
  MDE_TOKEN_CODE_BLOCK = 4, /* A line of code. */
  MDE_TOKEN_INFO = 5, /* The info string of a code fence. */
  MDE_TOKEN_HTML_INLINE = 6, /* A tag or a comment inside text. */
  MDE_TOKEN_HTML_BLOCK = 7, /* A line of an HTML block. */
  MDE_TOKEN_DELIMITER = 8, /* Markup around other tokens. */
  MDE_TOKEN_QUOTE_MARKER = 9, /* The marker of a quote. */
  MDE_TOKEN_LIST_MARKER = 10, /* The bullet or number of an item. */
  MDE_TOKEN_DESTINATION = 11, /* The destination of a link. */
  MDE_TOKEN_TITLE = 12, /* The title of a link. */
  MDE_TOKEN_LABEL = 13, /* The label of a definition, used in a link. */
  MDE_TOKEN_DEFINITION = 14, /* The label of a definition, in the definition itself. */
  MDE_TOKEN_TABLE_PIPE = 15, /* A pipe between cells. */
  MDE_TOKEN_TABLE_RULE = 16, /* The delimiter row of a table. */
  MDE_TOKEN_TASK_BOX = 17, /* The box of a task. */
  MDE_TOKEN_FOOTNOTE_REFERENCE = 18, /* The label of a reference to a footnote. */
  MDE_TOKEN_FOOTNOTE_LABEL = 19, /* The label of a footnote. */
  MDE_TOKEN_FRONT_MATTER = 20, /* A line of metadata. */
  MDE_TOKEN_ALERT_NAME = 21, /* The name of an alert. */
  MDE_TOKEN_RULE = 22, /* A thematic break. */
  MDE_TOKEN_ESCAPE = 23, /* A character after a backslash. */
  MDE_TOKEN_REFERENCE = 24, /* A character reference. */
  MDE_TOKEN_HARD_BREAK = 25, /* A backslash or spaces that make a hard line break. */
  MDE_TOKEN_MATH = 26,
  MDE_TOKEN_EMOJI = 27,
  MDE_TOKEN_MENTION = 28,
  MDE_TOKEN_WIKI_LINK = 29,
  MDE_TOKEN_COMMENT = 30,
  MDE_TOKEN_BLOCK_IDENTIFIER = 31,
  MDE_TOKEN_TEMPLATE = 32, /* A shortcode, or a tag of Liquid. */
  MDE_TOKEN_ATTRIBUTES = 33,
  MDE_TOKEN_DIRECTIVE = 34
};
/* The constructs around a token, as bits. A delimiter counts as inside its own construct. */
enum {
  MDE_MARK_STRONG = 1,
  MDE_MARK_EMPHASIS = 2,
  MDE_MARK_STRIKETHROUGH = 4,
  MDE_MARK_HIGHLIGHT = 8,
  MDE_MARK_CODE = 16,
  MDE_MARK_LINK = 32,
  MDE_MARK_IMAGE = 64,
  MDE_MARK_QUOTE = 128,
  MDE_MARK_TABLE_HEADER = 256,
  MDE_MARK_CHECKED = 512
};
/* Finds the tokens in a range; returns their number, or an error. Every byte except white space is
   in exactly one token. No token contains a line ending. A token across the range's edge is
   reported as a whole. O(log n + m), where m is the length of the blocks in the range. */
int32_t mde_tokens(mde_document *document, int32_t unit, int32_t start, int32_t end);
/* Getter: the tokens that the last mde_tokens found, in order. Each has four numbers: start,
   length, one of MDE_TOKEN_..., and bits of MDE_MARK_... The bits from 16 on are the level of a
   heading. NULL for a wrong handle. */
const int32_t *mde_token_numbers(mde_document *document);
/* Stores the ranges whose tokens may have changed since the last call as the selections of the
   change: see mde_change_ranges. The first call reports the whole text, and so does a newly defined
   label. All other tokens have only moved. */
int32_t mde_changes(mde_document *document, int32_t unit);

/* ---- The catalogue: marks, the other commands of a bar, and keys ---- */

/* The fields of a command in the catalogue. */
enum {
  MDE_CATALOGUE_NAME = 0,     /* "heading-2" */
  MDE_CATALOGUE_TITLE = 1,    /* "Heading 2" */
  MDE_CATALOGUE_GROUP = 2,    /* "marks", "headings", "lists", "blocks", "inlines", "tables",
                                 "lines"; "typing" for keys, which a bar does not show */
  MDE_CATALOGUE_SYMBOL = 3,   /* an SF Symbol, "2.square"; empty for keys */
  MDE_CATALOGUE_SHORTCUT = 4, /* "mod+alt+2": mod is Command or Control; empty if there is none */
  MDE_CATALOGUE_ARGUMENT = 5  /* "the destination"; empty if there is none */
};
/* The number of commands in the catalogue, which are in the order of a bar. Later versions may
   insert commands, so look numbers up by name. */
int32_t mde_catalogue_count(void);
/* The number of the command with a name that ends with a NUL, or an error. */
int32_t mde_catalogue_number(const char *name);
/* A field of a command, which stays valid forever. NULL for an unknown command or field. */
const char *mde_catalogue_text(int32_t command, int32_t field);
/* The actions on a mark. */
enum { MDE_TOGGLE = 0, MDE_MARK = 1, MDE_UNMARK = 2 };

/* Plans a command on `count` selections in ascending order, without changing the text. After
   MDE_OK, the change is the plan. After MDE_UNCHANGED or MDE_REFUSED there is none, and mde_reason
   says why. `action` is MDE_TOGGLE, MDE_MARK or MDE_UNMARK for a mark ("strong"), and MDE_TOGGLE
   for any other command. The argument has `length` bytes; NULL and 0 mean none. If a key
   ("newline", "backspace", "indent" for Tab) returns MDE_UNCHANGED, the editor should handle it as
   usual.

   A mark with nothing to mark becomes pending: the change is empty, its effect is MDE_PENDING, and
   "insert-text" at the caret plans the text with the mark, until the caret moves, the command is
   repeated, or a text is typed. A mark's command that is repeated after its change was made, with
   nothing in between, plans the inverse change. */
int32_t mde_plan(
    mde_document *document, int32_t unit, int32_t command, int32_t action, const char *argument,
    size_t length, const mde_range *selections, int32_t count);

/* Whether no part, all or some of the selection has what a command adds. */
enum { MDE_OFF = 0, MDE_ON = 1, MDE_MIXED = 2 };
/* Whether a command has something to do; unknown for keys, and without a state. */
enum { MDE_APPLIES_NOT = 0, MDE_APPLIES = 1, MDE_APPLIES_UNKNOWN = 2 };

/* Finds the states of all commands except keys at `count` selections in ascending order. A command
   that needs an argument is treated as if it had one. A pending mark counts as on, or as off if the
   text typed next loses it. */
int32_t mde_state(
    mde_document *document, int32_t unit, const mde_range *selections, int32_t count);
/* Returns the number of marks that are pending at the selections, or an error. If it is not 0, text
   should be typed by "insert-text". If an input method has typed a text at the caret, select this
   text; then "insert-text" with the same text plans its marks. */
int32_t mde_pending(
    mde_document *document, int32_t unit, const mde_range *selections, int32_t count);
/* Getter: MDE_OFF, MDE_ON or MDE_MIXED as found by the last mde_state, or an error. */
int32_t mde_presence(mde_document *document, int32_t command);
/* Getter: MDE_APPLIES... as found by the last mde_state, or an error. MDE_APPLIES_UNKNOWN for a
   key, and after a change of the text. */
int32_t mde_applies(mde_document *document, int32_t command);
/* Getter: the reason why the command does not apply, one of MDE_REASON_..., or an error. */
int32_t mde_state_reason(mde_document *document, int32_t command);
/* Stores that reason as a sentence as the result; empty if the command applies. */
int32_t mde_state_message(mde_document *document, int32_t command);

/* ---- Changes ---- */

/* Applies the plan of the last command with its selections, as one step to undo. The change is
   kept. Returns MDE_ERROR_NO_PLAN if there is no plan, or if the text has changed since. */
int32_t mde_apply(mde_document *document);
/* Undoes the last step. The change describes it, with offsets in `unit`. */
int32_t mde_undo(mde_document *document, int32_t unit);
/* Redoes the step that was undone last, like mde_undo. */
int32_t mde_redo(mde_document *document, int32_t unit);

/* The change: the effect of the last mde_plan, mde_undo or mde_redo. */
enum {
  MDE_EDITS = 0,      /* The replaced ranges, in the text before. */
  MDE_SELECTIONS = 1, /* The selections, in the text after. */
  MDE_LEAVES = 2,     /* The blocks that a mark changes, in the text before. */
  MDE_REFERENCES = 3  /* The characters that become references, in the text before. */
};
/* The effects of plans. A mark, a heading or another construct is added, removed or converted;
   blocks or the caret are moved; text is typed or deleted. */
enum {
  MDE_ADDED = 0,
  MDE_REMOVED = 1,
  MDE_CONVERTED = 2,
  MDE_MOVED = 3,
  MDE_TYPED = 4,
  MDE_PENDING = 5 /* There is no edit: the text typed next gets or loses the mark. */
};
/* Getter: the number of ranges of a kind in the change, or an error. */
int32_t mde_change_count(mde_document *document, int32_t kind);
/* Getter: the ranges of a kind; NULL for a wrong handle or kind. */
const mde_range *mde_change_ranges(mde_document *document, int32_t kind);
/* Getter: the new text of edit `index`, with a NUL at the end; NULL if there is no such edit. */
const char *mde_change_text(mde_document *document, int32_t index);
/* Getter: the length of that text in bytes, or an error. */
int32_t mde_change_text_length(mde_document *document, int32_t index);
/* Getter: the effect, for example MDE_ADDED; MDE_ERROR_NO_PLAN if the last call made no plan. */
int32_t mde_effect(mde_document *document);

#ifdef __cplusplus
}
#endif

#endif
