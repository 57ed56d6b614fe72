// swift-tools-version: 6.1
import PackageDescription

// An app as somebody else would write it: another package, which sees what is public and nothing
// else. On Linux its sources are type-checked by Scripts/check apple.
let package = Package(
  name: "Notes",
  platforms: [.iOS(.v17)],
  products: [.library(name: "Notes", targets: ["Notes"])],
  dependencies: [.package(name: "MarkdownEditing", path: "../../../..")],
  targets: [
    .target(
      name: "Notes",
      dependencies: [
        .product(name: "AppleAdapters", package: "MarkdownEditing"),
        .product(name: "AccessoryCommands", package: "MarkdownEditing"),
        .product(name: "KeyboardGeometry", package: "MarkdownEditing"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
