// What this module needs, said where it is missing instead of by a hundred errors.
//
// Views conform to `TextInput` on the main actor alone: an isolated conformance (SE-0470), which
// Swift 6.2 has. With an older compiler the module is empty.
//
// iOS, iPadOS and Mac Catalyst have all of it. visionOS has the conformances and the bridges: it has
// no `UIScreen`, and its keyboard covers no view. tvOS and watchOS have nothing of it: there is no
// text view to edit in, and no keyboard of one's own.
#if !compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit))
  #warning("AppleAdapters needs Swift 6.2 or later, and is empty")
#endif
