// RUN: terrace-opt %s --split-input-file --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s
// RUN: terrace-opt %s --split-input-file --convert-llvm-to-ripple --ripple-vectorize=math=false | FileCheck %s --check-prefix=OFF

// Calls of libm and intrinsics become calls of one function for each type of vectors, in pieces that fit a register.
// Numbers of 16 bits are extended.

llvm.func @expf(f32) -> f32
llvm.func @powf(f32, f32) -> f32
llvm.func @exp(f64) -> f64

// CHECK-LABEL: llvm.func @pieces
// CHECK-COUNT-3: llvm.call @__ripple_expf_v4f32(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
// CHECK: llvm.call @__ripple_exp_v2f64(
// CHECK: llvm.fpext %{{.*}} : vector<11xf16> to vector<11xf32>
// CHECK-COUNT-3: llvm.call @__ripple_sinf_v4f32(
// CHECK: llvm.fptrunc %{{.*}} : vector<11xf32> to vector<11xf16>
// CHECK-COUNT-3: llvm.call @__ripple_powf_v4f32(%{{.*}}, %{{.*}}) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// A scalar stays the call that it is.
// CHECK: llvm.call @expf(%{{.*}}) : (f32) -> f32

// OFF-LABEL: llvm.func @pieces
// OFF: llvm.call @expf(%{{.*}}) : (f32) -> f32
// Eleven numbers are held in parts that are powers of two.
// OFF: llvm.intr.sin(%{{.*}}) : (vector<8xf16>) -> vector<8xf16>
// OFF: llvm.intr.sin(%{{.*}}) : (vector<2xf16>) -> vector<2xf16>
// OFF: llvm.intr.sin(%{{.*}}) : (vector<1xf16>) -> vector<1xf16>
// OFF-NOT: call @__ripple
llvm.func @pieces(%p: !llvm.ptr, %q: !llvm.ptr, %h: !llvm.ptr, %s: f32) -> f32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eleven = llvm.mlir.constant(11 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eleven) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %e = llvm.call @expf(%x) : (f32) -> f32
  %qa = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %d = llvm.load %qa : !llvm.ptr -> f64
  %de = llvm.call @exp(%d) : (f64) -> f64
  llvm.store %de, %qa : f64, !llvm.ptr
  %ha = llvm.getelementptr %h[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %half = llvm.load %ha : !llvm.ptr -> f16
  %sine = llvm.intr.sin(%half) : (f16) -> f16
  llvm.store %sine, %ha : f16, !llvm.ptr
  %pow = llvm.call @powf(%e, %s) : (f32, f32) -> f32
  llvm.store %pow, %a : f32, !llvm.ptr
  %scalar = llvm.call @expf(%s) : (f32) -> f32
  llvm.return %scalar : f32
}
// CHECK: llvm.func internal @__ripple_expf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32> attributes {{.*}}no_unwind
// CHECK-NOT: llvm.call
// CHECK: llvm.func internal @__ripple_exp_v2f64(
// Large arguments are reduced in a branch, on which nothing undefined may decide.
// CHECK: llvm.func internal @__ripple_sinf_v4f32(
// CHECK: llvm.freeze
// CHECK: llvm.intr.vector.reduce.or
// CHECK: llvm.cond_br
// CHECK: llvm.func internal @__ripple_powf_v4f32(
// CHECK-NOT: llvm.func internal @__ripple

// -----

// A function that the program defines is the program's. One of another type is not libm's.

// CHECK-NOT: __ripple_
llvm.func @expf(%x: f32) -> f32 {
  %0 = llvm.fadd %x, %x : f32
  llvm.return %0 : f32
}
llvm.func @logf(f64) -> f64

// CHECK-LABEL: llvm.func @own
llvm.func @own(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %e = llvm.call @expf(%x) : (f32) -> f32
  llvm.store %e, %a : f32, !llvm.ptr
  %qa = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %d = llvm.load %qa : !llvm.ptr -> f64
  %l = llvm.call @logf(%d) : (f64) -> f64
  llvm.store %l, %qa : f64, !llvm.ptr
  llvm.return
}

// -----

// Targets have functions of their own: registers differ, and whether one instruction multiplies and adds. A name that the
// program has is not taken.

llvm.mlir.global internal @__ripple_expf_v16f32(0 : i32) : i32

// CHECK-LABEL: llvm.func @wide
// CHECK: llvm.call @[[WIDE:__ripple_expf_v16f32_[0-9]+]](
llvm.func @wide(%p: !llvm.ptr) attributes {target_cpu = "x86-64-v4", target_features = #llvm.target_features<["+avx", "+avx512f", "+fma"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %e = llvm.intr.exp(%x) : (f32) -> f32
  llvm.store %e, %a : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @usual
// CHECK-COUNT-2: llvm.call @__ripple_expf_v8f32(
llvm.func @usual(%p: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %e = llvm.intr.exp(%x) : (f32) -> f32
  llvm.store %e, %a : f32, !llvm.ptr
  llvm.return
}
// CHECK: llvm.func internal @[[WIDE]](
// CHECK-SAME: target_cpu = "x86-64-v4"
// CHECK: llvm.intr.fma
// CHECK: llvm.func internal @__ripple_expf_v8f32(
// CHECK-SAME: "+avx"
// CHECK-NOT: llvm.intr.fma
