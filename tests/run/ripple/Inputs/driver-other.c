// Does not use Ripple.
#include "driver-other.h"
float other(int x) { return (float)x; }
