/// What happens to the view controller of a keyboard.
package enum KeyboardLifecycleEvent: Hashable, Sendable {
  /// `viewWillAppear`: whether the view has a superview.
  case viewWillAppear(hasSuperview: Bool)
  /// `viewDidAppear`.
  case viewDidAppear
  /// `updateViewConstraints`: the view's size, in points.
  case updateViewConstraints(LayoutSize)
  /// `viewDidLayoutSubviews`: the view's size, in points.
  case viewDidLayoutSubviews(LayoutSize)
  /// The traits or the screen changed: a rotation, Split View, another prediction row.
  case environmentChanged(KeyboardEnvironment)
  /// The bar on top of the keys, inside the root view, has another height, in points; 0 without one.
  /// The root view's own size need not change for that.
  case barChanged(height: Double)
}

/// What the view controller of a keyboard shall do.
package enum KeyboardHeightEffect: Hashable, Sendable {
  /// Make and activate a height constraint: its constant in points and its priority. Comes once,
  /// and again only after `removeHeight`.
  case installHeight(Double, LayoutPriority)
  /// Set the constant of that constraint, in points.
  case updateHeight(Double)
  /// Deactivate that constraint and forget it: the system's height is wanted, or has to be measured
  /// anew.
  case removeHeight
  /// Turn the root view's autoresizing mask off and pin its left, right and lower edge to its
  /// superview. Comes once, and again only after `unpinEdges`.
  case pinEdges
  /// Deactivate the constraints of those edges and turn the mask on again.
  case unpinEdges
  /// Activate the constraints of the subviews. Comes once, before the keyboard first appears.
  case installSubviewConstraints
  /// Have the view laid out once more, after the current layout: its height is being measured.
  case layOutAgain
  /// Lay the keys out for this size, in points: that of the root view without the bar.
  case relayout(LayoutSize)
}
