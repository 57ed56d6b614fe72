import Foundation

/// A clipboard with types. Reading it counts, because a device asks the person about it.
@MainActor open class UIPasteboard: NSObject {
  public static let general = UIPasteboard()
  public nonisolated static let changedNotification = NSNotification.Name(
    "UIPasteboardChangedNotification")
  private var item: [String: Any] = [:] {
    didSet {
      NotificationCenter.default.post(name: UIPasteboard.changedNotification, object: self)
    }
  }
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

// Drag and drop of text views.

open class NSItemProvider: NSObject, @unchecked Sendable {
  public enum Visibility: Sendable { case all }
  private var handlers: [(type: String, load: (@escaping (Data?, (any Error)?) -> Void) -> Void)] =
    []
  open var registeredTypeIdentifiers: [String] { handlers.map(\.type) }
  open func registerDataRepresentation(
    forTypeIdentifier typeIdentifier: String, visibility: Visibility,
    loadHandler:
      @escaping @Sendable (
        @escaping @Sendable (Data?, (any Error)?) -> Void
      ) -> Progress?
  ) {
    handlers.append(
      (
        typeIdentifier,
        { complete in
          nonisolated(unsafe) let complete = complete
          _ = loadHandler { complete($0, $1) }
        }
      ))
  }
  open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    registeredTypeIdentifiers.contains(typeIdentifier)
  }
  @discardableResult open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    handlers.first { $0.type == typeIdentifier }?.load { completionHandler($0, $1) }
    return Progress(totalUnitCount: 1)
  }
}
@MainActor open class UIDragItem: NSObject {
  open private(set) var itemProvider: NSItemProvider
  public init(itemProvider: NSItemProvider) { self.itemProvider = itemProvider }
}
@MainActor public protocol UITextDraggable: UITextInput {}
@MainActor public protocol UITextDragRequest: NSObjectProtocol {
  var dragRange: UITextRange { get }
}
@MainActor public protocol UITextDragDelegate: NSObjectProtocol {
  func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable,
    itemsForDrag dragRequest: any UITextDragRequest
  ) -> [UIDragItem]
}
@MainActor public protocol UITextPasteConfigurationSupporting: NSObjectProtocol {}
@MainActor public protocol UITextPasteItem: NSObjectProtocol {
  var itemProvider: NSItemProvider { get }
  func setResult(string: String)
  func setDefaultResult()
  func setNoResult()
}
@MainActor public protocol UITextPasteDelegate: NSObjectProtocol {
  func textPasteConfigurationSupporting(
    _ textPasteConfigurationSupporting: any UITextPasteConfigurationSupporting,
    transform item: any UITextPasteItem)
}
extension UITextView: UITextDraggable, UITextPasteConfigurationSupporting {}

final class DragRequest: NSObject, UITextDragRequest {
  let dragRange: UITextRange
  init(_ range: UITextRange) { dragRange = range }
}
final class PasteItem: NSObject, UITextPasteItem {
  let itemProvider: NSItemProvider
  private(set) var result: String??
  init(_ provider: NSItemProvider) { itemProvider = provider }
  func setResult(string: String) { result = .some(string) }
  /// The plain text, as without a delegate.
  func setDefaultResult() {
    itemProvider.loadDataRepresentation(forTypeIdentifier: "public.utf8-plain-text") { data, _ in
      MainActor.assumeIsolated {
        self.result = .some(data.map { String(decoding: $0, as: UTF8.self) })
      }
    }
  }
  func setNoResult() { result = .some(nil) }
}

@_spi(StandIn) extension UITextView {
  /// What a drag of the selected text carries.
  public func dragSelection() -> [NSItemProvider] {
    guard let range = selectedTextRange else { return [] }
    return textDragDelegate?.textDraggableView(self, itemsForDrag: DragRequest(range))
      .map(\.itemProvider) ?? []
  }
  /// Drops what a drag carries at the caret.
  public func drop(_ provider: NSItemProvider) async {
    let item = PasteItem(provider)
    if let pasteDelegate {
      pasteDelegate.textPasteConfigurationSupporting(self, transform: item)
    } else {
      item.setDefaultResult()
    }
    while item.result == nil { await Task.yield() }
    if let text = item.result ?? nil { contents.insert(text) }
  }
}
