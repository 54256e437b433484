// With --print-match-failures, the patterns of a conversion say why they do not match, by name; the output stays the same.
// RUN: terrace-opt %s --convert-shape-to-std --print-match-failures 2>&1 | FileCheck %s
// RUN: terrace-opt %s --convert-shape-to-std 2>&1 | FileCheck %s --check-prefix=QUIET

// QUIET-NOT: does not match

// CHECK: match-failures.mlir:[[#@LINE+4]]:8: remark: pattern 'ToExtentTensorOpConversion' does not match: input needs to be a tensor
// CHECK-LABEL: func.func @a_shape_that_may_be_an_error_has_no_extent_tensor
// CHECK: shape.to_extent_tensor
func.func @a_shape_that_may_be_an_error_has_no_extent_tensor(%s: !shape.shape) -> tensor<?xindex> {
  %0 = shape.to_extent_tensor %s : !shape.shape -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
