// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that users of the library never resolve what it compares with.
let package = Package(
  name: "Benchmarks",
  // BigString asks for it.
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
