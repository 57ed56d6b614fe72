import Foundation

open class UILabel: UIView {
  open var text: String?
}

open class UITabBarItem: UIBarItem {
  open var tag = 0
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    self.title = title
    self.image = image
    self.tag = tag
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
