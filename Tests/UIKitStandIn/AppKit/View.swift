import Foundation

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
    public static let command = ModifierFlags(rawValue: 1 << 20)
  }
  open private(set) var locationInWindow = NSPoint.zero
  open private(set) var modifierFlags: ModifierFlags = []
  private var key: String?

  @_spi(StandIn) public convenience init(key: String, _ modifiers: ModifierFlags) {
    self.init()
    self.key = key
    modifierFlags = modifiers
  }
  @_spi(StandIn) public convenience init(clickAt point: NSPoint) {
    self.init()
    locationInWindow = point
  }
  open func characters(byApplyingModifiers modifiers: ModifierFlags) -> String? { key }
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
