import Foundation

open class UILabel: UIView {
  open var text: String?
}

open class UITabBarItem: UIBarItem {
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
  }
}
open class UITabBarController: UIViewController {
  open var viewControllers: [UIViewController]?
}
extension UIViewController {
  public var tabBarItem: UITabBarItem! {
    get { nil }
    set {}
  }
}
