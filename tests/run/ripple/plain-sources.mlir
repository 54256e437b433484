// REQUIRES: clang
// RUN: terrace ripple-cc -O2 %S/Inputs/plain-main.c -o %t
// RUN: %t | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O2 -S -emit-llvm --target=x86_64-linux-gnu %S/Inputs/plain-main.c -o - | FileCheck %s --check-prefix=BLOCKS
// RUN: terrace ripple-cc -O2 -c -MD -MF %t.d %S/Inputs/plain-main.c -o %t.o
// RUN: FileCheck %s --check-prefix=DEPENDENCIES < %t.d
// RUN: terrace ripple-cc -O2 -S -emit-llvm -MD -MF %t.twice.d %S/Inputs/plain-twice.c -o - | FileCheck %s --check-prefix=TWICE
// RUN: FileCheck %s --check-prefix=TWICE-DEPENDENCIES < %t.twice.d
// RUN: not terrace ripple-cc -c -DTWICE %S/Inputs/plain-twice.c -Werror -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR

// A source that does not name Ripple may include a header that does.

// OUTPUT: 0 wrong
// BLOCKS-NOT: llvm.ripple
// BLOCKS: <{{4|8}} x i32>
// DEPENDENCIES-NOT: ripple.h
// DEPENDENCIES: plain-main.c
// DEPENDENCIES: plain-kernel.h

// One that does not, and includes none, is compiled by clang alone; what clang says is said once.

// TWICE: define {{.*}}@twice(
// TWICE-DEPENDENCIES: plain-twice.c
// TWICE-DEPENDENCIES: plain-twice.h
// ERROR: error: 'TWICE' macro redefined
// ERROR-NOT: macro redefined
