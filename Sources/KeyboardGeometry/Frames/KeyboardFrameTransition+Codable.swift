// The format is that of events in the recordings that tests play. So an app can record the transitions
// on a device with `JSONEncoder`. Embedded Swift has no Codable.
#if !hasFeature(Embedded)
  extension LayoutRect: Codable {
    private enum Key: String, CodingKey {
      case x, y, width, height
    }

    /// Reads `x`, `y`, `width` and `height`, in points.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        x: try container.decode(Double.self, forKey: .x),
        y: try container.decode(Double.self, forKey: .y),
        width: try container.decode(Double.self, forKey: .width),
        height: try container.decode(Double.self, forKey: .height))
    }

    /// Writes `x`, `y`, `width` and `height`, in points.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(minX, forKey: .x)
      try container.encode(minY, forKey: .y)
      try container.encode(width, forKey: .width)
      try container.encode(height, forKey: .height)
    }
  }

  extension KeyboardAnimationCurve: Codable {}

  extension KeyboardAnimation: Codable {
    private enum Key: String, CodingKey {
      case duration, curve
    }

    /// Reads the duration, in seconds, and the number of the curve, by default 7.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        duration: try container.decode(Double.self, forKey: .duration),
        curve: try container.decodeIfPresent(KeyboardAnimationCurve.self, forKey: .curve)
          ?? .keyboard)
    }

    /// Writes the duration, in seconds, and the number of the curve.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(duration, forKey: .duration)
      try container.encode(curve, forKey: .curve)
    }
  }

  extension KeyboardFrameTransition.Event: Codable {}

  extension KeyboardFrameTransition: Codable {
    private enum Key: String, CodingKey {
      case event, beginFrame, endFrame, animation, isLocal, isOnOtherScreen
    }

    /// Reads a transition; by default, of this app's keyboard on the view's screen.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        event: try container.decode(Event.self, forKey: .event),
        beginFrame: try container.decode(LayoutRect.self, forKey: .beginFrame),
        endFrame: try container.decode(LayoutRect.self, forKey: .endFrame),
        animation: try container.decodeIfPresent(KeyboardAnimation.self, forKey: .animation)
          ?? .none,
        isLocal: try container.decodeIfPresent(Bool.self, forKey: .isLocal) ?? true,
        isOnOtherScreen: try container.decodeIfPresent(Bool.self, forKey: .isOnOtherScreen)
          ?? false)
    }

    /// Writes all parts of a transition.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(event, forKey: .event)
      try container.encode(beginFrame, forKey: .beginFrame)
      try container.encode(endFrame, forKey: .endFrame)
      try container.encode(animation, forKey: .animation)
      try container.encode(isLocal, forKey: .isLocal)
      try container.encode(isOnOtherScreen, forKey: .isOnOtherScreen)
    }
  }
#endif
