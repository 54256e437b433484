// RUN: terrace-opt %s --irdl-file=%S/shapes.irdl.mlir --allow-unregistered-dialect --split-input-file --verify-diagnostics

func.func @one_without_operand(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{op expects exactly 1 operands, but got 0}}
  "shapes.one"() : () -> i32
  return
}

// -----

func.func @one_result_other_type(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected base type 'builtin.integer' but got 'builtin.f32'}}
  "shapes.one"(%p) : (!shapes.point) -> f32
  return
}

// -----

func.func @one_operand_other_type(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected base type 'shapes.point' but got 'builtin.integer'}}
  "shapes.one"(%i) : (i32) -> i32
  return
}

// -----

func.func @same_without_operands(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{op expects at least 1 operands, but got 0}}
  "shapes.same"() : () -> ()
  return
}

// -----

func.func @same_operand_types_differ(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected 'i32' but got 'f32'}}
  "shapes.same"(%i, %f) : (i32, f32) -> ()
  return
}

// -----

func.func @same_too_many_results(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{op expects at most 1 results, but got 2}}
  "shapes.same"(%i, %i) : (i32, i32) -> (i32, i32)
  return
}

// -----

func.func @groups_without_operand_segments(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'operandSegmentSizes' attribute is expected but not provided}}
  "shapes.groups"() : () -> ()
  return
}

// -----

func.func @groups_operand_segments_are_integer(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'operandSegmentSizes' attribute is expected to be a dense i32 array}}
  "shapes.groups"(%f) {operandSegmentSizes = 1} : (f32) -> ()
  return
}

// -----

func.func @groups_too_few_operand_segments(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'operandSegmentSizes' attribute for specifying operand segments must have 3 elements, but got 2}}
  "shapes.groups"(%f) {operandSegmentSizes = array<i32: 1, 1>} : (f32) -> ()
  return
}

// -----

func.func @groups_negative_operand_segment(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'operandSegmentSizes' attribute for specifying operand segments must have non-negative values}}
  "shapes.groups"(%f) {operandSegmentSizes = array<i32: 1, -1, 0>} : (f32) -> ()
  return
}

// -----

func.func @groups_single_segment_of_two(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{element 1 in 'operandSegmentSizes' attribute must be equal to 1}}
  "shapes.groups"(%f) {operandSegmentSizes = array<i32: 0, 2, 0>} : (f32) -> ()
  return
}

// -----

func.func @groups_optional_segment_of_two(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{element 2 in 'operandSegmentSizes' attribute must be equal to 0 or 1}}
  "shapes.groups"(%f) {operandSegmentSizes = array<i32: 0, 1, 2>} : (f32) -> ()
  return
}

// -----

func.func @groups_operand_segment_sum(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{sum of elements in 'operandSegmentSizes' attribute must be equal to the number of operands}}
  "shapes.groups"(%f) {operandSegmentSizes = array<i32: 1, 1, 0>} : (f32) -> ()
  return
}

// -----

func.func @groups_without_result_segments(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'resultSegmentSizes' attribute is expected but not provided}}
  "shapes.groups"(%f) {operandSegmentSizes = array<i32: 0, 1, 0>} : (f32) -> ()
  return
}

// -----

func.func @groups_result_segment_sum(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{sum of elements in 'resultSegmentSizes' attribute must be equal to the number of results}}
  "shapes.groups"(%f) {operandSegmentSizes = array<i32: 0, 1, 0>, resultSegmentSizes = array<i32: 0, 1>} : (f32) -> ()
  return
}

// -----

func.func @groups_operand_other_type(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected 'f32' but got 'i32'}}
  "shapes.groups"(%i) {operandSegmentSizes = array<i32: 0, 1, 0>, resultSegmentSizes = array<i32: 0, 0>} : (i32) -> ()
  return
}

// -----

func.func @marked_without_kind(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'shapes.marked' op attribute "kind" is expected but not provided}}
  "shapes.marked"() {mark = #shapes.mark<1>} : () -> ()
  return
}

