// Planted bugs of shapes and of parallel iterations: each is reported at the op that has it.
// RUN: not terrace run %s --entry=matmul_of_unlike_sizes --arg="[[1.0, 2.0]]" --arg="[[1.0], [2.0], [3.0]]" --arg=[[0.0]] 2>&1 | FileCheck %s --check-prefix=MATMUL-OF-UNLIKE-SIZES
// RUN: not terrace run %s --entry=destination_too_large --arg="[1.0, 2.0]" --arg="[1.0, 2.0, 3.0]" 2>&1 | FileCheck %s --check-prefix=DESTINATION-TOO-LARGE
// RUN: not terrace run %s --entry=static_beside_dynamic --arg=1.0 --arg="[1.0, 2.0, 3.0, 4.0, 5.0]" 2>&1 | FileCheck %s --check-prefix=STATIC-BESIDE-DYNAMIC
// RUN: not terrace run %s --entry=reduction_into_wrong_row --arg="[[1.0], [2.0]]" --arg="[0.0, 0.0, 0.0]" 2>&1 | FileCheck %s --check-prefix=REDUCTION-INTO-WRONG-ROW
// RUN: not terrace run %s --entry=sum_of_unlike_tensors --arg="[1.0, 2.0]" --arg=[1.0] 2>&1 | FileCheck %s --check-prefix=SUM-OF-UNLIKE-TENSORS
// RUN: not terrace run %s --entry=copy_between_unlike_buffers --arg="[1.0, 2.0]" --arg=[1.0] 2>&1 | FileCheck %s --check-prefix=COPY-BETWEEN-UNLIKE-BUFFERS
// RUN: not terrace run %s --entry=expansion_that_does_not_divide --arg="[1.0, 2.0, 3.0]" --arg=1 2>&1 | FileCheck %s --check-prefix=EXPANSION-THAT-DOES-NOT-DIVIDE
// RUN: not terrace run %s --entry=reshape_to_other_count --arg="[1.0, 2.0, 3.0]" --arg="[2, 2]" 2>&1 | FileCheck %s --check-prefix=RESHAPE-TO-OTHER-COUNT
// RUN: not terrace run %s --entry=tiles_that_do_not_divide --arg="[1.0, 2.0, 3.0]" --arg="[[0.0, 0.0], [0.0, 0.0]]" 2>&1 | FileCheck %s --check-prefix=TILES-THAT-DO-NOT-DIVIDE
// RUN: not terrace run %s --entry=tensor_cast_to_wrong_size --arg="[1.0, 2.0, 3.0]" 2>&1 | FileCheck %s --check-prefix=TENSOR-CAST-TO-WRONG-SIZE
// RUN: not terrace run %s --entry=race_on_one_element 2>&1 | FileCheck %s --check-prefix=RACE-ON-ONE-ELEMENT
// RUN: not terrace run %s --entry=race_between_read_and_write --arg=1 2>&1 | FileCheck %s --check-prefix=RACE-BETWEEN-READ-AND-WRITE
// RUN: not terrace run %s --entry=race_of_slices --arg=1.0 --arg=2.0 2>&1 | FileCheck %s --check-prefix=RACE-OF-SLICES
// RUN: not terrace run %s --entry=scatter_that_is_not_unique --arg=1.0 --arg=0.0 --arg="[[2], [2]]" 2>&1 | FileCheck %s --check-prefix=SCATTER-THAT-IS-NOT-UNIQUE
// RUN: not terrace run %s --entry=lanes_that_meet --arg=0.0 2>&1 | FileCheck %s --check-prefix=LANES-THAT-MEET
// RUN: not terrace run %s --entry=gather_that_is_not_unique --arg=1.0 --arg="[[2], [2]]" 2>&1 | FileCheck %s --check-prefix=GATHER-THAT-IS-NOT-UNIQUE
// RUN: not terrace run %s --entry=tensor_of_negative_size --arg=-1 2>&1 | FileCheck %s --check-prefix=TENSOR-OF-NEGATIVE-SIZE
// RUN: not terrace run %s --entry=negative_padding --arg="[1.0, 2.0]" --arg=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE-PADDING
// RUN: not terrace run %s --entry=dimension_of_tensor_that_is_not_there --arg=[1.0] --arg=1 2>&1 | FileCheck %s --check-prefix=DIMENSION-OF-TENSOR-THAT-IS-NOT-THERE
// RUN: not terrace run %s --entry=gather_of_what_is_outside --arg=1.0 --arg=[[4]] 2>&1 | FileCheck %s --check-prefix=GATHER-OF-WHAT-IS-OUTSIDE

