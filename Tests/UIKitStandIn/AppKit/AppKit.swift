// A working model of the parts of AppKit that the adapters use. See ../UIKit/Geometry.swift.
@_exported import Foundation

@MainActor open class NSResponder: NSObject {
  open var undoManager: UndoManager? { nil }
  open func deleteBackward(_ sender: Any?) {}
  open func insertNewline(_ sender: Any?) {}
  open func insertTab(_ sender: Any?) {}
  open func insertBacktab(_ sender: Any?) {}
  open func doCommand(by selector: Selector) {}
  open func mouseDown(with event: NSEvent) {}
}
open class NSText: NSView {
  open var string: String {
    get { "" }
    set {}
  }
}

// Part of Foundation on Apple platforms: the name of an Objective-C method.
public struct Selector: Hashable, Sendable {
  @_spi(StandIn) public let name: String
  public init(_ string: String) { name = string }
}
public enum NSSelectionAffinity: UInt, Sendable {
  case upstream = 0
  case downstream = 1
}
public typealias NSRangePointer = UnsafeMutablePointer<NSRange>
