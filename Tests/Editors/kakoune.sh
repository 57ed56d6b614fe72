#!/bin/sh
# Drives Kakoune with real keys: the file that it writes is looked at.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The installation of the README.
config=$folder/.config/kak
mkdir -p "$config"
cp "$EDITORS/kakoune/mdedit.kak" "$config"
sed -n 's/^       //p' "$EDITORS/kakoune/README.md" >"$config/kakrc"
# Each start of mdedit is a line of a file.
mkdir "$folder/bin" "$folder/tmp"
cat >"$folder/bin/mdedit" <<END
#!/bin/sh
echo "\$1" >>"$folder/starts"
exec "$MDEDIT" "\$@"
END
chmod +x "$folder/bin/mdedit"
PATH=$folder/bin:$PATH
failures=0
checks=0
# check WHAT TEXT KEYS WANTED: keys on another line are also pressed if the command before has failed.
check() {
  printf '%s' "$2" >"$folder/notes.md"
  tries=$(printf '%s\n' "$3" |
    sed "s|.*|try %{ execute-keys -with-maps %{&} } catch %{ echo -to-file $folder/problem %val{error} }|")
  timeout 20 env -u XDG_CONFIG_HOME HOME="$folder" TMPDIR="$folder/tmp" kak -ui dummy -e "
    $tries
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
check 'a date by its format' "a$n" ':set-option global mdedit_date_format 100%%<ret>:mdedit-do date<ret>' "100%a$n"
check 'a selection' "Sow beans in May.$n" 'gg4l4L<space>mb' "Sow **beans** in May.$n"
check 'undone' "Sow beans in May.$n" 'gg4l4L<space>mbu' "Sow beans in May.$n"
check 'twice' "Sow beans in May.$n" 'gg4l4L<space>mb<space>mb' "Sow beans in May.$n"
check 'a caret' "Sow beans in May.$n" 'gg5l<space>mi' "Sow *beans* in May.$n"
check 'bold, type, bold, type' "a  $n" "gl<space>mb
ax<esc>;
<space>mb
ay<esc>" "a  **xy**$n"
check 'bold twice on a word' "a word$n" 'gg2lw<space>mb<space>mb' "a word$n"
check 'bold twice at the first letter of a word' "a word$n" 'gg2l<space>mb<space>mb' "a word$n"
check 'Backspace after bold' "ab  $n" "gl<space>mb
a<backspace><esc>" "ab $n"
check 'a line retyped as a heading' "seed$n" 'ggglGhc# S<esc>' "# S$n"
check 'units' "é😀 words here$n" 'gg3l4L<space>mb' "é😀 **words** here$n"
check 'several' "one two$n${n}one two$n" '%sone<ret><space>mb' "**one** two$n$n**one** two$n"
check 'deleted after' "Sow beans in May.$n" 'gg4l4L<space>mbd' "Sow **** in May.$n"
check 'deleted after characters of two bytes' "a éé b$n" 'gg2lL<space>mbd' "a **** b$n"
check 'a heading' "one${n}two$n" 'gg<space>m2' "## one${n}two$n"
check 'a list' "one$n${n}two$n" '%<space>m*' "- one$n${n}- two$n"
check 'a task' "- [ ] one$n- [ ] two$n- [ ] six$n" 'ggJx<space>m<space>' "- [x] one$n- [x] two$n- [ ] six$n"
check 'moved' "- one$n- two$n" 'gg<space>mj' "- two$n- one$n"
check 'a question' "one two$n" 'gge<space>mlx.html<ret>' "[one](x.html) two$n"
check 'code' "one two$n" 'gge<space>m`' "\`\`\`${n}one two$n\`\`\`$n"
check 'an argument' "one two$n" 'gge:mdedit-do link https://example.org<ret>' "[one](https://example.org) two$n"
check 'at the end of bold text, twice' "a **word**$n" 'gg9l<space>mb<space>mb' "a **word**$n"
check 'an empty line' "${n}a$n" 'gg<space>mb' "${n}a$n"
check 'a whole line' "one$n" 'ggx<space>mi' "*one*$n"
check 'undone and redone' "one$n" 'gg<space>m2uU' "## one$n"
check 'a macro' "one$n${n}two$n${n}six$n" 'ggQ<space>m2jjQqq' "## one$n$n## two$n$n## six$n"
check 'the main selection' "a b$n" 'ggxs\w<ret>)<space>mb,d' "**** **b**$n"
check 'a selection from its end' "ab c$n" 'ggL<a-;><space>mbHd' "*** c$n"
check 'a read-only buffer' "one$n" 'gg:set buffer readonly true<ret>
<space>mb
:set buffer readonly false<ret>' "one$n"
t=$(printf '\t')
check 'Enter' "- one$n" 'ggAx<ret>two<esc>' "- onex$n- two$n"
check 'Enter, undone' "1. a${n}2. b$n" 'ggA<ret>x<esc>u' "1. a${n}2. b$n"
check 'Enter on an empty item' "- one$n" 'ggA<ret><ret>x<esc>' "- one$n${n}x$n"
check 'Enter, repeated elsewhere' "- a$n$n- [x] b$n" 'ggA<ret>c<esc>gj.' "- a$n$n- c$n$n- [x] b$n$n- [ ] c$n"
check 'Enter in plain text' "one$n" 'ggA<ret>two<tab>x<esc>' "one${n}two${t}x$n"
check 'Tab and Shift-Tab' "- a$n$t- b$n- c$n" 'gjA<tab>x<ret>y<s-tab><esc>' "- a$n$t- b$n$t- cx$n- y$n"
check 'the next cell' "| a | b |$n|---|---|$n| c | d |$n" 'gjgilli<tab>x<esc>' "| a | b |$n|---|---|$n| c | xd |$n"
check 'a line opened' "> 1. a$n" 'ggob<esc>' "> 1. a$n> 2. b$n"
# CRLF, a byte order mark, no final line ending (Kakoune writes one), and line endings that are mixed.
r=$(printf '\r.'); r=${r%.}
mark=$(printf '\357\273\277')
check 'CRLF' "one two$r$n- a$r$n- b$r$n" 'gge<space>mb' "**one** two$r$n- a$r$n- b$r$n"
check 'CRLF, twice' "one two$r$n- a$r$n" 'gge<space>mb<space>mb' "one two$r$n- a$r$n"
check 'CRLF, lines' "one$r$n${r}${n}two$r$n" '%<space>m*' "- one$r$n$r$n- two$r$n"
check 'CRLF, a later line' "one$r$n${r}${n}two$r$n" 'ge<space>m2' "one$r$n$r$n## two$r$n"
check 'a byte order mark' "${mark}one two$n" 'gge<space>mb' "$mark**one** two$n"
check 'no final line ending' "one two" 'gge<space>mb' "**one** two$n"
check 'CRLF, no final line ending' "one$r${n}two" 'gj<space>m2' "one$r$n## two$r$n"
check 'mixed line endings' "one two$r${n}three$n" 'gge<space>mb' "**one** two$r${n}three$n"
printf 'other\r\nlines\r\n' >"$folder/other.md"
check 'another file and back' "one two$n" \
  "gge<space>mb:edit $folder/other.md<ret>gg<space>m2:write<ret>:buffer $folder/notes.md<ret>ugge<space>mi" \
  "*one* two$n"
checks=$((checks + 1))
if [ "$(cat "$folder/other.md")" != "## other$r${n}lines$r" ]; then
  failures=$((failures + 1))
  printf 'kakoune: the other file: %s\n' "$(cat "$folder/other.md")" >&2
fi
# At most one process a session, and none is left.
if [ "$(sort -u "$folder/starts")" != batch ] || [ "$(wc -l <"$folder/starts")" -gt "$checks" ] ||
  [ -e "$(echo "$folder"/tmp/mdedit.*)" ]; then
  failures=$((failures + 1))
  echo "kakoune: $(wc -l <"$folder/starts") starts in $checks sessions, left: $(echo "$folder"/tmp/mdedit.*)" >&2
fi
[ "$failures" = 0 ] || exit 1
echo "kakoune: $checks checks"
