// A nest is tiled only if no dependence has a negative difference in one of its loops, and nothing else in it has side
// effects: mlir-opt tiles all of these, and what it returns computes something else.
// RUN: terrace-opt %s --affine-loop-tile=tile-size=2 2>&1 | FileCheck %s
// RUN: terrace-opt %s --affine-loop-tile=tile-size=2 --match-upstream 2>&1 | FileCheck %s --check-prefix=UPSTREAM

func.func @backward() {
  %a = memref.alloc() : memref<9x9xf32>
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %x, %a[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
func.func @any_direction() {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i + %j] : memref<64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %a[%i + %j] : memref<64xf32>
    }
  }
  return
}
func.func private @observe(index, index)
func.func @effects() {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      func.call @observe(%i, %j) : (index, index) -> ()
    }
  }
  return
}
// One loop alone runs its iterations in the same order.
func.func @alone() {
  %a = memref.alloc() : memref<9xf32>
  affine.for %i = 1 to 9 {
    %x = affine.load %a[%i - 1] : memref<9xf32>
    affine.store %x, %a[%i] : memref<9xf32>
  }
  return
}

// CHECK:      remark: loop nest is not tiled: a dependence may have a negative difference in a loop of the nest
// CHECK:      note: the source of the dependence
// CHECK:      note: the destination of the dependence
// CHECK:      remark: loop nest is not tiled: a dependence may have a negative difference in a loop of the nest
// CHECK:      note: the source of the dependence
// CHECK:      note: the destination of the dependence
// CHECK:      remark: loop nest is not tiled: an op in it may have side effects that are not affine accesses
// CHECK:      note: the op
// CHECK:      #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @backward() {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<9x9xf32>
// CHECK-NEXT:     affine.for %arg0 = 1 to 9 {
// CHECK-NEXT:       affine.for %arg1 = 0 to 8 {
// CHECK-NEXT:         %0 = affine.load %alloc[%arg0 - 1, %arg1 + 1] : memref<9x9xf32>
// CHECK-NEXT:         affine.store %0, %alloc[%arg0, %arg1] : memref<9x9xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @any_direction() {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// CHECK-NEXT:     affine.for %arg0 = 0 to 8 {
// CHECK-NEXT:       affine.for %arg1 = 0 to 8 {
// CHECK-NEXT:         %0 = affine.load %alloc[%arg0 + %arg1] : memref<64xf32>
// CHECK-NEXT:         %1 = arith.addf %0, %0 : f32
// CHECK-NEXT:         affine.store %1, %alloc[%arg0 + %arg1] : memref<64xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @observe(index, index)
// CHECK-LABEL: func.func @effects() {
// CHECK-NEXT:     affine.for %arg0 = 0 to 8 {
// CHECK-NEXT:       affine.for %arg1 = 0 to 8 {
// CHECK-NEXT:         func.call @observe(%arg0, %arg1) : (index, index) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @alone() {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<9xf32>
// CHECK-NEXT:     affine.for %arg0 = 1 to 9 step 2 {
// CHECK-NEXT:       affine.for %arg1 = #map(%arg0) to #map1(%arg0) {
// CHECK-NEXT:         %0 = affine.load %alloc[%arg1 - 1] : memref<9xf32>
// CHECK-NEXT:         affine.store %0, %alloc[%arg1] : memref<9xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// UPSTREAM:      #map = affine_map<(d0) -> (d0)>
// UPSTREAM-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// UPSTREAM-NEXT: module {
// UPSTREAM-LABEL: func.func @backward() {
// UPSTREAM-NEXT:     %alloc = memref.alloc() : memref<9x9xf32>
// UPSTREAM-NEXT:     affine.for %arg0 = 1 to 9 step 2 {
// UPSTREAM-NEXT:       affine.for %arg1 = 0 to 8 step 2 {
// UPSTREAM-NEXT:         affine.for %arg2 = #map(%arg0) to #map1(%arg0) {
// UPSTREAM-NEXT:           affine.for %arg3 = #map(%arg1) to #map1(%arg1) {
// UPSTREAM-NEXT:             %0 = affine.load %alloc[%arg2 - 1, %arg3 + 1] : memref<9x9xf32>
// UPSTREAM-NEXT:             affine.store %0, %alloc[%arg2, %arg3] : memref<9x9xf32>
// UPSTREAM-NEXT:           }
// UPSTREAM-NEXT:         }
// UPSTREAM-NEXT:       }
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @any_direction() {
// UPSTREAM-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// UPSTREAM-NEXT:     affine.for %arg0 = 0 to 8 {
// UPSTREAM-NEXT:       affine.for %arg1 = 0 to 8 {
// UPSTREAM-NEXT:         %0 = affine.load %alloc[%arg0 + %arg1] : memref<64xf32>
// UPSTREAM-NEXT:         %1 = arith.addf %0, %0 : f32
// UPSTREAM-NEXT:         affine.store %1, %alloc[%arg0 + %arg1] : memref<64xf32>
// UPSTREAM-NEXT:       }
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-NEXT:   func.func private @observe(index, index)
// UPSTREAM-LABEL: func.func @effects() {
// UPSTREAM-NEXT:     affine.for %arg0 = 0 to 8 step 2 {
// UPSTREAM-NEXT:       affine.for %arg1 = 0 to 8 step 2 {
// UPSTREAM-NEXT:         affine.for %arg2 = #map(%arg0) to #map1(%arg0) {
// UPSTREAM-NEXT:           affine.for %arg3 = #map(%arg1) to #map1(%arg1) {
// UPSTREAM-NEXT:             func.call @observe(%arg2, %arg3) : (index, index) -> ()
// UPSTREAM-NEXT:           }
// UPSTREAM-NEXT:         }
// UPSTREAM-NEXT:       }
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @alone() {
// UPSTREAM-NEXT:     %alloc = memref.alloc() : memref<9xf32>
// UPSTREAM-NEXT:     affine.for %arg0 = 1 to 9 step 2 {
// UPSTREAM-NEXT:       affine.for %arg1 = #map(%arg0) to #map1(%arg0) {
// UPSTREAM-NEXT:         %0 = affine.load %alloc[%arg1 - 1] : memref<9xf32>
// UPSTREAM-NEXT:         affine.store %0, %alloc[%arg1] : memref<9xf32>
// UPSTREAM-NEXT:       }
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-NEXT: }
