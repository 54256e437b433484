// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize --split-input-file --verify-diagnostics

llvm.func @sizes(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %d = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %w = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%d, %zero) : (!llvm.ptr, i64) -> i64
  // expected-error @below {{cannot apply the broadcast rule to shapes Tensor[4] and Tensor[8]: dimension 0 has size 4 in one and 8 in the other; use one block, or slices of that size [ripple-shape-mismatch]}}
  %x = llvm.add %v, %w : i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.return
}

// -----

llvm.func @store(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  // expected-error @below {{a value of shape Tensor[4] is stored to an address of shape Scalar, which does not allow implicit broadcasting of a store address; take one element with 'ripple_slice', reduce the value, or store elements after each other with 'ripple_compress_store' [ripple-store-shape]}}
  llvm.store %v, %p : i64, !llvm.ptr
  llvm.return
}

// -----

llvm.func @returned() -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  // expected-error @below {{a value of shape Tensor[4] is returned from a function whose callers are unknown; make the function static, or reduce the value [ripple-return-shape]}}
  llvm.return %v : i64
}

// -----

llvm.func @dimension(%n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %ten = llvm.mlir.constant(10 : i64) : i64
  // expected-error @below {{non-constant block size; make it a literal, or a constant after inlining [ripple-not-constant]}}
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %n) : (i64, i64) -> !llvm.ptr
  %d = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %ten) : (i64, i64) -> !llvm.ptr
  // expected-error @below {{requested dimension index 10 exceeds the largest dimension, 9; dimensions are numbered from 0 [ripple-dim-range]}}
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%d, %ten) : (!llvm.ptr, i64) -> i64
  llvm.return
}

// -----

llvm.func @block(%b: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %d = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  // expected-error @below {{cannot locate the block shape: the block must come from one call of 'ripple_set_block_shape' [ripple-ambiguous-block]}}
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  llvm.return
}

// -----

llvm.func @slice(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  // expected-error @below {{slice index 4 is out of range: dimension 0 of shape Tensor[4] has size 4; -1 keeps the dimension [ripple-slice-range]}}
  %s = llvm.call_intrinsic "llvm.ripple.slice.i64"(%v, %four) : (i64, i64) -> i64
  llvm.store %s, %p : i64, !llvm.ptr
  llvm.return
}

// -----

llvm.func @outside(i64, i64) -> i64

llvm.func internal @after(%k: i64, %n: i64) -> i64 {
  llvm.return %n : i64
}

llvm.func @shuffle(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %f = llvm.mlir.addressof @outside : !llvm.ptr
  // expected-error @below {{the index function 'outside' is not defined in this unit; it must be computable from its arguments and constants [ripple-shuffle-fn]}}
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %f) : (i64, i64, i1, !llvm.ptr) -> i64
  %g = llvm.mlir.addressof @after : !llvm.ptr
  // expected-error @below {{the index function 'after' returns 4 for element 0 of 4, which is not below 4 [ripple-shuffle-range]}}
  %1 = llvm.call_intrinsic "llvm.ripple.shuffle.i64"(%v, %v, %false, %g) : (i64, i64, i1, !llvm.ptr) -> i64
  llvm.return
}

// -----

// expected-note @below {{in a specialization of 'again'}}
llvm.func internal @again(%x: i64) -> i64 {
  // expected-error @below {{'again' calls itself for arguments Tensor[4]; write it as a loop [ripple-call-cycle]}}
  %y = llvm.call @again(%x) : (i64) -> i64
  llvm.return %y : i64
}

llvm.func @unknown(!llvm.ptr)

llvm.func @cycle() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call @again(%v) : (i64) -> i64
  // expected-error @below {{a block is passed to a function without definition in this unit; define it here, or pass the index [ripple-block-escape]}}
  llvm.call @unknown(%b) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @stack(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  // expected-error @below {{a stack of shape Tensor[4] takes 4 operands, not 2; its outermost dimension says how many [ripple-stack-count]}}
  %s = llvm.call_intrinsic "llvm.ripple.stack.2.i64"(%b, %zero, %zero) : (!llvm.ptr, i64, i64) -> i64
  llvm.return
}

// -----

llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @throws(i64)

llvm.func @with_shape() attributes { personality = @__gxx_personality_v0 } {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  // expected-error @below {{a call that may throw has arguments with a shape [ripple-type]}}
  llvm.invoke @throws(%v) to ^bb1 unwind ^bb2 : (i64) -> ()
^bb1:
  llvm.return
^bb2:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %pad : !llvm.struct<(ptr, i32)>
}

// -----

llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @throws(i64)

llvm.func @under_condition() attributes { personality = @__gxx_personality_v0 } {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %c = llvm.icmp "eq" %v, %zero : i64
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  // expected-error @below {{a call that may throw is under a condition with a shape [ripple-type]}}
  llvm.invoke @throws(%zero) to ^bb2 unwind ^bb3 : (i64) -> ()
^bb2:
  llvm.return
^bb3:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %pad : !llvm.struct<(ptr, i32)>
}

