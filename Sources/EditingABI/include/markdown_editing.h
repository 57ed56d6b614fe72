/* MarkdownEditing for C, and for all that calls C: marks, headings, lists, quotes, links, tables and
   keys of Markdown text, each edit proved by libcmark (CommonMark 0.30) before it is handed out.

   Text is UTF-8. Offsets count in a unit that each call names. A function that can fail returns a
   code: negative where an argument is wrong, and then nothing has changed. No argument makes the
   library stop the process, except a pointer to memory that is not there.

   Threads: different documents may be used on different threads at once. A document that is in use
   on one thread answers MDE_ERROR_BUSY on others.

   Lifetime: what a getter points to stays until the next call on the same document that is not a
   getter. A handle that was closed, or never opened, answers MDE_ERROR_HANDLE.

   Memory: where none is left, the process is stopped, as by libcmark itself. */
#ifndef MARKDOWN_EDITING_H
#define MARKDOWN_EDITING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; mde_version() is the library's. */
#define MDE_VERSION "0.1.0"
/* Grows by one where a program written for an older header would break. */
#define MDE_ABI_VERSION 1

/* A document: its text, its slice index, its selections, its history. */
typedef struct mde_document mde_document;

/* From start to end, the end not included; an empty one is a caret. */
typedef struct mde_range {
  int32_t start;
  int32_t end;
} mde_range;

/* What a call answers. */
enum {
  MDE_OK = 0,        /* Done; of a command: there is a plan. */
  MDE_UNCHANGED = 1, /* There is nothing to do; mde_reason says why. */
  MDE_REFUSED = 2,   /* It cannot be done; mde_reason says why. */

  MDE_ERROR_ARGUMENT = -1, /* NULL where it may not be, or a number that means nothing here. */
  MDE_ERROR_HANDLE = -2,   /* The document is closed, or never was one. */
  MDE_ERROR_BUSY = -3,     /* The document is in use on another thread. */
  MDE_ERROR_UTF8 = -4,     /* The text is not UTF-8. */
  MDE_ERROR_RANGE = -5,    /* An offset outside the text, or ranges that are not in order. */
  MDE_ERROR_BOUNDARY = -6, /* An offset inside a character's bytes or a surrogate pair. */
  MDE_ERROR_LENGTH = -7,   /* The text is, or would be, longer than mde_length_limit(). */
  MDE_ERROR_PARSING = -8,  /* The text would take libcmark too long. */
  MDE_ERROR_NO_PLAN = -9,  /* There is no plan, or the text has changed since. */
  MDE_ERROR_FULL = -10     /* There are too many documents. */
};

/* Why nothing was done. Later versions may add some. */
enum {
  MDE_REASON_NONE = 0,
  MDE_REASON_NOTHING_MARKABLE = 1, /* White space, markers, code blocks or HTML. */
  MDE_REASON_ALREADY_SO = 2,
  MDE_REASON_CARET_OUTSIDE_TEXT = 3,
  MDE_REASON_NO_SELECTION = 4,
  MDE_REASON_NO_STEP = 5,   /* Nothing to undo or to do again. */
  MDE_REASON_COMPOSING = 6, /* Not of this interface: a view's input method is composing. */
  MDE_REASON_NOT_IN_DIALECT = 7,
  MDE_REASON_READINGS_DIFFER = 16,
  MDE_REASON_NO_SPELLING = 17,
  MDE_REASON_AUTOLINK_IN_LINK = 18,
  MDE_REASON_UNPARSABLE = 19,
  MDE_REASON_EDIT_REJECTED = 20,
  MDE_REASON_INSIDE_CHARACTER = 21,
  MDE_REASON_TOO_INTRICATE = 22, /* Nothing was found within the steps that a command may take. */
  MDE_REASON_INTERNAL = 23, /* The planned edit was invalid: a defect of this library. */
  /* The selection is in, or on, or holds no ... */
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
  MDE_REASON_BAD_ARGUMENT = 44, /* The command needs an argument, or another one. */
  MDE_REASON_IN_FORMULA = 46,
  MDE_REASON_NO_HEADING = 47,
  MDE_REASON_NO_FOOTNOTE = 48
};

