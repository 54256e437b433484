#include "plain-kernel.h"
#include <stdio.h>

int main(void) {
  int x[100], wrong = 0;
  fill(x, 100);
  for (int i = 0; i < 100; ++i) wrong += x[i] != 3 * i;
  printf("%d wrong\n", wrong);
}
