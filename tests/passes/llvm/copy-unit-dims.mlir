// RUN: terrace-opt %s --finalize-memref-to-llvm | FileCheck %s

// Strides of leading unit dimensions do not matter: what follows is contiguous.
// CHECK-LABEL: func.func @leading
// CHECK-NOT: memrefCopy
// CHECK: "llvm.intr.memcpy"
func.func @leading(%a: memref<1x1x2xf32, strided<[6, 3, 1]>>, %b: memref<1x1x2xf32>) {
  memref.copy %a, %b : memref<1x1x2xf32, strided<[6, 3, 1]>> to memref<1x1x2xf32>
  return
}

// CHECK-LABEL: func.func @inner
// CHECK: llvm.call @memrefCopy
func.func @inner(%a: memref<2x1x2xf32, strided<[2, 3, 1]>>, %b: memref<2x1x2xf32>) {
  memref.copy %a, %b : memref<2x1x2xf32, strided<[2, 3, 1]>> to memref<2x1x2xf32>
  return
}
