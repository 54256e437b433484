// Affine ops are arithmetic, loops and accesses with plain subscripts.
// RUN: terrace-opt %s --lower-affine --allow-unregistered-dialect | FileCheck %s

#set = affine_set<(d0)[s0] : (d0 - 4 >= 0, s0 - d0 == 0)>
func.func @apply(%a: index, %b: index) -> (index, index, index, index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0 floordiv 5)>(%a)[%b]
  %1 = affine.apply affine_map<(d0) -> (d0 mod 7 + d0 ceildiv 3)>(%a)
  %2 = affine.min affine_map<(d0, d1) -> (d0 - d1, 12, d0)>(%a, %b)
  %3 = affine.max affine_map<(d0, d1) -> (d0, d1 * 2)>(%a, %b)
  return %0, %1, %2, %3 : index, index, index, index
}

func.func @loops(%n: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to min affine_map<(d0) -> (d0, 100)>(%n) step 2 iter_args(%s = %x) -> f32 {
    %e = affine.load %m[%i + 1, %n] : memref<?x?xf32>
    %t = affine.if #set(%i)[%n] -> f32 {
      affine.store %s, %m[%i, 0] : memref<?x?xf32>
      affine.yield %e : f32
    } else {
      affine.yield %s : f32
    }
    affine.yield %t : f32
  }
  affine.if affine_set<() : (1 >= 0)>() {
    affine.prefetch %m[%n, 3], read, locality<3>, data : memref<?x?xf32>
  }
  return %r : f32
}

func.func @parallel(%n: index, %m: memref<8xf32>) -> (f32, f32) {
  %r:2 = affine.parallel (%i) = (0) to (%n) reduce ("addf", "maximumf") -> (f32, f32) {
    %e = affine.load %m[%i] : memref<8xf32>
    affine.yield %e, %e : f32, f32
  }
  affine.parallel (%i, %j) = (0, max(%n, 3)) to (min(%n, 9), 5) step (1, 2) {
    "foo.use"(%i, %j) : (index, index) -> ()
  }
  return %r#0, %r#1 : f32, f32
}

