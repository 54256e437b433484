// REQUIRES: clang
// RUN: terrace ripple-cc -O0 --target=x86_64-linux-gnu -march=x86-64-v4 -mavx512vbmi -S -emit-llvm %S/Inputs/patterns.c -o - | FileCheck %s
// RUN: terrace ripple-cc -O0 --target=aarch64-linux-gnu -S -emit-llvm %S/Inputs/patterns.c -o - | FileCheck %s --check-prefix=ARM

// Bytes are computed with as few bits as the result needs.
// CHECK-LABEL: define {{.*}}@narrow(
// CHECK: mul <64 x i16>
// CHECK: ashr <64 x i16> {{.*}}, splat (i16 2)
// CHECK-NOT: i32>

// CHECK-LABEL: define {{.*}}@difference(
// CHECK: call <64 x i32> @llvm.abs.v64i32

// CHECK-LABEL: define {{.*}}@fraction(
// CHECK: call <32 x i16> @llvm.x86.avx512.pmul.hr.sw.512

// CHECK-LABEL: define {{.*}}@lookup(
// CHECK-COUNT-2: @llvm.x86.avx512.vpermi2var.qi.512
// CHECK-NOT: gather
// ARM-LABEL: define {{.*}}@lookup(
// ARM-COUNT-16: @llvm.aarch64.neon.tbl4.v16i8
// ARM-NOT: gather

// Two loads that share what they read, and two stores.
// CHECK-LABEL: define {{.*}}@swapped(
// CHECK: load <16 x float>
// CHECK: load <16 x float>
// CHECK-NOT: load
// CHECK: store <16 x float>
// CHECK: store <16 x float>
// CHECK-NOT: {{store|scatter}}
// CHECK: ret void

// Rows are stored whole unless they overlap.
// CHECK-LABEL: define {{.*}}@transposed(
// CHECK-COUNT-8: shufflevector <4 x float> {{.*}}, <4 x float>
// CHECK-COUNT-4: store <4 x float>
// CHECK-LABEL: define {{.*}}@product(
// CHECK-COUNT-4: load float,
// CHECK-NOT: gather
// CHECK: ret void
