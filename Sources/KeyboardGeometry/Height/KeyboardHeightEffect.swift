/// An event of a keyboard's view controller.
package enum KeyboardLifecycleEvent: Hashable, Sendable {
  /// `viewWillAppear`: whether the view has a superview.
  case viewWillAppear(hasSuperview: Bool)
  case viewDidAppear
  /// `updateViewConstraints`: the view's size, in points.
  case updateViewConstraints(LayoutSize)
  /// `viewDidLayoutSubviews`: the view's size, in points.
  case viewDidLayoutSubviews(LayoutSize)
  /// The traits or the screen changed: a rotation, Split View, another prediction row.
  case environmentChanged(KeyboardEnvironment)
  /// The bar above the keys, inside the root view, has a new height, in points; 0 without a bar.
  /// The root view's size need not change.
  case barChanged(height: Double)
}

/// A task for a keyboard's view controller.
package enum KeyboardHeightEffect: Hashable, Sendable {
  /// Create and activate a height constraint with this constant, in points, and priority. Occurs
  /// once, and again only after `removeHeight`.
  case installHeight(Double, LayoutPriority)
  /// Set the constant of that constraint, in points.
  case updateHeight(Double)
  /// Deactivate and discard that constraint: the system's height is wanted or must be measured.
  case removeHeight
  /// Turn the root view's autoresizing mask off and pin its left, right and lower edges to its
  /// superview. Occurs once, and again only after `unpinEdges`.
  case pinEdges
  /// Deactivate the constraints of those edges and turn the mask on again.
  case unpinEdges
  /// Activate the constraints of the subviews. Occurs once, before the keyboard first appears.
  case installSubviewConstraints
  /// Lay out the view once more, after the current layout, because its height is being measured.
  case layOutAgain
  /// Lay out the keys for this size, in points: that of the root view without the bar.
  case relayout(LayoutSize)
}
