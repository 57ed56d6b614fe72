# Sourced by the subcommands of Scripts/package that pack what Scripts/install installs. Sets test, built, version and
# the folders.
# shellcheck shell=bash
# shellcheck disable=SC2034
packages=$PWD/.build/package
work=$PWD/.build/packaging
root=$work/root
version=$(sed -n 's/^let version = "\(.*\)"$/\1/p' CLI/Version.swift)
machine=$(uname -m)
export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
test=0 built=0

# read_options ARTIFACT ARGUMENTS…
read_options() {
  local argument
  for argument in "${@:2}"; do
    case $argument in
      --test) test=1 ;;
      --built) built=1 ;;
      *) echo "package: $1 has no option $argument; see Scripts/package $1 --help" >&2; exit 64 ;;
    esac
  done
}

# absent SENTENCE: what cannot be built here has status 75.
absent() {
  echo "skipped: $1"
  exit 75
}

# Installs everything into $root, unless --built says that it is there.
install_root() {
  if [ $built = 0 ]; then
    rm -rf "$root"
    DESTDIR=$root Scripts/install --prefix /usr --library
  fi
  [ -x "$root/usr/bin/mdedit" ] || { echo "package: nothing is installed in $root; leave out --built" >&2; exit 66; }
  mkdir -p "$packages"
}

# compress FOLDER: its tar.gz, the same bytes for the same files.
compress() {
  (cd "$work" && tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -c "$1") |
    gzip -9n >"$packages/$1.tar.gz"
  report "$packages/$1.tar.gz"
}

# The checksums of everything that has been packed.
write_checksums() {
  (cd "$packages" && rm -f SHA256SUMS && sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
}

has() { command -v "$1" >/dev/null; }

report() { echo "$(basename "$1"): $(stat -c %s "$1") bytes"; }

# notices FOLDER: the licence, and that of libcmark, which is part of the programs.
notices() {
  install -m 644 LICENSE "$1/LICENSE"
  install -m 644 /usr/share/doc/libcmark-dev/copyright "$1/LICENSE.libcmark"
}
