# The formula for Homebrew. It has never been run: there is no Homebrew where this project is tested.
# `Scripts/package release` writes the version and the checksums into it; OWNER is the account that publishes them.
class Mdedit < Formula
  desc "Editing commands for Markdown files that never break a document"
  homepage "https://github.com/OWNER/MarkdownEditing"
  version "@VERSION@"
  license "MIT"

  on_macos do
    url "https://github.com/OWNER/MarkdownEditing/releases/download/#{version}/markdown-editing-#{version}.tar.gz"
    sha256 "@SOURCES@"
    depends_on "cmark" => :build
    depends_on "pkgconf" => :build
    depends_on xcode: ["16.3", :build]
  end

  on_linux do
    depends_on arch: :x86_64
    url "https://github.com/OWNER/MarkdownEditing/releases/download/#{version}/mdedit-#{version}-linux-x86_64.tar.gz"
    sha256 "@TARBALL@"
  end

  def install
    if OS.mac?
      # Homebrew builds in a sandbox of its own, and one cannot be inside another.
      ENV["MARKDOWN_EDITING_SWIFT_OPTIONS"] = "--disable-sandbox"
      system "Scripts/install", "--prefix", prefix
    else
      prefix.install "bin", "libexec", "share"
    end
  end

  test do
    (testpath/"word.md").write "a word\n"
    assert_equal "a **word**\n", shell_output("#{bin}/mdedit toggle strong word.md --find word")
  end
end
