// The same where a generic op has written the source.
// RUN: terrace-opt %s --canonicalize | FileCheck %s

#map0 = affine_map<(d0) -> (d0)>
func.func @reuseTarget(%arg0: memref<2xf32>) -> memref<2xf32> {
  %temp = memref.alloc() : memref<2xf32>
  linalg.generic {indexing_maps = [#map0, #map0], iterator_types = ["parallel"]} ins(%arg0 : memref<2xf32>) outs(%temp : memref<2xf32>) {
  ^bb0(%gen2_arg0: f32, %gen2_arg1: f32):
    %tmp2 = math.exp %gen2_arg0 : f32
    linalg.yield %tmp2 : f32
  }
  %result = bufferization.clone %temp : memref<2xf32> to memref<2xf32>
  memref.dealloc %temp : memref<2xf32>
  return %result : memref<2xf32>
}

// CHECK:      #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @reuseTarget(%arg0: memref<2xf32>) -> memref<2xf32> {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : memref<2xf32>) outs(%alloc : memref<2xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:       %0 = math.exp %in : f32
// CHECK-NEXT:       linalg.yield %0 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %alloc : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
