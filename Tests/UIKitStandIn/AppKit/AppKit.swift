// A working model of the parts of AppKit that the adapters use. See ../UIKit/Geometry.swift.
@_exported import Foundation

@MainActor open class NSResponder: NSObject {
  open weak var nextResponder: NSResponder?
  open var undoManager: UndoManager? { nextResponder?.undoManager }
  open func deleteBackward(_ sender: Any?) {}
  open func insertNewline(_ sender: Any?) {}
  open func insertTab(_ sender: Any?) {}
  open func insertBacktab(_ sender: Any?) {}
  open func mouseDown(with event: NSEvent) {}
}
public enum NSSelectionAffinity: Sendable { case downstream }

/// A view with flipped coordinates, like those of a text view, which are also its window's.
open class NSView: NSResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let width = AutoresizingMask(rawValue: 2)
  }
  open var frame: NSRect
  open var autoresizingMask: AutoresizingMask = []
  open var needsLayout = true
  open var needsDisplay = true
  open override var undoManager: UndoManager? { window?.undoManager }
  open func menu(for event: NSEvent) -> NSMenu? { NSMenu(title: "") }
  open func draw(_ dirtyRect: NSRect) {}
  open weak var window: NSWindow?
  open var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }
  open var visibleRect: NSRect { bounds }

  public init(frame frameRect: NSRect) { frame = frameRect }
  public required init?(coder: NSCoder) { frame = .zero }
  open func layout() {}
  open func layoutSubtreeIfNeeded() {
    guard needsLayout else { return }
    needsLayout = false
    layout()
  }
  open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint { point }
  open func performKeyEquivalent(with event: NSEvent) -> Bool { false }
}

open class NSScrollView: NSView {
  open var documentView: NSView?
  open var hasVerticalScroller = false
}

@MainActor open class NSWindow: NSResponder {
  open private(set) weak var firstResponder: NSResponder?
  /// The manager of all views in the window, unless they have their own.
  private let windowUndoManager = UndoManager()
  open override var undoManager: UndoManager? { windowUndoManager }
  public override init() {}
  open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
    firstResponder = responder
    (responder as? NSView)?.window = self
    return true
  }
}

@MainActor open class NSEvent: NSObject {
  public struct ModifierFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let shift = ModifierFlags(rawValue: 1 << 17)
    public static let option = ModifierFlags(rawValue: 1 << 19)
    public static let command = ModifierFlags(rawValue: 1 << 20)
  }
  open private(set) var locationInWindow = NSPoint.zero
  open private(set) var modifierFlags: ModifierFlags = []
  private var key: String?
  private var shiftedKey: String?

  /// A key of a keyboard, which types another character with Shift.
  @_spi(StandIn) public convenience init(
    key: String, shifted: String? = nil, _ modifiers: ModifierFlags
  ) {
    self.init()
    self.key = key
    shiftedKey = shifted ?? key.uppercased()
    modifierFlags = modifiers
  }
  @_spi(StandIn) public convenience init(clickAt point: NSPoint) {
    self.init()
    locationInWindow = point
  }
  open func characters(byApplyingModifiers modifiers: ModifierFlags) -> String? {
    modifiers.contains(.shift) ? shiftedKey : key
  }
}

open class NSTextContainer: NSObject {
  open var size: NSSize
  open var widthTracksTextView = false
  fileprivate weak var layoutManager: NSTextLayoutManager?
  public init(size: NSSize) { self.size = size }
}
open class NSTextLayoutManager: NSObject {
  fileprivate weak var content: NSTextContentStorage?
  open var textContainer: NSTextContainer? {
    didSet { textContainer?.layoutManager = self }
  }
}
open class NSTextContentStorage: NSObject {
  open var textStorage: NSTextStorage? = NSTextStorage(string: "")
  private var managers: [NSTextLayoutManager] = []
  open func addTextLayoutManager(_ textLayoutManager: NSTextLayoutManager) {
    managers.append(textLayoutManager)
    textLayoutManager.content = self
  }
}
extension NSTextContainer {
  /// The text that is laid out in the container.
  var storage: NSTextStorage? { layoutManager?.content?.textStorage }
}

open class NSAppearance: NSObject {
  public enum Name: Sendable { case aqua, darkAqua }
  open private(set) var name: Name
  public init?(named name: Name) { self.name = name }
  open func bestMatch(from appearances: [Name]) -> Name? {
    appearances.contains(name) ? name : appearances.first
  }
}

open class NSColor: NSObject {
  public typealias Name = String
  @_spi(StandIn) public private(set) var components: [CGFloat] = [0, 0, 0, 1]
  private var provider: ((NSAppearance) -> NSColor)?

  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha]
  }
  public init(name colorName: Name?, dynamicProvider: @escaping (NSAppearance) -> NSColor) {
    provider = dynamicProvider
  }
  open class var clear: NSColor { NSColor(srgbRed: 0, green: 0, blue: 0, alpha: 0) }
  @_spi(StandIn) public func resolved(in appearance: NSAppearance) -> NSColor {
    provider?(appearance) ?? self
  }
}

public typealias NSFontDescriptor = KitFontDescriptor
public typealias NSFont = KitFont

extension NSFontDescriptor {
  public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> NSFontDescriptor {
    with(symbolicTraits)
  }
}
extension NSFontDescriptor.SymbolicTraits {
  public static let (italic, bold) = (kitItalic, kitBold)
}
extension NSFont {
  public convenience init?(descriptor fontDescriptor: NSFontDescriptor, size fontSize: CGFloat) {
    self.init(kit: fontDescriptor, size: fontSize)
  }
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight = .regular) -> NSFont {
    system(".SFNS", fontSize, weight)
  }
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> NSFont {
    system(".SFNSMono", fontSize, weight)
  }
  public static func preferredFont(forTextStyle style: TextStyle) -> NSFont {
    systemFont(ofSize: 13)
  }
}
