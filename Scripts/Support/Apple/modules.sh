# Sourced by Scripts/check adapters and apple. Compiles the stand-ins for Apple's frameworks in Tests/UIKitStandIn
# and, against them, AppleAdapters. Each has a folder outside SwiftPM's, because a module named UIKit would change
# `canImport` for all others. The core is SwiftPM's, so nothing is compiled twice.
# shellcheck shell=bash

configuration=${MARKDOWN_EDITING_CONFIGURATION:-debug}
built=.build/$configuration
out=.build/apple
core=(TextEditing CommonMark MarkdownSyntax MarkdownHTML MarkdownEditing MarkdownBar KeyboardGeometry)

swift_files() { find "$@" -name '*.swift' | LC_ALL=C sort; }

# Builds the core if necessary, and reads the flags for compiling modules that import it.
prepare() {
  swift build -c "$configuration" --target AppleAdapters >/dev/null
  swift build -c "$configuration" --target EditorTestSupport >/dev/null
  mkdir -p "$out/uikit" "$out/appkit"
  # `package` declarations are visible in the same package, which SwiftPM names after the folder.
  local package include
  package=$(sed -n 's/.*"-package-name","\([^"]*\)".*/\1/p' ".build/$configuration.yaml" | head -n 1)
  include=$(pkg-config --variable=includedir libcmark)
  swift=(swiftc -swift-version 6 -warnings-as-errors -parse-as-library -Onone
    -I Sources/CCommonMark -Xcc -idirafter -Xcc "$include")
  own=("${swift[@]}" -package-name "$package")
  # A dependent of this package is another package.
  # shellcheck disable=SC2034 # used by the scripts that source this file
  app=("${swift[@]}" -package-name Notes)
}

# stale OUTPUT INPUT…: whether an output is missing, or older than one of its inputs.
stale() {
  local output=$1 input
  shift
  [ -e "$output" ] || return 0
  for input in "$@"; do
    if [ "$input" -nt "$output" ]; then return 0; fi
  done
  return 1
}

# compile KIT MODULE FOLDER… [-- OPTION…]: builds a module and its object unless nothing has changed.
compile() {
  local folder=$out/$1 module=$2 folders=() files=() file
  shift 2
  while [ $# != 0 ] && [ "$1" != -- ]; do
    folders+=("$1")
    shift
  done
  [ $# = 0 ] || shift
  while IFS= read -r file; do files+=("$file"); done < <(swift_files "${folders[@]}")
  # Removing a file makes its folder newer.
  if ! stale "$folder/$module.o" "${files[@]}" "${folders[@]}" "${needed[@]}"; then return; fi
  "${own[@]}" -wmo -I "$folder" -I "$built/Modules" -module-name "$module" -emit-module -emit-object \
    -emit-module-path "$folder/$module.swiftmodule" -o "$folder/$module.o" "$@" "${files[@]}"
}

# Compiles the stand-ins and AppleAdapters for uikit or appkit, as llvm-cov needs them.
compile_adapters() {
  local kit=$1 stand_in=Tests/UIKitStandIn module
  needed=()
  if [ "$kit" = uikit ]; then
    compile uikit UIKit $stand_in/UIKit $stand_in/Text
    needed=("$out/uikit/UIKit.o")
  else
    compile appkit AppKit $stand_in/AppKit $stand_in/Text
    needed=("$out/appkit/AppKit.o")
  fi
  # Beside UIKit: the compiler finds SwiftUI in the same place as UIKit.
  compile "$kit" SwiftUI $stand_in/SwiftUI
  needed+=("$out/$kit/SwiftUI.o")
  for module in "${core[@]}"; do needed+=("$built/Modules/$module.swiftmodule"); done
  compile "$kit" AppleAdapters Sources/AppleAdapters -- -profile-generate -profile-coverage-mapping
  needed+=("$out/$kit/AppleAdapters.o")
}

# Returns the core's objects, one for each of its files, since SwiftPM keeps those of deleted files.
core_objects() {
  local module file root
  for module in "${core[@]}" EditorTestSupport; do
    root=Sources
    [ "$module" != EditorTestSupport ] || root=Tests
    while IFS= read -r file; do echo "$built/$module.build/$(basename "$file").o"; done < <(
      swift_files "$root/$module")
  done
}
