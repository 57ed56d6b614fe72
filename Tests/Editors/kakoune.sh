#!/bin/sh
# Drives Kakoune with real keys: the file that it writes is looked at.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
checks=0
# check WHAT TEXT KEYS WANTED
check() {
  printf '%s' "$2" >"$folder/notes.md"
  timeout 20 kak -n -ui dummy -e "
    source $EDITORS/kakoune/mdedit.kak
    set-option buffer filetype markdown
    set-option window filetype markdown
    try %{ execute-keys -with-maps %{$3} } catch %{ echo -to-file $folder/problem %val{error} }
    write
    kill!" "$folder/notes.md" >/dev/null 2>&1 </dev/null || true
  checks=$((checks + 1))
  found=$(cat "$folder/notes.md"; printf .)
  if [ "$found" != "$(printf '%s.' "$4")" ]; then
    failures=$((failures + 1))
    printf 'kakoune: %s: %s\nnot: %s\n' "$1" "$found" "$4" >&2
  fi
}
n='
'
check 'a selection' "Sow beans in May.$n" 'gg4l4L<space>b' "Sow **beans** in May.$n"
check 'undone' "Sow beans in May.$n" 'gg4l4L<space>bu' "Sow beans in May.$n"
check 'twice' "Sow beans in May.$n" 'gg4l4L<space>b<space>b' "Sow beans in May.$n"
check 'a caret' "Sow beans in May.$n" 'gg5l<space>i' "Sow *beans* in May.$n"
check 'units' "é😀 words here$n" 'gg3l4L<space>b' "é😀 **words** here$n"
check 'several' "one two$n${n}one two$n" '%sone<ret><space>b' "**one** two$n$n**one** two$n"
check 'deleted after' "Sow beans in May.$n" 'gg4l4L<space>bd' "Sow **** in May.$n"
check 'a heading' "one${n}two$n" 'gg<space>2' "## one${n}two$n"
check 'a list' "one$n${n}two$n" '%<space>l' "- one$n${n}- two$n"
check 'an argument' "one two$n" 'gge:mdedit-do link https://example.org<ret>' "[one](https://example.org) two$n"
# CRLF, a byte order mark, no final line ending (Kakoune writes one), and line endings that are mixed.
r=$(printf '\r.'); r=${r%.}
mark=$(printf '\357\273\277')
check 'CRLF' "one two$r$n- a$r$n- b$r$n" 'gge<space>b' "**one** two$r$n- a$r$n- b$r$n"
check 'CRLF, twice' "one two$r$n- a$r$n" 'gge<space>b<space>b' "one two$r$n- a$r$n"
check 'CRLF, lines' "one$r$n${r}${n}two$r$n" '%<space>l' "- one$r$n$r$n- two$r$n"
check 'CRLF, a later line' "one$r$n${r}${n}two$r$n" 'ge<space>2' "one$r$n$r$n## two$r$n"
check 'a byte order mark' "${mark}one two$n" 'gge<space>b' "$mark**one** two$n"
check 'no final line ending' "one two" 'gge<space>b' "**one** two$n"
check 'CRLF, no final line ending' "one$r${n}two" 'gj<space>2' "one$r$n## two$r$n"
check 'mixed line endings' "one two$r${n}three$n" 'gge<space>b' "**one** two$r${n}three$n"
printf 'other\r\nlines\r\n' >"$folder/other.md"
check 'another file and back' "one two$n" \
  "gge<space>b:edit $folder/other.md<ret>:set-option buffer filetype markdown<ret>gg<space>2:write<ret>:buffer $folder/notes.md<ret>ugge<space>i" \
  "*one* two$n"
checks=$((checks + 1))
if [ "$(cat "$folder/other.md")" != "## other$r${n}lines$r" ]; then
  failures=$((failures + 1))
  printf 'kakoune: the other file: %s\n' "$(cat "$folder/other.md")" >&2
fi
[ "$failures" = 0 ] || exit 1
echo "kakoune: $checks checks"
