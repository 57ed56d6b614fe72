import EditorTestSupport
import Foundation
import KeyboardGeometry
import Testing

func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> LayoutRect {
  LayoutRect(x: x, y: y, width: width, height: height)
}

func size(_ width: Double, _ height: Double) -> LayoutSize {
  LayoutSize(width: width, height: height)
}

extension CoordinateSpace {
  static func screen(_ size: LayoutSize) -> CoordinateSpace {
    CoordinateSpace(frameInScreen: LayoutRect(size: size))
  }

  func convertToScreen(_ rect: LayoutRect) -> LayoutRect {
    rect.offset(x: frameInScreen.x - boundsOrigin.x, y: frameInScreen.y - boundsOrigin.y)
  }

  /// The coordinates of a window or view at `frame`, which is in these coordinates.
  func child(frame: LayoutRect, boundsOrigin: LayoutPoint = .zero) -> CoordinateSpace {
    CoordinateSpace(frameInScreen: convertToScreen(frame), boundsOrigin: boundsOrigin)
  }
}

/// Returns a transition that matters only for its end.
func transition(
  _ event: KeyboardFrameTransition.Event, to end: LayoutRect, isLocal: Bool = true,
  isOnOtherScreen: Bool = false
) -> KeyboardFrameTransition {
  KeyboardFrameTransition(
    event: event, beginFrame: .zero, endFrame: end, isLocal: isLocal,
    isOnOtherScreen: isOnOtherScreen)
}

/// A row of the table of devices: a device in one orientation.
struct DeviceRow: Codable, CustomTestStringConvertible {
  var device: String
  var orientation: String
  var width: Double
  var height: Double
  var keys: Double
  var prediction: Double
  var safe: Double

  var testDescription: String { "\(device), \(orientation)" }
  var screen: LayoutRect { rect(0, 0, width, height) }
  func docked(_ keyboardHeight: Double) -> LayoutRect {
    rect(0, height - keyboardHeight, width, keyboardHeight)
  }
  /// The tested heights: the keys alone, with the prediction row, and with a bar of 44 as well.
  var heights: [Double] { [keys, keys + prediction, keys + prediction + 44] }
}

/// The folder with the table of devices and the recordings.
let keyboardFixtures = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../Fixtures/Keyboard").standardized

/// The table of devices, from `Fixtures/Keyboard/devices.json`.
enum Devices {
  private struct Table: Codable {
    var rows: [DeviceRow]
    var more: [DeviceRow]
  }

  static let rows = table?.rows ?? []
  /// The rows of the table and some that only one source reports.
  static let all = rows + (table?.more ?? [])

  private static let table: Table? = {
    let file = keyboardFixtures.appending(path: "devices.json")
    return (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Table.self, from: $0) }
  }()
}

/// The number of random drags, from `MARKDOWN_EDITING_DRAGS` if set.
let dragCount =
  ProcessInfo.processInfo.environment["MARKDOWN_EDITING_DRAGS"].flatMap { Int($0) } ?? 100_000
