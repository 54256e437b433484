// What integers lie between, op by op.
// RUN: terrace-test-opt %s --int-range-optimizations | FileCheck %s

func.func @arithmetic(%u: i8) -> (i8, i8, i8, i8, i8, i8) {
  %a = test.with_bounds {umin = 3 : ui8, umax = 12 : ui8, smin = 3 : si8, smax = 12 : si8} : i8
  %b = test.with_bounds {umin = 2 : ui8, umax = 5 : ui8, smin = 2 : si8, smax = 5 : si8} : i8
  %0 = arith.addi %a, %b : i8
  %1 = test.reflect_bounds %0 : i8
  %2 = arith.subi %a, %b overflow<nuw> : i8
  %3 = test.reflect_bounds %2 : i8
  %4 = arith.divui %a, %b : i8
  %5 = test.reflect_bounds %4 : i8
  %6 = arith.remsi %a, %b : i8
  %7 = test.reflect_bounds %6 : i8
  %8 = arith.shli %a, %b : i8
  %9 = test.reflect_bounds %8 : i8
  %10 = arith.xori %a, %b : i8
  %11 = test.reflect_bounds %10 : i8
  return %1, %3, %5, %7, %9, %11 : i8, i8, i8, i8, i8, i8
}
func.func @casts(%a: i8) -> (i32, i32, index, i4) {
  %0 = arith.extui %a : i8 to i32
  %1 = test.reflect_bounds %0 : i32
  %2 = arith.extsi %a : i8 to i32
  %3 = test.reflect_bounds %2 : i32
  %4 = index.casts %a : i8 to index
  %5 = test.reflect_bounds %4 : index
  %6 = arith.trunci %a : i8 to i4
  %7 = test.reflect_bounds %6 : i4
  return %1, %3, %5, %7 : i32, i32, index, i4
}
func.func @loop(%n: index) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  scf.for %i = %c2 to %c20 step %c3 {
    %0 = test.reflect_bounds %i : index
    %1 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 4 + s0 mod 3)>(%i)[%n]
    %2 = test.reflect_bounds %1 : index
  }
  test.with_bounds_region {umin = 1 : index, umax = 2 : index, smin = 1 : index, smax = 2 : index} %x : index {
    %0 = test.increment %x : index
    %1 = test.reflect_bounds %0 : index
  }
  return
}
func.func @choice(%c: i1) -> vector<2xi32> {
  %a = arith.constant dense<[1, 7]> : vector<2xi32>
  %b = arith.constant dense<9> : vector<2xi32>
  %0 = arith.select %c, %a, %b : vector<2xi32>
  %1 = test.reflect_bounds %0 : vector<2xi32>
  return %1 : vector<2xi32>
}

// CHECK: #map = affine_map<(d0)[s0] -> (d0 floordiv 4 + s0 mod 3)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @arithmetic(%arg0: i8) -> (i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT:     %0 = test.with_bounds {smax = 12 : si8, smin = 3 : si8, umax = 12 : ui8, umin = 3 : ui8} : i8
// CHECK-NEXT:     %1 = test.with_bounds {smax = 5 : si8, smin = 2 : si8, umax = 5 : ui8, umin = 2 : ui8} : i8
// CHECK-NEXT:     %2 = arith.addi %0, %1 : i8
// CHECK-NEXT:     %3 = test.reflect_bounds {smax = 17 : si8, smin = 5 : si8, umax = 17 : ui8, umin = 5 : ui8} %2 : i8
// CHECK-NEXT:     %4 = arith.subi %0, %1 overflow<nuw> : i8
// CHECK-NEXT:     %5 = test.reflect_bounds {smax = 10 : si8, smin = 0 : si8, umax = 10 : ui8, umin = 0 : ui8} %4 : i8
// CHECK-NEXT:     %6 = arith.divui %0, %1 : i8
// CHECK-NEXT:     %7 = test.reflect_bounds {smax = 6 : si8, smin = 0 : si8, umax = 6 : ui8, umin = 0 : ui8} %6 : i8
// CHECK-NEXT:     %8 = arith.remsi %0, %1 : i8
// CHECK-NEXT:     %9 = test.reflect_bounds {smax = 4 : si8, smin = 0 : si8, umax = 4 : ui8, umin = 0 : ui8} %8 : i8
// CHECK-NEXT:     %10 = arith.shli %0, %1 : i8
// CHECK-NEXT:     %11 = test.reflect_bounds {smax = 127 : si8, smin = -128 : si8, umax = 255 : ui8, umin = 0 : ui8} %10 : i8
// CHECK-NEXT:     %12 = arith.xori %0, %1 : i8
// CHECK-NEXT:     %13 = test.reflect_bounds {smax = 15 : si8, smin = 0 : si8, umax = 15 : ui8, umin = 0 : ui8} %12 : i8
// CHECK-NEXT:     return %3, %5, %7, %9, %11, %13 : i8, i8, i8, i8, i8, i8
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @casts(%arg0: i8) -> (i32, i32, index, i4) {
// CHECK-NEXT:     %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:     %1 = test.reflect_bounds {smax = 255 : si32, smin = 0 : si32, umax = 255 : ui32, umin = 0 : ui32} %0 : i32
// CHECK-NEXT:     %2 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT:     %3 = test.reflect_bounds {smax = 127 : si32, smin = -128 : si32, umax = 4294967295 : ui32, umin = 0 : ui32} %2 : i32
// CHECK-NEXT:     %4 = index.casts %arg0 : i8 to index
// CHECK-NEXT:     %5 = test.reflect_bounds {smax = 127 : index, smin = -128 : index, umax = -1 : index, umin = 0 : index} %4 : index
// CHECK-NEXT:     %6 = arith.trunci %arg0 : i8 to i4
// CHECK-NEXT:     %7 = test.reflect_bounds {smax = 7 : si4, smin = -8 : si4, umax = 15 : ui4, umin = 0 : ui4} %6 : i4
// CHECK-NEXT:     return %1, %3, %5, %7 : i32, i32, index, i4
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: index) {
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %c20 = arith.constant 20 : index
// CHECK-NEXT:     scf.for %arg1 = %c2 to %c20 step %c3 {
// CHECK-NEXT:       %0 = test.reflect_bounds {smax = 19 : index, smin = 2 : index, umax = 19 : index, umin = 2 : index} %arg1 : index
// CHECK-NEXT:       %1 = affine.apply #map(%arg1)[%arg0]
// CHECK-NEXT:       %2 = test.reflect_bounds {smax = 6 : index, smin = 0 : index, umax = 6 : index, umin = 0 : index} %1 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     test.with_bounds_region {smax = 2 : index, smin = 1 : index, umax = 2 : index, umin = 1 : index} %arg1: index {
// CHECK-NEXT:       %0 = test.increment %arg1 : index
// CHECK-NEXT:       %1 = test.reflect_bounds {smax = 3 : index, smin = 2 : index, umax = 3 : index, umin = 2 : index} %0 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @choice(%arg0: i1) -> vector<2xi32> {
// CHECK-NEXT:     %cst = arith.constant dense<[1, 7]> : vector<2xi32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<9> : vector<2xi32>
// CHECK-NEXT:     %0 = arith.select %arg0, %cst, %cst_0 : vector<2xi32>
// CHECK-NEXT:     %1 = test.reflect_bounds {smax = 9 : si32, smin = 1 : si32, umax = 9 : ui32, umin = 1 : ui32} %0 : vector<2xi32>
// CHECK-NEXT:     return %1 : vector<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
