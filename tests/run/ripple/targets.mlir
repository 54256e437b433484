// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/targets.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/targets.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -mavx2 -w %S/Inputs/targets.c -o %t.v
// RUN: %t.v | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -mavx2 -S -emit-llvm %S/Inputs/lerp-library.c -o %t.avx.ll
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -emit-llvm %S/Inputs/lerp-library.c -o %t.sse.ll
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -fripple-lib=%t.avx.ll %S/Inputs/lerp.c -o %t.l1 2>&1 | FileCheck %s --check-prefix=FEATURES
// RUN: %t.l1 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w -fripple-lib=%t.avx.ll %S/Inputs/lerp.c -o %t.l2
// RUN: %t.l2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -mavx2 -w -fripple-lib=%t.sse.ll %S/Inputs/lerp.c -o %t.l3
// RUN: %t.l3 | FileCheck %s

// What a function is compiled for is a part of what its copies are told apart by. Where caller and callee pass vectors in different registers,
// they are passed in memory.

// CHECK: PASS
// FEATURES: lerp.c:9:{{[0-9]+}}: warning: function 'ripple_ew_pure_lerp' of a library is compiled for features that this function is not compiled for ({{.*}}avx2{{.*}}): the program needs a processor that has them [ripple-lib-name]
