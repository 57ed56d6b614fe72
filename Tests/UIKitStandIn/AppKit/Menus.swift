import Foundation

/// A clipboard, or what a drag carries.
open class NSPasteboard: NSObject {
  public struct PasteboardType: Hashable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let string = PasteboardType("public.utf8-plain-text")
    public static let html = PasteboardType("public.html")
    public static let rtf = PasteboardType("public.rtf")
    public static let fileURL = PasteboardType("public.file-url")
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let URL = PasteboardType("public.url")
  }
  public struct ReadingOptionKey: Hashable, Sendable {
    public static let urlReadingFileURLsOnly = ReadingOptionKey()
  }
  @MainActor public static let general = NSPasteboard()
  /// The types in the order in which they were declared or written, with their data.
  private var contents: [(type: PasteboardType, data: Data?)] = []
  private var files: [URL] = []
  open var types: [PasteboardType]? { contents.map(\.type) }
  @discardableResult open func clearContents() -> Int {
    (contents, files) = ([], [])
    return 0
  }
  @discardableResult open func declareTypes(_ newTypes: [PasteboardType], owner: Any?) -> Int {
    clearContents()
    contents = newTypes.map { ($0, nil) }
    return 0
  }
  @discardableResult open func setString(
    _ string: String, forType dataType: PasteboardType
  ) -> Bool { setData(Data(string.utf8), forType: dataType) }
  @discardableResult open func setData(_ data: Data?, forType dataType: PasteboardType) -> Bool {
    contents.removeAll { $0.type == dataType && $0.data != nil }
    if let index = contents.firstIndex(where: { $0.type == dataType }) {
      contents[index].data = data
    } else {
      contents.append((dataType, data))
    }
    return true
  }
  open func data(forType dataType: PasteboardType) -> Data? {
    contents.first { $0.type == dataType }?.data
  }
  open func string(forType dataType: PasteboardType) -> String? {
    data(forType: dataType).map { String(decoding: $0, as: UTF8.self) }
  }
  open func readObjects(
    forClasses classArray: [AnyClass], options: [ReadingOptionKey: Any]? = nil
  ) -> [Any]? { files }
  /// Copies files, as the Finder does: with their names as text.
  @_spi(StandIn) public func copyFiles(_ urls: [URL]) {
    clearContents()
    files = urls
    setString(urls.first?.absoluteString ?? "", forType: .fileURL)
    setString(urls.map(\.lastPathComponent).joined(separator: "\n"), forType: .string)
  }
}

public struct NSDragOperation: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let copy = NSDragOperation(rawValue: 1)
  public static let move = NSDragOperation(rawValue: 16)
}
@MainActor public protocol NSDraggingInfo: AnyObject {
  var draggingPasteboard: NSPasteboard { get }
  var draggingSource: Any? { get }
  var draggingLocation: NSPoint { get }
}
/// A drag that a test makes. Its place is in the window.
@_spi(StandIn) @MainActor public final class Drag: NSDraggingInfo {
  public let (draggingPasteboard, draggingSource): (NSPasteboard, Any?)
  public let draggingLocation: NSPoint
  public init(_ pasteboard: NSPasteboard, from source: Any? = nil, to location: NSPoint) {
    (draggingPasteboard, draggingSource, draggingLocation) = (pasteboard, source, location)
  }
}

/// What an input method talks to.
@MainActor open class NSTextInputContext: NSObject {
  /// How often the text of an input method was discarded.
  @_spi(StandIn) public private(set) var discarded = 0
  open func discardMarkedText() { discarded += 1 }
}

@MainActor public protocol NSValidatedUserInterfaceItem {
  var action: Selector? { get }
}

@MainActor open class NSMenuItem: NSObject, NSValidatedUserInterfaceItem {
  open var title: String
  open var action: Selector?
  open var keyEquivalent: String
  open var keyEquivalentModifierMask: NSEvent.ModifierFlags = .command
  open var representedObject: Any?
  open var state = NSControl.StateValue.off
  open var submenu: NSMenu?
  open fileprivate(set) weak var menu: NSMenu?
  @_spi(StandIn) public private(set) var isSeparator = false
  public init(title string: String, action selector: Selector?, keyEquivalent charCode: String) {
    (title, action, keyEquivalent) = (string, selector, charCode)
  }
  open class func separator() -> NSMenuItem {
    let item = NSMenuItem(title: "", action: nil, keyEquivalent: "")
    item.isSeparator = true
    return item
  }
}
public enum NSControl {
  public enum StateValue: Sendable { case on, off, mixed }
}

@MainActor open class NSMenu: NSObject {
  open var title: String
  open private(set) var items: [NSMenuItem] = []
  public init(title: String) { self.title = title }
  /// An item that is in a menu already raises, as it does on a device.
  open func addItem(_ newItem: NSMenuItem) {
    if newItem.menu != nil { Exceptions.raised.append("the item is in a menu") }
    newItem.menu = self
    items.append(newItem)
  }
  open func removeItem(_ item: NSMenuItem) {
    item.menu = nil
    items.removeAll { $0 === item }
  }
}
