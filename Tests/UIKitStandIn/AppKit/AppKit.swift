// A working model of the parts of AppKit that the adapters use. See ../UIKit/Geometry.swift.
@_exported import Foundation

@MainActor open class NSResponder: NSObject {
  open var undoManager: UndoManager? { nil }
  open func deleteBackward(_ sender: Any?) {}
  open func insertNewline(_ sender: Any?) {}
  open func insertTab(_ sender: Any?) {}
  open func insertBacktab(_ sender: Any?) {}
  open func mouseDown(with event: NSEvent) {}
}
public enum NSSelectionAffinity: Sendable { case downstream }
