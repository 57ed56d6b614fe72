// Embedded Swift has no Codable: the conformances stand here, apart from their types.
#if !hasFeature(Embedded)
  extension LayoutPoint: Codable {
    private enum Key: String, CodingKey {
      case x, y
    }

    /// Reads `x` and `y`, in points.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        x: try container.decode(Double.self, forKey: .x),
        y: try container.decode(Double.self, forKey: .y))
    }

    /// Writes `x` and `y`, in points.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(x, forKey: .x)
      try container.encode(y, forKey: .y)
    }
  }

  extension LayoutSize: Codable {
    private enum Key: String, CodingKey {
      case width, height
    }

    /// Reads `width` and `height`, in points.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        width: try container.decode(Double.self, forKey: .width),
        height: try container.decode(Double.self, forKey: .height))
    }

    /// Writes `width` and `height`, in points.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(width, forKey: .width)
      try container.encode(height, forKey: .height)
    }
  }

  extension LayoutRect: Codable {
    private enum Key: String, CodingKey {
      case x, y, width, height
    }

    /// Reads `x`, `y`, `width` and `height`, in points: flat, as a person writes them.
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

  extension KeyboardInsets: Codable {
    private enum Key: String, CodingKey {
      case top, left, bottom, right
    }

    /// Reads the four margins, in points; one that is left out is 0.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        top: try container.decodeIfPresent(Double.self, forKey: .top) ?? 0,
        left: try container.decodeIfPresent(Double.self, forKey: .left) ?? 0,
        bottom: try container.decodeIfPresent(Double.self, forKey: .bottom) ?? 0,
        right: try container.decodeIfPresent(Double.self, forKey: .right) ?? 0)
    }

    /// Writes the four margins, in points; one that is left out is 0.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(top, forKey: .top)
      try container.encode(left, forKey: .left)
      try container.encode(bottom, forKey: .bottom)
      try container.encode(right, forKey: .right)
    }
  }

  extension CoordinateSpace: Codable {
    private enum Key: String, CodingKey {
      case frameInScreen, boundsOrigin
    }

    /// Reads the outline and the corner, which is zero if it is left out.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        frameInScreen: try container.decode(LayoutRect.self, forKey: .frameInScreen),
        boundsOrigin: try container.decodeIfPresent(LayoutPoint.self, forKey: .boundsOrigin)
          ?? .zero)
    }

    /// Writes the outline and the corner, which is zero if it is left out.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(frameInScreen, forKey: .frameInScreen)
      try container.encode(boundsOrigin, forKey: .boundsOrigin)
    }
  }

  extension QuarterTurn: Codable {}
#endif
