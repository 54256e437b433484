// Loops over points as other loops.
// RUN: terrace-opt %s --scf-forall-to-for --allow-unregistered-dialect | FileCheck %s --check-prefix=FOR
// RUN: terrace-opt %s --scf-forall-to-parallel --allow-unregistered-dialect | FileCheck %s --check-prefix=PAR

func.func @bounds(%n: index) {
  scf.forall (%i, %j) = (1, %n) to (%n, 9) step (2, %n) {
    "foo.use"(%i, %j) : (index, index) -> ()
    scf.forall (%k) in (%i) {
      "foo.use"(%k) : (index) -> ()
    }
  }
  return
}

// FOR:      module {
// FOR-NEXT:   func.func @bounds(%arg0: index) {
// FOR-NEXT:     %c1 = arith.constant 1 : index
// FOR-NEXT:     %c9 = arith.constant 9 : index
// FOR-NEXT:     %c2 = arith.constant 2 : index
// FOR-NEXT:     scf.for %arg1 = %c1 to %arg0 step %c2 {
// FOR-NEXT:       scf.for %arg2 = %arg0 to %c9 step %arg0 {
// FOR-NEXT:         "foo.use"(%arg1, %arg2) : (index, index) -> ()
// FOR-NEXT:         %c0 = arith.constant 0 : index
// FOR-NEXT:         %c1_0 = arith.constant 1 : index
// FOR-NEXT:         scf.for %arg3 = %c0 to %arg1 step %c1_0 {
// FOR-NEXT:           "foo.use"(%arg3) : (index) -> ()
// FOR-NEXT:         }
// FOR-NEXT:       }
// FOR-NEXT:     }
// FOR-NEXT:     return
// FOR-NEXT:   }
// FOR-NEXT: }

// PAR:      module {
// PAR-NEXT:   func.func @bounds(%arg0: index) {
// PAR-NEXT:     %c1 = arith.constant 1 : index
// PAR-NEXT:     %c9 = arith.constant 9 : index
// PAR-NEXT:     %c2 = arith.constant 2 : index
// PAR-NEXT:     scf.parallel (%arg1, %arg2) = (%c1, %arg0) to (%arg0, %c9) step (%c2, %arg0) {
// PAR-NEXT:       "foo.use"(%arg1, %arg2) : (index, index) -> ()
// PAR-NEXT:       %c0 = arith.constant 0 : index
// PAR-NEXT:       %c1_0 = arith.constant 1 : index
// PAR-NEXT:       scf.parallel (%arg3) = (%c0) to (%arg1) step (%c1_0) {
// PAR-NEXT:         "foo.use"(%arg3) : (index) -> ()
// PAR-NEXT:         scf.reduce 
// PAR-NEXT:       }
// PAR-NEXT:       scf.reduce 
// PAR-NEXT:     }
// PAR-NEXT:     return
// PAR-NEXT:   }
// PAR-NEXT: }
