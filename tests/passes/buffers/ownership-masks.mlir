// Nothing is put beside an op that is masked. (Upstream puts constants there, which is not valid.)
// RUN: terrace-opt %s --ownership-based-buffer-deallocation | FileCheck %s

// CHECK-LABEL: func.func @masked
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: vector.mask %{{.*}} { vector.transfer_write %{{.*}}, %[[A]]{{.*}} } : vector<16xi1>
// CHECK: vector.mask %{{.*}} { vector.transfer_read %[[A]]{{.*}} } : vector<16xi1> -> vector<16xf32>
// CHECK: bufferization.dealloc
func.func @masked(%v: vector<16xf32>, %i: index, %f: f32, %m: vector<16xi1>) -> vector<16xf32> {
  %a = memref.alloc() : memref<16xf32>
  vector.mask %m { vector.transfer_write %v, %a[%i] : vector<16xf32>, memref<16xf32> } : vector<16xi1>
  %0 = vector.mask %m { vector.transfer_read %a[%i], %f : memref<16xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %0 : vector<16xf32>
}
