import TextEditing

/// The unit of a request's offsets; an alias, so that the tool need not import `TextEditing`.
package typealias OffsetUnit = TextEditing.OffsetUnit
/// The reason why an offset is not a position in a text.
package typealias Misplaced = TextEditing.Misplaced
