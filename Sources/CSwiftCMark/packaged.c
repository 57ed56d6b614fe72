/* A target has to compile something; all of it is in the header. */
#include "packaged.h"