// MATMUL-OF-UNLIKE-SIZES: :[[@LINE+2]]:8: error: operand #1 has size 3 in dimension 0, where another operand has 2
func.func @matmul_of_unlike_sizes(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// DESTINATION-TOO-LARGE: :[[@LINE+2]]:3: error: operand #1 has size 3 in dimension 0, where another operand has 2
func.func @destination_too_large(%a: memref<?xf32>, %b: memref<?xf32>) {
  linalg.exp ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return
}

// STATIC-BESIDE-DYNAMIC: :[[@LINE+2]]:8: error: operand #1 has size 5 in dimension 0, where another operand has 4
func.func @static_beside_dynamic(%a: tensor<4xf32>, %b: tensor<?xf32>) -> tensor<4xf32> {
  %r = linalg.add ins(%a, %b : tensor<4xf32>, tensor<?xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// REDUCTION-INTO-WRONG-ROW: :[[@LINE+2]]:8: error: operand #1 has size 3 in dimension 0, where another operand has 2
func.func @reduction_into_wrong_row(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.reduce ins(%a : tensor<?x?xf32>) outs(%b : tensor<?xf32>) dimensions = [1]
    (%x: f32, %y: f32) {
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    }
  return %r : tensor<?xf32>
}

// SUM-OF-UNLIKE-TENSORS: :[[@LINE+2]]:8: error: the operands of an elementwise op have different sizes
func.func @sum_of_unlike_tensors(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.addf %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}

// COPY-BETWEEN-UNLIKE-BUFFERS: :[[@LINE+2]]:3: error: copy between buffers of different sizes: [2] and [1]
func.func @copy_between_unlike_buffers(%a: memref<?xf32>, %b: memref<?xf32>) {
  memref.copy %a, %b : memref<?xf32> to memref<?xf32>
  return
}

// EXPANSION-THAT-DOES-NOT-DIVIDE: :[[@LINE+2]]:8: error: expansion of a dimension of size 3 to 2 elements
func.func @expansion_that_does_not_divide(%a: tensor<?xf32>, %n: index) -> tensor<?x2xf32> {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// RESHAPE-TO-OTHER-COUNT: :[[@LINE+2]]:8: error: reshape of 3 elements to 4
func.func @reshape_to_other_count(%a: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %r = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// TILES-THAT-DO-NOT-DIVIDE: :[[@LINE+2]]:8: error: tiles that are not full, and no value to pad them with
func.func @tiles_that_do_not_divide(%a: tensor<?xf32>, %d: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<?xf32> -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// TENSOR-CAST-TO-WRONG-SIZE: :[[@LINE+2]]:8: error: cast of a tensor of sizes [3] to a type that does not fit
func.func @tensor_cast_to_wrong_size(%a: tensor<?xf32>) -> tensor<4xf32> {
  %r = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// RACE-ON-ONE-ELEMENT: :[[@LINE+10]]:5: error: data race between parallel iterations: this iteration writes what another one writes
func.func @race_on_one_element() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 1 : i32
  %m = memref.alloca() : memref<4xi32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %at = arith.divui %i, %c2 : index
    memref.store %v, %m[%at] : memref<4xi32>
    scf.reduce
  }
  return
}

// RACE-BETWEEN-READ-AND-WRITE: :[[@LINE+4]]:5: error: data race between parallel iterations: this iteration writes what another one reads
func.func @race_between_read_and_write(%m: memref<5xi32>) {
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %m[%i + 1] : memref<5xi32>
    affine.store %x, %m[%i] : memref<5xi32>
  }
  return
}

// RACE-OF-SLICES: :[[@LINE+4]]:7: error: parallel iterations insert into the same element of a tensor
func.func @race_of_slices(%t: tensor<4xf32>, %s: tensor<2xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (3) shared_outs(%o = %t) -> tensor<4xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// SCATTER-THAT-IS-NOT-UNIQUE: :[[@LINE+2]]:8: error: a scatter with unique indices writes an element twice
func.func @scatter_that_is_not_unique(%s: tensor<2xf32>, %d: tensor<4xf32>, %at: tensor<2x1xindex>) -> tensor<4xf32> {
  %r = tensor.scatter %s into %d[%at] scatter_dims([0]) unique : (tensor<2xf32>, tensor<4xf32>, tensor<2x1xindex>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// LANES-THAT-MEET: :[[@LINE+6]]:3: error: a scatter writes an element twice
func.func @lanes_that_meet(%m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %at = arith.constant dense<[1, 3, 1]> : vector<3xi32>
  %mask = arith.constant dense<true> : vector<3xi1>
  %v = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
  vector.scatter %m[%c0][%at], %mask, %v : memref<4xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32>
  return
}

// GATHER-THAT-IS-NOT-UNIQUE: :[[@LINE+2]]:8: error: a gather with unique indices reads an element twice
func.func @gather_that_is_not_unique(%s: tensor<4xf32>, %at: tensor<2x1xindex>) -> tensor<2xf32> {
  %r = tensor.gather %s[%at] gather_dims([0]) unique : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// TENSOR-OF-NEGATIVE-SIZE: :[[@LINE+3]]:8: error: a tensor of sizes [-1] is too large
func.func @tensor_of_negative_size(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %t = tensor.empty(%n) : tensor<?xf32>
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  return %d : index
}

// NEGATIVE-PADDING: :[[@LINE+3]]:8: error: padding of dimension 0 by -1 and 0
func.func @negative_padding(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c = arith.constant 1.0 : f32
  %r = tensor.pad %t low[%n] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// DIMENSION-OF-TENSOR-THAT-IS-NOT-THERE: :[[@LINE+2]]:8: error: dimension 1 of a tensor that has 1
func.func @dimension_of_tensor_that_is_not_there(%t: tensor<?xf32>, %d: index) -> index {
  %r = tensor.dim %t, %d : tensor<?xf32>
  return %r : index
}

// GATHER-OF-WHAT-IS-OUTSIDE: :[[@LINE+2]]:8: error: element outside of dimension 0 of size 4
func.func @gather_of_what_is_outside(%s: tensor<4xf32>, %at: tensor<1x1xindex>) -> tensor<1xf32> {
  %r = tensor.gather %s[%at] gather_dims([0]) : (tensor<4xf32>, tensor<1x1xindex>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
