// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that users of the library never resolve the packages for comparison.
let package = Package(
  name: "Benchmarks",
  // BigString requires it.
  platforms: [.macOS("26.0")],
  dependencies: [
    .package(name: "MarkdownEditing", path: ".."),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CCmark", pkgConfig: "libcmark",
      providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CCmark",
        .product(name: "TextEditing", package: "MarkdownEditing"),
        .product(name: "MarkdownEditing", package: "MarkdownEditing"),
        .product(name: "MarkdownSyntax", package: "MarkdownEditing"),
        .product(name: "_RopeModule", package: "swift-collections"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
