import Foundation

@MainActor open class UIBarItem: UISpeakable {
  open var isEnabled = true
  open var title: String?
  open var image: UIImage?
}
open class UIBarButtonItem: UIBarItem {
  open var isSelected = false
  open var menu: UIMenu?
  open var primaryAction: UIAction?
  open var customView: UIView?
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil,
    menu: UIMenu? = nil
  ) {
    self.init()
    self.title = title
    self.image = image
    self.primaryAction = primaryAction
    self.menu = menu
  }
  @_spi(StandIn) public func tap() {
    if isEnabled { primaryAction?.choose() }
  }
}
@MainActor open class UIBarButtonItemGroup: NSObject {
  open var barButtonItems: [UIBarButtonItem]
  open var representativeItem: UIBarButtonItem?
  public init(barButtonItems: [UIBarButtonItem], representativeItem: UIBarButtonItem?) {
    self.barButtonItems = barButtonItems
    self.representativeItem = representativeItem
  }
}
@MainActor open class UITextInputAssistantItem: NSObject {
  open var trailingBarButtonGroups: [UIBarButtonItemGroup] = []
}
