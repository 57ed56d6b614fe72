#ifndef C_COMMON_MARK_PACKAGED_H
#define C_COMMON_MARK_PACKAGED_H

/* The same module over swiftlang/swift-cmark, where there is no libcmark to link: on Apple's
   platforms. Its functions have libcmark's names. */
#define C_COMMON_MARK_IS_PACKAGED 1
#include "../../CCommonMark/shim.h"

#endif
