/* What the functions of the header do with correct arguments. */
#include "check.h"

static mde_document *opened(const char *text) {
  int32_t code = 1;
  mde_document *document = mde_open(text, strlen(text), &code);
  CHECK(document != NULL && code == MDE_OK);
  return document;
}

static int has_range(mde_document *document, int32_t kind, int32_t index, int32_t start, int32_t end) {
  const mde_range *ranges = mde_change_ranges(document, kind);
  return index < mde_change_count(document, kind) && ranges[index].start == start &&
         ranges[index].end == end;
}

/* Plans a mark's command by its name and returns a code. */
static int32_t planned(
    mde_document *document, int32_t unit, const char *mark, int32_t action, const mde_range *places,
    int32_t count) {
  return mde_plan(document, unit, mde_catalogue_number(mark), action, NULL, 0, places, count);
}

static void test_library(void) {
  CHECK(strcmp(mde_version(), MDE_VERSION) == 0);
  CHECK(mde_abi_version() == MDE_ABI_VERSION);
  for (int32_t code = MDE_REFUSED; code >= MDE_ERROR_FULL; code--) {
    CHECK(strcmp(mde_code_message(code), mde_code_message(1000)) != 0);
  }
  CHECK(mde_length_limit() >= 1 << 24);
  char *memory = mde_allocate(10);
  CHECK(memory != NULL);
  memset(memory, 1, 10);
  mde_release(memory);
  mde_release(NULL);
}

static void test_commands(void) {
  /* 日 has 3 bytes and one unit of UTF-16; the face has 4 bytes, two units, and one scalar. */
  mde_document *document = opened("a 日😀 *b* c\n");
  mde_range word = {2, 5};
  CHECK(planned(document, MDE_UTF16, "strong", MDE_TOGGLE, &word, 1) == MDE_OK);
  CHECK(mde_effect(document) == MDE_ADDED);
  CHECK(mde_change_count(document, MDE_EDITS) == 2);
  CHECK(has_range(document, MDE_EDITS, 0, 2, 2) && has_range(document, MDE_EDITS, 1, 5, 5));
  CHECK(strcmp(mde_change_text(document, 0), "**") == 0);
  CHECK(mde_change_text_length(document, 1) == 2);
  CHECK(has_range(document, MDE_SELECTIONS, 0, 4, 7));
  CHECK(has_text(document, "a 日😀 *b* c\n"));
  CHECK(mde_apply(document) == MDE_OK);
  CHECK(has_text(document, "a **日😀** *b* c\n"));
  CHECK(mde_apply(document) == MDE_ERROR_NO_PLAN);
  CHECK(mde_selections(document, MDE_SCALAR) == MDE_OK);
  CHECK(has_range(document, MDE_SELECTIONS, 0, 4, 6));

  CHECK(mde_undo(document, MDE_UTF8) == MDE_OK);
  CHECK(has_range(document, MDE_SELECTIONS, 0, 2, 9));
  CHECK(has_text(document, "a 日😀 *b* c\n"));
  CHECK(mde_undo(document, MDE_UTF8) == MDE_UNCHANGED && mde_reason(document) == MDE_REASON_NO_STEP);
  CHECK(mde_redo(document, MDE_UTF8) == MDE_OK);
  CHECK(has_text(document, "a **日😀** *b* c\n"));
  CHECK(mde_close(document) == MDE_OK);
}

