import Foundation

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
}
extension Never: Scene {}
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
