// RUN: terrace-opt %s --split-input-file --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// Each function of libm has a body for vectors of float, and most have one for double.

llvm.func @expf(f32) -> f32
llvm.func @exp(f64) -> f64
llvm.func @exp2f(f32) -> f32
llvm.func @exp2(f64) -> f64
llvm.func @exp10f(f32) -> f32
llvm.func @exp10(f64) -> f64
llvm.func @expm1f(f32) -> f32
llvm.func @expm1(f64) -> f64
llvm.func @logf(f32) -> f32
llvm.func @log(f64) -> f64
llvm.func @log2f(f32) -> f32
llvm.func @log2(f64) -> f64
llvm.func @log10f(f32) -> f32
llvm.func @log10(f64) -> f64
llvm.func @log1pf(f32) -> f32
llvm.func @log1p(f64) -> f64
llvm.func @sinf(f32) -> f32
llvm.func @sin(f64) -> f64
llvm.func @cosf(f32) -> f32
llvm.func @cos(f64) -> f64
llvm.func @tanf(f32) -> f32
llvm.func @tan(f64) -> f64
llvm.func @asinf(f32) -> f32
llvm.func @asin(f64) -> f64
llvm.func @acosf(f32) -> f32
llvm.func @acos(f64) -> f64
llvm.func @atanf(f32) -> f32
llvm.func @atan(f64) -> f64
llvm.func @sinhf(f32) -> f32
llvm.func @sinh(f64) -> f64
llvm.func @coshf(f32) -> f32
llvm.func @cosh(f64) -> f64
llvm.func @tanhf(f32) -> f32
llvm.func @tanh(f64) -> f64
llvm.func @erff(f32) -> f32
llvm.func @erf(f64) -> f64
llvm.func @sqrtf(f32) -> f32
llvm.func @sqrt(f64) -> f64
llvm.func @cbrtf(f32) -> f32
llvm.func @cbrt(f64) -> f64
llvm.func @powf(f32, f32) -> f32
llvm.func @pow(f64, f64) -> f64
llvm.func @atan2f(f32, f32) -> f32
llvm.func @atan2(f64, f64) -> f64
llvm.func @hypotf(f32, f32) -> f32
llvm.func @hypot(f64, f64) -> f64
llvm.func @fmodf(f32, f32) -> f32
llvm.func @fmod(f64, f64) -> f64