/* A pending mark, in a host that makes the edits itself. */
static void test_pending_marks(void) {
  mde_document *document = opened("a ");
  mde_range end = {2, 2}, start = {0, 0}, typed = {2, 3};
  int32_t strong = mde_catalogue_number("strong"), type = mde_catalogue_number("insert-text");
  CHECK(mde_pending(document, MDE_UTF8, &end, 1) == 0);
  CHECK(planned(document, MDE_UTF8, "strong", MDE_TOGGLE, &end, 1) == MDE_OK);
  CHECK(mde_effect(document) == MDE_PENDING && mde_change_count(document, MDE_EDITS) == 0);
  CHECK(mde_pending(document, MDE_UTF8, &end, 1) == 1);
  CHECK(mde_state(document, MDE_UTF8, &end, 1) == MDE_OK && mde_presence(document, strong) == MDE_ON);
  /* The caret moves and returns. */
  CHECK(mde_pending(document, MDE_UTF8, &start, 1) == 0 && mde_pending(document, MDE_UTF8, &end, 1) == 0);
  CHECK(planned(document, MDE_UTF8, "strong", MDE_TOGGLE, &end, 1) == MDE_OK);
  CHECK(mde_plan(document, MDE_UTF8, type, MDE_TOGGLE, "x", 1, &end, 1) == MDE_OK);
  CHECK(strcmp(mde_change_text(document, 0), "**x**") == 0 && has_range(document, MDE_SELECTIONS, 0, 5, 5));
  CHECK(mde_apply(document) == MDE_OK && mde_undo(document, MDE_UTF8) == MDE_OK && has_text(document, "a "));
  /* A text that is there before the host asks. */
  CHECK(planned(document, MDE_UTF8, "strong", MDE_TOGGLE, &end, 1) == MDE_OK);
  CHECK(mde_replace(document, MDE_UTF8, MDE_TYPING, 2, 2, "x", 1) == MDE_OK);
  CHECK(mde_pending(document, MDE_UTF8, &typed, 1) == 1);
  CHECK(mde_plan(document, MDE_UTF8, type, MDE_TOGGLE, "x", 1, &typed, 1) == MDE_OK);
  CHECK(mde_apply(document) == MDE_OK && has_text(document, "a **x**"));
  CHECK(mde_set_option(document, MDE_OPTION_STEPS, 1) == MDE_OK && mde_set_text(document, "a ", 2) == MDE_OK);
  CHECK(planned(document, MDE_UTF8, "strong", MDE_TOGGLE, &end, 1) == MDE_UNCHANGED);
  CHECK(mde_reason(document) == MDE_REASON_NOTHING_TO_MARK);
  CHECK(mde_close(document) == MDE_OK);
}

static void test_edits(void) {
  mde_document *document = opened("");
  mde_range start = {0, 0};
  CHECK(mde_select(document, MDE_UTF8, &start, 1) == MDE_OK);
  CHECK(mde_replace(document, MDE_UTF8, MDE_TYPING, 0, 0, "a", 1) == MDE_OK);
  CHECK(mde_replace(document, MDE_UTF8, MDE_TYPING, 1, 1, "b", 1) == MDE_OK);
  CHECK(has_text(document, "ab"));
  CHECK(mde_undo(document, MDE_UTF8) == MDE_OK);
  CHECK(has_text(document, ""));
  CHECK(mde_redo(document, MDE_UTF8) == MDE_OK);

  mde_range places[] = {{0, 1}, {2, 2}};
  int32_t lengths[] = {2, 0};
  CHECK(mde_replace_all(document, MDE_UTF8, MDE_EDIT, places, lengths, 2, "xy", 2) == MDE_OK);
  CHECK(has_text(document, "xyb"));
  CHECK(mde_set_text(document, "n\0w", 3) == MDE_OK);
  CHECK(mde_length(document, MDE_UTF8) == 3);
  CHECK(mde_undo(document, MDE_UTF8) == MDE_UNCHANGED);
  CHECK(mde_close(document) == MDE_OK);
}

/* Plans a command by its name, carries it out, and returns a code. */
static int32_t done(
    mde_document *document, const char *name, const char *argument, int32_t start, int32_t end) {
  mde_range place = {start, end};
  int32_t code = mde_plan(
      document, MDE_UTF8, mde_catalogue_number(name), MDE_TOGGLE, argument,
      argument == NULL ? 0 : strlen(argument), &place, 1);
  return code == MDE_OK ? mde_apply(document) : code;
}

