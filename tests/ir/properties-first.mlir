// Of an inherent attribute that stands in the properties and among the others, the properties are taken; in a custom form the
// dictionary has the last word, as upstream has both.
// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s

// CHECK: arith.constant 1 : i32
%a = "arith.constant"() <{value = 1 : i32}> {value = 2 : i32} : () -> i32
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw> {foo = 1 : i64} : i32
%b = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<nsw>}> {overflowFlags = #arith.overflow<nuw>, foo = 1} : (i32, i32) -> i32
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nuw> : i32
%c = "arith.addi"(%a, %a) <{}> {overflowFlags = #arith.overflow<nuw>} : (i32, i32) -> i32
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nuw> : i32
%d = "arith.addi"(%a, %a) {overflowFlags = #arith.overflow<nuw>} : (i32, i32) -> i32
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nuw> : i32
%e = arith.addi %a, %a overflow<nsw> {overflowFlags = #arith.overflow<nuw>} : i32
