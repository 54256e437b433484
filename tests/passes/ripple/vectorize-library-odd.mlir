// RUN: terrace-opt %s --ripple-vectorize=library=%S/Inputs/odd-library.mlir 2>&1 | FileCheck %s

// What a library has besides functions is ignored. What the program's processors may lack is warned of where it is called.

// CHECK-NOT: ripple_ew_table
// CHECK: warning: function 'ripple_ew_long' of library '{{.*}}odd-library.mlir' is ignored: parameter 0 is too long [ripple-lib-name]
// CHECK: vectorize-library-odd.mlir:[[# @LINE + 18]]:8: warning: function 'ripple_ew_pure_twice' of a library is compiled for features that this function is not compiled for (avx2, fma): the program needs a processor that has them [ripple-lib-name]

llvm.func @twice(f32) -> f32

// CHECK-LABEL: llvm.func @calls(
// CHECK: llvm.call @ripple.adapter.ripple_ew_pure_twice(%[[TO:.*]], %[[FROM:.*]]) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK-NEXT: llvm.load %[[TO]] : !llvm.ptr -> vector<4xf32>
// CHECK-LABEL: llvm.func internal @ripple.adapter.ripple_ew_pure_twice(
// CHECK-SAME: target_features = #llvm.target_features<["+avx2", "+fma"]>
// CHECK: llvm.call @ripple_ew_pure_twice(
llvm.func @calls(%p: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = ripple.setshape %zero[%four : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %a : !llvm.ptr -> f32
  // The line.
  %w = llvm.call @twice(%v) : (f32) -> f32
  llvm.store %w, %a : f32, !llvm.ptr
  llvm.return
}