func.func @vectors(%i: index, %m: memref<64xf32>, %t: memref<1xi32>) {
  %v = affine.vector_load %m[%i * 4] : memref<64xf32>, vector<4xf32>
  affine.vector_store %v, %m[%i + 2] : memref<64xf32>, vector<4xf32>
  %c0 = arith.constant 0 : index
  affine.dma_start %m[%i + 7], %m[%i], %t[%c0], %i : memref<64xf32>, memref<64xf32>, memref<1xi32>
  affine.dma_wait %t[%c0], %i : memref<1xi32>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @apply(%arg0: index, %arg1: index) -> (index, index, index, index) {
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %0 = arith.muli %arg0, %c3 overflow<nsw> : index
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c-1 = arith.constant -1 : index
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg1, %c0 : index
// CHECK-NEXT:     %2 = arith.subi %c-1, %arg1 : index
// CHECK-NEXT:     %3 = arith.select %1, %2, %arg1 : index
// CHECK-NEXT:     %4 = arith.divsi %3, %c5 : index
// CHECK-NEXT:     %5 = arith.subi %c-1, %4 : index
// CHECK-NEXT:     %6 = arith.select %1, %5, %4 : index
// CHECK-NEXT:     %7 = arith.addi %0, %6 : index
// CHECK-NEXT:     %c7 = arith.constant 7 : index
// CHECK-NEXT:     %8 = arith.remsi %arg0, %c7 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %9 = arith.cmpi slt, %8, %c0_0 : index
// CHECK-NEXT:     %10 = arith.addi %8, %c7 : index
// CHECK-NEXT:     %11 = arith.select %9, %10, %8 : index
// CHECK-NEXT:     %c3_1 = arith.constant 3 : index
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %12 = arith.cmpi sle, %arg0, %c0_2 : index
// CHECK-NEXT:     %13 = arith.subi %c0_2, %arg0 : index
// CHECK-NEXT:     %14 = arith.subi %arg0, %c1 : index
// CHECK-NEXT:     %15 = arith.select %12, %13, %14 : index
// CHECK-NEXT:     %16 = arith.divsi %15, %c3_1 : index
// CHECK-NEXT:     %17 = arith.subi %c0_2, %16 : index
// CHECK-NEXT:     %18 = arith.addi %16, %c1 : index
// CHECK-NEXT:     %19 = arith.select %12, %17, %18 : index
// CHECK-NEXT:     %20 = arith.addi %11, %19 : index
// CHECK-NEXT:     %c-1_3 = arith.constant -1 : index
// CHECK-NEXT:     %21 = arith.muli %arg1, %c-1_3 overflow<nsw> : index
// CHECK-NEXT:     %22 = arith.addi %arg0, %21 : index
// CHECK-NEXT:     %c12 = arith.constant 12 : index
// CHECK-NEXT:     %23 = arith.minsi %22, %c12 : index
// CHECK-NEXT:     %24 = arith.minsi %23, %arg0 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %25 = arith.muli %arg1, %c2 overflow<nsw> : index
// CHECK-NEXT:     %26 = arith.maxsi %arg0, %25 : index
// CHECK-NEXT:     return %7, %20, %24, %26 : index, index, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loops(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c100 = arith.constant 100 : index
// CHECK-NEXT:     %0 = arith.minsi %arg0, %c100 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %1 = scf.for %arg3 = %c0 to %0 step %c2 iter_args(%arg4 = %arg2) -> (f32) {
// CHECK-NEXT:       %c1_1 = arith.constant 1 : index
// CHECK-NEXT:       %3 = arith.addi %arg3, %c1_1 : index
// CHECK-NEXT:       %4 = memref.load %arg1[%3, %arg0] : memref<?x?xf32>
// CHECK-NEXT:       %c0_2 = arith.constant 0 : index
// CHECK-NEXT:       %c-4 = arith.constant -4 : index
// CHECK-NEXT:       %5 = arith.addi %arg3, %c-4 : index
// CHECK-NEXT:       %6 = arith.cmpi sge, %5, %c0_2 : index
// CHECK-NEXT:       %c-1 = arith.constant -1 : index
// CHECK-NEXT:       %7 = arith.muli %arg3, %c-1 overflow<nsw> : index
// CHECK-NEXT:       %8 = arith.addi %7, %arg0 : index
// CHECK-NEXT:       %9 = arith.cmpi eq, %8, %c0_2 : index
// CHECK-NEXT:       %10 = arith.andi %6, %9 : i1
// CHECK-NEXT:       %11 = scf.if %10 -> (f32) {
// CHECK-NEXT:         %c0_3 = arith.constant 0 : index
// CHECK-NEXT:         memref.store %arg4, %arg1[%arg3, %c0_3] : memref<?x?xf32>
// CHECK-NEXT:         scf.yield %4 : f32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %arg4 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %11 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %2 = arith.cmpi sge, %c1, %c0_0 : index
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       %c3 = arith.constant 3 : index
// CHECK-NEXT:       memref.prefetch %arg1[%arg0, %c3], read, locality<3>, data : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @parallel(%arg0: index, %arg1: memref<8xf32>) -> (f32, f32) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %cst_0 = arith.constant 0xFF800000 : f32
// CHECK-NEXT:     %0:2 = scf.parallel (%arg2) = (%c0) to (%arg0) step (%c1) init (%cst, %cst_0) -> (f32, f32) {
// CHECK-NEXT:       %3 = memref.load %arg1[%arg2] : memref<8xf32>
// CHECK-NEXT:       scf.reduce(%3, %3 : f32, f32) {
// CHECK-NEXT:       ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:         %4 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:         scf.reduce.return %4 : f32
// CHECK-NEXT:       }, {
// CHECK-NEXT:       ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:         %4 = arith.maximumf %arg3, %arg4 : f32
// CHECK-NEXT:         scf.reduce.return %4 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c9 = arith.constant 9 : index
// CHECK-NEXT:     %1 = arith.minsi %arg0, %c9 : index
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %2 = arith.maxsi %arg0, %c3 : index
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %c1_2 = arith.constant 1 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     scf.parallel (%arg2, %arg3) = (%c0_1, %2) to (%1, %c5) step (%c1_2, %c2) {
// CHECK-NEXT:       "foo.use"(%arg2, %arg3) : (index, index) -> ()
// CHECK-NEXT:       scf.reduce 
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0#0, %0#1 : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @vectors(%arg0: index, %arg1: memref<64xf32>, %arg2: memref<1xi32>) {
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %0 = arith.muli %arg0, %c4 overflow<nsw> : index
// CHECK-NEXT:     %1 = vector.load %arg1[%0] : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %2 = arith.addi %arg0, %c2 : index
// CHECK-NEXT:     vector.store %1, %arg1[%2] : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c7 = arith.constant 7 : index
// CHECK-NEXT:     %3 = arith.addi %arg0, %c7 : index
// CHECK-NEXT:     memref.dma_start %arg1[%3], %arg1[%arg0], %arg0, %arg2[%c0] : memref<64xf32>, memref<64xf32>, memref<1xi32>
// CHECK-NEXT:     memref.dma_wait %arg2[%c0], %arg0 : memref<1xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
