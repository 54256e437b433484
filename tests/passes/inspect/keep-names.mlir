// Values go by the names of the input, in either form, and what replaces a value inherits its name.
// RUN: terrace-opt %s --keep-names --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --keep-names --allow-unregistered-dialect --canonicalize --cse | FileCheck %s --check-prefix=PASSES
// RUN: terrace-opt %s --keep-names --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s --check-prefix=NUMBERS

func.func @mix(%size: index, %data: memref<?xf32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  %lhs = arith.constant 5 : i32
  %sum = arith.addi %lhs, %lhs : i32
  %a:2, %b = "x.three"(%sum) : (i32) -> (i32, i32, f32)
  %7 = "x.unnamed"() : () -> i32
  scf.for %i = %c0 to %size step %one {
    %elem = memref.load %data[%i] : memref<?xf32>
    memref.store %elem, %data[%i] : memref<?xf32>
  }
  cf.br ^exit(%a#1, %7 : i32, i32)
^exit(%res: i32, %other: i32):
  %same = arith.addi %res, %lhs : i32
  %again = arith.addi %res, %lhs : i32
  %prod = arith.muli %same, %again : i32
  return %prod, %other : i32, i32
}

// CHECK:      func.func @mix(%size: index, %data: memref<?xf32>) -> (i32, i32) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %one = arith.constant 1 : index
// CHECK-NEXT:   %lhs = arith.constant 5 : i32
// CHECK-NEXT:   %sum = arith.addi %lhs, %lhs : i32
// CHECK-NEXT:   %a:2, %b = "x.three"(%sum) : (i32) -> (i32, i32, f32)
// CHECK-NEXT:   %0 = "x.unnamed"() : () -> i32
// CHECK-NEXT:   scf.for %i = %c0 to %size step %one {
// CHECK-NEXT:     %elem = memref.load %data[%i] : memref<?xf32>
// CHECK-NEXT:     memref.store %elem, %data[%i] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   cf.br ^bb1(%a#1, %0 : i32, i32)
// CHECK-NEXT: ^bb1(%res: i32, %other: i32):

// PASSES:      %sum = arith.constant 10 : i32
// PASSES-NEXT: %a:2, %b = "x.three"(%sum)
// PASSES-NEXT: %other = "x.unnamed"() : () -> i32
// PASSES:      %same = arith.addi %a#1, %lhs : i32
// PASSES-NEXT: %prod = arith.muli %same, %same : i32
// PASSES-NEXT: return %prod, %other : i32, i32

// GENERIC: ^bb0(%size: index, %data: memref<?xf32>):
// GENERIC: %a:2, %b = "x.three"(%sum) : (i32) -> (i32, i32, f32)

// NUMBERS: %1:3 = "x.three"(%0)
