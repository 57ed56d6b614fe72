#if canImport(UIKit)
  import UIKit

  public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
  }
  @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator
    typealias Context = UIViewRepresentableContext<Self>
    @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
    @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
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
    public func update(_ content: Content) {
      content.updateUIView(view, context: UIViewRepresentableContext(coordinator: coordinator))
    }
  }
#endif

#if canImport(AppKit)
  import AppKit

  public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    public let coordinator: Representable.Coordinator
  }
  @MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator
    typealias Context = NSViewRepresentableContext<Self>
    @MainActor @preconcurrency func makeNSView(context: Context) -> NSViewType
    @MainActor @preconcurrency func updateNSView(_ nsView: NSViewType, context: Context)
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
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
    public func update(_ content: Content) {
      content.updateNSView(view, context: NSViewRepresentableContext(coordinator: coordinator))
    }
  }
#endif
