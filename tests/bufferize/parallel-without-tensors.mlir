// Iterations of `scf.parallel` run at the same time: none writes what another one may write. mlir-opt lets all of them write.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s

func.func @parallel(%n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<2xi32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = tensor.insert %x into %empty[%i] : tensor<2xi32>
    %1 = tensor.extract %0[%i] : tensor<2xi32>
    func.call @use(%1) : (i32) -> ()
  }
  return
}
func.func private @use(i32)

// CHECK:      module {
// CHECK-NEXT:   func.func @parallel(%arg0: index, %arg1: i32) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     scf.parallel (%arg2) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT:       %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:       memref.store %arg1, %alloc[%arg2] : memref<2xi32>
// CHECK-NEXT:       %0 = memref.load %alloc[%arg2] : memref<2xi32>
// CHECK-NEXT:       func.call @use(%0) : (i32) -> ()
// CHECK-NEXT:       scf.reduce 
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @use(i32)
// CHECK-NEXT: }
