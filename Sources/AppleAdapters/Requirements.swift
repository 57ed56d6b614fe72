// An app imports this module alone: the values that it sets and reads come along.
@_exported import KeyboardGeometry
@_exported import MarkdownBar
@_exported import MarkdownEditing

// This module's requirements, so that their absence gives one message instead of a hundred errors.
//
// Views conform to `TextInput` only on the main actor. Such isolated conformances (SE-0470) need
// Swift 6.2; with an older compiler the module is empty.
//
// iOS, iPadOS and Mac Catalyst support everything. visionOS has no `UIScreen`, and its keyboard
// does not cover views, so it gets only the conformances and the bridges. tvOS and watchOS have
// neither text views for editing nor custom keyboards, and get nothing.
#if !compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit))
  #warning("AppleAdapters needs Swift 6.2 or later, and is empty")
#endif
