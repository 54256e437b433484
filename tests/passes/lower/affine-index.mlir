// Taking an index apart and putting one together, as arithmetic and as affine.apply.
// RUN: terrace-opt %s --affine-expand-index-ops --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --affine-expand-index-ops-as-affine --allow-unregistered-dialect | FileCheck %s --check-prefix=AFF

func.func @apart(%i: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (4, %n, 16) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

func.func @together(%i: index, %j: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = affine.linearize_index disjoint [%k, %j, %i] by (3, %n, 8) : index
    %1 = affine.linearize_index [%i, %k] by (5) : index
    "foo.use"(%0, %1) : (index, index) -> ()
  }
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @apart(%arg0: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %0 = arith.muli %arg1, %c16 overflow<nsw, nuw> : index
// CHECK-NEXT:     %1 = arith.floordivsi %arg0, %0 : index
// CHECK-NEXT:     %2 = arith.remsi %arg0, %0 : index
// CHECK-NEXT:     %3 = arith.cmpi slt, %2, %c0 : index
// CHECK-NEXT:     %4 = arith.addi %2, %0 overflow<nsw> : index
// CHECK-NEXT:     %5 = arith.select %3, %4, %2 : index
// CHECK-NEXT:     %6 = arith.divsi %5, %c16 : index
// CHECK-NEXT:     %7 = arith.remsi %arg0, %c16 : index
// CHECK-NEXT:     %8 = arith.cmpi slt, %7, %c0 : index
// CHECK-NEXT:     %9 = arith.addi %7, %c16 overflow<nsw> : index
// CHECK-NEXT:     %10 = arith.select %8, %9, %7 : index
// CHECK-NEXT:     return %1, %6, %10 : index, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @together(%arg0: index, %arg1: index, %arg2: index) {
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg3 = %c0 to %arg2 step %c1 {
// CHECK-NEXT:       %0 = arith.muli %arg2, %c8 overflow<nsw, nuw> : index
// CHECK-NEXT:       %1 = arith.muli %arg3, %0 overflow<nsw> : index
// CHECK-NEXT:       %2 = arith.muli %arg1, %c8 overflow<nsw> : index
// CHECK-NEXT:       %3 = arith.addi %2, %arg0 overflow<nsw> : index
// CHECK-NEXT:       %4 = arith.addi %3, %1 overflow<nsw> : index
// CHECK-NEXT:       %5 = arith.muli %arg0, %c5 overflow<nsw> : index
// CHECK-NEXT:       %6 = arith.addi %5, %arg3 overflow<nsw> : index
// CHECK-NEXT:       "foo.use"(%4, %6) : (index, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// AFF:      #map = affine_map<()[s0, s1] -> (s1 floordiv (s0 * 16))>
// AFF-NEXT: #map1 = affine_map<()[s0, s1] -> ((s1 mod (s0 * 16)) floordiv 16)>
// AFF-NEXT: #map2 = affine_map<()[s0, s1] -> ((s1 mod (s0 * 16)) mod 16)>
// AFF-NEXT: #map3 = affine_map<()[s0, s1, s2, s3] -> (s1 * 8 + s2 + s0 * (s3 * 8))>
// AFF-NEXT: #map4 = affine_map<()[s0, s1] -> (s0 * 5 + s1)>
// AFF-NEXT: module {
// AFF-NEXT:   func.func @apart(%arg0: index, %arg1: index) -> (index, index, index) {
// AFF-NEXT:     %0 = affine.apply #map()[%arg1, %arg0]
// AFF-NEXT:     %1 = affine.apply #map1()[%arg1, %arg0]
// AFF-NEXT:     %2 = affine.apply #map2()[%arg1, %arg0]
// AFF-NEXT:     return %0, %1, %2 : index, index, index
// AFF-NEXT:   }
// AFF-NEXT:   func.func @together(%arg0: index, %arg1: index, %arg2: index) {
// AFF-NEXT:     %c0 = arith.constant 0 : index
// AFF-NEXT:     %c1 = arith.constant 1 : index
// AFF-NEXT:     scf.for %arg3 = %c0 to %arg2 step %c1 {
// AFF-NEXT:       %0 = affine.apply #map3()[%arg3, %arg1, %arg0, %arg2]
// AFF-NEXT:       %1 = affine.apply #map4()[%arg0, %arg3]
// AFF-NEXT:       "foo.use"(%0, %1) : (index, index) -> ()
// AFF-NEXT:     }
// AFF-NEXT:     return
// AFF-NEXT:   }
// AFF-NEXT: }
