// What gives the same in every iteration leaves the loop, loops inside first; what may trap or has effects stays.
// RUN: terrace-opt %s --loop-invariant-code-motion --allow-unregistered-dialect | FileCheck %s

func.func @nest(%n: index, %a: i32, %b: i32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.addi %a, %b : i32
      %1 = arith.muli %0, %b : i32
      %2 = arith.index_cast %i : index to i32
      %3 = arith.addi %2, %1 : i32
      %4 = arith.index_cast %j : index to i32
      %5 = arith.divsi %a, %b : i32
      %6 = scf.if %c -> i32 {
        scf.yield %1 : i32
      } else {
        scf.yield %2 : i32
      }
      "foo.use"(%3, %4, %5, %6) : (i32, i32, i32, i32) -> ()
    }
  }
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @nest(%arg0: index, %arg1: i32, %arg2: i32, %arg3: i1) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:     %1 = arith.muli %0, %arg2 : i32
// CHECK-NEXT:     scf.for %arg4 = %c0 to %arg0 step %c1 {
// CHECK-NEXT:       %2 = arith.index_cast %arg4 : index to i32
// CHECK-NEXT:       %3 = arith.addi %2, %1 : i32
// CHECK-NEXT:       %4 = scf.if %arg3 -> (i32) {
// CHECK-NEXT:         scf.yield %1 : i32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %2 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.for %arg5 = %c0 to %arg0 step %c1 {
// CHECK-NEXT:         %5 = arith.index_cast %arg5 : index to i32
// CHECK-NEXT:         %6 = arith.divsi %arg1, %arg2 : i32
// CHECK-NEXT:         "foo.use"(%3, %5, %6, %4) : (i32, i32, i32, i32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
