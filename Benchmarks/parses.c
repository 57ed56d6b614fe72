/* Prints the CPU time, in seconds, of parsing each of many texts once with libcmark: the best of three rounds.
   Usage: parses FILE, in which a zero byte ends each text. */
#include <cmark.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) return 66;
  long size = ftell(file);
  char *texts = size < 0 ? NULL : malloc((size_t)size + 1);
  rewind(file);
  if (texts == NULL || fread(texts, 1, (size_t)size, file) != (size_t)size) return 66;
  texts[size] = 0;
  double best = 1e9;
  for (int round = 0; round < 3; round++) {
    clock_t start = clock();
    for (char *text = texts; text < texts + size; text += strlen(text) + 1)
      cmark_node_free(cmark_parse_document(text, strlen(text), CMARK_OPT_DEFAULT));
    double taken = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (taken < best) best = taken;
  }
  printf("%.9f\n", best);
  return 0;
}