/* What offsets count. */
enum {
  MDE_UTF8 = 0,  /* Bytes. */
  MDE_UTF16 = 1, /* UTF-16 code units, as JavaScript and the Language Server Protocol count. */
  MDE_SCALAR = 2 /* Unicode scalars, as Python and Emacs count. */
};

/* ---- The library ---- */

/* The library's version, as MDE_VERSION. */
const char *mde_version(void);
/* The library's MDE_ABI_VERSION. */
int32_t mde_abi_version(void);
/* A sentence for a code. */
const char *mde_code_message(int32_t code);
/* The most bytes a document may have. */
int32_t mde_length_limit(void);
/* Memory for arguments, where the caller has none of its own (WebAssembly); NULL where none is
   left. */
void *mde_allocate(size_t size);
/* Gives memory of mde_allocate back; NULL is taken. */
void mde_release(void *memory);

/* ---- Documents ---- */

/* Opens a document of `length` bytes of text, which are copied. NULL where it cannot; then `code`,
   if it is not NULL, has the reason. O(length). */
mde_document *mde_open(const char *text, size_t length, int32_t *code);
/* Closes a document and gives its memory back. */
int32_t mde_close(mde_document *document);
/* Gives a document another text; history and selections begin anew. O(length). */
int32_t mde_set_text(mde_document *document, const char *text, size_t length);
/* The length of the text in a unit; negative is a code. */
int32_t mde_length(mde_document *document, int32_t unit);
/* Makes a part of the text the result: see mde_result. */
int32_t mde_text(mde_document *document, int32_t unit, int32_t start, int32_t end);
/* Makes HTML of the whole text the result. `raw` 0: raw HTML and dangerous links are left out;
   1: they are kept. MDE_REFUSED where the text is too long to be rendered. O(length). */
int32_t mde_html(mde_document *document, int32_t raw);
/* An offset in another unit; negative is a code. O(log length). */
int32_t mde_convert(mde_document *document, int32_t offset, int32_t unit, int32_t to_unit);

/* Getter: the bytes of the result of mde_text or mde_html, with a NUL behind them. NULL for a
   wrong handle. */
const char *mde_result(mde_document *document);
/* Getter: how many they are. */
int32_t mde_result_length(mde_document *document);
/* Getter: why the last call did nothing, one of MDE_REASON_...; negative is a code. */
int32_t mde_reason(mde_document *document);
/* Getter: the same as a sentence, also for wrong arguments; empty where all went well. NULL for a
   wrong handle. */
const char *mde_message(mde_document *document);

/* ---- Options ---- */

/* An option and its values have the same names everywhere: MDE_OPTION_AT_EDGE is "atEdge" in JavaScript and
   --at-edge of the tool. */
