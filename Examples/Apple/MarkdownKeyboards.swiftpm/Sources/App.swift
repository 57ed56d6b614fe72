import SwiftUI
import UIKit

/// The app: a tab for each screen.
@main struct MarkdownKeyboardsApp: App {
  var body: some Scene {
    WindowGroup { Screens() }
  }
}

/// The screens, most of which are controllers of UIKit.
struct Screens: UIViewControllerRepresentable {
  func makeUIViewController(context: Context) -> UITabBarController {
    let tabs = UITabBarController(nibName: nil, bundle: nil)
    let screens: [(UIViewController, String, String)] = [
      (NoteViewController(), "Note", "text.quote"), (noteInSwiftUI(), "SwiftUI", "highlighter"),
      (ChatViewController(), "Row leads", "list.bullet"),
      (GuideChatViewController(), "Finger leads", "hand.draw"),
      (ScoreViewController(), "Score", "music.note"),
      (FormViewController(), "Form", "checklist"),
    ]
    for (index, (screen, title, symbol)) in screens.enumerated() {
      screen.tabBarItem = UITabBarItem(title: title, image: UIImage(systemName: symbol), tag: index)
    }
    tabs.viewControllers = screens.map(\.0)
    return tabs
  }

  func updateUIViewController(_ controller: UITabBarController, context: Context) {}

  private func noteInSwiftUI() -> UIViewController {
    if #available(iOS 18, *) { return UIHostingController(rootView: ShortNote()) }
    return UIHostingController(rootView: LongNote())
  }
}
