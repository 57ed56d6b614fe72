import Testing
import TextEditing
