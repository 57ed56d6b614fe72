#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  extension NSAttributedString.Key {
    static let ornament = NSAttributedString.Key("MarkdownOrnament")
  }

  /// The drawing that belongs to characters, as an attribute of them: a bullet or a box in their place,
  /// and the code background and the image of their line.
  final class Ornament: NSObject {
    static let imageMargin: CGFloat = 6

    var sign: TextLook.Sign?
    var color = PlatformColor.clear
    var code: LineLook.Code?
    var background = PlatformColor.clear
    var image: PlatformImage?
    var imageSize = CGSize.zero
  }

  /// Creates the fragments of a text with ornaments. The layout manager does not retain it.
  final class OrnamentLayout: NSObject, NSTextLayoutManagerDelegate {
    func textLayoutManager(
      _ textLayoutManager: NSTextLayoutManager, textLayoutFragmentFor location: any NSTextLocation,
      in textElement: NSTextElement
    ) -> NSTextLayoutFragment {
      OrnamentFragment(textElement: textElement, range: textElement.elementRange)
    }
  }

  /// A paragraph with its ornaments. It reads them whenever it is drawn, because a layout manager keeps
  /// its fragments when attributes change.
  final class OrnamentFragment: NSTextLayoutFragment {
    private var text: NSAttributedString? {
      guard let text = (textElement as? NSTextParagraph)?.attributedString, text.length > 0 else {
        return nil
      }
      return text
    }

    /// The ornament of the whole line, which all its characters have.
    private var line: Ornament? {
      text?.attribute(.ornament, at: 0, effectiveRange: nil) as? Ornament
    }

    /// The background of a line of code, from one edge of the text to the other. It overlaps the next
    /// line's, so that no gap is seen where lines meet between two pixels.
    private func frame(of code: LineLook.Code) -> CGRect {
      let width = textLayoutManager?.textContainer?.size.width ?? layoutFragmentFrame.maxX
      return CGRect(
        x: -layoutFragmentFrame.minX, y: 0, width: width,
        height: layoutFragmentFrame.height + (code.isLast ? 0 : 1))
    }

    private func imageFrame(of size: CGSize) -> CGRect {
      let lines = textLineFragments.last?.typographicBounds ?? .zero
      let padding = textLayoutManager?.textContainer?.lineFragmentPadding ?? 0
      return CGRect(
        origin: CGPoint(
          x: padding - layoutFragmentFrame.minX, y: lines.maxY + Ornament.imageMargin),
        size: size)
    }

    /// The text alone is smaller than its ornaments, which would be clipped.
    override var renderingSurfaceBounds: CGRect {
      var bounds = super.renderingSurfaceBounds
      guard let line else { return bounds }
      if let code = line.code { bounds = bounds.union(frame(of: code)) }
      if line.image != nil { bounds = bounds.union(imageFrame(of: line.imageSize)) }
      return bounds
    }

    /// Draws the background of code, the text, and then signs and the image.
    override func draw(at point: CGPoint, in context: CGContext) {
      let line = line
      if let line, let code = line.code {
        fill(frame(of: code).offsetBy(dx: point.x, dy: point.y), code, line.background, in: context)
      }
      super.draw(at: point, in: context)
      if let line, let image = line.image {
        image.draw(
          imageFrame(of: line.imageSize).offsetBy(dx: point.x, dy: point.y), in: context)
      }
      guard let text, let first = textLineFragments.first else { return }
      var location = first.characterRange.location
      let end = min(location + first.characterRange.length, text.length)
      while location < end {
        var run = NSRange()
        let found = text.attribute(
          .ornament, at: location, longestEffectiveRange: &run,
          in: NSRange(location: location, length: end - location))
        if let ornament = found as? Ornament, let sign = ornament.sign {
          let bounds = first.typographicBounds
          let left = first.locationForCharacter(at: run.location).x
          let right = first.locationForCharacter(at: run.location + run.length).x
          let center = CGPoint(
            x: point.x + bounds.minX + (left + right) / 2, y: point.y + bounds.midY)
          draw(sign, ornament.color, at: center, height: bounds.height, in: context)
        }
        location = run.location + run.length
      }
    }

    /// Fills the part of a code block that is behind one line. The corners of the block are round.
    private func fill(
      _ frame: CGRect, _ code: LineLook.Code, _ color: PlatformColor, in context: CGContext
    ) {
      let radius = min(6, frame.width / 2, frame.height / 2)
      var block = frame
      if !code.isFirst {
        block.origin.y -= radius
        block.size.height += radius
      }
      if !code.isLast { block.size.height += radius }
      context.saveGState()
      context.clip(to: frame)
      context.setFillColor(color.cgColor)
      context.addPath(
        CGPath(roundedRect: block, cornerWidth: radius, cornerHeight: radius, transform: nil))
      context.fillPath()
      context.restoreGState()
    }

    private func draw(
      _ sign: TextLook.Sign, _ color: PlatformColor, at center: CGPoint, height: CGFloat,
      in context: CGContext
    ) {
      context.saveGState()
      defer { context.restoreGState() }
      context.setFillColor(color.cgColor)
      context.setStrokeColor(color.cgColor)
      context.setLineWidth(height / 15)
      func square(_ side: CGFloat) -> CGRect {
        CGRect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
      }
      switch sign {
      case .blank: return
      case .bullet:
        context.addPath(CGPath(ellipseIn: square(height * 0.3), transform: nil))
        context.fillPath()
      case .box, .checkedBox:
        let box = square(height * 0.65)
        let corner = height * 0.12
        context.addPath(
          CGPath(roundedRect: box, cornerWidth: corner, cornerHeight: corner, transform: nil))
        context.strokePath()
        guard sign == .checkedBox else { return }
        context.move(to: CGPoint(x: box.minX + box.width * 0.22, y: center.y))
        context.addLine(
          to: CGPoint(x: box.minX + box.width * 0.42, y: box.minY + box.height * 0.7))
        context.addLine(
          to: CGPoint(x: box.minX + box.width * 0.78, y: box.minY + box.height * 0.28))
        context.strokePath()
      }
    }
  }

  extension PlatformImage {
    fileprivate func draw(_ frame: CGRect, in context: CGContext) {
      #if canImport(UIKit)
        UIGraphicsPushContext(context)
        draw(in: frame)
        UIGraphicsPopContext()
      #else
        NSGraphicsContext.saveGraphicsState()
        NSGraphicsContext.current = NSGraphicsContext(cgContext: context, flipped: true)
        draw(
          in: frame, from: .zero, operation: .sourceOver, fraction: 1, respectFlipped: true,
          hints: nil)
        NSGraphicsContext.restoreGraphicsState()
      #endif
    }
  }
#endif
