/* The ranges that the library gives back, in each unit. */
#include "check.h"

/* In "é😀 **b**", the start and the length of each token. */
static const int32_t tokens[3][8] = {
    {0, 7, 7, 2, 9, 1, 10, 2}, {0, 4, 4, 2, 6, 1, 7, 2}, {0, 3, 3, 2, 5, 1, 6, 2}};
/* In "é😀 foo.bar", the sentence, the letter after it, and the whole block. */
static const mde_range words[3] = {{7, 11}, {4, 8}, {3, 7}};
static const mde_range letters[3] = {{11, 12}, {8, 9}, {7, 8}};
static const mde_range blocks[3] = {{0, 14}, {0, 11}, {0, 10}};

static int is_one(mde_document *document, int32_t kind, mde_range range) {
  return mde_change_count(document, kind) == 1 &&
         memcmp(mde_change_ranges(document, kind), &range, sizeof range) == 0;
}

static void test_tokens(int32_t unit) {
  mde_document *document = mde_open("é😀 **b**", 12, NULL);
  CHECK(mde_tokens(document, unit, 0, mde_length(document, unit)) == 4);
  for (int index = 0; index < 4; index++) {
    CHECK(mde_token_numbers(document)[4 * index] == tokens[unit][2 * index]);
    CHECK(mde_token_numbers(document)[4 * index + 1] == tokens[unit][2 * index + 1]);
  }
  mde_close(document);
}

static void test_plan(int32_t unit) {
  mde_document *document = mde_open("é😀 foo.bar", 14, NULL);
  /* Exact edges: a letter after the closing delimiter becomes a reference. */
  CHECK(mde_set_option(document, MDE_OPTION_EDGES, 1) == MDE_OK);
  CHECK(
      mde_plan(document, unit, mde_catalogue_number("strong"), MDE_TOGGLE, NULL, 0, &words[unit], 1) ==
      MDE_OK);
  CHECK(is_one(document, MDE_REFERENCES, letters[unit]));
  CHECK(is_one(document, MDE_LEAVES, blocks[unit]));
  CHECK(mde_apply(document) == MDE_OK && has_text(document, "é😀 **foo.**&#98;ar"));
  CHECK(mde_replace_all(document, unit, MDE_EDIT, NULL, NULL, 0, NULL, 0) == MDE_OK);
  CHECK(mde_replace_all(document, unit, MDE_EDIT, NULL, NULL, 0, "a", 1) == MDE_ERROR_ARGUMENT);
  CHECK(has_text(document, "é😀 **foo.**&#98;ar"));
  mde_close(document);
}

int main(void) {
  for (int32_t unit = MDE_UTF8; unit <= MDE_SCALAR; unit++) {
    test_tokens(unit);
    test_plan(unit);
  }
  return checked("units");
}
