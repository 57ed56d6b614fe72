#!/usr/bin/env bash
# Runs the formatter and the checks on the Markdown files that changed since a commit. action.yml runs this script
# in the folder of the repository to check.
#
# Environment:
#   RUN       what runs, separated by blanks: format, tables, lists, check, lint (format)
#   BASE      the commit to compare with, or "all" for all files (HEAD^, or all files if there is no such commit)
#   MODE      diff or in-place (diff)
#   PACKAGE   the path or the address of the wheel to use (the mdediting that is installed, or else a wheel built from
#             this checkout)
#   TOOL      the path of mdedit, or the path or the address of its tarball (the mdedit that is installed)
#   DIALECT   how the files are read (github)
#
# The exit status is 0 if nothing changed and nothing was found, 1 if a file changed or would change, or if there is
# a finding, and 2 if something failed.
set -euo pipefail
run=${RUN:-format} base=${BASE:-} mode=${MODE:-diff} dialect=${DIALECT:-github}

failed() { echo "mdediting: $1" >&2; exit 2; }

case $mode in diff | in-place) ;; *) failed "there is no mode '$mode'; there are diff and in-place." ;; esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# install WHEEL: installs it into a folder of its own. A name is not accepted: in a registry, another project may have it.
install() {
  case $1 in https://*.whl | https://*.whl\#*) ;; *) [ -f "$1" ] || failed "$1 is not the path or the https address of a wheel." ;; esac
  python3 -m pip install --quiet --disable-pip-version-check --no-index --no-deps --target "$folder/packages" "$1" ||
    failed "pip cannot install $1."
  export PATH="$folder/packages/bin:$PATH" PYTHONPATH="$folder/packages${PYTHONPATH:+:$PYTHONPATH}"
}

# find_tool: puts mdedit into PATH.
find_tool() {
  case ${TOOL:-} in
    "") command -v mdedit >/dev/null || failed "mdedit is not installed; set 'tool' to its path or to its tarball." ;;
    *.tar.gz)
      mkdir -p "$folder/tool"
      case $TOOL in https://*) curl --fail --silent --show-error --location "$TOOL" ;; *) cat "$TOOL" ;; esac |
        tar -xz --strip-components 1 -C "$folder/tool" || failed "$TOOL cannot be unpacked."
      export PATH="$folder/tool/bin:$PATH"
      ;;
    *)
      [ -x "$TOOL" ] || failed "$TOOL is not a program."
      mkdir -p "$folder/bin"
      ln -sf "$(realpath "$TOOL")" "$folder/bin/mdedit"
      export PATH="$folder/bin:$PATH"
      ;;
  esac
}

case " $run " in
  *" format "* | *" tables "* | *" lists "*)
    if [ -n "${PACKAGE:-}" ]; then
      install "$PACKAGE"
    elif ! command -v mdediting >/dev/null; then
      checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
      "$checkout/Scripts/package" wheel >&2 ||
        failed "mdediting is not installed, and its wheel cannot be built here; set 'package' to a wheel."
      install "$(echo "$checkout"/.build/package/mdediting-*.whl)"
    fi
    ;;
esac
case " $run " in *" check "* | *" lint "*) find_tool ;; esac

files=()
patterns=(':(icase)*.md' ':(icase)*.markdown')
if [ -z "$base" ]; then
  base=$(git rev-parse --quiet --verify 'HEAD^^{commit}') || base=all
fi
if [ "$base" = all ]; then
  while IFS= read -r -d '' file; do files+=("$file"); done < <(git ls-files -z -- "${patterns[@]}")
else
  # Only the files that this side changed. A shallow clone has no common ancestor.
  git rev-parse --quiet --verify "$base^{commit}" >/dev/null ||
    failed "the commit $base is not here; check out with fetch-depth: 0."
  from=$(git merge-base "$base" HEAD) || from=$base
  while IFS= read -r -d '' file; do files+=("$file"); done < <(
    git diff --name-only -z --diff-filter=d --relative "$from" -- "${patterns[@]}")
fi
if [ ${#files[@]} = 0 ]; then
  echo "No Markdown file has changed."
  exit 0
fi
# A name that begins with a dash must not be read as an option.
files=("${files[@]/#/./}")

status=0
# attempt COMMAND…: runs a command and keeps the worst status.
attempt() {
  local found=0
  "$@" || found=$?
  # mdedit reports unreadable input with statuses from 64 on.
  if [ $found -gt 2 ]; then found=2; fi
  if [ $found -gt $status ]; then status=$found; fi
}

for step in $run; do
  case $step in
    format) attempt mdediting format "--$mode" --dialect "$dialect" "${files[@]}" ;;
    tables | lists) attempt mdediting format "--$step" "--$mode" --dialect "$dialect" "${files[@]}" ;;
    check | lint) attempt mdedit "$step" --dialect "$dialect" "${files[@]}" ;;
    *) failed "there is no step '$step'; there are format, tables, lists, check and lint." ;;
  esac
done
exit $status
