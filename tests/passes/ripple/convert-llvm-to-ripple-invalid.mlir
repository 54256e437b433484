// RUN: terrace-opt %s --convert-llvm-to-ripple --split-input-file --verify-diagnostics

// Calls that no op stands for.

llvm.func @unknown(%b: !llvm.ptr, %n: i64) {
  // expected-error @below {{'llvm.ripple.block.depth.i64' is no intrinsic of Ripple [ripple-type]}}
  %0 = llvm.call_intrinsic "llvm.ripple.block.depth.i64"(%b, %n) : (!llvm.ptr, i64) -> i64
  llvm.return
}

// -----

llvm.func @operands(%b: !llvm.ptr) {
  // expected-error @below {{a call of 'llvm.ripple.block.index.i64' has unexpected operands [ripple-type]}}
  %0 = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b) : (!llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func @no_result(%b: !llvm.ptr, %n: i64) {
  // expected-error @below {{a call of 'llvm.ripple.block.getsize.i64' has unexpected operands [ripple-type]}}
  llvm.call_intrinsic "llvm.ripple.block.getsize.i64"(%b, %n) : (!llvm.ptr, i64) -> ()
  llvm.return
}

// -----

llvm.func @type(%mask: i64, %value: f32) {
  // expected-error @below {{a call of 'llvm.ripple.reduce.and.f32' is not valid: 'ripple.reduce.and' op expects an integer [ripple-type]}}
  %0 = llvm.call_intrinsic "llvm.ripple.reduce.and.f32"(%mask, %value) : (i64, f32) -> f32
  llvm.return
}

// -----

llvm.func @kind(%value: f32, %is_pair: i1, %f: !llvm.ptr) {
  // expected-error @below {{non-constant kind of shuffle; make it a literal, or a constant after inlining [ripple-not-constant]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.f32"(%value, %value, %is_pair, %f) : (f32, f32, i1, !llvm.ptr) -> f32
  llvm.return
}

// -----

llvm.func @mark(%b: !llvm.ptr, %n: i32) {
  // expected-error @below {{the mark of an annotated loop has unexpected operands [ripple-loop-form]}}
  %0 = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %n, %n, %n, %n) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.return
}

// -----

llvm.func @thread_mark(%b: !llvm.ptr, %n: i32) {
  %four = llvm.mlir.constant(4 : i32) : i32
  // expected-error @below {{the mark of an annotated loop has unexpected operands [ripple-loop-form]}}
  %0 = llvm.call_intrinsic "llvm.ripple.thread.mark"(%b, %b, %four, %n, %four, %four) : (!llvm.ptr, !llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.return
}
