// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -O2 -S -w %S/Inputs/scalable.c -o %t.s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -fuse-ld=lld -static %t.s -o %t -lm
// RUN: FileCheck %s --check-prefix=ASM < %t.s
// RUN: %qemu-aarch64 -cpu max,sve128=on %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sve256=on %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sve512=on %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sve1024=on,sve-default-vector-length=128 %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sve2048=on,sve-default-vector-length=256 %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv8-a -fuse-ld=lld -static -O2 -w %S/Inputs/scalable.c -o %t -lm
// RUN: %qemu-aarch64 %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -msve-vector-bits=512 -O2 -w -S %S/Inputs/scalable.c -o - | FileCheck %s --check-prefix=PROMISED
// RUN: not terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a+sme -O2 -c %S/Inputs/scalable-errors.c -o %t 2>&1 | FileCheck %s --check-prefix=ERRORS

// One program has the same results whatever the length of vectors is.

// CHECK-NOT: FAIL
// CHECK: PASS

// The function for a length fills registers of that length; the function itself chooses by what it finds.
// ASM-LABEL: {{^}}saxpy:
// ASM: rdvl
// ASM-NOT: fmad
// ASM: .size saxpy,
// ASM-LABEL: {{^}}saxpy.vscale.4:
// ASM: lsr {{.*}}, #4
// ASM: fmad z{{[0-9]+}}.s
// ASM: .size saxpy.vscale.4,

// A length that is promised is a constant.
// PROMISED-LABEL: {{^}}saxpy:
// PROMISED-NOT: rdvl
// PROMISED: fmad z{{[0-9]+}}.s
// PROMISED: .size saxpy,
// PROMISED-NOT: vscale

// What is wrong in a function is told once, for the smallest length.
// ERRORS: scalable-errors.c:7:6: error: a value of shape Tensor[4] is stored to an address of shape Scalar, {{.*}} [ripple-store-shape]
// ERRORS: scalable-errors.c:12:22: error: non-constant block size; {{.*}} [ripple-not-constant]
// ERRORS: scalable-errors.c:19:22: error: non-constant block size; {{.*}} [ripple-not-constant]
// ERRORS-NOT: error
