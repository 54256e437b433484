// Sums and products become chains, in which what depends on inner loops comes last.
// RUN: terrace-test-opt %s --test-decompose-affine-ops --allow-unregistered-dialect | FileCheck %s

func.func @chain(%a: index, %b: index, %lb: index, %n: index, %step: index) {
  scf.for %i = %lb to %n step %step {
    scf.for %j = %lb to %n step %step {
      %x = affine.apply affine_map<(d0, d1)[s0, s1] -> (d0 + s0 * 4 + d1 + s1 + 3)>(%i, %j)[%a, %b]
      %y = affine.apply affine_map<()[s0, s1, s2] -> (s0 * s1 * s2)>()[%j, %a, %i]
      %z = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%j]
      "test.use"(%x, %y, %z) : (index, index, index) -> ()
    }
  }
  return
}

// CHECK:      #map = affine_map<() -> (3)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0 * 4)>
// CHECK-NEXT: #map2 = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-NEXT: #map3 = affine_map<()[s0] -> (s0)>
// CHECK-NEXT: #map4 = affine_map<()[s0, s1] -> (s0 * s1)>
// CHECK-NEXT: #map5 = affine_map<()[s0] -> (s0 + 1)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @chain(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index) {
// CHECK-NEXT:     scf.for %arg5 = %arg2 to %arg3 step %arg4 {
// CHECK-NEXT:       scf.for %arg6 = %arg2 to %arg3 step %arg4 {
// CHECK-NEXT:         %0 = affine.apply #map()
// CHECK-NEXT:         %1 = affine.apply #map1()[%arg0]
// CHECK-NEXT:         %2 = affine.apply #map2()[%0, %1]
// CHECK-NEXT:         %3 = affine.apply #map3()[%arg1]
// CHECK-NEXT:         %4 = affine.apply #map2()[%2, %3]
// CHECK-NEXT:         %5 = affine.apply #map3()[%arg5]
// CHECK-NEXT:         %6 = affine.apply #map2()[%4, %5]
// CHECK-NEXT:         %7 = affine.apply #map3()[%arg6]
// CHECK-NEXT:         %8 = affine.apply #map2()[%6, %7]
// CHECK-NEXT:         %9 = affine.apply #map3()[%arg0]
// CHECK-NEXT:         %10 = affine.apply #map3()[%arg5]
// CHECK-NEXT:         %11 = affine.apply #map4()[%9, %10]
// CHECK-NEXT:         %12 = affine.apply #map3()[%arg6]
// CHECK-NEXT:         %13 = affine.apply #map4()[%11, %12]
// CHECK-NEXT:         %14 = affine.apply #map5()[%arg6]
// CHECK-NEXT:         "test.use"(%8, %13, %14) : (index, index, index) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
