// A load of a constant global is folded wherever the load is: also right in the symbol table, whose own contents are
// being rewritten.
// RUN: terrace-opt --allow-unregistered-dialect %s --lower-affine | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %s --canonicalize | FileCheck %s --check-prefix=CANONICAL
// RUN: terrace-opt --allow-unregistered-dialect %s --memref-expand --expand-realloc --convert-bufferization-to-memref --convert-shape-to-std --lower-affine | FileCheck %s

// CANONICAL: module {
// CANONICAL-NOT: affine.load
// CHECK: memref.global "private" constant @outer
// CHECK: %[[X:.*]] = arith.constant 3.0
// CHECK-NEXT: "test.use"(%[[X]])
memref.global "private" constant @outer : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
%m = memref.get_global @outer : memref<4xf32>
%x = affine.load %m[2] : memref<4xf32>
"test.use"(%x) : (f32) -> ()

// CHECK: module @inner
// CHECK: memref.global "private" constant @outer
// CHECK: %[[Y:.*]] = arith.constant 7.0
// CHECK-NEXT: "test.use"(%[[Y]])
module @inner {
  memref.global "private" constant @outer : memref<4xf32> = dense<7.0>
  %n = memref.get_global @outer : memref<4xf32>
  %y = affine.load %n[2] : memref<4xf32>
  "test.use"(%y) : (f32) -> ()
  // CHECK: func.func @function
  // CHECK: %[[Z:.*]] = arith.constant 7.0
  // CHECK-NEXT: return %[[Z]]
  func.func @function() -> f32 {
    %o = memref.get_global @outer : memref<4xf32>
    %z = affine.load %o[0] : memref<4xf32>
    return %z : f32
  }
}
