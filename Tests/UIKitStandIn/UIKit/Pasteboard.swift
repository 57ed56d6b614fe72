import Foundation

/// A clipboard with types. Reading it counts, because a device asks the person about it.
@MainActor open class UIPasteboard: NSObject {
  public static let general = UIPasteboard()
  private var item: [String: Any] = [:]
  /// How often the contents were read, not only their types.
  @_spi(StandIn) public private(set) var reads = 0
  private static let text = "public.utf8-plain-text"
  private static let address = "public.url"

  open func setItems(_ items: [[String: Any]]) { item = items.first ?? [:] }
  open func contains(pasteboardTypes: [String]) -> Bool {
    pasteboardTypes.contains { item[$0] != nil }
  }
  open func data(forPasteboardType pasteboardType: String) -> Data? {
    reads += 1
    return item[pasteboardType] as? Data ?? (item[pasteboardType] as? String).map { Data($0.utf8) }
  }
  open var string: String? {
    get {
      reads += 1
      return item[Self.text] as? String
    }
    set { item = newValue.map { [Self.text: $0] } ?? [:] }
  }
  open var url: URL? {
    reads += 1
    return item[Self.address] as? URL
  }
  open var hasStrings: Bool { item[Self.text] != nil }
  open var hasURLs: Bool { item[Self.address] != nil }
  open var hasImages: Bool { item.keys.contains { $0 == "public.png" || $0 == "public.jpeg" } }
}
