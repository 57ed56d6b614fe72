/// The behaviour of the host's versions with a height constraint. UIKit does not document it;
/// articles report it. It is data, so that a report from a device changes one line.
package struct HostQuirks: Hashable, Sendable {
  /// The time at which the root view gets a subview with constraints.
  package enum SubviewConstraints: String, Hashable, Sendable, CaseIterable {
    case none
    case beforeAppearing
    case inViewDidAppear
  }

  /// Whether a height constraint works when the keyboard first appears.
  package var honoursFirstAppearance: Bool
  /// Whether a height constraint works only once a subview is constrained as well.
  package var needsConstrainedSubview: Bool

  /// iOS 8: the height works at once.
  package static let iOS8 = HostQuirks(
    honoursFirstAppearance: true, needsConstrainedSubview: false)
  /// iOS 9: the height works after a rotation, or if subviews are constrained in `viewDidAppear`.
  package static let iOS9 = HostQuirks(
    honoursFirstAppearance: false, needsConstrainedSubview: false)
  /// Later versions: the height works at once, if a subview is constrained too.
  package static let modern = HostQuirks(
    honoursFirstAppearance: true, needsConstrainedSubview: true)

  package init(honoursFirstAppearance: Bool, needsConstrainedSubview: Bool) {
    self.honoursFirstAppearance = honoursFirstAppearance
    self.needsConstrainedSubview = needsConstrainedSubview
  }

  /// The height at which a keyboard first appears, in points.
  ///
  /// - Parameters:
  ///   - wanted: the requested height.
  ///   - system: the height that the system provides.
  ///   - subviews: the time at which a subview is constrained.
  package func firstHeight(
    wanted: Double, system: Double, subviews: SubviewConstraints
  ) -> Double {
    if needsConstrainedSubview, subviews == .none { return system }
    return honoursFirstAppearance || subviews == .inViewDidAppear ? wanted : system
  }

  /// The height after a rotation, in points; the parameters are those of `firstHeight`.
  package func heightAfterRotation(
    wanted: Double, system: Double, subviews: SubviewConstraints
  ) -> Double {
    needsConstrainedSubview && subviews == .none ? system : wanted
  }
}
