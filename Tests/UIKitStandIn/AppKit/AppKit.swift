// A working model of the parts of AppKit that the adapters use. See ../UIKit/Geometry.swift.
@_exported import Foundation

@MainActor open class NSResponder: NSObject {
  open weak var nextResponder: NSResponder?
  open func becomeFirstResponder() -> Bool { true }
  open func resignFirstResponder() -> Bool { true }
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
  /// The app's own context menu.
  open var menu: NSMenu?
  open func menu(for event: NSEvent) -> NSMenu? { menu ?? NSMenu(title: "") }
  open private(set) lazy var inputContext: NSTextInputContext? = NSTextInputContext()
  @_spi(StandIn) public private(set) var accessibilityPlaceholder: String?
  open func setAccessibilityPlaceholderValue(_ value: String?) { accessibilityPlaceholder = value }
  @_spi(StandIn) public fileprivate(set) var registeredTypes: [NSPasteboard.PasteboardType] = []
  open func registerForDraggedTypes(_ newTypes: [NSPasteboard.PasteboardType]) {
    registeredTypes += newTypes
  }
  open func unregisterDraggedTypes() { registeredTypes = [] }
  open func draw(_ dirtyRect: NSRect) {}
  open weak var window: NSWindow?
  open var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }
  /// The origin of the part that its scroll view shows.
  @_spi(StandIn) public private(set) var visibleOrigin = NSPoint.zero
  open var visibleRect: NSRect { NSRect(origin: visibleOrigin, size: frame.size) }
  open func scroll(_ point: NSPoint) { visibleOrigin = point }

  public init(frame frameRect: NSRect) { frame = frameRect }
  public required init?(coder: NSCoder) { frame = .zero }
  open func layout() {}
  open func setFrameSize(_ newSize: NSSize) { frame.size = newSize }
  open func layoutSubtreeIfNeeded() {
    guard needsLayout else { return }
    needsLayout = false
    layout()
  }
  open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
    NSPoint(x: point.x + visibleOrigin.x, y: point.y + visibleOrigin.y)
  }
  open func accessibilityCustomRotors() -> [NSAccessibilityCustomRotor] { [] }
  open func accessibilityCustomActions() -> [NSAccessibilityCustomAction]? { nil }
  open func performKeyEquivalent(with event: NSEvent) -> Bool { false }
}

@MainActor public protocol NSAccessibilityElementProtocol: NSObjectProtocol {}
extension NSView: NSAccessibilityElementProtocol {}
@MainActor open class NSAccessibilityCustomAction: NSObject {
  open var name: String
  open var handler: (() -> Bool)?
  public init(name: String, handler: (() -> Bool)?) { (self.name, self.handler) = (name, handler) }
}
@MainActor public protocol NSAccessibilityCustomRotorItemSearchDelegate: NSObjectProtocol {
  func rotor(
    _ rotor: NSAccessibilityCustomRotor,
    resultFor searchParameters: NSAccessibilityCustomRotor.SearchParameters
  ) -> NSAccessibilityCustomRotor.ItemResult?
}
@MainActor open class NSAccessibilityCustomRotor: NSObject {
  public enum RotorType: Int, Sendable {
    case custom
    case heading = 7
  }
  public enum SearchDirection: Int, Sendable { case previous, next }
  open class SearchParameters: NSObject {
    open var currentItem: ItemResult?
    open var searchDirection = SearchDirection.next
  }
  open class ItemResult: NSObject {
    open private(set) weak var targetElement: (any NSAccessibilityElementProtocol)?
    open var targetRange = NSRange(location: NSNotFound, length: 0)
    public init(targetElement: any NSAccessibilityElementProtocol) {
      self.targetElement = targetElement
    }
  }
  open private(set) var type: RotorType
  open weak var itemSearchDelegate: (any NSAccessibilityCustomRotorItemSearchDelegate)?
  public init(
    rotorType: RotorType, itemSearchDelegate: any NSAccessibilityCustomRotorItemSearchDelegate
  ) { (type, self.itemSearchDelegate) = (rotorType, itemSearchDelegate) }
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
  /// Converts a point to the screen, whose y grows upwards.
  open func convertPoint(toScreen point: NSPoint) -> NSPoint {
    NSPoint(x: point.x + 100, y: 1000 - point.y)
  }
  open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
    if firstResponder === responder { return true }
    if let firstResponder, !firstResponder.resignFirstResponder() { return false }
    firstResponder = responder
    (responder as? NSView)?.window = self
    return responder?.becomeFirstResponder() ?? true
  }
}

