// Embedded Swift has no Codable: the conformances stand here, apart from their types.
#if !hasFeature(Embedded)
  extension KeyboardSizeClass: Codable {}

  extension KeyboardOrientation: Codable {}

  extension KeyboardEnvironment: Codable {
    private enum Key: String, CodingKey {
      case screenSize, horizontalSizeClass, verticalSizeClass, systemHeight
    }

    /// Reads what a height depends on, in points.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        screenSize: try container.decode(LayoutSize.self, forKey: .screenSize),
        horizontalSizeClass: try container.decodeIfPresent(
          KeyboardSizeClass.self, forKey: .horizontalSizeClass) ?? .unspecified,
        verticalSizeClass: try container.decodeIfPresent(
          KeyboardSizeClass.self, forKey: .verticalSizeClass)
          ?? .unspecified,
        systemHeight: try container.decodeIfPresent(Double.self, forKey: .systemHeight))
    }

    /// Writes what a height depends on, in points.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(screenSize, forKey: .screenSize)
      try container.encode(horizontalSizeClass, forKey: .horizontalSizeClass)
      try container.encode(verticalSizeClass, forKey: .verticalSizeClass)
      try container.encodeIfPresent(systemHeight, forKey: .systemHeight)
    }
  }

  extension KeyboardContent: Codable {
    private enum Key: String, CodingKey {
      case accessory, keys, bottomBar
    }

    /// Reads the heights of the parts, in points; one that is left out collapses.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        accessory: try container.decodeIfPresent(Double.self, forKey: .accessory),
        keys: try container.decodeIfPresent(Double.self, forKey: .keys),
        bottomBar: try container.decodeIfPresent(Double.self, forKey: .bottomBar))
    }

    /// Writes the heights of the parts, in points; one that is left out collapses.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeIfPresent(accessory, forKey: .accessory)
      try container.encodeIfPresent(keys, forKey: .keys)
      try container.encodeIfPresent(bottomBar, forKey: .bottomBar)
    }
  }

  extension LayoutPriority: Codable {}
#endif
