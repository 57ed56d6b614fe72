// Embedded Swift has no Codable: the conformances stand here, apart from their types.
#if !hasFeature(Embedded)
  extension InteractiveDismissal.StandIn: Codable {}

  extension InteractiveDismissal.Configuration: Codable {
    private enum Key: String, CodingKey {
      case velocityThreshold, progressThreshold, settle
    }

    /// Reads when a release dismisses; without a velocity, velocities do not count.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        velocityThreshold: try container.decodeIfPresent(Double.self, forKey: .velocityThreshold),
        progressThreshold: try container.decode(Double.self, forKey: .progressThreshold),
        settle: try container.decode(KeyboardAnimation.self, forKey: .settle))
    }

    /// Writes when a release dismisses; without a velocity, velocities do not count.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeIfPresent(velocityThreshold, forKey: .velocityThreshold)
      try container.encode(progressThreshold, forKey: .progressThreshold)
      try container.encode(settle, forKey: .settle)
    }
  }

  extension InteractiveDismissal.Layout: Codable {
    private enum Key: String, CodingKey {
      case restFrame, containerBottom, rowMaxYInContent, listTop, topInset
    }

    /// Reads what a drag depends on, in points.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        restFrame: try container.decode(LayoutRect.self, forKey: .restFrame),
        containerBottom: try container.decode(Double.self, forKey: .containerBottom),
        rowMaxYInContent: try container.decode(Double.self, forKey: .rowMaxYInContent),
        listTop: try container.decode(Double.self, forKey: .listTop),
        topInset: try container.decodeIfPresent(Double.self, forKey: .topInset) ?? 0)
    }

    /// Writes what a drag depends on, in points.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(restFrame, forKey: .restFrame)
      try container.encode(containerBottom, forKey: .containerBottom)
      try container.encode(rowMaxYInContent, forKey: .rowMaxYInContent)
      try container.encode(listTop, forKey: .listTop)
      try container.encode(topInset, forKey: .topInset)
    }
  }
#endif