enum {
  /* The dialect of the document: one of MDE_DIALECT_..., MDE_DIALECT_GITHUB unless it is set.
     mde_set_text keeps it. */
  MDE_OPTION_DIALECT = 0,
  /* A mark's command with the caret in marked text. 0 run: the run loses the mark; 1 word: the word does. */
  MDE_OPTION_IN_RUN = 1,
  /* A mark's command with the caret at the edge of a word. 0 word: marks the word; 1 pair: inserts a pair. */
  MDE_OPTION_AT_EDGE = 2,
  /* Delimiters that would not flank. 0 readable: punctuation stays outside the mark; 1 exact: a character
     reference is written; 2 plain: the command is refused. */
  MDE_OPTION_EDGES = 3,
  /* A list command with the caret in an item. 0 item: the item changes; 1 list: all items of its list. */
  MDE_OPTION_CARET_IN_LIST = 4,
  /* A heading's own level. 0 removes: it becomes a paragraph; 1 stays. */
  MDE_OPTION_SAME_LEVEL = 5,
  /* Enter in an empty item. 0 blank: leaves a blank line after the list; 1 none. */
  MDE_OPTION_LEAVING_LIST = 6,
  /* The numbers after an item that is added or removed. 0 renumbers: they close up; 1 leaves: they stay. */
  MDE_OPTION_NUMBERING = 7,
  /* The indentation of an item under another. 0 list: as in the list; 1 2: 2 columns; 2 4: 4; 3 tab. */
  MDE_OPTION_INDENT_STEP = 8,
  /* Enter in a cell. 0 row: the cell below; 1 break: writes <br>; 2 refused. */
  MDE_OPTION_CELL_NEWLINE = 9,
  /* Backspace at an item's start. 0 marker: it goes; 1 outdents: one level out; 2 joins the line above. */
  MDE_OPTION_ITEM_START = 10,
  /* Tasks of which some are checked. 0 checks: all are; 1 unchecks: none is; 2 each becomes the other. */
  MDE_OPTION_MIXED_TASKS = 11,
  /* How line-break breaks a line of a paragraph. 0 soft; 1 backslash; 2 spaces: two at the end of the line. */
  MDE_OPTION_LINE_BREAK = 12,
  /* Lists inside a list that is renumbered. 0 leaves: they keep their numbers; 1 renumbers. */
  MDE_OPTION_NESTED_LISTS = 13,
  /* The definition of a new footnote. 0 end: after the last footnote, or at the end; 1 section: at its end. */
  MDE_OPTION_FOOTNOTE_PLACE = 14,
  /* Tasks above and below one whose state changes. 0 alone: they stay; 1 follows. */
  MDE_OPTION_TASK_FAMILY = 15,
  /* A typed delimiter. 0 literal: text; 1 marks: toggles its mark over a selection; 2 pairs: also closes its pair. */
  MDE_OPTION_TYPED_DELIMITERS = 16
};

enum {
  MDE_DIALECT_COMMONMARK = 0,
  MDE_DIALECT_GITHUB = 1,
  MDE_DIALECT_OBSIDIAN = 2,
  MDE_DIALECT_HUGO = 3
};

/* Sets an option. Later versions may know more options. */
int32_t mde_set_option(mde_document *document, int32_t option, int32_t value);
/* An option's value; negative is a code. */
int32_t mde_option(mde_document *document, int32_t option);

/* ---- Edits and selections ---- */

/* What kind of change an edit is: typing and deleting next to each other is undone at once. */
enum { MDE_TYPING = 0, MDE_DELETING = 1, MDE_EDIT = 2 };

/* Replaces a range by `length` bytes of text. The selections move along.
   O(log n) in the length of the document, and what is read again. */
int32_t mde_replace(
    mde_document *document, int32_t unit, int32_t kind, int32_t start, int32_t end,
    const char *text, size_t length);
/* Replaces `count` ranges, ascending, all of the text before: range i by the next lengths[i] bytes
   of `text`. All or nothing. */
int32_t mde_replace_all(
    mde_document *document, int32_t unit, int32_t kind, const mde_range *ranges,
    const int32_t *lengths, int32_t count, const char *text, size_t length);
/* Says what is selected: `count` ranges, ascending, at least one. Undo brings it back. */
int32_t mde_select(
    mde_document *document, int32_t unit, const mde_range *selections, int32_t count);
/* Makes the selections those of the change: see mde_change_ranges. */
int32_t mde_selections(mde_document *document, int32_t unit);

/* ---- Tokens: the pieces of lines, to colour a text ---- */

