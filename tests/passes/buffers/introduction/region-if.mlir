// An op with regions of its own kind: what may be one of two buffers is cloned on all ways, also through a third region.
// RUN: terrace-test-opt %s --buffer-deallocation | FileCheck %s

func.func @inner_region_control_flow(%arg0: index, %arg1: index) -> memref<?x?xf32> {
  %0 = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
  %1 = test.region_if %0 : memref<?x?xf32> -> (memref<?x?xf32>) then {
  ^bb0(%arg2: memref<?x?xf32>):
    test.region_if_yield %arg2 : memref<?x?xf32>
  } else {
  ^bb0(%arg3: memref<?x?xf32>):
    test.region_if_yield %arg3 : memref<?x?xf32>
  } join {
  ^bb0(%arg4: memref<?x?xf32>):
    test.region_if_yield %arg4 : memref<?x?xf32>
  }
  return %1 : memref<?x?xf32>
}

func.func @inner_region_control_flow_div(%arg0: index, %arg1: index) -> memref<?x?xf32> {
  %0 = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
  %1 = test.region_if %0 : memref<?x?xf32> -> (memref<?x?xf32>) then {
  ^bb0(%arg2: memref<?x?xf32>):
    test.region_if_yield %arg2 : memref<?x?xf32>
  } else {
  ^bb0(%arg3: memref<?x?xf32>):
    %2 = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
    test.region_if_yield %2 : memref<?x?xf32>
  } join {
  ^bb0(%arg4: memref<?x?xf32>):
    test.region_if_yield %arg4 : memref<?x?xf32>
  }
  return %1 : memref<?x?xf32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @inner_region_control_flow(%arg0: index, %arg1: index) -> memref<?x?xf32> {
// CHECK-NEXT:     %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// CHECK-NEXT:     %0 = test.region_if %alloc: memref<?x?xf32> -> memref<?x?xf32> then {
// CHECK-NEXT:     ^bb0(%arg2: memref<?x?xf32>):
// CHECK-NEXT:       test.region_if_yield %arg2 : memref<?x?xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:     ^bb0(%arg2: memref<?x?xf32>):
// CHECK-NEXT:       test.region_if_yield %arg2 : memref<?x?xf32>
// CHECK-NEXT:     } join {
// CHECK-NEXT:     ^bb0(%arg2: memref<?x?xf32>):
// CHECK-NEXT:       test.region_if_yield %arg2 : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @inner_region_control_flow_div(%arg0: index, %arg1: index) -> memref<?x?xf32> {
// CHECK-NEXT:     %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// CHECK-NEXT:     %0 = test.region_if %alloc: memref<?x?xf32> -> memref<?x?xf32> then {
// CHECK-NEXT:     ^bb0(%arg2: memref<?x?xf32>):
// CHECK-NEXT:       %1 = bufferization.clone %arg2 : memref<?x?xf32> to memref<?x?xf32>
// CHECK-NEXT:       test.region_if_yield %1 : memref<?x?xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:     ^bb0(%arg2: memref<?x?xf32>):
// CHECK-NEXT:       %alloc_0 = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
// CHECK-NEXT:       %1 = bufferization.clone %alloc_0 : memref<?x?xf32> to memref<?x?xf32>
// CHECK-NEXT:       memref.dealloc %alloc_0 : memref<?x?xf32>
// CHECK-NEXT:       test.region_if_yield %1 : memref<?x?xf32>
// CHECK-NEXT:     } join {
// CHECK-NEXT:     ^bb0(%arg2: memref<?x?xf32>):
// CHECK-NEXT:       %1 = bufferization.clone %arg2 : memref<?x?xf32> to memref<?x?xf32>
// CHECK-NEXT:       memref.dealloc %arg2 : memref<?x?xf32>
// CHECK-NEXT:       test.region_if_yield %1 : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %alloc : memref<?x?xf32>
// CHECK-NEXT:     return %0 : memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
