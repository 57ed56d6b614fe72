import Foundation

/// The animations of `UIView.animate`. Changes take effect at once. Completions and the keyboard's
/// `did` notifications follow at once, or when a test calls `finish`.
@_spi(StandIn) @MainActor public enum Animations {
  public struct Animation: Sendable {
    public var duration: TimeInterval
    public var options: UIView.AnimationOptions
  }
  /// All animations since the last `reset`.
  public fileprivate(set) static var log: [Animation] = []
  /// Whether completions wait for `finish`.
  public static var isManual = false
  private static var pending: [@MainActor () -> Void] = []
  fileprivate static var areEnabled = true

  /// Ends the running animations, and those that their completions begin.
  public static func finish() {
    while !pending.isEmpty {
      let now = pending
      pending = []
      for completion in now { completion() }
    }
  }
  public static var isUnderWay: Bool { !pending.isEmpty }
  public static func reset() {
    log = []
    pending = []
    isManual = false
    areEnabled = true
  }

  static func afterAnimation(_ completion: @escaping @MainActor () -> Void) {
    if isManual { pending.append(completion) } else { completion() }
  }
}

extension UIView {
  public class var areAnimationsEnabled: Bool { Animations.areEnabled }
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping @MainActor () -> Void,
    completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    animations()
    guard Animations.areEnabled else {
      completion?(true)
      return
    }
    Animations.log.append(.init(duration: duration, options: options))
    Animations.afterAnimation { completion?(true) }
  }
  public class func performWithoutAnimation(_ actionsWithoutAnimation: @MainActor () -> Void) {
    let before = Animations.areEnabled
    Animations.areEnabled = false
    actionsWithoutAnimation()
    Animations.areEnabled = before
  }
}
