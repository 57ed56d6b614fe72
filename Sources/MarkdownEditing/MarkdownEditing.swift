// What a program with a string, an editor, a bar or a view of its own names. MarkdownSyntax has the tree
// and the tokens, TextEditing the protocols in the shape of UIKit's.
@_exported import enum CommonMark.ParsingRefusal
@_exported import struct MarkdownSyntax.Dialect
@_exported import struct MarkdownSyntax.SyntaxExtensions
@_exported import protocol TextEditing.SimpleTextInput
@_exported import struct TextEditing.TextBuffer
@_exported import struct TextEditing.TextEdit
@_exported import enum TextEditing.TextEditError
@_exported import struct TextEditing.TextRange
