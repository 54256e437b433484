// Maps are composed with the ops that compute their operands, and simplified by what is known of these.
// RUN: terrace-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

func.func @composed(%m: memref<100x100xf32>, %n: index) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%c3]
      %1 = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%0, %j)
      %2 = affine.load %m[%1, %j + symbol(%n)] : memref<100x100xf32>
      affine.prefetch %m[%1, %0], read, locality<3>, data : memref<100x100xf32>
      affine.store %2, %m[%0 - 3, %1 + 1] : memref<100x100xf32>
      %3 = affine.vector_load %m[%0, %1] : memref<100x100xf32>, vector<4xf32>
      affine.vector_store %3, %m[%1, %0] : memref<100x100xf32>, vector<4xf32>
    }
  }
  return
}

func.func @applies(%a: index, %b: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d1)>(%a, %b)
  %1 = affine.apply affine_map<()[s0] -> (s0 * 3 + 1)>()[%c8]
  %2 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%a)[%c0]
  %3 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d2 * 2)>(%a, %b, %a)
  return %0, %1, %2, %3 : index, index, index, index
}

func.func @ranges(%m: memref<8xindex>) {
  affine.for %i = 0 to 16 step 4 {
    affine.for %j = 0 to 4 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 4)>(%i, %j)
      %1 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 4)>(%i, %j)
      %2 = affine.apply affine_map<(d0) -> (d0 mod 16)>(%i)
      %3 = affine.apply affine_map<(d0) -> (d0 floordiv 5)>(%j)
      %4 = affine.apply affine_map<(d0) -> ((d0 + 1) ceildiv 4)>(%j)
      "use"(%0, %1, %2, %3, %4) : (index, index, index, index, index) -> ()
    }
  }
  return
}

func.func @extremes(%a: index, %b: index) -> (index, index, index, index, index) {
  %c4 = arith.constant 4 : index
  %0 = affine.min affine_map<()[s0] -> (s0, 7)>()[%c4]
  %1 = affine.max affine_map<()[s0, s1] -> (s0 + s1, s0 + s1, 3)>()[%a, %b]
  %2 = affine.min affine_map<()[s0] -> (s0 * 8, s0 + 16)>()[%a]
  %3 = affine.min affine_map<(d0)[s0] -> (s0 + 4, d0)>(%2)[%b]
  %4 = affine.max affine_map<(d0) -> (d0 * 2)>(%a)
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

func.func @bounds(%n: index, %x: f32) -> (f32, f32, f32) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%c3)[%c7] to min affine_map<(d0) -> (d0 + 3, 40)>(%n) {
    affine.for %j = max affine_map<(d0) -> (d0, d0, 5)>(%i) to min affine_map<(d0) -> (d0 + 64, 100, 50)>(%i) {
      "use"(%i, %j) : (index, index) -> ()
    }
  }
  %0 = affine.for %i = 0 to 0 iter_args(%a = %x) -> (f32) {
    %3 = "make"(%a) : (f32) -> f32
    affine.yield %3 : f32
  }
  %1:2 = affine.for %i = 0 to %n iter_args(%a = %x, %b = %0) -> (f32, f32) {
    affine.yield %a, %b : f32, f32
  }
  %y = "make"() : () -> f32
  %2 = affine.for %i = 0 to 5 iter_args(%a = %x) -> (f32) {
    affine.yield %y : f32
  }
  return %0, %1#1, %2 : f32, f32, f32
}

func.func @boxes(%n: index) {
  %0 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
  affine.parallel (%i, %j) = (0, max(%0, 3)) to (%0, 100) step (2, 4) {
    "use"(%i, %j) : (index, index) -> ()
  }
  return
}

func.func @conditions(%n: index) -> index {
  %c10 = arith.constant 10 : index
  %0 = affine.for %i = 0 to 10 iter_args(%a = %n) -> (index) {
    %1 = affine.apply affine_map<(d0)[s0] -> (d0 - s0)>(%i)[%c10]
    %2 = affine.if affine_set<(d0)[s0] : (d0 + s0 >= 0)>(%1)[%c10] -> (index) {
      affine.yield %1 : index
    } else {
      affine.yield %a : index
    }
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      "use"() : () -> ()
    } else {
    }
    affine.yield %2 : index
  }
  %1 = affine.if affine_set<() : (1 == 0)>() -> (index) {
    affine.yield %n : index
  } else {
    affine.yield %0 : index
  }
  affine.if affine_set<() : (0 == 0)>() {
    "always"() : () -> ()
  }
  affine.if affine_set<() : (1 == 0)>() {
    "never"() : () -> ()
  }
  return %1 : index
}

memref.global "private" constant @table : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
memref.global "private" constant @same : memref<4xf32> = dense<2.5>

func.func @constants(%n: index) -> (i32, i32, f32) {
  %table = memref.get_global @table : memref<2x2xi32>
  %same = memref.get_global @same : memref<4xf32>
  %0 = affine.load %table[1, 0] : memref<2x2xi32>
  %1 = affine.load %table[symbol(%n), 0] : memref<2x2xi32>
  %2 = affine.load %same[symbol(%n)] : memref<4xf32>
  return %0, %1, %2 : i32, i32, f32
}

