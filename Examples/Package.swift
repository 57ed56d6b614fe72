// swift-tools-version: 6.1
import PackageDescription

// The snippets of the README and the program of the guide: `swift run --package-path Examples EditorExample`.
func library(_ name: String) -> Target.Dependency {
  .product(name: name, package: "MarkdownEditing")
}

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "MarkdownEditing", path: "..")],
  targets: ["StringExample", "EditorExample", "ViewExample", "BarExample", "GuideExample"].map {
    .executableTarget(
      name: $0, dependencies: [library("MarkdownEditing"), library("MarkdownHTML")])
  },
  swiftLanguageModes: [.v6]
)