@MainActor open class NSEvent: NSObject {
  public struct ModifierFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let shift = ModifierFlags(rawValue: 1 << 17)
    public static let control = ModifierFlags(rawValue: 1 << 18)
    public static let option = ModifierFlags(rawValue: 1 << 19)
    public static let command = ModifierFlags(rawValue: 1 << 20)
  }
  open private(set) var locationInWindow = NSPoint.zero
  open private(set) var modifierFlags: ModifierFlags = []
  /// The characters of the key with nothing, Shift, Option, both, and ⌘.
  private var characters: [UInt: String] = [:]

  /// A key of a keyboard, which types other characters with Shift, Option, both, and with ⌘.
  @_spi(StandIn) public convenience init(
    key: String, shifted: String? = nil, option: String? = nil, both: String? = nil,
    command: String? = nil, _ modifiers: ModifierFlags
  ) {
    self.init()
    let shift = ModifierFlags.shift
    characters = [
      0: key, shift.rawValue: shifted ?? key.uppercased(),
      ModifierFlags.option.rawValue: option ?? "å", shift.union(.option).rawValue: both ?? "Å",
      ModifierFlags.command.rawValue: command ?? key,
    ]
    modifierFlags = modifiers
  }
  @_spi(StandIn) public convenience init(clickAt point: NSPoint, _ modifiers: ModifierFlags = []) {
    self.init()
    locationInWindow = point
    modifierFlags = modifiers
  }
  open func characters(byApplyingModifiers modifiers: ModifierFlags) -> String? {
    characters[modifiers.rawValue]
  }
}

open class NSAppearance: NSObject {
  public enum Name: Sendable {
    case aqua, darkAqua, accessibilityHighContrastAqua, accessibilityHighContrastDarkAqua
  }
  open private(set) var name: Name
  /// The appearance with which colours are resolved.
  nonisolated(unsafe) static var drawing: NSAppearance?
  public init?(named name: Name) { self.name = name }
  /// Without the names of high contrast, an appearance of high contrast counts as a usual one.
  open func bestMatch(from appearances: [Name]) -> Name? {
    if appearances.contains(name) { return name }
    let isDark = name == .accessibilityHighContrastDarkAqua
    return appearances.first { $0 == (isDark ? .darkAqua : .aqua) } ?? appearances.first
  }
  open func performAsCurrentDrawingAppearance(_ block: () -> Void) {
    let old = NSAppearance.drawing
    defer { NSAppearance.drawing = old }
    NSAppearance.drawing = self
    block()
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
  open class var placeholderTextColor: NSColor {
    NSColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)
  }
  open class var clear: NSColor { NSColor(srgbRed: 0, green: 0, blue: 0, alpha: 0) }
  @_spi(StandIn) public func resolved(in appearance: NSAppearance) -> NSColor {
    provider?(appearance) ?? self
  }
  private var current: NSColor { NSAppearance.drawing.map(resolved) ?? self }
  open var cgColor: CGColor { CGColor(current.components) }
  open func usingColorSpace(_ space: NSColorSpace) -> NSColor? { current }
  /// Raises for a dynamic colour, as AppKit does: it must be converted to a colour space first.
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) {
    precondition(provider == nil)
    for (part, value) in zip([red, green, blue, alpha], components) { part?.pointee = value }
  }
}

extension NSString {
  /// Draws a text, whose colour and place the context keeps.
  public func draw(in rect: NSRect, withAttributes attrs: [NSAttributedString.Key: Any]?) {
    let color = attrs?[.foregroundColor] as? NSColor
    NSGraphicsContext.current?.cgContext.add(String(self), rect, color?.components ?? [])
  }
}

open class NSColorSpace: NSObject {
  open class var sRGB: NSColorSpace { NSColorSpace() }
}

open class NSImage: NSObject {
  open var size: NSSize
  public init(size: NSSize) { self.size = size }
  public enum Operation: Sendable { case sourceOver }
  open func draw(
    in rect: NSRect, from: NSRect, operation: Operation, fraction: CGFloat, respectFlipped: Bool,
    hints: [String: Any]?
  ) { NSGraphicsContext.current?.cgContext.add("image", rect) }
}
open class NSGraphicsContext: NSObject {
  nonisolated(unsafe) open class var current: NSGraphicsContext? {
    get { stack.last ?? nil }
    set { stack[stack.count - 1] = newValue }
  }
  nonisolated(unsafe) private static var stack: [NSGraphicsContext?] = [nil]
  let cgContext: CGContext
  public init(cgContext: CGContext, flipped: Bool) { self.cgContext = cgContext }
  open class func saveGraphicsState() { stack.append(stack.last ?? nil) }
  open class func restoreGraphicsState() { stack.removeLast() }
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
