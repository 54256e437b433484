// Perfect nests are tiled; the last tile may be partial.
// RUN: terrace-opt %s --affine-loop-tile=tile-size=4 | FileCheck %s
// RUN: terrace-opt %s --affine-loop-tile=tile-sizes=2,8 | FileCheck %s --check-prefix=SIZES
// RUN: terrace-opt %s --affine-loop-tile="tile-size=4 separate" | FileCheck %s --check-prefix=SEPARATE
// RUN: terrace-opt %s --affine-loop-tile=cache-size=1 | FileCheck %s --check-prefix=CACHE

func.func @matmul(%n: index) {
  %a = memref.alloc() : memref<32x64xf32>
  %b = memref.alloc() : memref<64x32xf32>
  %c = memref.alloc() : memref<32x32xf32>
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 30 {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %k] : memref<32x64xf32>
        %y = affine.load %b[%k, %j] : memref<64x32xf32>
        %z = affine.load %c[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}
func.func @dynamic(%n: index, %k: f32) {
  %a = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<()[s0] -> (s0, 40)>()[%n] {
      affine.store %k, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @steps(%k: f32) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 1 to 61 step 3 {
    affine.store %k, %a[%i] : memref<64xf32>
  }
  return
}
func.func @triangle(%k: f32) {
  %a = memref.alloc() : memref<8x8xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %k, %a[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// CHECK:      #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 4)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 4, 30)>
// CHECK-NEXT: #map3 = affine_map<()[s0] -> (s0, 40)>
// CHECK-NEXT: #map4 = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// CHECK-NEXT: #map5 = affine_map<(d0)[s0] -> (d0 + 4, s0, 40)>
// CHECK-NEXT: #map6 = affine_map<(d0) -> (d0 + 12)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @matmul(%arg0: index) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<32x64xf32>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<64x32xf32>
// CHECK-NEXT:     %alloc_1 = memref.alloc() : memref<32x32xf32>
// CHECK-NEXT:     affine.for %arg1 = 0 to 32 step 4 {
// CHECK-NEXT:       affine.for %arg2 = 0 to 30 step 4 {
// CHECK-NEXT:         affine.for %arg3 = 0 to 64 step 4 {
// CHECK-NEXT:           affine.for %arg4 = #map(%arg1) to #map1(%arg1) {
// CHECK-NEXT:             affine.for %arg5 = #map(%arg2) to min #map2(%arg2) {
// CHECK-NEXT:               affine.for %arg6 = #map(%arg3) to #map1(%arg3) {
// CHECK-NEXT:                 %0 = affine.load %alloc[%arg4, %arg6] : memref<32x64xf32>
// CHECK-NEXT:                 %1 = affine.load %alloc_0[%arg6, %arg5] : memref<64x32xf32>
// CHECK-NEXT:                 %2 = affine.load %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// CHECK-NEXT:                 %3 = arith.mulf %0, %1 : f32
// CHECK-NEXT:                 %4 = arith.addf %2, %3 : f32
// CHECK-NEXT:                 affine.store %4, %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// CHECK-NEXT:               }
// CHECK-NEXT:             }
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @dynamic(%arg0: index, %arg1: f32) {
// CHECK-NEXT:     %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// CHECK-NEXT:     affine.for %arg2 = 0 to %arg0 step 4 {
// CHECK-NEXT:       affine.for %arg3 = 0 to min #map3()[%arg0] step 4 {
// CHECK-NEXT:         affine.for %arg4 = #map(%arg2) to min #map4(%arg2)[%arg0] {
// CHECK-NEXT:           affine.for %arg5 = #map(%arg3) to min #map5(%arg3)[%arg0] {
// CHECK-NEXT:             affine.store %arg1, %alloc[%arg4, %arg5] : memref<?x?xf32>
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @steps(%arg0: f32) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// CHECK-NEXT:     affine.for %arg1 = 1 to 61 step 12 {
// CHECK-NEXT:       affine.for %arg2 = #map(%arg1) to #map6(%arg1) step 3 {
// CHECK-NEXT:         affine.store %arg0, %alloc[%arg2] : memref<64xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @triangle(%arg0: f32) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<8x8xf32>
// CHECK-NEXT:     affine.for %arg1 = 0 to 8 {
// CHECK-NEXT:       affine.for %arg2 = 0 to #map(%arg1) {
// CHECK-NEXT:         affine.store %arg0, %alloc[%arg1, %arg2] : memref<8x8xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// SIZES:      #map = affine_map<(d0) -> (d0)>
// SIZES-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// SIZES-NEXT: #map2 = affine_map<(d0) -> (d0 + 8, 30)>
// SIZES-NEXT: #map3 = affine_map<(d0) -> (d0 + 4)>
// SIZES-NEXT: #map4 = affine_map<()[s0] -> (s0, 40)>
// SIZES-NEXT: #map5 = affine_map<(d0)[s0] -> (d0 + 2, s0)>
// SIZES-NEXT: #map6 = affine_map<(d0)[s0] -> (d0 + 8, s0, 40)>
// SIZES-NEXT: #map7 = affine_map<(d0) -> (d0 + 6)>
// SIZES-NEXT: module {
// SIZES-LABEL: func.func @matmul(%arg0: index) {
// SIZES-NEXT:     %alloc = memref.alloc() : memref<32x64xf32>
// SIZES-NEXT:     %alloc_0 = memref.alloc() : memref<64x32xf32>
// SIZES-NEXT:     %alloc_1 = memref.alloc() : memref<32x32xf32>
// SIZES-NEXT:     affine.for %arg1 = 0 to 32 step 2 {
// SIZES-NEXT:       affine.for %arg2 = 0 to 30 step 8 {
// SIZES-NEXT:         affine.for %arg3 = 0 to 64 step 4 {
// SIZES-NEXT:           affine.for %arg4 = #map(%arg1) to #map1(%arg1) {
// SIZES-NEXT:             affine.for %arg5 = #map(%arg2) to min #map2(%arg2) {
// SIZES-NEXT:               affine.for %arg6 = #map(%arg3) to #map3(%arg3) {
// SIZES-NEXT:                 %0 = affine.load %alloc[%arg4, %arg6] : memref<32x64xf32>
// SIZES-NEXT:                 %1 = affine.load %alloc_0[%arg6, %arg5] : memref<64x32xf32>
// SIZES-NEXT:                 %2 = affine.load %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// SIZES-NEXT:                 %3 = arith.mulf %0, %1 : f32
// SIZES-NEXT:                 %4 = arith.addf %2, %3 : f32
// SIZES-NEXT:                 affine.store %4, %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// SIZES-NEXT:               }
// SIZES-NEXT:             }
// SIZES-NEXT:           }
// SIZES-NEXT:         }
// SIZES-NEXT:       }
// SIZES-NEXT:     }
// SIZES-NEXT:     return
// SIZES-NEXT:   }
// SIZES-LABEL: func.func @dynamic(%arg0: index, %arg1: f32) {
// SIZES-NEXT:     %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// SIZES-NEXT:     affine.for %arg2 = 0 to %arg0 step 2 {
// SIZES-NEXT:       affine.for %arg3 = 0 to min #map4()[%arg0] step 8 {
// SIZES-NEXT:         affine.for %arg4 = #map(%arg2) to min #map5(%arg2)[%arg0] {
// SIZES-NEXT:           affine.for %arg5 = #map(%arg3) to min #map6(%arg3)[%arg0] {
// SIZES-NEXT:             affine.store %arg1, %alloc[%arg4, %arg5] : memref<?x?xf32>
// SIZES-NEXT:           }
// SIZES-NEXT:         }
// SIZES-NEXT:       }
// SIZES-NEXT:     }
// SIZES-NEXT:     return
// SIZES-NEXT:   }
// SIZES-LABEL: func.func @steps(%arg0: f32) {
// SIZES-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// SIZES-NEXT:     affine.for %arg1 = 1 to 61 step 6 {
// SIZES-NEXT:       affine.for %arg2 = #map(%arg1) to #map7(%arg1) step 3 {
// SIZES-NEXT:         affine.store %arg0, %alloc[%arg2] : memref<64xf32>
// SIZES-NEXT:       }
// SIZES-NEXT:     }
// SIZES-NEXT:     return
// SIZES-NEXT:   }
// SIZES-LABEL: func.func @triangle(%arg0: f32) {
// SIZES-NEXT:     %alloc = memref.alloc() : memref<8x8xf32>
// SIZES-NEXT:     affine.for %arg1 = 0 to 8 {
// SIZES-NEXT:       affine.for %arg2 = 0 to #map(%arg1) {
// SIZES-NEXT:         affine.store %arg0, %alloc[%arg1, %arg2] : memref<8x8xf32>
// SIZES-NEXT:       }
// SIZES-NEXT:     }
// SIZES-NEXT:     return
// SIZES-NEXT:   }
// SIZES-NEXT: }

// SEPARATE:      #map = affine_map<(d0) -> (d0)>
// SEPARATE-NEXT: #map1 = affine_map<(d0) -> (d0 + 4)>
// SEPARATE-NEXT: #map2 = affine_map<(d0) -> (d0 + 4, 30)>
// SEPARATE-NEXT: #map3 = affine_map<()[s0] -> (s0, 40)>
// SEPARATE-NEXT: #map4 = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// SEPARATE-NEXT: #map5 = affine_map<(d0)[s0] -> (d0 + 4, s0, 40)>
// SEPARATE-NEXT: #map6 = affine_map<(d0) -> (d0 + 12)>
// SEPARATE-NEXT: #set = affine_set<(d0) : (-d0 + 26 >= 0)>
// SEPARATE-NEXT: #set1 = affine_set<(d0, d1)[s0] : (-d0 + s0 - 4 >= 0, -d1 + s0 - 4 >= 0, -d1 + 36 >= 0)>
// SEPARATE-NEXT: module {
// SEPARATE-LABEL: func.func @matmul(%arg0: index) {
// SEPARATE-NEXT:     %alloc = memref.alloc() : memref<32x64xf32>
// SEPARATE-NEXT:     %alloc_0 = memref.alloc() : memref<64x32xf32>
// SEPARATE-NEXT:     %alloc_1 = memref.alloc() : memref<32x32xf32>
// SEPARATE-NEXT:     affine.for %arg1 = 0 to 32 step 4 {
// SEPARATE-NEXT:       affine.for %arg2 = 0 to 30 step 4 {
// SEPARATE-NEXT:         affine.for %arg3 = 0 to 64 step 4 {
// SEPARATE-NEXT:           affine.if #set(%arg2) {
// SEPARATE-NEXT:             affine.for %arg4 = #map(%arg1) to #map1(%arg1) {
// SEPARATE-NEXT:               affine.for %arg5 = #map(%arg2) to #map1(%arg2) {
// SEPARATE-NEXT:                 affine.for %arg6 = #map(%arg3) to #map1(%arg3) {
// SEPARATE-NEXT:                   %0 = affine.load %alloc[%arg4, %arg6] : memref<32x64xf32>
// SEPARATE-NEXT:                   %1 = affine.load %alloc_0[%arg6, %arg5] : memref<64x32xf32>
// SEPARATE-NEXT:                   %2 = affine.load %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// SEPARATE-NEXT:                   %3 = arith.mulf %0, %1 : f32
// SEPARATE-NEXT:                   %4 = arith.addf %2, %3 : f32
// SEPARATE-NEXT:                   affine.store %4, %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// SEPARATE-NEXT:                 }
// SEPARATE-NEXT:               }
// SEPARATE-NEXT:             }
// SEPARATE-NEXT:           } else {
// SEPARATE-NEXT:             affine.for %arg4 = #map(%arg1) to #map1(%arg1) {
// SEPARATE-NEXT:               affine.for %arg5 = #map(%arg2) to min #map2(%arg2) {
// SEPARATE-NEXT:                 affine.for %arg6 = #map(%arg3) to #map1(%arg3) {
// SEPARATE-NEXT:                   %0 = affine.load %alloc[%arg4, %arg6] : memref<32x64xf32>
// SEPARATE-NEXT:                   %1 = affine.load %alloc_0[%arg6, %arg5] : memref<64x32xf32>
// SEPARATE-NEXT:                   %2 = affine.load %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// SEPARATE-NEXT:                   %3 = arith.mulf %0, %1 : f32
// SEPARATE-NEXT:                   %4 = arith.addf %2, %3 : f32
// SEPARATE-NEXT:                   affine.store %4, %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// SEPARATE-NEXT:                 }
// SEPARATE-NEXT:               }
// SEPARATE-NEXT:             }
// SEPARATE-NEXT:           }
// SEPARATE-NEXT:         }
// SEPARATE-NEXT:       }
// SEPARATE-NEXT:     }
// SEPARATE-NEXT:     return
// SEPARATE-NEXT:   }
// SEPARATE-LABEL: func.func @dynamic(%arg0: index, %arg1: f32) {
// SEPARATE-NEXT:     %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// SEPARATE-NEXT:     affine.for %arg2 = 0 to %arg0 step 4 {
// SEPARATE-NEXT:       affine.for %arg3 = 0 to min #map3()[%arg0] step 4 {
// SEPARATE-NEXT:         affine.if #set1(%arg2, %arg3)[%arg0] {
// SEPARATE-NEXT:           affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
// SEPARATE-NEXT:             affine.for %arg5 = #map(%arg3) to #map1(%arg3) {
// SEPARATE-NEXT:               affine.store %arg1, %alloc[%arg4, %arg5] : memref<?x?xf32>
// SEPARATE-NEXT:             }
// SEPARATE-NEXT:           }
// SEPARATE-NEXT:         } else {
// SEPARATE-NEXT:           affine.for %arg4 = #map(%arg2) to min #map4(%arg2)[%arg0] {
// SEPARATE-NEXT:             affine.for %arg5 = #map(%arg3) to min #map5(%arg3)[%arg0] {
// SEPARATE-NEXT:               affine.store %arg1, %alloc[%arg4, %arg5] : memref<?x?xf32>
// SEPARATE-NEXT:             }
// SEPARATE-NEXT:           }
// SEPARATE-NEXT:         }
// SEPARATE-NEXT:       }
// SEPARATE-NEXT:     }
// SEPARATE-NEXT:     return
// SEPARATE-NEXT:   }
// SEPARATE-LABEL: func.func @steps(%arg0: f32) {
// SEPARATE-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// SEPARATE-NEXT:     affine.for %arg1 = 1 to 61 step 12 {
// SEPARATE-NEXT:       affine.for %arg2 = #map(%arg1) to #map6(%arg1) step 3 {
// SEPARATE-NEXT:         affine.store %arg0, %alloc[%arg2] : memref<64xf32>
// SEPARATE-NEXT:       }
// SEPARATE-NEXT:     }
// SEPARATE-NEXT:     return
// SEPARATE-NEXT:   }
// SEPARATE-LABEL: func.func @triangle(%arg0: f32) {
// SEPARATE-NEXT:     %alloc = memref.alloc() : memref<8x8xf32>
// SEPARATE-NEXT:     affine.for %arg1 = 0 to 8 {
// SEPARATE-NEXT:       affine.for %arg2 = 0 to #map(%arg1) {
// SEPARATE-NEXT:         affine.store %arg0, %alloc[%arg1, %arg2] : memref<8x8xf32>
// SEPARATE-NEXT:       }
// SEPARATE-NEXT:     }
// SEPARATE-NEXT:     return
// SEPARATE-NEXT:   }
// SEPARATE-NEXT: }

// CACHE:      #map = affine_map<(d0) -> (d0)>
// CACHE-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CACHE-NEXT: #map2 = affine_map<(d0) -> (d0 + 4)>
// CACHE-NEXT: #map3 = affine_map<()[s0] -> (s0, 40)>
// CACHE-NEXT: #map4 = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// CACHE-NEXT: #map5 = affine_map<(d0)[s0] -> (d0 + 4, s0, 40)>
// CACHE-NEXT: #map6 = affine_map<(d0) -> (d0 + 3)>
// CACHE-NEXT: module {
// CACHE-LABEL: func.func @matmul(%arg0: index) {
// CACHE-NEXT:     %alloc = memref.alloc() : memref<32x64xf32>
// CACHE-NEXT:     %alloc_0 = memref.alloc() : memref<64x32xf32>
// CACHE-NEXT:     %alloc_1 = memref.alloc() : memref<32x32xf32>
// CACHE-NEXT:     affine.for %arg1 = 0 to 32 step 2 {
// CACHE-NEXT:       affine.for %arg2 = 0 to 30 step 2 {
// CACHE-NEXT:         affine.for %arg3 = 0 to 64 step 4 {
// CACHE-NEXT:           affine.for %arg4 = #map(%arg1) to #map1(%arg1) {
// CACHE-NEXT:             affine.for %arg5 = #map(%arg2) to #map1(%arg2) {
// CACHE-NEXT:               affine.for %arg6 = #map(%arg3) to #map2(%arg3) {
// CACHE-NEXT:                 %0 = affine.load %alloc[%arg4, %arg6] : memref<32x64xf32>
// CACHE-NEXT:                 %1 = affine.load %alloc_0[%arg6, %arg5] : memref<64x32xf32>
// CACHE-NEXT:                 %2 = affine.load %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// CACHE-NEXT:                 %3 = arith.mulf %0, %1 : f32
// CACHE-NEXT:                 %4 = arith.addf %2, %3 : f32
// CACHE-NEXT:                 affine.store %4, %alloc_1[%arg4, %arg5] : memref<32x32xf32>
// CACHE-NEXT:               }
// CACHE-NEXT:             }
// CACHE-NEXT:           }
// CACHE-NEXT:         }
// CACHE-NEXT:       }
// CACHE-NEXT:     }
// CACHE-NEXT:     return
// CACHE-NEXT:   }
// CACHE-LABEL: func.func @dynamic(%arg0: index, %arg1: f32) {
// CACHE-NEXT:     %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// CACHE-NEXT:     affine.for %arg2 = 0 to %arg0 step 4 {
// CACHE-NEXT:       affine.for %arg3 = 0 to min #map3()[%arg0] step 4 {
// CACHE-NEXT:         affine.for %arg4 = #map(%arg2) to min #map4(%arg2)[%arg0] {
// CACHE-NEXT:           affine.for %arg5 = #map(%arg3) to min #map5(%arg3)[%arg0] {
// CACHE-NEXT:             affine.store %arg1, %alloc[%arg4, %arg5] : memref<?x?xf32>
// CACHE-NEXT:           }
// CACHE-NEXT:         }
// CACHE-NEXT:       }
// CACHE-NEXT:     }
// CACHE-NEXT:     return
// CACHE-NEXT:   }
// CACHE-LABEL: func.func @steps(%arg0: f32) {
// CACHE-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// CACHE-NEXT:     affine.for %arg1 = 1 to 61 step 3 {
// CACHE-NEXT:       affine.for %arg2 = #map(%arg1) to #map6(%arg1) step 3 {
// CACHE-NEXT:         affine.store %arg0, %alloc[%arg2] : memref<64xf32>
// CACHE-NEXT:       }
// CACHE-NEXT:     }
// CACHE-NEXT:     return
// CACHE-NEXT:   }
// CACHE-LABEL: func.func @triangle(%arg0: f32) {
// CACHE-NEXT:     %alloc = memref.alloc() : memref<8x8xf32>
// CACHE-NEXT:     affine.for %arg1 = 0 to 8 {
// CACHE-NEXT:       affine.for %arg2 = 0 to #map(%arg1) {
// CACHE-NEXT:         affine.store %arg0, %alloc[%arg1, %arg2] : memref<8x8xf32>
// CACHE-NEXT:       }
// CACHE-NEXT:     }
// CACHE-NEXT:     return
// CACHE-NEXT:   }
// CACHE-NEXT: }
