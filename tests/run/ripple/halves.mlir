// REQUIRES: clang
// RUN: terrace ripple-cc -O0 %S/Inputs/halves.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 %S/Inputs/halves.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=cooperlake -ffreestanding -O2 -c %S/Inputs/odd-bfloat.c -o %t.o
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=sapphirerapids -ffreestanding -O0 -c %S/Inputs/odd-bfloat.c -o %t.o
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=sapphirerapids -ffreestanding -O0 -S -emit-llvm %S/Inputs/odd-bfloat.c -o %t.ll
// RUN: FileCheck %s --check-prefix=BITS --input-file=%t.ll --implicit-check-not="<33 x bfloat>" --implicit-check-not="<27 x bfloat>"

// Neither the target's back end nor its library need to convert to bfloat.

// CHECK: failures: 0

// Vectors of bfloat are vectors of their bits, but where they are converted, in whole registers.

// BITS-LABEL: define {{.*}}@choose
// BITS: fptrunc <64 x float> {{.*}} to <64 x bfloat>
// BITS-NEXT: bitcast <64 x bfloat> {{.*}} to <64 x i16>
