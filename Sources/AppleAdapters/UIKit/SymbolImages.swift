#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import UIKit

  extension UIImage {
    @MainActor private static var symbols: [String: UIImage] = [:]

    /// The image of a symbol, which is looked up once; nil if the system does not have it.
    @MainActor static func symbol(_ name: String) -> UIImage? {
      if let found = symbols[name] { return found }
      let image = UIImage(systemName: name)
      symbols[name] = image
      return image
    }
  }
#endif