func.func @casts(%m: memref<4xf32>, %tag: memref<1xi32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 4 : index
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = affine.load %0[%c0] : memref<?xf32>
  affine.store %1, %0[%c0 + 1] : memref<?xf32>
  affine.dma_start %0[%c0], %0[%c0], %tag[%c0], %n : memref<?xf32>, memref<?xf32>, memref<1xi32>
  affine.dma_wait %tag[%c0], %n : memref<1xi32>
  return
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<()[s0] -> (s0 mod 0)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0 * 3)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 floordiv 4)>
// CHECK-NEXT: #map3 = affine_map<()[s0, s1] -> (3, s0 + s1)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 + 16, s0 * 8)>
// CHECK-NEXT: #map5 = affine_map<()[s0, s1] -> (s1 + 16, s1 * 8, s0 + 4)>
// CHECK-NEXT: #map6 = affine_map<()[s0] -> (s0 * 2)>
// CHECK-NEXT: #map7 = affine_map<()[s0] -> (s0 + 3, 40)>
// CHECK-NEXT: #map8 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map9 = affine_map<(d0) -> (d0 - 10)>
// CHECK-NEXT: #set = affine_set<(d0) : (d0 >= 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @composed(%arg0: memref<100x100xf32>, %arg1: index) {
// CHECK-NEXT:     affine.for %arg2 = 0 to 10 {
// CHECK-NEXT:       affine.for %arg3 = 0 to 10 {
// CHECK-NEXT:         %0 = affine.load %arg0[-%arg3 + %arg2 * 2 + 3, %arg3 + symbol(%arg1)] : memref<100x100xf32>
// CHECK-NEXT:         affine.prefetch %arg0[-%arg3 + %arg2 * 2 + 3, %arg2 * 2 + 3], read, locality<3>, data : memref<100x100xf32>
// CHECK-NEXT:         affine.store %0, %arg0[%arg2 * 2, %arg2 * 2 - %arg3 + 4] : memref<100x100xf32>
// CHECK-NEXT:         %1 = affine.vector_load %arg0[%arg2 * 2 + 3, %arg2 * 2 - %arg3 + 3] : memref<100x100xf32>, vector<4xf32>
// CHECK-NEXT:         affine.vector_store %1, %arg0[-%arg3 + %arg2 * 2 + 3, %arg2 * 2 + 3] : memref<100x100xf32>, vector<4xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @applies(%arg0: index, %arg1: index) -> (index, index, index, index) {
// CHECK-NEXT:     %c25 = arith.constant 25 : index
// CHECK-NEXT:     %0 = affine.apply #map()[%arg0]
// CHECK-NEXT:     %1 = affine.apply #map1()[%arg0]
// CHECK-NEXT:     return %arg1, %c25, %0, %1 : index, index, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @ranges(%arg0: memref<8xindex>) {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     affine.for %arg1 = 0 to 16 step 4 {
// CHECK-NEXT:       affine.for %arg2 = 0 to 4 {
// CHECK-NEXT:         %0 = affine.apply #map2(%arg1)
// CHECK-NEXT:         "use"(%0, %arg2, %arg1, %c0, %c1) : (index, index, index, index, index) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @extremes(%arg0: index, %arg1: index) -> (index, index, index, index, index) {
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %0 = affine.max #map3()[%arg0, %arg1]
// CHECK-NEXT:     %1 = affine.min #map4()[%arg0]
// CHECK-NEXT:     %2 = affine.min #map5()[%arg1, %arg0]
// CHECK-NEXT:     %3 = affine.apply #map6()[%arg0]
// CHECK-NEXT:     return %c4, %0, %1, %2, %3 : index, index, index, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @bounds(%arg0: index, %arg1: f32) -> (f32, f32, f32) {
// CHECK-NEXT:     affine.for %arg2 = 7 to min #map7()[%arg0] {
// CHECK-NEXT:       affine.for %arg3 = #map8(%arg2) to 50 {
// CHECK-NEXT:         "use"(%arg2, %arg3) : (index, index) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = "make"() : () -> f32
// CHECK-NEXT:     return %arg1, %arg1, %0 : f32, f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @boxes(%arg0: index) {
// CHECK-NEXT:     affine.parallel (%arg1, %arg2) = (0, max(symbol(%arg0) + 1, 3)) to (symbol(%arg0) + 1, 100) step (2, 4) {
// CHECK-NEXT:       "use"(%arg1, %arg2) : (index, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @conditions(%arg0: index) -> index {
// CHECK-NEXT:     %0 = affine.for %arg1 = 0 to 10 iter_args(%arg2 = %arg0) -> (index) {
// CHECK-NEXT:       %1 = affine.apply #map9(%arg1)
// CHECK-NEXT:       %2 = affine.if #set(%arg1) -> index {
// CHECK-NEXT:         affine.yield %1 : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         affine.yield %arg2 : index
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.if #set(%arg1) {
// CHECK-NEXT:         "use"() : () -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.yield %2 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     "always"() : () -> ()
// CHECK-NEXT:     return %0 : index
// CHECK-NEXT:   }
// CHECK-NEXT{LITERAL}:   memref.global "private" constant @table : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
// CHECK-NEXT:   memref.global "private" constant @same : memref<4xf32> = dense<2.500000e+00>
// CHECK-NEXT:   func.func @constants(%arg0: index) -> (i32, i32, f32) {
// CHECK-NEXT:     %cst = arith.constant 2.500000e+00 : f32
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %0 = memref.get_global @table : memref<2x2xi32>
// CHECK-NEXT:     %1 = affine.load %0[symbol(%arg0), 0] : memref<2x2xi32>
// CHECK-NEXT:     return %c3_i32, %1, %cst : i32, i32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @casts(%arg0: memref<4xf32>, %arg1: memref<1xi32>, %arg2: f32) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %0 = affine.load %arg0[0] : memref<4xf32>
// CHECK-NEXT:     affine.store %0, %arg0[1] : memref<4xf32>
// CHECK-NEXT:     affine.dma_start %arg0[%c0], %arg0[%c0], %arg1[%c0], %c4 : memref<4xf32>, memref<4xf32>, memref<1xi32>
// CHECK-NEXT:     affine.dma_wait %arg1[%c0], %c4 : memref<1xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
