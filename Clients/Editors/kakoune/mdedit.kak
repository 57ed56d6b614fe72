# Marks, headings, lists, quotes, links and tables for Markdown in Kakoune: each edit proved by libcmark, one step to undo, the
# selections kept. Needs mdedit on the path, and a POSIX shell with awk and sed.

declare-option -docstring "which Markdown documents are written in" str mdedit_dialect github

define-command mdedit-do -params 1..2 \
  -shell-script-candidates %{ mdedit commands | cut -d ' ' -f 1 } \
  -docstring "mdedit-do <command> [argument]: carry out a command that mdedit commands lists" %{
  evaluate-commands -save-regs '|' %{
    evaluate-commands %sh{
      folder=$(mktemp -d "${TMPDIR:-/tmp}/mdedit.XXXXXXXX") || exit
      # Written by the next command, read by the one after it: the lines of the buffer. A file has line endings of its own, and
      # perhaps a byte order mark.
      printf 'execute-keys -draft %%{%%<a-|>cat >%s/before<ret>}\n' "$folder"
      printf 'mdedit-apply %%{%s} %%{%s}' "$folder" "$1"
      [ $# -lt 2 ] || printf " '%s'" "$(printf %s "$2" | sed "s/'/''/g")"
      printf '\n'
    }
  }
}

define-command -hidden mdedit-apply -params 2..3 %{
  evaluate-commands %sh{
    folder=$1
    name=$2
    argument=$3
    # Kakoune's places are lines and bytes from 1, with both ends selected; mdedit's are offsets in bytes.
    offsets=$(printf '%s\n' $kak_selections_desc | LC_ALL=C awk -v text="$folder/before" '
      BEGIN { while ((getline line < text) > 0) { start[++count] = total; total += length(line) + 1 } }
      {
        split($0, place, /[.,]/)
        a = start[place[1]] + place[2] - 1; b = start[place[3]] + place[4] - 1
        if (a > b) { other = a; a = b; b = other }
        print a, b
      }' | sort -n)
    set --
    while read -r from to; do
      # The last character has as many bytes as its first one says.
      byte=$(dd if="$folder/before" bs=1 skip="$to" count=1 2>/dev/null | od -An -tu1 | tr -d ' ')
      width=1
      [ "${byte:-0}" -ge 192 ] && width=2
      [ "${byte:-0}" -ge 224 ] && width=3
      [ "${byte:-0}" -ge 240 ] && width=4
      if [ "$from" = "$to" ]; then range=$from-$from; else range=$from-$((to + width)); fi
      set -- "$@" --utf8 "$range"
    done <<RANGES
$offsets
RANGES
    [ -z "$argument" ] || set -- "$@" --argument "$argument"
    if ! mdedit do "$name" "$folder/before" --dialect "$kak_opt_mdedit_dialect" "$@" \
      >"$folder/after" 2>"$folder/problem"; then
      problem=$(head -n 1 "$folder/problem" | sed "s/'/''/g")
      printf "fail '%s'\n" "$problem"
      rm -r "$folder"
      exit
    fi
    selections=$(mdedit do "$name" "$folder/before" --dialect "$kak_opt_mdedit_dialect" --json "$@" |
      sed 's/.*"selections":\[//; s/\].*//; s/"end"/\n/g' | tr -cd '0-9\n' | tr '\n' ' ')
    places=$(printf '%s\n' $selections | LC_ALL=C awk -v text="$folder/after" '
      # The position of an offset, and of the start of its character.
      function place(offset,   row, column) {
        row = 1
        while (row < count && start[row + 1] <= offset) row++
        column = offset - start[row] + 1
        while (column > 1 && substr(lines[row], column, 1) ~ /[\200-\277]/) column--
        return row "." column
      }
      BEGIN {
        while ((getline line < text) > 0) {
          start[++count] = total; total += length(line) + 1; lines[count] = line
        }
      }
      NR % 2 { from = $1 }
      NR % 2 == 0 { printf "%s,%s ", place(from), place($1 > from ? $1 - 1 : from) }')
    printf 'execute-keys -draft %%{%%H|cat %s/after<ret>}\n' "$folder"
    printf 'select %s\n' "$places"
    printf 'nop %%sh{ rm -r %s }\n' "$folder"
  }
}

# The keys of the mode. The user maps a key to it, for example: map global user m ': enter-user-mode mdedit<ret>'
declare-user-mode mdedit
evaluate-commands %sh{
  while read -r key name; do
    printf "map -docstring %s global mdedit -- '%s' ': mdedit-do %s<ret>'\n" "$name" "$key" "$name"
  done <<KEYS
b strong
i emphasis
c code
x strikethrough
h highlight
1 heading-1
2 heading-2
3 heading-3
4 heading-4
5 heading-5
6 heading-6
0 paragraph
* bullet-list
# ordered-list
- task-list
<space> task-toggle
q quote
\` code-block
<gt> indent
<lt> outdent
u unlink
= table-format
k move-line-up
j move-line-down
KEYS
  printf "map global mdedit l ': mdedit-prompt link Address:<ret>' -docstring link\n"
  printf "map global mdedit T ': mdedit-prompt table-insert ''Rows and columns:''<ret>' -docstring table-insert\n"
}

define-command -hidden mdedit-prompt -params 2 %{
  prompt %arg{2} "mdedit-do %arg{1} %%val{text}"
}
