/// What happens to the view controller of a keyboard.
public enum KeyboardLifecycleEvent: Hashable, Sendable {
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
}

/// What the view controller of a keyboard shall do.
public enum KeyboardHeightEffect: Hashable, Sendable {
  /// Make and activate a height constraint: its constant in points and its priority. Comes once.
  case installHeight(Double, LayoutPriority)
  /// Set the constant of that constraint, in points.
  case updateHeight(Double)
  /// Turn the root view's autoresizing mask off and pin its left, right and lower edge to its
  /// superview. Comes once.
  case pinEdges
  /// Activate the constraints of the subviews. Comes once.
  case installSubviewConstraints
  /// Lay the keys out for this size, in points.
  case relayout(LayoutSize)
}