// -----

// A function that calls itself with larger and larger blocks, and has none by itself.
// expected-note @below {{in a specialization of 'grows'}}
llvm.func @grows(%b: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-error @below {{cannot locate the block shape: the block must come from one call of 'ripple_set_block_shape' [ripple-ambiguous-block]}}
  %size = llvm.call_intrinsic "llvm.ripple.block.getsize.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %more = llvm.add %size, %one : i64
  // expected-error @below {{non-constant block size; make it a literal, or a constant after inlining [ripple-not-constant]}}
  %c = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %more) : (i64, i64) -> !llvm.ptr
  // expected-error @below {{'grows' calls itself for arguments block Tensor[10001]; write it as a loop [ripple-call-cycle]}}
  llvm.call @grows(%c) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func @starts() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  llvm.call @grows(%b) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// Ops are checked as calls are.

llvm.func @negative() {
  %pe = llvm.mlir.constant(0 : i32) : i32
  %size = llvm.mlir.constant(-3 : i32) : i32
  // expected-error @below {{block size -3 is out of range; sizes are 1 to 32768 [ripple-not-constant]}}
  %0 = ripple.setshape %pe [%size : i32] : i32 -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @large_dimension() {
  %pe = llvm.mlir.constant(0 : i32) : i32
  %size = llvm.mlir.constant(4 : i32) : i32
  %dim = llvm.mlir.constant(10 : i32) : i32
  %block = ripple.setshape %pe [%size : i32] : i32 -> !llvm.ptr
  // expected-error @below {{requested dimension index 10 exceeds the largest dimension, 9; dimensions are numbered from 0 [ripple-dim-range]}}
  %0 = ripple.index (%block : !llvm.ptr) [%dim : i32] -> i32
  llvm.return
}

// -----

llvm.func @mask(%value: i32) {
  %pe = llvm.mlir.constant(0 : i32) : i32
  %size = llvm.mlir.constant(4 : i32) : i32
  %block = ripple.setshape %pe [%size : i32] : i32 -> !llvm.ptr
  %mask = llvm.mlir.constant(1024 : i64) : i64
  // expected-error @below {{mask of dimensions 0b10000000000 has bits at or above 10; bit 0 stands for dimension 0 [ripple-dim-range]}}
  %0 = ripple.reduce.add %mask [%value : i32] -> i32
  llvm.return
}

// -----

llvm.func @index(%value: i32) {
  %pe = llvm.mlir.constant(0 : i32) : i32
  %size = llvm.mlir.constant(4 : i32) : i32
  %block = ripple.setshape %pe [%size : i32] : i32 -> !llvm.ptr
  %index = llvm.mlir.constant(-2 : i64) : i64
  // expected-error @below {{slice index -2 is out of range: dimension 0 of shape Scalar has size 1; -1 keeps the dimension [ripple-slice-range]}}
  %0 = ripple.slice [%value : i32, %index] -> i32
  llvm.return
}

// -----

llvm.func @kind_that_is_not_constant(%kind: i64) {
  %four = llvm.mlir.constant(4 : i64) : i64
  // expected-error @below {{non-constant kind of processing element; make it a literal, or a constant after inlining [ripple-not-constant]}}
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%kind, %four) : (i64, i64) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @large_block() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %rows = llvm.mlir.constant(256 : i64) : i64
  // expected-error @below {{the block has more than 32768 elements; loop over smaller blocks [ripple-not-constant]}}
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %rows, %rows) : (i64, i64, i64) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @stored_block(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  // expected-error @below {{a block is stored to memory [ripple-block-escape]}}
  llvm.store %b, %p : !llvm.ptr, !llvm.ptr
  llvm.return
}

// -----

llvm.func @annotation_that_was_not_lowered(%n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  // expected-error @below {{the annotation of a loop is left: it does not precede a loop in the form that it takes [ripple-loop-form]}}
  %m = ripple.loop_mark (%b : !llvm.ptr) [%zero : i64] number 1
  llvm.cond_br %m, ^bb1, ^bb1
^bb1:
  llvm.return
}

// -----

llvm.func @conversion_of_the_internal_form(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  // expected-error @below {{conversions of the original's internal form are not supported [ripple-type]}}
  %h = ripple.float_cast [%x : f32] -> f16
  %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.store %h, %to : f16, !llvm.ptr
  llvm.return
}

// -----

llvm.func @copied_object(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %size = llvm.mlir.constant(8 : i64) : i64
  %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-error @below {{an object of shape Tensor[4] is copied to one of shape Scalar: a local object exists once, not for each element; copy its members one by one [ripple-local]}}
  "llvm.intr.memcpy"(%q, %from, %size) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
