// swift-tools-version: 6.1
import PackageDescription

// An app for Xcode and for Swift Playgrounds: open the folder MarkdownKeyboards.swiftpm. It is a
// separate package and sees only the library's public declarations. Linux does not run apps. There,
// Scripts/check apple type-checks its sources, and Scripts/check adapters executes its screens.
let modules: [Target.Dependency] = [.product(name: "AppleAdapters", package: "MarkdownEditing")]

#if canImport(AppleProductTypes)
  import AppleProductTypes

  let products: [Product] = [
    .iOSApplication(
      name: "Markdown Keyboards", targets: ["MarkdownKeyboards"],
      bundleIdentifier: "org.example.markdown-keyboards", displayVersion: "1.0", bundleVersion: "1",
      supportedDeviceFamilies: [.pad, .phone],
      supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight])
  ]
  let targets: [Target] = [
    .executableTarget(name: "MarkdownKeyboards", dependencies: modules, path: "Sources")
  ]
#else
  let products: [Product] = [.library(name: "MarkdownKeyboards", targets: ["MarkdownKeyboards"])]
  let targets: [Target] = [
    .target(name: "MarkdownKeyboards", dependencies: modules, path: "Sources")
  ]
#endif

let package = Package(
  name: "MarkdownKeyboards",
  platforms: [.iOS(.v17)],
  products: products,
  dependencies: [.package(name: "MarkdownEditing", path: "../../..")],
  targets: targets,
  swiftLanguageModes: [.v6]
)
