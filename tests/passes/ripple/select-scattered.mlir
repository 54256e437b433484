// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// Where no instruction gathers or scatters, elements are accessed one by one, at addresses that are computed apart.

// CHECK-LABEL: llvm.func @gather(
// CHECK-NOT:     masked.gather
// CHECK:         %[[I:.*]] = llvm.extractelement %arg1[%{{.*}}] : vector<2xi32>
// CHECK-NEXT:    %[[W:.*]] = llvm.sext %[[I]] : i32 to i64
// CHECK-NEXT:    %[[A:.*]] = llvm.getelementptr %arg0[%[[W]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT:    llvm.load %[[A]] {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK:         llvm.return
llvm.func @gather(%t: !llvm.ptr, %i: vector<2xi32>) -> vector<2xf32> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %active = llvm.mlir.constant(dense<true> : vector<2xi1>) : vector<2xi1>
  %four = llvm.mlir.constant(dense<4> : vector<2xi64>) : vector<2xi64>
  %other = llvm.mlir.poison : vector<2xf32>
  %w = llvm.sext %i : vector<2xi32> to vector<2xi64>
  %m = llvm.mul %w, %four : vector<2xi64>
  %a = llvm.getelementptr %t[%m] : (!llvm.ptr, vector<2xi64>) -> vector<2x!llvm.ptr>, i8
  %r = llvm.intr.masked.gather %a, %active, %other {alignment = 4 : i32} : (vector<2x!llvm.ptr>, vector<2xi1>, vector<2xf32>) -> vector<2xf32>
  llvm.return %r : vector<2xf32>
}

// CHECK-LABEL: llvm.func @scatter(
// CHECK-NOT:     masked.scatter
// CHECK:         %[[Z:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:    %[[A:.*]] = llvm.getelementptr %arg0[%[[Z]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK:         %[[X:.*]] = llvm.extractelement %arg1
// CHECK-NEXT:    llvm.store %[[X]], %[[A]] {alignment = 1 : i64} : i16, !llvm.ptr
// CHECK:         %[[E:.*]] = llvm.mlir.constant(8 : i64) : i64
// CHECK-NEXT:    llvm.getelementptr %arg0[%[[E]]]
// CHECK:         llvm.return
llvm.func @scatter(%t: !llvm.ptr, %v: vector<2xi16>) attributes {target_features = #llvm.target_features<["+neon"]>} {
  %active = llvm.mlir.constant(dense<true> : vector<2xi1>) : vector<2xi1>
  %at = llvm.mlir.constant(dense<[0, 8]> : vector<2xi64>) : vector<2xi64>
  %a = llvm.getelementptr %t[%at] : (!llvm.ptr, vector<2xi64>) -> vector<2x!llvm.ptr>, i8
  llvm.intr.masked.scatter %v, %a, %active {alignment = 1 : i32} : vector<2xi16>, vector<2xi1> into vector<2x!llvm.ptr>
  llvm.return
}

// An instruction, and some elements alone.
// CHECK-LABEL: llvm.func @with_instruction(
// CHECK:         masked.gather
llvm.func @with_instruction(%a: vector<2x!llvm.ptr>) -> vector<2xf32> attributes {target_features = #llvm.target_features<["+sve"]>} {
  %active = llvm.mlir.constant(dense<true> : vector<2xi1>) : vector<2xi1>
  %other = llvm.mlir.poison : vector<2xf32>
  %r = llvm.intr.masked.gather %a, %active, %other {alignment = 4 : i32} : (vector<2x!llvm.ptr>, vector<2xi1>, vector<2xf32>) -> vector<2xf32>
  llvm.return %r : vector<2xf32>
}

// CHECK-LABEL: llvm.func @some(
// CHECK:         masked.gather
llvm.func @some(%a: vector<2x!llvm.ptr>, %active: vector<2xi1>, %other: vector<2xf32>) -> vector<2xf32> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %r = llvm.intr.masked.gather %a, %active, %other {alignment = 4 : i32} : (vector<2x!llvm.ptr>, vector<2xi1>, vector<2xf32>) -> vector<2xf32>
  llvm.return %r : vector<2xf32>
}
