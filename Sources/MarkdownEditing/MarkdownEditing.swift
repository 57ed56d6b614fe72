// One import: the text buffer, the tree and the dialects come with the commands.
@_exported import CommonMark
@_exported import MarkdownSyntax
@_exported import TextEditing
