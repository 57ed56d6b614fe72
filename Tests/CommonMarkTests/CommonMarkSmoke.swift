import Testing
import CommonMark