// CHECK-LABEL: llvm.func @call_expf(
// CHECK: llvm.call @__ripple_expf_v4f32(
llvm.func @call_expf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @expf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_exp(
// CHECK: llvm.call @__ripple_exp_v2f64(
llvm.func @call_exp(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @exp(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_exp2f(
// CHECK: llvm.call @__ripple_exp2f_v4f32(
llvm.func @call_exp2f(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @exp2f(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_exp2(
// CHECK: llvm.call @__ripple_exp2_v2f64(
llvm.func @call_exp2(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @exp2(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_exp10f(
// CHECK: llvm.call @__ripple_exp10f_v4f32(
llvm.func @call_exp10f(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @exp10f(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_exp10(
// CHECK: llvm.call @__ripple_exp10_v2f64(
llvm.func @call_exp10(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @exp10(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_expm1f(
// CHECK: llvm.call @__ripple_expm1f_v4f32(
llvm.func @call_expm1f(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @expm1f(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_expm1(
// CHECK: llvm.call @__ripple_expm1_v2f64(
llvm.func @call_expm1(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @expm1(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_logf(
// CHECK: llvm.call @__ripple_logf_v4f32(
llvm.func @call_logf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @logf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_log(
// CHECK: llvm.call @__ripple_log_v2f64(
llvm.func @call_log(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @log(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_log2f(
// CHECK: llvm.call @__ripple_log2f_v4f32(
llvm.func @call_log2f(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @log2f(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_log2(
// CHECK: llvm.call @__ripple_log2_v2f64(
llvm.func @call_log2(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @log2(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_log10f(
// CHECK: llvm.call @__ripple_log10f_v4f32(
llvm.func @call_log10f(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @log10f(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_log10(
// CHECK: llvm.call @__ripple_log10_v2f64(
llvm.func @call_log10(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @log10(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_log1pf(
// CHECK: llvm.call @__ripple_log1pf_v4f32(
llvm.func @call_log1pf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @log1pf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_log1p(
// CHECK: llvm.call @__ripple_log1p_v2f64(
llvm.func @call_log1p(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @log1p(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_sinf(
// CHECK: llvm.call @__ripple_sinf_v4f32(
llvm.func @call_sinf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @sinf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_sin(
// CHECK: llvm.call @__ripple_sin_v2f64(
llvm.func @call_sin(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @sin(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_cosf(
// CHECK: llvm.call @__ripple_cosf_v4f32(
llvm.func @call_cosf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @cosf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_cos(
// CHECK: llvm.call @__ripple_cos_v2f64(
llvm.func @call_cos(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @cos(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_tanf(
// CHECK: llvm.call @__ripple_tanf_v4f32(
llvm.func @call_tanf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @tanf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// Element by element.
// CHECK-LABEL: llvm.func @call_tan(
// CHECK: llvm.extractelement
// CHECK: llvm.call @tan(
// CHECK: llvm.insertelement
llvm.func @call_tan(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @tan(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_asinf(
// CHECK: llvm.call @__ripple_asinf_v4f32(
llvm.func @call_asinf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @asinf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_asin(
// CHECK: llvm.call @__ripple_asin_v2f64(
llvm.func @call_asin(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @asin(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_acosf(
// CHECK: llvm.call @__ripple_acosf_v4f32(
llvm.func @call_acosf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @acosf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_acos(
// CHECK: llvm.call @__ripple_acos_v2f64(
llvm.func @call_acos(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @acos(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_atanf(
// CHECK: llvm.call @__ripple_atanf_v4f32(
llvm.func @call_atanf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @atanf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_atan(
// CHECK: llvm.call @__ripple_atan_v2f64(
llvm.func @call_atan(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @atan(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_sinhf(
// CHECK: llvm.call @__ripple_sinhf_v4f32(
llvm.func @call_sinhf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @sinhf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_sinh(
// CHECK: llvm.call @__ripple_sinh_v2f64(
llvm.func @call_sinh(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @sinh(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_coshf(
// CHECK: llvm.call @__ripple_coshf_v4f32(
llvm.func @call_coshf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @coshf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_cosh(
// CHECK: llvm.call @__ripple_cosh_v2f64(
llvm.func @call_cosh(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @cosh(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_tanhf(
// CHECK: llvm.call @__ripple_tanhf_v4f32(
llvm.func @call_tanhf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @tanhf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// Element by element.
// CHECK-LABEL: llvm.func @call_tanh(
// CHECK: llvm.extractelement
// CHECK: llvm.call @tanh(
// CHECK: llvm.insertelement
llvm.func @call_tanh(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @tanh(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_erff(
// CHECK: llvm.call @__ripple_erff_v4f32(
llvm.func @call_erff(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @erff(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// Element by element.
// CHECK-LABEL: llvm.func @call_erf(
// CHECK: llvm.extractelement
// CHECK: llvm.call @erf(
// CHECK: llvm.insertelement
llvm.func @call_erf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @erf(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_sqrtf(
// CHECK: llvm.call @__ripple_sqrtf_v4f32(
llvm.func @call_sqrtf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @sqrtf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_sqrt(
// CHECK: llvm.call @__ripple_sqrt_v2f64(
llvm.func @call_sqrt(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @sqrt(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_cbrtf(
// CHECK: llvm.call @__ripple_cbrtf_v4f32(
llvm.func @call_cbrtf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @cbrtf(%x) : (f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_cbrt(
// CHECK: llvm.call @__ripple_cbrt_v2f64(
llvm.func @call_cbrt(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %r = llvm.call @cbrt(%x) : (f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_powf(
// CHECK: llvm.call @__ripple_powf_v4f32(
llvm.func @call_powf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load %ya : !llvm.ptr -> f32
  %r = llvm.call @powf(%x, %y) : (f32, f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// Element by element.
// CHECK-LABEL: llvm.func @call_pow(
// CHECK: llvm.extractelement
// CHECK: llvm.call @pow(
// CHECK: llvm.insertelement
llvm.func @call_pow(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %y = llvm.load %ya : !llvm.ptr -> f64
  %r = llvm.call @pow(%x, %y) : (f64, f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_atan2f(
// CHECK: llvm.call @__ripple_atan2f_v4f32(
llvm.func @call_atan2f(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load %ya : !llvm.ptr -> f32
  %r = llvm.call @atan2f(%x, %y) : (f32, f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_atan2(
// CHECK: llvm.call @__ripple_atan2_v2f64(
llvm.func @call_atan2(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %y = llvm.load %ya : !llvm.ptr -> f64
  %r = llvm.call @atan2(%x, %y) : (f64, f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_hypotf(
// CHECK: llvm.call @__ripple_hypotf_v4f32(
llvm.func @call_hypotf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load %ya : !llvm.ptr -> f32
  %r = llvm.call @hypotf(%x, %y) : (f32, f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_hypot(
// CHECK: llvm.call @__ripple_hypot_v2f64(
llvm.func @call_hypot(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %y = llvm.load %ya : !llvm.ptr -> f64
  %r = llvm.call @hypot(%x, %y) : (f64, f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @call_fmodf(
// CHECK: llvm.call @__ripple_fmodf_v4f32(
llvm.func @call_fmodf(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load %ya : !llvm.ptr -> f32
  %r = llvm.call @fmodf(%x, %y) : (f32, f32) -> f32
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %r, %ta : f32, !llvm.ptr
  llvm.return
}

// Element by element.
// CHECK-LABEL: llvm.func @call_fmod(
// CHECK: llvm.extractelement
// CHECK: llvm.call @fmod(
// CHECK: llvm.insertelement
llvm.func @call_fmod(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(2 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %y = llvm.load %ya : !llvm.ptr -> f64
  %r = llvm.call @fmod(%x, %y) : (f64, f64) -> f64
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %r, %ta : f64, !llvm.ptr
  llvm.return
}

// What is called is defined, and calls nothing.
// CHECK: llvm.func internal @__ripple_expf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_exp_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_exp2f_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_exp2_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_exp10f_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_exp10_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_expm1f_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_expm1_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_logf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_log_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_log2f_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_log2_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_log10f_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_log10_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_log1pf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_log1p_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_sinf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_sin_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_cosf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_cos_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_tanf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_asinf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_asin_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_acosf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_acos_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_atanf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_atan_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_sinhf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_sinh_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_coshf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_cosh_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_tanhf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_erff_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_sqrtf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_sqrt_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_cbrtf_v4f32(%{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_cbrt_v2f64(%{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_powf_v4f32(%{{.*}}: vector<4xf32>, %{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_atan2f_v4f32(%{{.*}}: vector<4xf32>, %{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_atan2_v2f64(%{{.*}}: vector<2xf64>, %{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_hypotf_v4f32(%{{.*}}: vector<4xf32>, %{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_hypot_v2f64(%{{.*}}: vector<2xf64>, %{{.*}}: vector<2xf64>) -> vector<2xf64>
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK: llvm.func internal @__ripple_fmodf_v4f32(%{{.*}}: vector<4xf32>, %{{.*}}: vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.call
// CHECK: llvm.return

// -----

// Numbers are multiplied by a power of two in one instruction, where the target has it.

llvm.func @expf(f32) -> f32
llvm.func @exp2(f64) -> f64

// CHECK-LABEL: llvm.func @scaled(
// CHECK: llvm.func internal @__ripple_expf_v16f32(
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"(
// CHECK: llvm.func internal @__ripple_exp2_v8f64(
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.pd.512"(
llvm.func @scaled(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %r = llvm.call @expf(%x) : (f32) -> f32
  llvm.store %r, %xa : f32, !llvm.ptr
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %y = llvm.load %ya : !llvm.ptr -> f64
  %s = llvm.call @exp2(%y) : (f64) -> f64
  llvm.store %s, %ya : f64, !llvm.ptr
  llvm.return
}