// -----

func.func @marked_integer_mark(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected base attribute 'shapes.mark' but got 'builtin.integer'}}
  "shapes.marked"() {mark = 1, kind = "round"} : () -> ()
  return
}

// -----

func.func @marked_unknown_kind(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'"oval"' does not satisfy the constraint}}
  "shapes.marked"() {mark = #shapes.mark<1>, kind = "oval"} : () -> ()
  return
}

// -----

func.func @marked_with_properties(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{invalid properties {mark = #shapes.mark<1 : i64>} for op shapes.marked: extensible Dialects don't support properties}}
  "shapes.marked"() <{mark = #shapes.mark<1>}> {kind = "round"} : () -> ()
  return
}

// -----

func.func @marked_string_parameter(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected base attribute 'builtin.integer' but got 'builtin.string'}}
  "shapes.marked"() {mark = #shapes.mark<"a">, kind = "oval"} : () -> ()
  return
}

// -----

func.func @marked_without_parameter(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected 1 type arguments, but had 0}}
  "shapes.marked"() {mark = #shapes.mark, kind = "oval"} : () -> ()
  return
}

// -----

func.func @marked_undefined_attribute(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected dynamic attribute}}
  "shapes.marked"() {mark = #shapes.marks<1>, kind = "oval"} : () -> ()
  return
}

// -----

func.func @holds_without_regions(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'shapes.holds' op unexpected number of regions: expected 4 but got 0}}
  "shapes.holds"(%i) : (i32) -> ()
  return
}

// -----

func.func @holds_region_with_argument(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected region 1 to have 0 arguments but got 1}}
  // expected-note @below {{see the operation}}
  "shapes.holds"(%p) ({}, {^bb0(%x: i32): llvm.unreachable}, {}, {}) : (!shapes.point) -> ()
  return
}

// -----

func.func @holds_region_without_block(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected region 2 to have 1 block(s) but got 0}}
  "shapes.holds"(%p) ({}, {}, {}, {}) : (!shapes.point) -> ()
  return
}

// -----

func.func @holds_region_without_arguments(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected region 2 to have 2 arguments but got 0}}
  "shapes.holds"(%p) ({}, {}, {^bb0: llvm.unreachable}, {}) : (!shapes.point) -> ()
  return
}

// -----

func.func @holds_region_argument_other_type(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected '!shapes.point' but got 'i32'}}
  // expected-note @below {{see the operation}}
  "shapes.holds"(%p) ({}, {}, {^bb0(%x: !shapes.point, %y: i32): llvm.unreachable}, {}) : (!shapes.point) -> ()
  return
}

// -----

func.func @holds_region_without_two_blocks(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected region 3 to have 2 block(s) but got 0}}
  "shapes.holds"(%p) ({}, {}, {^bb0(%x: !shapes.point, %y: !shapes.point): llvm.unreachable}, {}) : (!shapes.point) -> ()
  return
}

// -----

func.func @undefined_operation(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{unregistered operation 'shapes.missing' found in dialect ('shapes') that does not allow unknown operations}}
  "shapes.missing"() : () -> ()
  return
}

// -----

func.func @box_too_few_parameters(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected 2 type arguments, but had 1}}
  "x.y"() : () -> !shapes.box<i32>
  return
}

// -----

func.func @box_parameter_other_type(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'f32' does not satisfy the constraint}}
  "x.y"() : () -> !shapes.box<i32, f32>
  return
}

// -----

func.func @point_with_parameter(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected 0 type arguments, but had 1}}
  "x.y"() : () -> !shapes.point<i32>
  return
}

// -----

func.func @undefined_type(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{expected dynamic type}}
  "x.y"() : () -> !shapes.points
  return
}

// -----

func.func @list_parameter_other_type(%p: !shapes.point, %i: i32, %f: f32) {
  // expected-error @below {{'i32' does not satisfy the constraint}}
  "x.y"() : () -> !shapes.list<i32>
  return
}
