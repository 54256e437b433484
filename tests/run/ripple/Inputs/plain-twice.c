#include "plain-twice.h"

int twice(int x) { return TWICE(x); }