static void test_catalogue(void) {
  CHECK(mde_catalogue_count() >= 39);
  for (int32_t command = 0; command < mde_catalogue_count(); command++) {
    CHECK(mde_catalogue_number(mde_catalogue_text(command, MDE_CATALOGUE_NAME)) == command);
    CHECK(strlen(mde_catalogue_text(command, MDE_CATALOGUE_TITLE)) > 0);
    int is_key = strcmp(mde_catalogue_text(command, MDE_CATALOGUE_GROUP), "typing") == 0;
    CHECK((strlen(mde_catalogue_text(command, MDE_CATALOGUE_SYMBOL)) > 0) == !is_key);
  }
  int32_t link = mde_catalogue_number("link");
  CHECK(strcmp(mde_catalogue_text(link, MDE_CATALOGUE_SHORTCUT), "mod+k") == 0);
  CHECK(strcmp(mde_catalogue_text(link, MDE_CATALOGUE_ARGUMENT), "the destination") == 0);

  mde_document *document = opened("one\ntwo\n");
  CHECK(done(document, "bullet-list", NULL, 1, 6) == MDE_OK && has_text(document, "- one\n- two\n"));
  CHECK(mde_effect(document) == MDE_ADDED && has_range(document, MDE_SELECTIONS, 0, 3, 10));
  CHECK(done(document, "newline", NULL, 11, 11) == MDE_OK && mde_effect(document) == MDE_TYPED);
  CHECK(has_range(document, MDE_SELECTIONS, 0, 14, 14));
  CHECK(mde_undo(document, MDE_UTF8) == MDE_OK && mde_undo(document, MDE_UTF8) == MDE_OK);
  CHECK(done(document, "link", "www.example.org", 0, 3) == MDE_OK);
  CHECK(has_text(document, "[one](https://www.example.org)\ntwo\n"));
  CHECK(done(document, "indent", NULL, 1, 1) == MDE_UNCHANGED && mde_effect(document) == MDE_ERROR_NO_PLAN);
  CHECK(mde_reason(document) == MDE_REASON_NOT_IN_LIST && strlen(mde_message(document)) > 0);
  CHECK(done(document, "strong", NULL, 31, 34) == MDE_OK);
  CHECK(mde_reason(document) == MDE_REASON_NONE && strlen(mde_message(document)) == 0);
  CHECK(mde_close(document) == MDE_OK);
}

static void test_state(void) {
  mde_document *document = opened("## a\n\n- [x] b **c**\n");
  CHECK(mde_set_option(document, MDE_OPTION_DIALECT, MDE_DIALECT_GITHUB) == MDE_OK);
  int32_t heading = mde_catalogue_number("heading-2"), task = mde_catalogue_number("task-list");
  int32_t toggle = mde_catalogue_number("task-toggle"), newline = mde_catalogue_number("newline");
  CHECK(mde_applies(document, heading) == MDE_APPLIES_UNKNOWN);
  mde_range places[] = {{3, 3}, {12, 17}};
  CHECK(mde_state(document, MDE_UTF8, places, 1) == MDE_OK);
  CHECK(mde_presence(document, heading) == MDE_ON);
  CHECK(mde_applies(document, heading) == MDE_APPLIES);
  CHECK(mde_presence(document, task) == MDE_OFF);
  CHECK(mde_applies(document, toggle) == MDE_APPLIES_NOT);
  CHECK(mde_state_reason(document, toggle) == MDE_REASON_NO_TASK);
  CHECK(mde_state_message(document, toggle) == MDE_OK && mde_result_length(document) > 0);
  CHECK(mde_state_message(document, heading) == MDE_OK && mde_result_length(document) == 0);
  CHECK(mde_applies(document, newline) == MDE_APPLIES_UNKNOWN);
  CHECK(mde_state(document, MDE_UTF8, places + 1, 1) == MDE_OK);
  CHECK(mde_presence(document, heading) == MDE_OFF);
  CHECK(mde_presence(document, task) == MDE_ON);
  CHECK(mde_presence(document, toggle) == MDE_ON);
  CHECK(mde_presence(document, mde_catalogue_number("strong")) == MDE_MIXED);
  CHECK(mde_presence(document, mde_catalogue_number("code")) == MDE_OFF);
  CHECK(mde_applies(document, mde_catalogue_number("emphasis")) == MDE_APPLIES);
  CHECK(mde_replace(document, MDE_UTF8, MDE_EDIT, 0, 0, "x", 1) == MDE_OK);
  CHECK(mde_applies(document, task) == MDE_APPLIES_UNKNOWN);
  CHECK(mde_close(document) == MDE_OK);
}

