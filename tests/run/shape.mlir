// RUN: terrace run %s | FileCheck %s
// RUN: not terrace run %s --entry=apart 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not terrace run %s --entry=witness 2>&1 | FileCheck %s --check-prefix=WITNESS

// CHECK: [2, 3] : tensor<?xindex>
// CHECK-NEXT: [4, 2, 3] : !shape.shape
// CHECK-NEXT: 24 : index
// CHECK-NEXT: 3 : index
// CHECK-NEXT: [4] : tensor<?xindex>
// CHECK-NEXT: [2, 3] : tensor<?xindex>
// CHECK-NEXT: 9 : index
// CHECK-NEXT: false : i1
// CHECK-NEXT: 7 : index
func.func @main() -> (tensor<?xindex>, !shape.shape, index, index, tensor<?xindex>, tensor<?xindex>, index, i1, index) {
  %t = arith.constant dense<1.0> : tensor<2x3xf32>
  %d = tensor.cast %t : tensor<2x3xf32> to tensor<?x?xf32>
  %s = shape.shape_of %d : tensor<?x?xf32> -> tensor<?xindex>
  %k = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %kd = tensor.cast %k : tensor<3xindex> to tensor<?xindex>
  %ss = shape.from_extent_tensor %s : tensor<?xindex>
  %ks = shape.from_extent_tensor %kd : tensor<?xindex>
  %b = shape.broadcast %ss, %ks : !shape.shape, !shape.shape -> !shape.shape
  %bt = shape.to_extent_tensor %b : !shape.shape -> tensor<?xindex>
  %n = shape.num_elements %bt : tensor<?xindex> -> index
  %r = shape.rank %bt : tensor<?xindex> -> index
  %one = arith.constant 1 : index
  %head, %tail = "shape.split_at"(%bt, %one) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  // The sum of the extents: 4 + 2 + 3.
  %zero = arith.constant 0 : index
  %sum = shape.reduce(%bt, %zero) : tensor<?xindex> -> index {
  ^bb0(%i: index, %extent: index, %acc: index):
    %next = arith.addi %acc, %extent : index
    shape.yield %next : index
  }
  %eq = shape.shape_eq %s, %bt : tensor<?xindex>, tensor<?xindex>
  %w = shape.cstr_broadcastable %s, %bt : tensor<?xindex>, tensor<?xindex>
  %x = shape.assuming %w -> index {
    %m = shape.get_extent %bt, %zero : tensor<?xindex>, index -> index
    %o = shape.dim %d, %one : tensor<?x?xf32>, index -> index
    %p = shape.add %m, %o : index, index -> index
    shape.assuming_yield %p : index
  }
  return %s, %b, %n, %r, %head, %tail, %sum, %eq, %x : tensor<?xindex>, !shape.shape, index, index, tensor<?xindex>, tensor<?xindex>, index, i1, index
}

// Shapes that do not fit make an error, which is no use of them.
// APART: error: the program returns a poison value
// APART: :[[@LINE+4]]:8: note: poison comes from here: shapes that cannot be broadcast to each other
func.func @apart() -> !shape.shape {
  %a = shape.const_shape [2, 3] : !shape.shape
  %b = shape.const_shape [4, 3] : !shape.shape
  %c = shape.broadcast %a, %b : !shape.shape, !shape.shape -> !shape.shape
  return %c : !shape.shape
}

// WITNESS: :[[@LINE+5]]:8: error: a witness of a condition that does not hold
func.func @witness() -> index {
  %a = shape.const_shape [2, 3] : !shape.shape
  %b = shape.const_shape [4, 3] : !shape.shape
  %w = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  %x = shape.assuming %w -> index {
    %c = arith.constant 1 : index
    shape.assuming_yield %c : index
  }
  return %x : index
}