/* The kinds of tokens. Constructs of dialects are tokens with their delimiters. */
enum {
  MDE_TOKEN_TEXT = 0, /* Characters that mean themselves. */
  MDE_TOKEN_LINK_TEXT = 1, /* Text of a link, or the description of an image. */
  MDE_TOKEN_AUTOLINK = 2, /* An address that is a link by itself. */
  MDE_TOKEN_CODE_SPAN = 3, /* The contents of a code span. */
  MDE_TOKEN_CODE_BLOCK = 4, /* A line of code. */
  MDE_TOKEN_INFO = 5, /* The text after an opening fence. */
  MDE_TOKEN_HTML_INLINE = 6, /* A tag or a comment in text. */
  MDE_TOKEN_HTML_BLOCK = 7, /* A line of an HTML block. */
  MDE_TOKEN_DELIMITER = 8, /* Markup around other tokens. */
  MDE_TOKEN_QUOTE_MARKER = 9, /* The marker of a quote. */
  MDE_TOKEN_LIST_MARKER = 10, /* The bullet or the number of an item. */
  MDE_TOKEN_DESTINATION = 11, /* The destination of a link. */
  MDE_TOKEN_TITLE = 12, /* The title of a link. */
  MDE_TOKEN_LABEL = 13, /* The label that a link refers to. */
  MDE_TOKEN_DEFINITION = 14, /* The label that a definition defines. */
  MDE_TOKEN_TABLE_PIPE = 15, /* A pipe between cells. */
  MDE_TOKEN_TABLE_RULE = 16, /* The row of dashes of a table. */
  MDE_TOKEN_TASK_BOX = 17, /* The box of a task. */
  MDE_TOKEN_FOOTNOTE_REFERENCE = 18, /* The label of a reference to a footnote. */
  MDE_TOKEN_FOOTNOTE_LABEL = 19, /* The label of a footnote. */
  MDE_TOKEN_FRONT_MATTER = 20, /* A line of metadata. */
  MDE_TOKEN_ALERT_NAME = 21, /* The name of an alert. */
  MDE_TOKEN_RULE = 22, /* A thematic break. */
  MDE_TOKEN_ESCAPE = 23, /* A character after a backslash. */
  MDE_TOKEN_REFERENCE = 24, /* A character reference. */
  MDE_TOKEN_HARD_BREAK = 25, /* A backslash or blanks that break a line. */
  MDE_TOKEN_MATH = 26,
  MDE_TOKEN_EMOJI = 27,
  MDE_TOKEN_MENTION = 28,
  MDE_TOKEN_WIKI_LINK = 29,
  MDE_TOKEN_COMMENT = 30,
  MDE_TOKEN_BLOCK_IDENTIFIER = 31,
  MDE_TOKEN_TEMPLATE = 32, /* A shortcode, or a tag of Liquid. */
  MDE_TOKEN_ATTRIBUTES = 33,
  MDE_TOKEN_DIRECTIVE = 34,
  MDE_TOKEN_ISLAND = 35 /* An inline that a caller has defined. */
};
/* The constructs that a token is in, as bits. A delimiter is in the construct that it delimits. */
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
/* Finds the tokens in a range: how many they are; negative is a code. Every byte that is not white space is in one
   token. No token has a line ending in it. One that reaches out of the range is found whole. O(log n + m) in the
   length of the blocks that the range touches. */
int32_t mde_tokens(mde_document *document, int32_t unit, int32_t start, int32_t end);
/* Getter: the tokens of the last mde_tokens, in order, four numbers each: start, length, one of MDE_TOKEN_..., and the
   bits of MDE_MARK_... with the level of a heading in the bits from 16 on. NULL for a wrong handle. */
const int32_t *mde_token_numbers(mde_document *document);
/* Makes the ranges whose tokens may have changed since the last call (the first time: the whole text), the selections
   of the change: see mde_change_ranges. Outside them tokens have only moved. A label that becomes defined changes
   all. */
int32_t mde_changes(mde_document *document, int32_t unit);

/* ---- The catalogue: the marks, every other command of a bar, and the keys ---- */

/* What the catalogue says of a command. */
enum {
  MDE_CATALOGUE_NAME = 0,     /* "heading-2" */
  MDE_CATALOGUE_TITLE = 1,    /* "Heading 2" */
  MDE_CATALOGUE_GROUP = 2,    /* "marks", "headings", "lists", "blocks", "inlines", "tables", "lines";
                                 "typing": a key, which a bar does not show */
  MDE_CATALOGUE_SYMBOL = 3,   /* the SF Symbol "2.square"; empty for a key */
  MDE_CATALOGUE_SHORTCUT = 4, /* "mod+alt+2", mod being Command or Control; empty where there is none */
  MDE_CATALOGUE_ARGUMENT = 5  /* "the destination": what it takes; empty where it takes none */
};
/* How many commands the catalogue has. Their order is that of a bar; a later version may put others
   between them, so ask for a number by name. */
