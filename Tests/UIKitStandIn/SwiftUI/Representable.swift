import Foundation

public struct TextEditor: View, Primitive {
  public typealias Body = Never
  public init(text: Binding<String>, selection: Binding<TextSelection?>) {}
  public init(text: Binding<AttributedString>, selection: Binding<AttributedTextSelection>) {}
  func render() -> [Element] { [Element("editor")] }
}

public struct TextSelection: Hashable, Sendable {
  public enum Indices: Hashable, Sendable {
    case selection(Range<String.Index>)
    case multiSelection(RangeSet<String.Index>)
  }
  public var indices: Indices
  public init(range: Range<String.Index>) { indices = .selection(range) }
  public init(ranges: RangeSet<String.Index>) { indices = .multiSelection(ranges) }
  public init(insertionPoint: String.Index) {
    indices = .selection(insertionPoint..<insertionPoint)
  }
}

/// A selection of an attributed text. Without a range, it is an insertion point at the end.
public struct AttributedTextSelection: Equatable, Sendable {
  public enum Indices: Equatable, Sendable {
    case insertionPoint(AttributedString.Index)
    case ranges(RangeSet<AttributedString.Index>)
  }
  private var stored: Indices?
  public init() {}
  public init(range: Range<AttributedString.Index>) {
    stored = range.isEmpty ? .insertionPoint(range.lowerBound) : .ranges(RangeSet(range))
  }
  public init(ranges: RangeSet<AttributedString.Index>) { stored = .ranges(ranges) }
  public init(insertionPoint: AttributedString.Index) { stored = .insertionPoint(insertionPoint) }
  public func indices(in text: AttributedString) -> Indices {
    stored ?? .insertionPoint(text.endIndex)
  }
}

public struct EnvironmentValues {
  public var isEnabled = true
}
public struct ProposedViewSize: Equatable, Sendable {
  public var width: CGFloat?
  public var height: CGFloat?
  public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
}
extension Never: Scene {}
/// A scene with items in the menu bar.
public struct SceneWithCommands: Scene {
  public var body: Never { fatalError("a scene without a body") }
}
extension Scene {
  public func commands(content: () -> some Commands) -> some Scene {
    _ = content()
    return SceneWithCommands()
  }
}
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}
extension App {
  public static func main() {}
}
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("a scene without a body") }
}

#if canImport(UIKit)
  import UIKit

  public struct UIViewControllerRepresentableContext<
    Representable: UIViewControllerRepresentable
  > {}
  @MainActor @preconcurrency public protocol UIViewControllerRepresentable: View
  where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    typealias Context = UIViewControllerRepresentableContext<Self>
    @MainActor @preconcurrency func makeUIViewController(context: Context) -> UIViewControllerType
    @MainActor @preconcurrency func updateUIViewController(
      _ uiViewController: UIViewControllerType, context: Context)
  }

  open class UIHostingController<Content: View>: UIViewController {
    open var rootView: Content
    public init(rootView: Content) {
      self.rootView = rootView
      super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { nil }
  }
#endif

#if canImport(UIKit)
  import UIKit

  public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public var environment = EnvironmentValues()
  }
  @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator
    typealias Context = UIViewRepresentableContext<Self>
    @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
    @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
    @MainActor @preconcurrency func sizeThatFits(
      _ proposal: ProposedViewSize, uiView: UIViewType, context: Context
    ) -> CGSize?
  }
  extension UIViewRepresentable {
    public func sizeThatFits(
      _ proposal: ProposedViewSize, uiView: UIViewType, context: Context
    ) -> CGSize? { nil }
  }

  /// Shows a UIKit view as SwiftUI does: made once, then updated with each new value.
  @_spi(StandIn) @MainActor public final class RepresentableHost<Content: UIViewRepresentable> {
    public let coordinator: Content.Coordinator
    public let view: Content.UIViewType
    public init(_ content: Content) {
      coordinator = content.makeCoordinator()
      let context = UIViewRepresentableContext<Content>(coordinator: coordinator)
      view = content.makeUIView(context: context)
      content.updateUIView(view, context: context)
    }
    /// Updates the view, as after each change of a state that the value depends on.
    public func update(_ content: Content, isEnabled: Bool = true) {
      var context = UIViewRepresentableContext<Content>(coordinator: coordinator)
      context.environment.isEnabled = isEnabled
      content.updateUIView(view, context: context)
    }
    public func size(_ content: Content, width: CGFloat) -> CGSize? {
      content.sizeThatFits(
        ProposedViewSize(width: width, height: nil), uiView: view,
        context: UIViewRepresentableContext(coordinator: coordinator))
    }
  }
#endif

#if canImport(AppKit)
  import AppKit

  public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public var environment = EnvironmentValues()
  }
  @MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator
    typealias Context = NSViewRepresentableContext<Self>
    @MainActor @preconcurrency func makeNSView(context: Context) -> NSViewType
    @MainActor @preconcurrency func updateNSView(_ nsView: NSViewType, context: Context)
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
    @MainActor @preconcurrency func sizeThatFits(
      _ proposal: ProposedViewSize, nsView: NSViewType, context: Context
    ) -> CGSize?
  }
  extension NSViewRepresentable {
    public func sizeThatFits(
      _ proposal: ProposedViewSize, nsView: NSViewType, context: Context
    ) -> CGSize? { nil }
  }

  /// Shows an AppKit view as SwiftUI does.
  @_spi(StandIn) @MainActor public final class RepresentableHost<Content: NSViewRepresentable> {
    public let coordinator: Content.Coordinator
    public let view: Content.NSViewType
    public init(_ content: Content) {
      coordinator = content.makeCoordinator()
      let context = NSViewRepresentableContext<Content>(coordinator: coordinator)
      view = content.makeNSView(context: context)
      content.updateNSView(view, context: context)
    }
    /// Updates the view, as after each change of a state that the value depends on.
    public func update(_ content: Content, isEnabled: Bool = true) {
      var context = NSViewRepresentableContext<Content>(coordinator: coordinator)
      context.environment.isEnabled = isEnabled
      content.updateNSView(view, context: context)
    }
    public func size(_ content: Content, width: CGFloat) -> CGSize? {
      content.sizeThatFits(
        ProposedViewSize(width: width, height: nil), nsView: view,
        context: NSViewRepresentableContext(coordinator: coordinator))
    }
  }
#endif
