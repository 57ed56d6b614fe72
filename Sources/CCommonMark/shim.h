#include <stdlib.h>
#include <string.h>

#include <cmark.h>
