// An allocation in a region is freed there; the result is another one's alias.
// RUN: terrace-opt %s --allow-unregistered-dialect --buffer-deallocation | FileCheck %s

func.func @nested_region_control_flow(%arg0: index, %arg1: index) -> memref<?x?xf32> {
  %0 = arith.cmpi eq, %arg0, %arg1 : index
  %1 = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
  %2 = scf.if %0 -> (memref<?x?xf32>) {
    scf.yield %1 : memref<?x?xf32>
  } else {
    %3 = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
    "custom.use"(%3) : (memref<?x?xf32>) -> ()
    scf.yield %1 : memref<?x?xf32>
  }
  return %2 : memref<?x?xf32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @nested_region_control_flow(%arg0: index, %arg1: index) -> memref<?x?xf32> {
// CHECK-NEXT:     %0 = arith.cmpi eq, %arg0, %arg1 : index
// CHECK-NEXT:     %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// CHECK-NEXT:     %1 = scf.if %0 -> (memref<?x?xf32>) {
// CHECK-NEXT:       scf.yield %alloc : memref<?x?xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %alloc_0 = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
// CHECK-NEXT:       "custom.use"(%alloc_0) : (memref<?x?xf32>) -> ()
// CHECK-NEXT:       memref.dealloc %alloc_0 : memref<?x?xf32>
// CHECK-NEXT:       scf.yield %alloc : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1 : memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
