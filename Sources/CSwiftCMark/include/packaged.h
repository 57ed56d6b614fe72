#ifndef C_SWIFT_CMARK_PACKAGED_H
#define C_SWIFT_CMARK_PACKAGED_H

/* The functions of CCommonMark from swiftlang/swift-cmark, which has libcmark's names. */
#define C_COMMON_MARK_IS_PACKAGED 1
#include "parsing.h"

#endif
