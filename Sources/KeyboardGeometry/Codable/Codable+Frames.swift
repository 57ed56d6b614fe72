// Embedded Swift has no Codable: the conformances stand here, apart from their types.
#if !hasFeature(Embedded)
  extension KeyboardAnimationCurve: Codable {}

  extension KeyboardAnimation: Codable {
    private enum Key: String, CodingKey {
      case duration, curve
    }

    /// Reads the duration, in seconds, and the number of the curve.
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
      case event, beginFrame, endFrame, animation, isLocal
    }

    /// Reads a transition; one without `isLocal` belongs to this app.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        event: try container.decode(Event.self, forKey: .event),
        beginFrame: try container.decode(LayoutRect.self, forKey: .beginFrame),
        endFrame: try container.decode(LayoutRect.self, forKey: .endFrame),
        animation: try container.decodeIfPresent(KeyboardAnimation.self, forKey: .animation)
          ?? .none,
        isLocal: try container.decodeIfPresent(Bool.self, forKey: .isLocal) ?? true)
    }

    /// Writes a transition; one without `isLocal` belongs to this app.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(event, forKey: .event)
      try container.encode(beginFrame, forKey: .beginFrame)
      try container.encode(endFrame, forKey: .endFrame)
      try container.encode(animation, forKey: .animation)
      try container.encode(isLocal, forKey: .isLocal)
    }
  }

  extension KeyboardPosture: Codable {}

  extension KeyboardTracker.Happening: Codable {}

  extension KeyboardCoverage: Codable {
    private enum Key: String, CodingKey {
      case intersection, posture, bottomObstruction
    }

    /// Reads what is covered, in points of the view.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        intersection: try container.decode(LayoutRect.self, forKey: .intersection),
        posture: try container.decode(KeyboardPosture.self, forKey: .posture),
        bottomObstruction: try container.decode(Double.self, forKey: .bottomObstruction))
    }

    /// Writes what is covered, in points of the view.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(intersection, forKey: .intersection)
      try container.encode(posture, forKey: .posture)
      try container.encode(bottomObstruction, forKey: .bottomObstruction)
    }
  }

  extension ScrollInsets: Codable {
    private enum Key: String, CodingKey {
      case content, indicator
    }

    /// Reads the margins of content and indicator, in points.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        content: try container.decodeIfPresent(KeyboardInsets.self, forKey: .content) ?? .zero,
        indicator: try container.decodeIfPresent(KeyboardInsets.self, forKey: .indicator) ?? .zero)
    }

    /// Writes the margins of content and indicator, in points.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(content, forKey: .content)
      try container.encode(indicator, forKey: .indicator)
    }
  }

  extension KeyboardInsetAdjuster.Change: Codable {
    private enum Key: String, CodingKey {
      case insets, animation
    }

    /// Reads the insets and their animation.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        insets: try container.decode(ScrollInsets.self, forKey: .insets),
        animation: try container.decode(KeyboardAnimation.self, forKey: .animation))
    }

    /// Writes the insets and their animation.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(insets, forKey: .insets)
      try container.encode(animation, forKey: .animation)
    }
  }
#endif
