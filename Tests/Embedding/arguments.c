/* Wrong arguments to each function: each returns a code, preserves the text and never stops. */
#include <limits.h>
#include <stdlib.h>

#include "check.h"

static const char text[] = "a 日😀 *b* c\n";
static const int32_t numbers[] = {INT_MIN, -1, 0, 1, 2, 3, 4, 5, 7, 12, 99, 1 << 20, INT_MAX};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* Calls every function that takes a document with an invalid handle. */
static void test_wrong_handle(mde_document *document) {
  mde_range range = {0, 1};
  int32_t length = 0;
  CHECK(mde_close(document) == MDE_ERROR_HANDLE);
  CHECK(mde_set_text(document, "a", 1) == MDE_ERROR_HANDLE);
  CHECK(mde_length(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_text(document, 0, 0, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_html(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_html_blocks(document, 0, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_copy(document, 0, 0, NULL, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_convert(document, 0, 0, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_result(document) == NULL);
  CHECK(mde_result_length(document) == MDE_ERROR_HANDLE);
  CHECK(mde_reason(document) == MDE_ERROR_HANDLE);
  CHECK(mde_message(document) == NULL);
  CHECK(mde_set_option(document, 0, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_option(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_replace(document, 0, 0, 0, 0, "a", 1) == MDE_ERROR_HANDLE);
  CHECK(mde_replace_all(document, 0, 0, &range, &length, 1, "", 0) == MDE_ERROR_HANDLE);
  CHECK(mde_select(document, 0, &range, 1) == MDE_ERROR_HANDLE);
  CHECK(mde_selections(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_tokens(document, 0, 0, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_token_numbers(document) == NULL);
  CHECK(mde_changes(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_plan(document, 0, 0, 0, NULL, 0, &range, 1) == MDE_ERROR_HANDLE);
  CHECK(mde_apply(document) == MDE_ERROR_HANDLE);
  CHECK(mde_undo(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_redo(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_change_count(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_change_ranges(document, 0) == NULL);
  CHECK(mde_change_text(document, 0) == NULL);
  CHECK(mde_change_text_length(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_effect(document) == MDE_ERROR_HANDLE);
  CHECK(mde_state(document, 0, &range, 1) == MDE_ERROR_HANDLE);
  CHECK(mde_presence(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_applies(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_state_reason(document, 0) == MDE_ERROR_HANDLE);
  CHECK(mde_state_message(document, 0) == MDE_ERROR_HANDLE);
}

static void test_open(void) {
  static const struct {
    const char *bytes;
    size_t length;
    int32_t code;
  } cases[] = {
      {NULL, 1, MDE_ERROR_ARGUMENT},  {"a", SIZE_MAX, MDE_ERROR_LENGTH},
      {"a", (size_t)INT_MAX + 1, MDE_ERROR_LENGTH}, {"\xFF", 1, MDE_ERROR_UTF8},
      {"\xED\xA0\x80", 3, MDE_ERROR_UTF8}, {"\xF0\x9F\x98", 3, MDE_ERROR_UTF8},
  };
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    int32_t code = 1;
    CHECK(mde_open(cases[index].bytes, cases[index].length, &code) == NULL);
    CHECK(code == cases[index].code);
    CHECK(mde_open(cases[index].bytes, cases[index].length, NULL) == NULL);
  }
  mde_document *empty = mde_open(NULL, 0, NULL);
  CHECK(empty != NULL && mde_length(empty, MDE_UTF8) == 0);
  CHECK(mde_set_text(empty, "\xC0\x80", 2) == MDE_ERROR_UTF8);
  CHECK(mde_close(empty) == MDE_OK);
  CHECK(mde_allocate(SIZE_MAX) == NULL);
}

/* Calls functions with ranges that are wrong in every way. */
static void test_ranges(mde_document *document) {
  static const struct {
    mde_range ranges[2];
    int32_t count;
    int32_t code;
  } cases[] = {
      {{{-1, 1}, {0, 0}}, 1, MDE_ERROR_RANGE},       {{{2, 1}, {0, 0}}, 1, MDE_ERROR_RANGE},
      {{{0, 999}, {0, 0}}, 1, MDE_ERROR_RANGE},      {{{INT_MIN, INT_MAX}, {0, 0}}, 1, MDE_ERROR_RANGE},
      {{{3, 5}, {0, 0}}, 1, MDE_ERROR_BOUNDARY},     {{{0, 4}, {0, 0}}, 1, MDE_ERROR_BOUNDARY},
      {{{0, 2}, {1, 2}}, 2, MDE_ERROR_RANGE},        {{{5, 5}, {0, 1}}, 2, MDE_ERROR_RANGE},
      {{{0, 1}, {0, 0}}, 0, MDE_ERROR_ARGUMENT},     {{{0, 1}, {0, 0}}, -1, MDE_ERROR_ARGUMENT},
      {{{0, 1}, {0, 0}}, INT_MAX, MDE_ERROR_ARGUMENT},
  };
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    const mde_range *ranges = cases[index].ranges;
    int32_t count = cases[index].count, code = cases[index].code;
    CHECK(mde_plan(document, MDE_UTF8, 0, MDE_TOGGLE, NULL, 0, ranges, count) == code);
    CHECK(strlen(mde_message(document)) > 0);
    CHECK(mde_apply(document) == MDE_ERROR_NO_PLAN);
    CHECK(mde_state(document, MDE_UTF8, ranges, count) == code);
    CHECK(mde_select(document, MDE_UTF8, ranges, count) == code);
    int32_t lengths[] = {0, 0};
    if (count != 0) {
      CHECK(mde_replace_all(document, MDE_UTF8, MDE_EDIT, ranges, lengths, count, "", 0) == code);
    }
    CHECK(has_text(document, text));
  }
  CHECK(mde_plan(document, MDE_UTF8, 0, MDE_TOGGLE, NULL, 0, NULL, 1) == MDE_ERROR_ARGUMENT);
  CHECK(mde_state(document, MDE_UTF8, NULL, 1) == MDE_ERROR_ARGUMENT);
  CHECK(mde_select(document, MDE_UTF8, NULL, 1) == MDE_ERROR_ARGUMENT);
  mde_range face = {3, 4};
  CHECK(mde_plan(document, MDE_UTF16, 0, MDE_TOGGLE, NULL, 0, &face, 1) == MDE_ERROR_BOUNDARY);
}

static void test_edits(mde_document *document) {
  mde_range ranges[] = {{0, 1}, {2, 2}};
  static const struct {
    int32_t lengths[2];
    size_t length;
  } cases[] = {{{-1, 0}, 0}, {{2, 2}, 3}, {{1, 1}, 3}, {{INT_MAX, INT_MAX}, 4}, {{INT_MIN, 0}, 1}};
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    CHECK(mde_replace_all(document, MDE_UTF8, MDE_EDIT, ranges, cases[index].lengths, 2, "abcd",
                          cases[index].length) == MDE_ERROR_ARGUMENT);
  }
  int32_t lengths[] = {1, 1};
  CHECK(mde_replace_all(document, 0, 2, ranges, NULL, 2, "", 0) == MDE_ERROR_ARGUMENT);
  CHECK(mde_replace_all(document, 0, 2, NULL, lengths, 2, "ab", 2) == MDE_ERROR_ARGUMENT);
  CHECK(mde_replace_all(document, 0, 2, ranges, lengths, 2, NULL, 2) == MDE_ERROR_ARGUMENT);
  /* The lengths split a scalar. */
  CHECK(mde_replace_all(document, 0, 2, ranges, lengths, 2, "é", 2) == MDE_ERROR_UTF8);
  CHECK(mde_replace(document, 0, 2, 0, 0, NULL, 1) == MDE_ERROR_ARGUMENT);
  CHECK(mde_replace(document, 0, 2, 0, 0, "a", SIZE_MAX) == MDE_ERROR_LENGTH);
  CHECK(mde_replace(document, 0, 2, 0, 0, "\xFF", 1) == MDE_ERROR_UTF8);
  CHECK(mde_replace(document, 0, 2, 3, 3, "a", 1) == MDE_ERROR_BOUNDARY);
  CHECK(has_text(document, text));
}

/* Runs every command with wrong or odd arguments: it returns a code and preserves the text. */
static void test_catalogue(mde_document *document) {
  CHECK(mde_catalogue_number(NULL) == MDE_ERROR_ARGUMENT);
  CHECK(mde_catalogue_number("") == MDE_ERROR_ARGUMENT);
  CHECK(mde_catalogue_number("no-such-command") == MDE_ERROR_ARGUMENT);
  CHECK(mde_catalogue_number("heading-11111111111111111111111111111111") == MDE_ERROR_ARGUMENT);
  mde_range range = {0, 1};
  for (int32_t command = 0; command < mde_catalogue_count(); command++) {
    CHECK(mde_plan(document, 0, command, 0, NULL, 1, &range, 1) == MDE_ERROR_ARGUMENT);
    CHECK(mde_plan(document, 0, command, 0, "a", SIZE_MAX, &range, 1) == MDE_ERROR_LENGTH);
    CHECK(mde_plan(document, 0, command, 0, "\xFF", 1, &range, 1) == MDE_ERROR_UTF8);
    CHECK(mde_plan(document, 0, command, 0, "\xED\xA0\x80", 3, &range, 1) == MDE_ERROR_UTF8);
    CHECK(mde_apply(document) == MDE_ERROR_NO_PLAN);
    static const char *odd[] = {"", "]", "a\nb", "<>", "0x0", "99999999999999999999x2", "-1x-1", "2x", "\\"};
    for (size_t index = 0; index < sizeof odd / sizeof *odd; index++) {
      int32_t code = mde_plan(document, 0, command, 0, odd[index], strlen(odd[index]), &range, 1);
      CHECK(code >= MDE_OK && code <= MDE_REFUSED);
      CHECK((strlen(mde_message(document)) > 0) == (code != MDE_OK));
    }
    CHECK(mde_plan(document, 0, command, 0, "a\0b", 3, &range, 1) >= MDE_OK);
  }
  CHECK(has_text(document, text));
}

/* The last value of each option, as the header lists them. */
static const int32_t last_value[] = {3, 1, 1, 2, 2, 3, 2, 2, 1, 2, 1, 1, 1};

/* Passes all numbers in the places of all numbers; none may stop the program. */
static void test_numbers(mde_document *document) {
  mde_range range = {0, 1};
  for (int i = 0; i < NUMBERS; i++) {
    int32_t a = numbers[i];
    CHECK(strlen(mde_code_message(a)) > 0);
    CHECK((mde_length(document, a) >= 0) == (a >= 0 && a <= 2));
    CHECK((mde_html(document, a) == MDE_OK) == (a >= 0 && a <= 7));
    CHECK((mde_html_blocks(document, a, 0) == MDE_OK) == (a >= 0 && a <= 7));
    CHECK((mde_html_blocks(document, 0, a) == MDE_OK) == (a >= 0 && a <= 2));
    CHECK((mde_changes(document, a) == MDE_OK) == (a >= 0 && a <= 2));
    CHECK((mde_selections(document, a) == MDE_OK) == (a >= 0 && a <= 2));
    CHECK((mde_change_count(document, a) >= 0) == (a >= 0 && a <= 3));
    CHECK((mde_change_ranges(document, a) != NULL) == (a >= 0 && a <= 3));
    CHECK(mde_change_text(document, a) == NULL && mde_change_text_length(document, a) < 0);
    if (a < 0 || a > 2) {
      CHECK(mde_undo(document, a) == MDE_ERROR_ARGUMENT && mde_redo(document, a) == MDE_ERROR_ARGUMENT);
      CHECK(mde_plan(document, a, 0, 0, NULL, 0, &range, 1) == MDE_ERROR_ARGUMENT);
      CHECK(mde_plan(document, 0, 0, a, NULL, 0, &range, 1) == MDE_ERROR_ARGUMENT);
      CHECK(mde_state(document, a, &range, 1) == MDE_ERROR_ARGUMENT);
      CHECK(mde_select(document, a, &range, 1) == MDE_ERROR_ARGUMENT);
      CHECK(mde_replace(document, a, 2, 0, 0, "", 0) == MDE_ERROR_ARGUMENT);
      CHECK(mde_replace(document, 0, a, 0, 0, "", 0) == MDE_ERROR_ARGUMENT);
    }
    int is_command = a >= 0 && a < mde_catalogue_count();
    CHECK((mde_plan(document, 0, a, 0, NULL, 0, &range, 1) == MDE_ERROR_ARGUMENT) == !is_command);
    CHECK((mde_presence(document, a) >= 0) == is_command && mde_presence(document, a) <= MDE_MIXED);
    CHECK((mde_applies(document, a) >= 0) == is_command && mde_applies(document, a) <= MDE_APPLIES_UNKNOWN);
    CHECK((mde_state_reason(document, a) >= 0) == is_command);
    CHECK((mde_state_message(document, a) == MDE_OK) == is_command);
    for (int j = 0; j < NUMBERS; j++) {
      int32_t b = numbers[j];
      CHECK((mde_catalogue_text(a, b) != NULL) == (is_command && b >= 0 && b <= 5));
      CHECK((mde_set_option(document, a, b) == MDE_OK) ==
            (a >= 0 && a <= MDE_OPTION_BULLETS && b >= 0 && b <= last_value[a]));
      for (int k = 0; k < NUMBERS; k++) {
        mde_text(document, numbers[k], a, b);
        mde_convert(document, a, b, numbers[k]);
        check_count += 2;
      }
    }
  }
  CHECK(has_text(document, text));
}

int main(void) {
  test_open();
  mde_document *document = mde_open(text, strlen(text), NULL);
  mde_document *closed = mde_open(text, strlen(text), NULL);
  CHECK(mde_close(closed) == MDE_OK);
  test_wrong_handle(NULL);
  test_wrong_handle(closed);
  /* The slot of the closed handle now belongs to another document or to none. */
  mde_document *next = mde_open(text, strlen(text), NULL);
  test_wrong_handle(closed);
  CHECK(mde_close(next) == MDE_OK);
  int local = 0;
  test_wrong_handle((mde_document *)&local);
  test_wrong_handle((mde_document *)text);
  test_wrong_handle((mde_document *)UINTPTR_MAX);
  test_wrong_handle((mde_document *)(uintptr_t)1);
  test_ranges(document);
  test_edits(document);
  test_catalogue(document);
  test_numbers(document);
  CHECK(mde_close(document) == MDE_OK);
  return checked("arguments");
}