static void test_options_units_html(void) {
  mde_document *document = opened("é <b>x</b>\n");
  CHECK(mde_option(document, MDE_OPTION_EDGES) == 0);
  CHECK(mde_set_option(document, MDE_OPTION_AT_EDGE, 1) == MDE_OK);
  CHECK(mde_option(document, MDE_OPTION_AT_EDGE) == 1);
  mde_range end = {2, 2};
  CHECK(planned(document, MDE_UTF8, "strong", MDE_TOGGLE, &end, 1) == MDE_OK);
  CHECK(mde_effect(document) == MDE_PENDING);
  CHECK(mde_option(document, MDE_OPTION_NUMBERING) == 0);
  CHECK(mde_set_option(document, MDE_OPTION_INDENT_STEP, 3) == MDE_OK);
  CHECK(mde_option(document, MDE_OPTION_INDENT_STEP) == 3);
  CHECK(mde_set_option(document, MDE_OPTION_NUMBERING, 3) == MDE_ERROR_ARGUMENT);
  CHECK(mde_set_option(document, 1000, 0) == MDE_ERROR_ARGUMENT);
  CHECK(mde_convert(document, 3, MDE_UTF8, MDE_UTF16) == 2);
  CHECK(mde_html(document, 0) == MDE_OK && strstr(mde_result(document), "<b>") == NULL);
  CHECK(mde_html(document, 1) == MDE_OK);
  CHECK(strcmp(mde_result(document), "<p>é <b>x</b></p>\n") == 0);
  static const mde_range some = {0, 6};
  CHECK(mde_copy(document, MDE_COPY_HTML, MDE_UTF8, &some, 1) == MDE_OK);
  CHECK(strncmp(mde_result(document), "é <!--", 7) == 0);
  CHECK(mde_copy(document, MDE_COPY_TEXT, MDE_UTF8, &some, 1) == MDE_OK);
  CHECK(strcmp(mde_result(document), "é ") == 0);
  CHECK(mde_copy(document, 2, MDE_UTF8, &some, 1) == MDE_ERROR_ARGUMENT);
  static const char blocks[] = "# é\n\n[a]: b\n\n- 😀";
  CHECK(mde_set_text(document, blocks, strlen(blocks)) == MDE_OK);
  CHECK(mde_html_blocks(document, MDE_HTML_IDS, MDE_UTF16) == MDE_OK);
  CHECK(strcmp(mde_result(document), "<h1 id=\"é\">é</h1>\n<ul>\n<li>😀</li>\n</ul>\n") == 0);
  CHECK(mde_change_count(document, MDE_SELECTIONS) == 2 && mde_change_count(document, MDE_LEAVES) == 2);
  static const mde_range texts[] = {{0, 3}, {13, 17}}, htmls[] = {{0, 18}, {18, 41}};
  CHECK(memcmp(mde_change_ranges(document, MDE_SELECTIONS), texts, sizeof texts) == 0);
  CHECK(memcmp(mde_change_ranges(document, MDE_LEAVES), htmls, sizeof htmls) == 0);
  CHECK(mde_change_count(document, MDE_EDITS) == 0 && mde_apply(document) == MDE_ERROR_NO_PLAN);
  CHECK(mde_close(document) == MDE_OK);
}

static void test_tokens(void) {
  static const char text[] = "é **b**\n\n## c\n";
  mde_document *document = mde_open(text, strlen(text), NULL);
  CHECK(mde_tokens(document, MDE_UTF16, 0, mde_length(document, MDE_UTF16)) == 6);
  const int32_t *numbers = mde_token_numbers(document);
  static const int32_t wanted[] = {
      0, 2, MDE_TOKEN_TEXT, 0, 2, 2, MDE_TOKEN_DELIMITER, MDE_MARK_STRONG,
      4, 1, MDE_TOKEN_TEXT, MDE_MARK_STRONG, 5, 2, MDE_TOKEN_DELIMITER, MDE_MARK_STRONG,
      9, 2, MDE_TOKEN_DELIMITER, 2 << 16, 12, 1, MDE_TOKEN_TEXT, 2 << 16};
  CHECK(memcmp(numbers, wanted, sizeof wanted) == 0);
  CHECK(mde_tokens(document, MDE_UTF8, 5, 6) == 1 && mde_token_numbers(document)[0] == 5);
  CHECK(mde_tokens(document, MDE_UTF8, 1, 6) == MDE_ERROR_BOUNDARY);
  CHECK(mde_changes(document, MDE_UTF8) == MDE_OK);
  CHECK(mde_change_count(document, MDE_SELECTIONS) == 1);
  CHECK(mde_change_ranges(document, MDE_SELECTIONS)[0].end == 15);
  CHECK(mde_changes(document, MDE_UTF8) == MDE_OK && mde_change_count(document, MDE_SELECTIONS) == 0);
  CHECK(mde_replace(document, MDE_UTF8, MDE_TYPING, 14, 14, "d", 1) == MDE_OK);
  CHECK(mde_changes(document, MDE_UTF16) == MDE_OK);
  CHECK(mde_change_count(document, MDE_SELECTIONS) == 1);
  CHECK(mde_change_ranges(document, MDE_SELECTIONS)[0].end == 15);
  mde_close(document);
}

int main(void) {
  test_library();
  test_commands();
  test_pending_marks();
  test_edits();
  test_catalogue();
  test_state();
  test_options_units_html();
  test_tokens();
  return checked("editing");
}
