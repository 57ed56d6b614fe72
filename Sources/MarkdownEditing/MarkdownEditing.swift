// Importing MarkdownEditing also imports the text buffer, the tree and the dialects.
@_exported import CommonMark
@_exported import MarkdownSyntax
@_exported import TextEditing
