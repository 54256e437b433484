// REQUIRES: clang
// RUN: terrace ripple-cc -O2 --target=x86_64-linux-gnu -march=x86-64-v4 -w -S %S/Inputs/registers.c -o - | FileCheck %s --check-prefix=WIDE
// RUN: terrace ripple-cc -O2 --target=x86_64-linux-gnu -march=x86-64-v4 -mprefer-vector-width=256 -w -S %S/Inputs/registers.c -o - | FileCheck %s --check-prefix=NARROW
// RUN: terrace ripple-cc -O2 --target=x86_64-linux-gnu -w -S %S/Inputs/registers.c -o - | FileCheck %s --check-prefix=BASE

// Registers of 512 bits are used where they exist, also for processors for which LLVM prefers those of 256 bits, unless the
// program prefers them.

// WIDE-LABEL: add:
// WIDE: vaddps {{.*}}%zmm
// WIDE-LABEL: bytes:
// WIDE: vpsadbw {{.*}}%zmm
// WIDE-LABEL: exponential:
// WIDE-NOT: call
// WIDE: zmm
// WIDE: ret

// NARROW-NOT: zmm
// NARROW-LABEL: bytes:
// NARROW: vpsadbw {{.*}}%ymm
// NARROW-NOT: zmm

// BASE-LABEL: bytes:
// BASE: psadbw {{.*}}%xmm
