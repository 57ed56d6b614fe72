#!/bin/sh
# Drives Kate with real keys under a display of its own: the actions of `mdedit lsp`, undo in one step. Called again
# under the display with the folder.
set -eu
if [ $# = 0 ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  exec_in() { env HOME="$folder" XDG_RUNTIME_DIR="$folder/run" XDG_CONFIG_HOME="$folder/.config" QT_QPA_PLATFORM=xcb "$@"; }
  mkdir -m 700 "$folder/run"
  mkdir -p "$folder/.config/kate/lspclient"
  # The settings of Editors/kate/README.md, and the permission that Kate asks for once.
  sed -n '/{"servers"/,/}}}/p' "$EDITORS/kate/README.md" | sed "s|\"mdedit\"|\"$MDEDIT\"|" \
    >"$folder/.config/kate/lspclient/settings.json"
  cat >"$folder/.config/katerc" <<END
[General]
Show welcome view for new window=false
Startup Session=new

[Kate Plugins]
lspclientplugin=true

[lspclient]
AllowedServerCommandLines=$MDEDIT lsp
END
  # The bus complains about limits that it may not set.
  exec_in xvfb-run -a dbus-run-session -- sh "$0" "$folder" 2>"$folder/said" && exit
  cat "$folder/said" >&2
  exit 1
fi

folder=$1
file=$folder/notes.md
failures=0
checks=0
printf 'Sow beans in May.\n' >"$file"
kate --new "$file" >/dev/null 2>&1 &
trap 'kill $! 2>/dev/null && wait $! || true' EXIT
# waits COMMAND…: until it succeeds, a minute at most
waits() {
  tries=0
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 120 ] || { echo "kate: waited a minute for $*" >&2; exit 1; }
    sleep 0.5
  done
}
waits xdotool search --onlyvisible --name notes.md
waits pgrep -f "$MDEDIT lsp"
sleep 3

keys() { for key in "$@"; do xdotool key "$key"; sleep 0.4; done; }
has() { [ "$(cat "$file")" = "$1" ]; }
# check WHAT WANTED: saves, and looks at the file
check() {
  keys ctrl+s
  checks=$((checks + 1))
  tries=0
  until has "$2"; do
    tries=$((tries + 1))
    if [ $tries -ge 20 ]; then
      failures=$((failures + 1))
      printf 'kate: %s: %s\nnot: %s\n' "$1" "$(cat "$file")" "$2" >&2
      return
    fi
    sleep 0.25
  done
}
# action N: the Nth of the list
action() {
  keys alt+Return
  sleep 2
  for _ in $(seq "$1"); do keys Down; done
  keys Return
  sleep 1
}

keys ctrl+Home ctrl+Right ctrl+shift+Right
action 1
check 'strong' 'Sow **beans** in May.'
keys ctrl+z
check 'undone in one step' 'Sow beans in May.'
keys ctrl+Home ctrl+Right ctrl+shift+Right
action 2
check 'emphasis' 'Sow *beans* in May.'
action 2
check 'emphasis again' 'Sow beans in May.'
# Behind the four marks: Heading 1.
keys ctrl+Home
action 5
check 'a heading' '# Sow beans in May.'
keys ctrl+z
check 'a heading undone' 'Sow beans in May.'
[ "$failures" = 0 ] || exit 1
echo "kate: $checks checks"
