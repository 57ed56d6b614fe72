#!/usr/bin/env bash
# Uses an installed mdedit as its user would, with an empty environment: documents, the manual, the completions, and the
# page. The first failure ends it with status 1 and the line of this script.
#
# Usage: Scripts/Support/try-installed.sh PREFIX
# shellcheck disable=SC2016
set -euo pipefail
prefix=$(cd "${1:?which prefix?}" && pwd)
repository=$(cd "$(dirname "$0")/../.." && pwd)
document=$repository/Fixtures/Documents/allotment.md page=$prefix/share/mdedit/markdown-editing.html
work=$(mktemp -d) server=
trap 'rm -rf "$work"; [ -z "$server" ] || kill "$server"' EXIT
trap 'echo "try-installed: line $LINENO: $BASH_COMMAND" >&2' ERR
has() { command -v "$1" >/dev/null || { echo "skipped: there is no $1"; return 1; }; }
tool() { env -i "$prefix/bin/mdedit" "$@"; }
cd "$work"

# A document of this repository, one with CRLF and umlauts, and one of a megabyte.
cp "$document" notes.md
tool toggle strong notes.md --find "all of them" --in-place
[ "$(diff "$document" notes.md | grep -c '^> .*\*\*all of them\*\*')" = 1 ]
printf 'Grüße aus Köln.\r\nMehr.\r\n' >crlf.md
tool "do" heading-2 crlf.md --find Köln | cmp - <(printf '## Grüße aus Köln.\r\nMehr.\r\n')
while [ "$(stat -c %s big.md 2>/dev/null || echo 0)" -lt 1000000 ]; do
  cat "$document" >>big.md
  echo >>big.md
done
echo "The last line." >>big.md
tool mark code big.md --find "last line" --in-place
[ "$(tail -n 1 big.md)" = 'The `last line`.' ]
tool check big.md >/dev/null

# A page of the manual for each subcommand.
for name in $(tool help | awk '/^SUBCOMMANDS:/ { inside = 1; next } inside && /^  [a-z]/ { print $1 }'); do
  compgen -G "$prefix/share/man/man1/mdedit.$name.1*" >/dev/null
done
if has man; then
  [ -z "$(man --warnings -l "$prefix"/share/man/man1/mdedit*.1* 2>&1 >/dev/null)" ]
  man -l "$prefix"/share/man/man1/mdedit.toggle.1* 2>/dev/null | grep -q -- --in-place
fi

# What a user gets who types `mdedit tog` and Tab.
[ "$(bash --norc -c '
  source "$1"; COMP_WORDS=(mdedit tog) COMP_CWORD=1 COMP_LINE="mdedit tog" COMP_POINT=10
  _mdedit mdedit tog mdedit; echo "${COMPREPLY[*]}"' - "$prefix/share/bash-completion/completions/mdedit")" = toggle ]
if has zsh; then
  zsh -f -c 'fpath=("$1" $fpath); autoload -Uz compinit; compinit -u -D; [[ $_comps[mdedit] = _mdedit ]]' - "$prefix"/share/zsh/*/
fi
if has fish; then
  PATH=$prefix/bin:$PATH fish --no-config -c 'source $argv[1]; complete -C "mdedit tog"' \
    "$prefix/share/fish/vendor_completions.d/mdedit.fish" | grep -q ^toggle
fi

# The page, as the server sends it: it says in the page that there is a server.
if [ -f "$page" ] || [ -f "$repository/.build/web/markdown-editing.html" ]; then
  # Not by the function, whose process would be another one than the server's.
  env -i "$prefix/bin/mdedit" serve . >address & server=$!
  for _ in {1..100}; do [ ! -s address ] || break; sleep 0.1; done
  IFS=:/ read -r _ _ _ host port token _ <address
  exec 3<>"/dev/tcp/$host/$port"
  printf 'GET /%s/ HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n' "$token" "$host" "$port" >&3
  timeout 10 cat <&3 | sed -e '1,/^\r$/d' -e 's/data-serve="[0-9a-f]*"/data-serve=""/' \
    -e "s/data-folder=\"${work##*/}\"/data-folder=\"\"/" |
    cmp - "$page"
else
  echo "skipped: there is no page of mdedit serve"
fi
echo "mdedit in $prefix edits documents, and its manual, completions and page work"