int32_t mde_catalogue_count(void);
/* The number of the command with a name, which ends with a NUL; negative is a code. */
int32_t mde_catalogue_number(const char *name);
/* What the catalogue says of a command; it may be kept. NULL where there is no such. */
const char *mde_catalogue_text(int32_t command, int32_t field);
/* The actions on a mark. */
enum { MDE_TOGGLE = 0, MDE_MARK = 1, MDE_UNMARK = 2 };

/* Plans a command on `count` selections, ascending; changes nothing. MDE_OK: the change is the plan.
   MDE_UNCHANGED or MDE_REFUSED: there is none, and mde_reason says why. `action` is one of MDE_TOGGLE... for a
   mark ("strong"), MDE_TOGGLE for any other command. The argument has `length` bytes (NULL and 0: none). A key
   that is MDE_UNCHANGED ("newline", "backspace", "indent" for Tab) is for the editor itself to handle. */
int32_t mde_plan(
    mde_document *document, int32_t unit, int32_t command, int32_t action, const char *argument,
    size_t length, const mde_range *selections, int32_t count);

/* Whether the selection has what a command adds: all of it, none, or some. */
enum { MDE_OFF = 0, MDE_ON = 1, MDE_MIXED = 2 };
/* Whether a command has something to do; of a key, and without a state, that is not known. */
enum { MDE_APPLIES_NOT = 0, MDE_APPLIES = 1, MDE_APPLIES_UNKNOWN = 2 };

/* Finds the states of all commands but the keys at `count` selections, ascending. What needs an argument is judged
   as if it had one. */
int32_t mde_state(
    mde_document *document, int32_t unit, const mde_range *selections, int32_t count);
/* Getter: MDE_OFF, MDE_ON or MDE_MIXED by the last mde_state; negative is a code. */
int32_t mde_presence(mde_document *document, int32_t command);
/* Getter: MDE_APPLIES... by the last mde_state; MDE_APPLIES_UNKNOWN of a key, and where the text has changed
   since. Negative is a code. */
int32_t mde_applies(mde_document *document, int32_t command);
/* Getter: why it does not apply, one of MDE_REASON_...; negative is a code. */
int32_t mde_state_reason(mde_document *document, int32_t command);
/* Makes the same as a sentence the result; empty where it applies. */
int32_t mde_state_message(mde_document *document, int32_t command);

/* ---- What commands would do ---- */

/* Carries the plan of the last command out, as one step to undo, with its selections. The change
   stays what it was. MDE_ERROR_NO_PLAN where there is none or the text has changed since. */
int32_t mde_apply(mde_document *document);
/* Takes the last step back. The change is what that did, offsets in `unit`. */
int32_t mde_undo(mde_document *document, int32_t unit);
/* Does it again. */
int32_t mde_redo(mde_document *document, int32_t unit);

/* The change: what the last mde_plan, mde_undo or mde_redo would do or did. */
enum {
  MDE_EDITS = 0,      /* The ranges replaced, in the text before. */
  MDE_SELECTIONS = 1, /* The selections, in the text after. */
  MDE_LEAVES = 2,     /* The blocks touched, in the text before; of a mark alone. */
  MDE_REFERENCES = 3  /* Characters respelled as references, in the text before; likewise. */
};
/* The kinds of plans: a mark, a heading and the like is added or removed, or becomes another kind; blocks or the caret are
   moved; text is typed or deleted. */
enum {
  MDE_ADDED = 0,
  MDE_REMOVED = 1,
  MDE_CONVERTED = 2,
  MDE_MOVED = 3,
  MDE_TYPED = 4
};
/* Getter: how many ranges of a kind the change has; negative is a code. */
int32_t mde_change_count(mde_document *document, int32_t kind);
/* Getter: the ranges of a kind; NULL for a wrong handle or kind. */
const mde_range *mde_change_ranges(mde_document *document, int32_t kind);
/* Getter: the text that edit `index` puts in, with a NUL behind it; NULL where there is no such. */
const char *mde_change_text(mde_document *document, int32_t index);
/* Getter: its length in bytes; negative is a code. */
int32_t mde_change_text_length(mde_document *document, int32_t index);
/* Getter: MDE_ADDED and the like; MDE_ERROR_NO_PLAN where the last call made no plan. */
int32_t mde_effect(mde_document *document);

#ifdef __cplusplus
}
#endif

#endif
