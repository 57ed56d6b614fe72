// swift-tools-version: 6.1
import PackageDescription

// swift-markdown and MarkdownEditing in one program. The trait SwiftCMark has MarkdownEditing parse with the library that
// swift-markdown brings along; both would otherwise link functions of the same names.
let package = Package(
  name: "BesideSwiftMarkdown",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "MarkdownEditing", path: "../..", traits: ["SwiftCMark"]),
    .package(url: "https://github.com/swiftlang/swift-markdown.git", from: "0.5.0"),
  ],
  targets: [
    .executableTarget(
      name: "Beside",
      dependencies: [
        .product(name: "MarkdownEditing", package: "MarkdownEditing"),
        .product(name: "Markdown", package: "swift-markdown"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
