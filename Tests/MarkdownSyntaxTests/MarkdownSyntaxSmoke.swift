import Testing
import MarkdownSyntax
