# Marks, headings, lists, quotes, links and tables for Markdown in Kakoune: each edit proved by libcmark, one step to undo, the
# selections kept. Needs mdedit on the path, and a POSIX shell with awk. One process, `mdedit batch`, answers all commands.

declare-option -docstring "which Markdown documents are written in" str mdedit_dialect github
declare-option -docstring "the format of the date that the command date inserts, as of strftime" str mdedit_date_format '%Y-%m-%d'
# The folder with the pipes of the process and its number.
declare-option -hidden str mdedit_folder

define-command mdedit-do -params 1..2 \
  -shell-script-candidates %{ mdedit commands | cut -d ' ' -f 1 } \
  -docstring "mdedit-do <command> [argument]: carry out a command that mdedit commands lists" %{
  mdedit-ask '' %arg{2} %arg{1}
}

# mdedit-ask KEY ARGUMENT COMMAND…: carries out the first command that does something. If none does, fails with the reason. With
# a key of insert mode, the commands act at the cursors, and the key is typed if none does something.
define-command -hidden mdedit-ask -params 3.. %{
  evaluate-commands -save-regs '|' %{ evaluate-commands %sh{
    # Kakoune counts the braces of this block, also those in strings and expressions. It reads: kak_response_fifo
    export LC_ALL=C
    quoted() { printf %s "$1" | sed "s/'/''/g"; }
    key=$1 argument=$2 folder=$kak_opt_mdedit_folder
    shift 2
    failed() {
      if [ -n "$key" ]; then printf "execute-keys -with-hooks '<%s>'\n" "$key"; else printf "fail '%s'\n" "$(quoted "$1")"; fi
      exit
    }
    [ "$kak_opt_readonly" = false ] || failed 'The buffer is read-only.'
    if ! { read -r process <"$folder/process" && kill -0 "$process"; } 2>/dev/null; then
      command -v mdedit >/dev/null || failed 'The program mdedit was not found. Is it on the PATH?'
      if [ -z "$folder" ]; then
        folder=$(mktemp -d "${TMPDIR:-/tmp}/mdedit.XXXXXXXX") && mkfifo "$folder/requests" "$folder/answers" ||
          failed 'No folder can be made for the program mdedit.'
        printf "set-option global mdedit_folder '%s'\n" "$(quoted "$folder")"
      fi
      # The process reads until Kakoune ends: it holds both ends of its pipes.
      mdedit batch --jobs 1 0<>"$folder/requests" 1<>"$folder/answers" 2>/dev/null &
      echo $! >"$folder/process"
    fi
    echo "evaluate-commands -draft %{ execute-keys '%'; echo -to-file $kak_response_fifo -- %val{selection} }" \
      >"$kak_command_fifo"
    cat "$kak_response_fifo" >"$folder/text"
    [ "$1:$argument" != date: ] || argument=$kak_opt_mdedit_date_format
    for name in "$@"; do
      # Kakoune's places are lines and bytes from 1, with both ends selected; offsets are in bytes. A file has line endings of
      # its own, and perhaps a byte order mark; a buffer has not.
      ARGUMENT=$argument NAME=$name KEY=$key PLACES=$kak_selections_desc DIALECT=$kak_opt_mdedit_dialect awk '
        function replaced(text, expression, with,   parts, count, index_, result) {
          count = split(text, parts, expression)
          result = parts[1]
          for (index_ = 2; index_ <= count; index_++) result = result with parts[index_]
          return result
        }
        function escaped(text,   code) {
          text = replaced(text, "\\\\", "\\\\")
          text = replaced(text, "\"", "\\\"")
          if (text ~ /[\001-\037]/)
            for (code = 1; code < 32; code++) text = replaced(text, sprintf("[%c]", code), sprintf("\\u%04x", code))
          return text
        }
        function width(byte) {
          return byte ~ /[\300-\337]/ ? 2 : byte ~ /[\340-\357]/ ? 3 : byte ~ /[\360-\367]/ ? 4 : 1
        }
        BEGIN { printf "{\"id\":1,\"unit\":\"utf8\",\"text\":\"" }
        { start[NR] = total; total += length($0) + 1; line[NR] = $0; printf "%s\\n", escaped($0) }
        END {
          printf "\",\"command\":\"%s\",\"dialect\":\"%s\",\"selections\":[", escaped(ENVIRON["NAME"]), escaped(ENVIRON["DIALECT"])
          count = split(ENVIRON["PLACES"], places, " ")
          for (place = 1; place <= count; place++) {
            split(places[place], at, /[.,]/)
            from = start[at[1]] + at[2] - 1; to = start[at[3]] + at[4] - 1
            if (ENVIRON["KEY"] != "") from = to
            if (from > to) { other = from; from = to; to = other; at[3] = at[1]; at[4] = at[2] }
            # A selection of one character is a caret.
            if (from < to) to += width(substr(line[at[3]], at[4], 1))
            printf "%s{\"start\":%d,\"end\":%d}", (place > 1 ? "," : ""), from, to
          }
          printf "]"
          if (ENVIRON["ARGUMENT"] != "") printf ",\"argument\":\"%s\"", escaped(ENVIRON["ARGUMENT"])
          print "}"
        }' "$folder/text" >"$folder/requests" || failed 'The command awk does not work.'
      head -n 1 "$folder/answers" | FOLDER=$folder NAME=$name PLACES=$kak_selections_desc awk '
        # What a string of JSON says: its quotes, and the characters below U+0020, are escaped.
        function unescaped(text,   parts, count, part, code, result) {
          count = split(text, parts, /\\\\/)
          for (part = 1; part <= count; part++) {
            text = parts[part]
            gsub(/\\"/, "\"", text); gsub(/\\n/, "\n", text); gsub(/\\r/, "\r", text); gsub(/\\t/, "\t", text)
            gsub(/\\b/, "\b", text); gsub(/\\f/, "\f", text)
            if (text ~ /\\u/) for (code = 0; code < 32; code++) gsub(sprintf("[\\\\]u%04x", code), sprintf("%c", code), text)
            result = result (part > 1 ? "\\" : "") text
          }
          return result
        }
        # The position of an offset, and of the start of its character.
        function position(offset,   row, column) {
          row = 1
          while (row < rows && start[row + 1] <= offset) row++
          column = offset - start[row] + 1
          while (column > 1 && substr(line[row], column, 1) ~ /[\200-\277]/) column--
          return row "." column
        }
        /^."id":1,"error":/ || /"unchanged":"[a-zA-Z]*","message":"/ {
          if (/"The field “command” must be/) message = "There is no command “" ENVIRON["NAME"] "”."
          else { sub(/^.*"message":"/, ""); sub(/"[^"]*$/, ""); message = unescaped($0) }
          print toupper(substr(message, 1, 1)) substr(message, 2) >(ENVIRON["FOLDER"] "/problem")
          exit 1
        }
        {
          end = index($0, "\",\"selections\":[")
          text = unescaped(substr($0, 17, end - 17))
          selections = substr($0, end + 16)
          sub(/\].*/, "", selections)
          printf "%s", text >(ENVIRON["FOLDER"] "/text")
          rows = split(text, line, "\n")
          for (row = 1; row <= rows; row++) { start[row] = total; total += length(line[row]) + 1 }
          # The main selection is the first of a list, and its direction is that of all.
          count = split(ENVIRON["PLACES"], places, " ")
          for (place = 1; place <= count; place++) {
            split(places[place], at, /[.,]/)
            is_back = at[1] > at[3] || at[1] == at[3] && at[2] > at[4]
            key = is_back ? at[3] * 1e6 + at[4] : at[1] * 1e6 + at[2]
            if (place == 1) { main = key; main_is_back = is_back } else if (key < main) before++
          }
          count = split(selections, ends, /[^0-9]+/)
          for (index_ = 2; index_ < count; index_ += 2) {
            from = position(ends[index_]); to = position(ends[index_ + 1] > ends[index_] ? ends[index_ + 1] - 1 : ends[index_])
            place = main_is_back ? to "," from : from "," to
            if (index_ / 2 - 1 < before) last = last " " place; else first = first " " place
          }
          printf "select%s%s\n", first, last
        }' >"$folder/selections" && break
    done
    if [ -s "$folder/selections" ]; then
      printf "execute-keys -draft %%{%%H|cat '%s/text'<ret>}\n" "$folder"
      read -r selections <"$folder/selections"
      printf '%s\n' "$selections"
    else
      failed "$(cat "$folder/problem")"
    fi
  } }
}

define-command mdedit-typing -docstring "mdedit-typing: Enter, Tab, Shift-Tab and o continue lists, quotes and tables" %{
  map window insert <ret> '<a-;>: mdedit-ask ret "" newline<ret>'
  map window insert <tab> '<a-;>: mdedit-ask tab "" table-next-cell indent<ret>'
  map window insert <s-tab> '<a-;>: mdedit-ask s-tab "" table-previous-cell outdent<ret>'
  map window normal o 'A<a-;>: mdedit-ask ret "" newline<ret>'
}

hook -group mdedit global KakEnd .* %{ nop %sh{
  [ -z "$kak_opt_mdedit_folder" ] || { kill "$(cat "$kak_opt_mdedit_folder/process")"; rm -r "$kak_opt_mdedit_folder"; }
} }

# The keys of the mode. The user maps a key to it, for example: map global user m ': enter-user-mode mdedit<ret>'
declare-user-mode mdedit
evaluate-commands %sh{
  while read -r key name title; do
    printf "map -docstring '%s' global mdedit -- '%s' ': mdedit-do %s<ret>'\n" "$title" "$key" "$name"
  done <<KEYS
b strong bold
i emphasis italic
c code code
x strikethrough strikethrough
h highlight highlight
1 heading-1 heading 1
2 heading-2 heading 2
3 heading-3 heading 3
4 heading-4 heading 4
5 heading-5 heading 5
6 heading-6 heading 6
0 paragraph paragraph
* bullet-list bullet list
# ordered-list numbered list
- task-list task list
<space> task-toggle check task
q quote quote
\` code-block code block
<gt> indent indent
<lt> outdent outdent
u unlink remove link
= table-format align table
k move-line-up move up
j move-line-down move down
KEYS
  printf "map global mdedit l ': mdedit-prompt link Address:<ret>' -docstring link\n"
  printf "map global mdedit T ': mdedit-prompt table-insert ''Rows and columns:''<ret>' -docstring 'insert table'\n"
}

define-command -hidden mdedit-prompt -params 2 %{
  prompt %arg{2} "mdedit-do %arg{1} %%val{text}"
}
