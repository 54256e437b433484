// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// A loop whose body has 16 operations on registers or more is not unrolled but by a number that is known; here each vector fills
// four registers, of which a load, two sums and a store are 16, and a load, a sum and a store 12.

// CHECK-DAG: #[[UNROLL:.*]] = #llvm.loop_unroll<runtimeDisable = true>
// CHECK-DAG: #[[LONG:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK-DAG: #[[BOTH:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]], mustProgress = true>
// CHECK-DAG: #[[COUNT:.*]] = #llvm.loop_unroll<count = 4 : i32>
// CHECK-DAG: #[[ASKED:.*]] = #llvm.loop_annotation<unroll = #[[COUNT]]>

#count = #llvm.loop_unroll<count = 4 : i32>
#asked = #llvm.loop_annotation<unroll = #count>
#progress = #llvm.loop_annotation<mustProgress = true>

// CHECK-LABEL: llvm.func @long(
// CHECK: llvm.cond_br {{.*}}loop_annotation = #[[LONG]]}
llvm.func @long(%n: i64, %p: !llvm.ptr, %x: vector<32xi32>) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%zero : i64)
^loop(%k: i64):
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, vector<32xi32>
  %v = llvm.load %a : !llvm.ptr -> vector<32xi32>
  %s = llvm.add %v, %x : vector<32xi32>
  %t = llvm.mul %s, %x : vector<32xi32>
  llvm.store %t, %a : vector<32xi32>, !llvm.ptr
  %next = llvm.add %k, %one : i64
  %goes = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %goes, ^loop(%next : i64), ^exit
^exit:
  llvm.return
}

// CHECK-LABEL: llvm.func @short(
// CHECK-NOT: loop_annotation
// CHECK: llvm.return
llvm.func @short(%n: i64, %p: !llvm.ptr, %x: vector<32xi32>) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%zero : i64)
^loop(%k: i64):
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, vector<32xi32>
  %v = llvm.load %a : !llvm.ptr -> vector<32xi32>
  %s = llvm.add %v, %x : vector<32xi32>
  llvm.store %s, %a : vector<32xi32>, !llvm.ptr
  %next = llvm.add %k, %one : i64
  %goes = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %goes, ^loop(%next : i64), ^exit
^exit:
  llvm.return
}

// What is known of a loop stays.

// CHECK-LABEL: llvm.func @progresses(
// CHECK: llvm.cond_br {{.*}}loop_annotation = #[[BOTH]]}
llvm.func @progresses(%n: i64, %p: !llvm.ptr, %x: vector<32xi32>) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%zero : i64)
^loop(%k: i64):
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, vector<32xi32>
  %v = llvm.load %a : !llvm.ptr -> vector<32xi32>
  %s = llvm.add %v, %x : vector<32xi32>
  %t = llvm.mul %s, %x : vector<32xi32>
  llvm.store %t, %a : vector<32xi32>, !llvm.ptr
  %next = llvm.add %k, %one : i64
  %goes = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %goes, ^loop(%next : i64), ^exit {loop_annotation = #progress}
^exit:
  llvm.return
}

// So does what the program asks for.

// CHECK-LABEL: llvm.func @asked(
// CHECK: llvm.cond_br {{.*}}loop_annotation = #[[ASKED]]}
llvm.func @asked(%n: i64, %p: !llvm.ptr, %x: vector<32xi32>) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%zero : i64)
^loop(%k: i64):
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, vector<32xi32>
  %v = llvm.load %a : !llvm.ptr -> vector<32xi32>
  %s = llvm.add %v, %x : vector<32xi32>
  %t = llvm.mul %s, %x : vector<32xi32>
  llvm.store %t, %a : vector<32xi32>, !llvm.ptr
  %next = llvm.add %k, %one : i64
  %goes = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %goes, ^loop(%next : i64), ^exit {loop_annotation = #asked}
^exit:
  llvm.return
}

// So does what LLVM IR said that no attribute can.

// CHECK-LABEL: llvm.func @kept(
// CHECK-NOT: loop_annotation
// CHECK: llvm.cond_br {{.*}} {llvm.kept = {metadata = {{\[\[}}"llvm.loop", 0 : i32]]}}
llvm.func @kept(%n: i64, %p: !llvm.ptr, %x: vector<32xi32>) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%zero : i64)
^loop(%k: i64):
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, vector<32xi32>
  %v = llvm.load %a : !llvm.ptr -> vector<32xi32>
  %s = llvm.add %v, %x : vector<32xi32>
  %t = llvm.mul %s, %x : vector<32xi32>
  llvm.store %t, %a : vector<32xi32>, !llvm.ptr
  %next = llvm.add %k, %one : i64
  %goes = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %goes, ^loop(%next : i64), ^exit {llvm.kept = {metadata = [["llvm.loop", 0 : i32]]}}
^exit:
  llvm.return
}
