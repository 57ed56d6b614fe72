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
  kak -n -ui dummy -e "
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
[ "$failures" = 0 ] || exit 1
echo "kakoune: $checks checks"
