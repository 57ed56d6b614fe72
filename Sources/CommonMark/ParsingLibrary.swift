internal import CCommonMark

/// The C library that reads documents: libcmark, or swift-cmark where there is no libcmark to link,
/// on Apple's platforms. Which one it is, is decided in `Package.swift` and in the header alone.
public enum ParsingLibrary {
  /// Its name: `libcmark` or `swift-cmark`.
  public static var name: String { C_COMMON_MARK_NAME }

  /// Its version, as it says itself: `0.30.2`, `0.29.0.gfm.13`.
  public static var version: String {
    cmark_version_string().map { String(cString: $0) } ?? "unknown"
  }

  /// Whether it speaks CommonMark 0.30; swift-cmark speaks 0.29, and reads a few rare spellings of
  /// HTML otherwise (Documentation/AppleAdapters.md lists them).
  public static var speaksCommonMark30: Bool {
    // libcmark's number is 0x1E02 for 0.30.2; swift-cmark's has four parts: 0x1D00000D.
    name == "libcmark" && cmark_version() >= 0x1E00
  }
}
