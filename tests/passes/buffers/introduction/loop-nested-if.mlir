// A buffer that goes around a loop is freed in each iteration.
// RUN: terrace-opt %s --allow-unregistered-dialect --buffer-deallocation | FileCheck %s

func.func @loop_nested_if(%lb: index, %ub: index, %step: index, %buf: memref<2xf32>, %res: memref<2xf32>) {
  %0 = scf.for %i = %lb to %ub step %step iter_args(%iterBuf = %buf) -> (memref<2xf32>) {
    %1 = arith.cmpi eq, %i, %ub : index
    %2 = scf.if %1 -> (memref<2xf32>) {
      %3 = memref.alloc() : memref<2xf32>
      "custom.use"(%3) : (memref<2xf32>) -> ()
      scf.yield %3 : memref<2xf32>
    } else {
      scf.yield %iterBuf : memref<2xf32>
    }
    scf.yield %2 : memref<2xf32>
  }
  memref.copy %0, %res : memref<2xf32> to memref<2xf32>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @loop_nested_if(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<2xf32>, %arg4: memref<2xf32>) {
// CHECK-NEXT:     %0 = bufferization.clone %arg3 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     %1 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %0) -> (memref<2xf32>) {
// CHECK-NEXT:       %2 = arith.cmpi eq, %arg5, %arg1 : index
// CHECK-NEXT:       %3 = scf.if %2 -> (memref<2xf32>) {
// CHECK-NEXT:         %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:         "custom.use"(%alloc) : (memref<2xf32>) -> ()
// CHECK-NEXT:         %5 = bufferization.clone %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:         memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:         scf.yield %5 : memref<2xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %5 = bufferization.clone %arg6 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:         scf.yield %5 : memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       memref.dealloc %arg6 : memref<2xf32>
// CHECK-NEXT:       %4 = bufferization.clone %3 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       memref.dealloc %3 : memref<2xf32>
// CHECK-NEXT:       scf.yield %4 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.copy %1, %arg4 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     memref.dealloc %1 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
