// RUN: terrace-opt %s --irdl-file=%S/shapes.irdl.mlir | terrace-opt --irdl-file=%S/shapes.irdl.mlir | FileCheck %s
// RUN: terrace-opt %s --irdl-file=%S/shapes.irdl.mlir --emit-bytecode | terrace-opt --irdl-file=%S/shapes.irdl.mlir | FileCheck %s
// RUN: terrace-opt %s --irdl-file=%S/shapes.irdl.mlir --canonicalize --cse --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @uses(
// CHECK-SAME: %[[P:.*]]: !shapes.point, %[[I:.*]]: i32, %[[F:.*]]: f32, %{{.*}}: !shapes.box<tensor<2xf32>, i64>,
// CHECK-SAME: %{{.*}}: !shapes.list<!shapes.list<!shapes.point>>
func.func @uses(%p: !shapes.point, %i: i32, %f: f32, %b: !shapes.box<tensor<2xf32>, i64>,
                %l: !shapes.list<!shapes.list<!shapes.point>>) {
  // CHECK-NEXT: "shapes.one"(%[[P]]) : (!shapes.point) -> i7
  %0 = "shapes.one"(%p) : (!shapes.point) -> i7
  // CHECK-NEXT: "shapes.same"(%[[I]], %[[I]], %[[I]]) : (i32, i32, i32) -> i32
  %1 = "shapes.same"(%i, %i, %i) : (i32, i32, i32) -> i32
  // CHECK-NEXT: "shapes.same"(%[[F]]) : (f32) -> ()
  "shapes.same"(%f) : (f32) -> ()
  // CHECK-NEXT: "shapes.groups"(%[[I]], %[[I]], %[[F]]) {operandSegmentSizes = array<i32: 2, 1, 0>, resultSegmentSizes = array<i32: 0, 1>}
  %2 = "shapes.groups"(%i, %i, %f) {operandSegmentSizes = array<i32: 2, 1, 0>, resultSegmentSizes = array<i32: 0, 1>}
    : (i32, i32, f32) -> f32
  // CHECK-NEXT: "shapes.marked"() {kind = "round", mark = #shapes.mark<3 : i8>, more}
  "shapes.marked"() {mark = #shapes.mark<3 : i8>, kind = "round", more} : () -> ()
  // CHECK-NEXT: "shapes.holds"(%[[I]]) ({
  "shapes.holds"(%i) ({}, {
    cf.br ^bb1
  ^bb1:
    cf.br ^bb1
  }, {
  ^bb0(%x: i32, %y: i32):
    llvm.unreachable
  }, {
    cf.br ^bb1
  ^bb1:
    cf.br ^bb1
  }) : (i32) -> ()
  return
}
