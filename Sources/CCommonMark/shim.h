#ifndef C_COMMON_MARK_SHIM_H
#define C_COMMON_MARK_SHIM_H

/* This folder's module map owns the header, and so both modules include a third one. */
#include "../CSwiftCMark/include/parsing.h"

#endif
