// Integers are computed in the first width that holds them.
// RUN: terrace-opt %s --arith-int-range-narrowing=int-bitwidths-supported=8,16 | FileCheck %s

func.func @sum(%a: i8, %b: i8) -> i64 {
  %0 = arith.extui %a : i8 to i64
  %1 = arith.extui %b : i8 to i64
  %2 = arith.addi %0, %1 : i64
  return %2 : i64
}
func.func @signed(%a: i4) -> i32 {
  %0 = arith.extsi %a : i4 to i32
  %1 = arith.muli %0, %0 : i32
  return %1 : i32
}
func.func @compare(%a: i8) -> i1 {
  %0 = arith.index_castui %a : i8 to index
  %c3 = arith.constant 3 : index
  %1 = arith.cmpi ult, %0, %c3 : index
  return %1 : i1
}
func.func @vector(%a: vector<4xi8>) -> vector<4xi64> {
  %0 = arith.extsi %a : vector<4xi8> to vector<4xi64>
  %1 = arith.addi %0, %0 : vector<4xi64>
  return %1 : vector<4xi64>
}
func.func @too_wide(%a: i32) -> i64 {
  %0 = arith.extui %a : i32 to i64
  %1 = arith.addi %0, %0 : i64
  return %1 : i64
}

// CHECK: module {
// CHECK-NEXT:   func.func @sum(%arg0: i8, %arg1: i8) -> i64 {
// CHECK-NEXT:     %0 = arith.extui %arg0 : i8 to i64
// CHECK-NEXT:     %1 = arith.extui %arg1 : i8 to i64
// CHECK-NEXT:     %2 = arith.trunci %0 : i64 to i16
// CHECK-NEXT:     %3 = arith.trunci %1 : i64 to i16
// CHECK-NEXT:     %4 = arith.addi %2, %3 : i16
// CHECK-NEXT:     %5 = arith.extui %4 : i16 to i64
// CHECK-NEXT:     return %5 : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @signed(%arg0: i4) -> i32 {
// CHECK-NEXT:     %0 = arith.extsi %arg0 : i4 to i32
// CHECK-NEXT:     %1 = arith.trunci %0 : i32 to i8
// CHECK-NEXT:     %2 = arith.muli %1, %1 : i8
// CHECK-NEXT:     %3 = arith.extsi %2 : i8 to i32
// CHECK-NEXT:     return %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @compare(%arg0: i8) -> i1 {
// CHECK-NEXT:     %c3_i8 = arith.constant 3 : i8
// CHECK-NEXT:     %0 = arith.cmpi ult, %arg0, %c3_i8 : i8
// CHECK-NEXT:     return %0 : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @vector(%arg0: vector<4xi8>) -> vector<4xi64> {
// CHECK-NEXT:     %0 = arith.extsi %arg0 : vector<4xi8> to vector<4xi64>
// CHECK-NEXT:     %1 = arith.trunci %0 : vector<4xi64> to vector<4xi16>
// CHECK-NEXT:     %2 = arith.addi %1, %1 : vector<4xi16>
// CHECK-NEXT:     %3 = arith.extsi %2 : vector<4xi16> to vector<4xi64>
// CHECK-NEXT:     return %3 : vector<4xi64>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @too_wide(%arg0: i32) -> i64 {
// CHECK-NEXT:     %0 = arith.extui %arg0 : i32 to i64
// CHECK-NEXT:     %1 = arith.addi %0, %0 : i64
// CHECK-NEXT:     return %1 : i64
// CHECK-NEXT:   }
// CHECK-NEXT: }
