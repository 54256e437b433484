// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @ops
func.func @ops(%a: index, %b: index) -> i1 {
  // CHECK-NEXT: %0 = index.add %arg0, %arg1
  %0 = index.add %a, %b
  // CHECK-NEXT: %1 = index.ceildivu %0, %arg1 {note}
  %1 = index.ceildivu %0, %b {note}
  // CHECK-NEXT: %2 = index.cmp uge(%0, %1)
  // GENERIC: "index.cmp"({{.*}}) <{pred = #index<cmp_predicate uge>}> : (index, index) -> i1
  %2 = index.cmp uge(%0, %1)
  // CHECK-NEXT: %3 = index.sizeof
  %3 = index.sizeof
  // CHECK-NEXT: %4 = index.castu %3 : index to i64
  %4 = index.castu %3 : index to i64
  // CHECK-NEXT: %idx-5 = index.constant -5
  %5 = index.constant -5
  // CHECK-NEXT: %false = index.bool.constant false
  %6 = index.bool.constant false
  return %2 : i1
}
