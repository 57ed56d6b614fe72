#!/usr/bin/env bash
# Compiles the C program of Documentation/Embedding.md with what pkg-config says of an installed C library, linked
# with the shared and with the static library, and runs it.
#
# Usage: Scripts/Support/try-library.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```c toggle.c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' Documentation/Embedding.md >"$work/toggle.c"
folder=$(pkg-config --variable=libdir markdown-editing)
# shellcheck disable=SC2046
{
  cc -o "$work/shared" "$work/toggle.c" $(pkg-config --cflags --libs markdown-editing)
  cc -o "$work/static" "$work/toggle.c" $(pkg-config --cflags markdown-editing) "$folder/libmarkdownediting.a" -lm
}
for program in shared static; do
  [ "$(LD_LIBRARY_PATH=$folder "$work/$program")" = "See the **seed** list." ]
done
echo "a C program runs with the shared and with the static library"
