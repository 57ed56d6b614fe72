/// What a browser says of its visual viewport (`window.visualViewport`), in CSS pixels.
public struct WebViewport: Hashable, Sendable {
  /// The size of the layout viewport: `documentElement.clientWidth` and `clientHeight`.
  public var layoutSize: LayoutSize
  /// `visualViewport.offsetLeft` and `offsetTop`.
  public var visualOffset: LayoutPoint
  /// `visualViewport.width` and `height`.
  public var visualSize: LayoutSize
  /// `visualViewport.scale`: 1, or more where the user has zoomed in.
  public var scale: Double

  /// Creates a viewport from the figures a browser gives, in CSS pixels.
  public init(
    layoutSize: LayoutSize, visualOffset: LayoutPoint = .zero, visualSize: LayoutSize,
    scale: Double = 1
  ) {
    self.layoutSize = layoutSize
    self.visualOffset = visualOffset
    self.visualSize = visualSize
    self.scale = scale
  }
}

extension KeyboardCoverage {
  /// What of the layout viewport a keyboard covers, from `VirtualKeyboard.boundingRect`.
  ///
  /// - Parameters:
  ///   - boundingRect: `navigator.virtualKeyboard.boundingRect`, in CSS pixels of the layout
  ///     viewport; the browser has intersected it already.
  ///   - layoutSize: the size of the layout viewport.
  ///   - overlaysContent: `navigator.virtualKeyboard.overlaysContent`; without it the browser makes
  ///     the viewport smaller itself, and nothing is covered.
  public static func of(
    virtualKeyboard boundingRect: LayoutRect, layoutSize: LayoutSize, overlaysContent: Bool
  ) -> KeyboardCoverage {
    let page = LayoutRect(origin: .zero, size: layoutSize)
    guard overlaysContent else { return .none(.hidden) }
    return of(
      keyboard: boundingRect, in: CoordinateSpace(frameInScreen: page), screen: page,
      followsUndocked: true)
  }

  /// What of the layout viewport a keyboard covers, from the visual viewport's figures.
  ///
  /// The keyboard's height is what the visual viewport, taken at its unzoomed size, leaves of the
  /// layout viewport; it stands right below the visual viewport. So a page that is panned or zoomed
  /// is not taken for one with a keyboard.
  ///
  /// - Parameters:
  ///   - viewport: the browser's figures.
  ///   - minimumHeight: what is lower is no keyboard, in CSS pixels: rounding, or a toolbar.
  public static func of(
    _ viewport: WebViewport, minimumHeight: Double = 1
  ) -> KeyboardCoverage {
    let scale = viewport.scale > 0 ? viewport.scale : 1
    let keyboardHeight = viewport.layoutSize.height - viewport.visualSize.height * scale
    guard keyboardHeight >= minimumHeight, keyboardHeight > 0 else { return .none(.hidden) }
    let page = LayoutRect(origin: .zero, size: viewport.layoutSize)
    let keyboard = LayoutRect(
      x: viewport.visualOffset.x, y: viewport.visualOffset.y + viewport.visualSize.height,
      width: viewport.visualSize.width, height: keyboardHeight / scale)
    let common = keyboard.intersection(page)
    guard !common.isEmpty else { return .none(.docked) }
    return KeyboardCoverage(
      intersection: common, posture: .docked, bottomObstruction: page.maxY - common.minY)
  }
}
