// The limits and the error of reading a text, which a program with this import names.
@_exported import struct CommonMark.ParsingLimits
@_exported import enum CommonMark.ParsingRefusal
