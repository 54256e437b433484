// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize=library=%S/Inputs/library.mlir | FileCheck %s

// Which functions of a library serve calls, with what, and what comes with them.

llvm.func @scale(f32) -> f32
llvm.func @count(f32) -> f32
llvm.func @tell(f32)
llvm.func @turn(f32) -> f32
llvm.func @tile(f32) -> f32
llvm.func @sum(f32, f32) -> f32
llvm.func @ramp(!llvm.ptr) -> f32
llvm.func @bymem(f32) -> f32
// The library has another one with this name, and another one that this is.
llvm.func internal @helper() {
  llvm.return
}
llvm.func @ready(i32)

// CHECK-LABEL: llvm.func @line
// A value of 11 elements: three pieces, the last one filled up with zeros.
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [8, 9, 10, 11] : vector<11xf32>
// CHECK: llvm.call @ripple_ew_pure_scale(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
// Not pure: what is filled up is not active.
// CHECK: llvm.sext %{{.*}} : vector<8xi1> to vector<8xi32>
// CHECK: llvm.call @ripple_ew_mask_count(%{{.*}}, %{{.*}}) : (vector<8xf32>, vector<8xi32>) -> vector<8xf32>
// CHECK: llvm.call @ripple_ew_mask_count(
// The intrinsic by the name that libm has.
// CHECK-COUNT-3: llvm.call @ripple_ew_pure_expf(
// CHECK-NOT: __ripple
llvm.func @line(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eleven = llvm.mlir.constant(11 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eleven) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %0 = llvm.call @scale(%x) : (f32) -> f32
  %1 = llvm.call @count(%0) : (f32) -> f32
  %2 = llvm.intr.exp(%1) : (f32) -> f32
  llvm.store %2, %a : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @exact
// Whole pieces need no mask.
// CHECK: llvm.call @ripple_ew_count(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
// CHECK: llvm.call @ripple_ew_tell(%{{.*}}) : (vector<4xf32>) -> ()
// CHECK: llvm.call @ripple_pure_arg0_t4f32_sum(%{{.*}}, %{{.*}}) : (vector<4xf32>, f32) -> f32
// The result is of dimension 1, and is stored to a column.
// CHECK: llvm.call @ripple_pure_ret_t1x4f32_t4f32_turn(
llvm.func @exact(%p: !llvm.ptr, %s: f32) -> f32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four, %four) : (i64, i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %w = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %one) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %0 = llvm.call @count(%x) : (f32) -> f32
  llvm.call @tell(%0) : (f32) -> ()
  %1 = llvm.call @sum(%x, %s) : (f32, f32) -> f32
  %2 = llvm.call @turn(%x) : (f32) -> f32
  %row = llvm.getelementptr %p[%w] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %2, %row : f32, !llvm.ptr
  llvm.return %1 : f32
}

// CHECK-LABEL: llvm.func @masked
// CHECK: %[[BITS:.*]] = llvm.icmp
// Pure ones need none, but a value: what the condition skips may not have been computed.
// CHECK: llvm.freeze
// CHECK: llvm.call @ripple_ew_pure_scale(
// A mask of bits.
// CHECK: llvm.call @ripple_pure_mask_uniform_t4x2f32_tile(%{{.*}}, %{{.*}}) : (vector<8xf32>, vector<8xi1>) -> vector<8xf32>
// CHECK: llvm.sext %{{.*}} : vector<8xi1> to vector<8xi32>
// CHECK: llvm.call @ripple_ew_mask_count(
llvm.func @masked(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four, %two) : (i64, i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %w = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %one) : (!llvm.ptr, i64) -> i64
  %r = llvm.mul %w, %four : i64
  %i = llvm.add %v, %r : i64
  %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %c = llvm.icmp "slt" %v, %n : i64
  llvm.cond_br %c, ^then, ^after
^then:
  %x = llvm.load %a : !llvm.ptr -> f32
  %0 = llvm.call @scale(%x) : (f32) -> f32
  %1 = llvm.call @tile(%0) : (f32) -> f32
  %2 = llvm.call @count(%1) : (f32) -> f32
  llvm.store %2, %a : f32, !llvm.ptr
  llvm.br ^after
^after:
  llvm.return
}

// CHECK-LABEL: llvm.func @others
// The shape is that of the block, and vectors are passed in memory.
// CHECK: %[[IN:.*]] = llvm.alloca %{{.*}} x vector<8xf32>
// CHECK: %[[OUT:.*]] = llvm.alloca %{{.*}} x vector<8xf32>
// CHECK: %[[RAMP:.*]] = llvm.call @ripple_pure_ret_t8f32_ramp() : () -> vector<8xf32>
// CHECK: llvm.call @ripple_pure_uniform_t8f32_bymem(%{{.*}}, %{{.*}}) : (!llvm.ptr {llvm.align = 16 : i64, llvm.sret = vector<8xf32>}, !llvm.ptr {llvm.align = 32 : i64, llvm.byval = vector<8xf32>}) -> ()
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
llvm.func @others(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %0 = llvm.call @ramp(%b) : (!llvm.ptr) -> f32
  %1 = llvm.call @bymem(%0) : (f32) -> f32
  llvm.store %1, %a : f32, !llvm.ptr
  llvm.return
}

// What is called is part of the module, and what that refers to. Names that are taken change; what is declared is known.
// CHECK-DAG: llvm.func internal @ripple_ew_pure_scale(
// CHECK-DAG: llvm.call @helper_0(
// CHECK-DAG: llvm.func internal @helper_0(
// CHECK-DAG: llvm.mlir.global internal constant @table(
// CHECK-DAG: llvm.mlir.global external @counted()
// CHECK-DAG: llvm.func internal @ripple_ew_mask_count(
// CHECK-DAG: llvm.call @ready(
// CHECK-NOT: llvm.func @ready
