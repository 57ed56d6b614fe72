import Foundation

// TextKit 2 and the part of Core Graphics that draws it, the same for UIKit and AppKit. As Apple
// documents: each paragraph is laid out by a fragment, which the layout manager's delegate may
// create, and whose drawing is clipped to its `renderingSurfaceBounds`.

open class NSTextContainer: NSObject {
  open var size: CGSize
  open var lineFragmentPadding: CGFloat = 5
  open var widthTracksTextView = false
  weak var layoutManager: NSTextLayoutManager?
  public init(size: CGSize) { self.size = size }
}

public protocol NSTextLocation: NSObjectProtocol {}
final class TextLocation: NSObject, NSTextLocation {}
open class NSTextRange: NSObject {}
open class NSTextElement: NSObject {
  open var elementRange: NSTextRange? { NSTextRange() }
}
open class NSTextParagraph: NSTextElement {
  open private(set) var attributedString: NSAttributedString
  public init(attributedString: NSAttributedString?) {
    self.attributedString = attributedString ?? NSTextStorage(string: "")
  }
}

/// A line of a fragment. The test says where its characters are.
open class NSTextLineFragment: NSObject {
  open private(set) var typographicBounds: CGRect
  open private(set) var characterRange: NSRange
  private let place: (Int) -> CGFloat

  @_spi(StandIn) public init(
    _ bounds: CGRect, _ range: NSRange, place: @escaping (Int) -> CGFloat
  ) {
    (typographicBounds, characterRange, self.place) = (bounds, range, place)
  }
  open func locationForCharacter(at index: Int) -> CGPoint {
    CGPoint(x: place(index), y: typographicBounds.height * 0.8)
  }
}

open class NSTextLayoutFragment: NSObject {
  open private(set) weak var textElement: NSTextElement?
  open fileprivate(set) weak var textLayoutManager: NSTextLayoutManager?
  open fileprivate(set) var layoutFragmentFrame = CGRect.zero
  open fileprivate(set) var textLineFragments: [NSTextLineFragment] = []
  private let element: NSTextElement

  public required init(textElement: NSTextElement, range rangeInElement: NSTextRange?) {
    element = textElement
    self.textElement = textElement
  }
  public required init?(coder: NSCoder) { nil }
  open var renderingSurfaceBounds: CGRect {
    let width = textLineFragments.map { $0.locationForCharacter(at: $0.characterRange.length).x }
    return CGRect(
      x: 0, y: 0, width: width.max() ?? 0,
      height: textLineFragments.last?.typographicBounds.maxY ?? 0)
  }
  open func draw(at point: CGPoint, in context: CGContext) { context.add("text", .zero) }
}

public protocol NSTextLayoutManagerDelegate: NSObjectProtocol {
  func textLayoutManager(
    _ textLayoutManager: NSTextLayoutManager, textLayoutFragmentFor location: any NSTextLocation,
    in textElement: NSTextElement
  ) -> NSTextLayoutFragment
}

open class NSTextLayoutManager: NSObject {
  open weak var delegate: (any NSTextLayoutManagerDelegate)?
  weak var content: NSTextContentStorage?
  open var textContainer: NSTextContainer? {
    didSet { textContainer?.layoutManager = self }
  }
  open var documentRange: NSTextRange { NSTextRange() }
  open func ensureLayout(for range: NSTextRange) {}
  open var usageBoundsForTextContainer: CGRect {
    CGRect(x: 0, y: 0, width: textContainer?.size.width ?? 0, height: usedHeight())
  }
  var usedHeight: () -> CGFloat = { 0 }
  /// Draws a paragraph, with its upper left corner at the frame's. Returns the shapes.
  @_spi(StandIn) public func draw(
    _ paragraph: NSAttributedString, in frame: CGRect, lines: [NSTextLineFragment]
  ) -> [CGContext.Shape] {
    let element = NSTextParagraph(attributedString: paragraph)
    let fragment =
      delegate?.textLayoutManager(self, textLayoutFragmentFor: TextLocation(), in: element)
      ?? NSTextLayoutFragment(textElement: element, range: nil)
    fragment.textLayoutManager = self
    (fragment.layoutFragmentFrame, fragment.textLineFragments) = (frame, lines)
    let context = CGContext()
    context.surface = fragment.renderingSurfaceBounds.offsetBy(dx: frame.minX, dy: frame.minY)
    fragment.draw(at: frame.origin, in: context)
    return context.shapes
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

public final class CGColor {
  @_spi(StandIn) public let components: [CGFloat]
  init(_ components: [CGFloat]) { self.components = components }
}

public class CGPath {
  let (bounds, isOval): (CGRect, Bool)
  public init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    // As in Core Graphics, where it is a precondition.
    precondition(cornerWidth * 2 <= rect.width && cornerHeight * 2 <= rect.height)
    (bounds, isOval) = (rect, false)
  }
  public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    (bounds, isOval) = (rect, true)
  }
}
public struct CGAffineTransform {}

/// A drawing context that keeps the shapes instead of drawing them.
public final class CGContext {
  @_spi(StandIn) public struct Shape {
    /// What it is: "text", "image", or "fill" or "stroke" of a "rect", an "oval" or a "line".
    public var name: String
    /// The part of it that can be seen.
    public var frame: CGRect
    public var color: [CGFloat]
    /// All of it, also what is clipped.
    public var whole: CGRect
  }
  @_spi(StandIn) public private(set) var shapes: [Shape] = []
  fileprivate(set) var surface: CGRect?
  @_spi(StandIn) public init() {}
  private struct State {
    var fill = CGColor([0, 0, 0, 1])
    var stroke = CGColor([0, 0, 0, 1])
    var clip: CGRect?
  }
  private var state = State()
  private var saved: [State] = []
  private var path: (name: String, frame: CGRect)?

  public func saveGState() { saved.append(state) }
  public func restoreGState() { state = saved.removeLast() }
  public func setFillColor(_ color: CGColor) { state.fill = color }
  public func setStrokeColor(_ color: CGColor) { state.stroke = color }
  public func setLineWidth(_ width: CGFloat) {}
  public func clip(to rect: CGRect) { state.clip = state.clip?.intersection(rect) ?? rect }
  public func addPath(_ path: CGPath) {
    self.path = (path.isOval ? "oval" : "rect", path.bounds)
  }
  public func move(to point: CGPoint) { path = ("line", CGRect(origin: point, size: .zero)) }
  public func addLine(to point: CGPoint) {
    let frame = path?.frame ?? .zero
    let (left, top) = (min(frame.minX, point.x), min(frame.minY, point.y))
    path?.frame = CGRect(
      x: left, y: top, width: max(frame.maxX, point.x) - left,
      height: max(frame.maxY, point.y) - top)
  }
  public func fillPath() { finish("fill", state.fill) }
  public func strokePath() { finish("stroke", state.stroke) }

  private func finish(_ verb: String, _ color: CGColor) {
    guard let path else { return }
    add("\(verb) \(path.name)", path.frame, color.components)
    self.path = nil
  }
  func add(_ name: String, _ frame: CGRect, _ color: [CGFloat] = []) {
    var seen = frame
    for clip in [state.clip, surface].compactMap({ $0 }) where name != "text" {
      seen = seen.intersection(clip)
    }
    shapes.append(Shape(name: name, frame: seen, color: color, whole: frame))
  }
}
