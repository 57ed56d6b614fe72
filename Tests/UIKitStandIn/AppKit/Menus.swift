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
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let URL = PasteboardType("public.url")
  }
  @MainActor public static let general = NSPasteboard()
  private var contents: [PasteboardType: Data] = [:]
  open var types: [PasteboardType]? { Array(contents.keys) }
  @discardableResult open func clearContents() -> Int {
    contents = [:]
    return 0
  }
  @discardableResult open func setString(
    _ string: String, forType dataType: PasteboardType
  ) -> Bool {
    contents[dataType] = Data(string.utf8)
    return true
  }
  @discardableResult open func setData(_ data: Data?, forType dataType: PasteboardType) -> Bool {
    contents[dataType] = data
    return true
  }
  open func data(forType dataType: PasteboardType) -> Data? { contents[dataType] }
  open func string(forType dataType: PasteboardType) -> String? {
    contents[dataType].map { String(decoding: $0, as: UTF8.self) }
  }
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
  open func addItem(_ newItem: NSMenuItem) { items.append(newItem) }
}
