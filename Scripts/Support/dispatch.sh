# Sourced by the scripts that have subcommands. Each subcommand is a program in Scripts/Subcommands/ENTRY.
# shellcheck shell=bash

# Prints the comment at the top of a shell script, or the docstring of a Python script.
print_help() {
  if head -n 1 "$1" | grep -q python; then
    awk '/^"""/ && !inside { inside = 1; sub(/^"""/, "") } /"""/ && inside { sub(/""".*/, ""); if ($0) print; exit }
      inside { print }' "$1"
  else
    awk 'NR == 1 { next } !/^#/ { exit } { sub(/^# ?/, ""); print }' "$1"
  fi
}

# run_subcommand ENTRY NAME ARGUMENTS…: prints the subcommand's help, or replaces this process by it.
run_subcommand() {
  local entry=$1 name=$2 scripts program
  scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  program=$scripts/Subcommands/$entry/$name
  shift 2
  if [ ! -f "$program" ] || [ ! -x "$program" ]; then
    echo "$entry: there is no subcommand '$name'; see Scripts/$entry --help" >&2
    exit 64
  fi
  case ${1:-} in
    -h | --help)
      print_help "$program"
      exit
      ;;
  esac
  exec "$program" "$@"
}
