// Planted bugs of accesses: each is reported at the op that has it.
// RUN: not terrace run %s --entry=one_past_the_end 2>&1 | FileCheck %s --check-prefix=ONE-PAST-THE-END
// RUN: not terrace run %s --entry=row_for_column --arg=0 2>&1 | FileCheck %s --check-prefix=ROW-FOR-COLUMN
// RUN: not terrace run %s --entry=read_before_write 2>&1 | FileCheck %s --check-prefix=READ-BEFORE-WRITE
// RUN: not terrace run %s --entry=accumulates_into_nothing --arg=1.0 2>&1 | FileCheck %s --check-prefix=ACCUMULATES-INTO-NOTHING
// RUN: not terrace run %s --entry=element_of_empty_tensor --arg=2 2>&1 | FileCheck %s --check-prefix=ELEMENT-OF-EMPTY-TENSOR
// RUN: not terrace run %s --entry=tensor_index_too_large --arg="[1.0, 2.0, 3.0]" 2>&1 | FileCheck %s --check-prefix=TENSOR-INDEX-TOO-LARGE
// RUN: not terrace run %s --entry=slice_too_long --arg="[1.0, 2.0, 3.0]" --arg=2 2>&1 | FileCheck %s --check-prefix=SLICE-TOO-LONG
// RUN: not terrace run %s --entry=subview_with_large_stride --arg=1 --arg=4 2>&1 | FileCheck %s --check-prefix=SUBVIEW-WITH-LARGE-STRIDE
// RUN: not terrace run %s --entry=vector_load_over_the_end --arg=1.0 2>&1 | FileCheck %s --check-prefix=VECTOR-LOAD-OVER-THE-END
// RUN: not terrace run %s --entry=transfer_that_promises_too_much --arg=1.0 2>&1 | FileCheck %s --check-prefix=TRANSFER-THAT-PROMISES-TOO-MUCH
// RUN: not terrace run %s --entry=gather_outside --arg=1.0 2>&1 | FileCheck %s --check-prefix=GATHER-OUTSIDE
// RUN: not terrace run %s --entry=misaligned_view --arg=0 2>&1 | FileCheck %s --check-prefix=MISALIGNED-VIEW
// RUN: not terrace run %s --entry=misaligned_load --arg=0 2>&1 | FileCheck %s --check-prefix=MISALIGNED-LOAD
// RUN: not terrace run %s --entry=dimension_that_is_not_there --arg=[[1]] --arg=2 2>&1 | FileCheck %s --check-prefix=DIMENSION-THAT-IS-NOT-THERE
// RUN: not terrace run %s --entry=cast_to_wrong_size --arg="[1, 2, 3]" 2>&1 | FileCheck %s --check-prefix=CAST-TO-WRONG-SIZE
// RUN: not terrace run %s --entry=collapse_of_strided --arg="[[1, 2, 3, 4], [5, 6, 7, 8]]" 2>&1 | FileCheck %s --check-prefix=COLLAPSE-OF-STRIDED
// RUN: not terrace run %s --entry=negative_size --arg=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE-SIZE

// ONE-PAST-THE-END: :[[@LINE+9]]:5: error: index 4 is outside of dimension 0 of size 4
func.func @one_past_the_end() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 1 : i32
  %m = memref.alloca() : memref<4xi32>
  %n = arith.addi %c4, %c1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<4xi32>
  }
  return
}

// ROW-FOR-COLUMN: :[[@LINE+4]]:8: error: index 4 is outside of dimension 0 of size 2
func.func @row_for_column(%m: memref<2x5xi32>) -> i32 {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c4, %c1] : memref<2x5xi32>
  return %x : i32
}

// READ-BEFORE-WRITE: :[[@LINE+10]]:8: error: read of memory that was not written
func.func @read_before_write() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = arith.constant 1 : i32
  %m = memref.alloca() : memref<4xi32>
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %v, %m[%i] : memref<4xi32>
  }
  %x = memref.load %m[%c3] : memref<4xi32>
  return %x : i32
}

// ACCUMULATES-INTO-NOTHING: :[[@LINE+4]]:3: error: read of memory that was not written
func.func @accumulates_into_nothing(%a: memref<2x2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<2x2xf32>
  linalg.matmul ins(%a, %a : memref<2x2xf32>, memref<2x2xf32>) outs(%m : memref<2x2xf32>)
  %x = memref.load %m[%c0, %c0] : memref<2x2xf32>
  return %x : f32
}

// ELEMENT-OF-EMPTY-TENSOR: :[[@LINE+6]]:8: error: read of a tensor element that was not written
func.func @element_of_empty_tensor(%i: index) -> f32 {
  %e = tensor.empty() : tensor<4xf32>
  %f = arith.constant 1.0 : f32
  %t = tensor.insert %f into %e[%i] : tensor<4xf32>
  %c3 = arith.constant 3 : index
  %x = tensor.extract %t[%c3] : tensor<4xf32>
  return %x : f32
}

// TENSOR-INDEX-TOO-LARGE: :[[@LINE+4]]:8: error: index 3 is outside of dimension 0 of size 3
func.func @tensor_index_too_large(%t: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %x = tensor.extract %t[%n] : tensor<?xf32>
  return %x : f32
}

// SLICE-TOO-LONG: :[[@LINE+2]]:8: error: slice outside of dimension 0 of size 3
func.func @slice_too_long(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %s = tensor.extract_slice %t[2] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}

// SUBVIEW-WITH-LARGE-STRIDE: :[[@LINE+3]]:8: error: subview outside of dimension 0 of size 8
func.func @subview_with_large_stride(%m: memref<8xi32>, %s: index) -> i32 {
  %c2 = arith.constant 2 : index
  %v = memref.subview %m[0] [3] [%s] : memref<8xi32> to memref<3xi32, strided<[?]>>
  %x = memref.load %v[%c2] : memref<3xi32, strided<[?]>>
  return %x : i32
}

// VECTOR-LOAD-OVER-THE-END: :[[@LINE+3]]:8: error: index 6 is outside of dimension 0 of size 6
func.func @vector_load_over_the_end(%m: memref<6xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %v = vector.load %m[%c4] : memref<6xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// TRANSFER-THAT-PROMISES-TOO-MUCH: :[[@LINE+4]]:8: error: index 6 is outside of dimension 0 of size 6
func.func @transfer_that_promises_too_much(%m: memref<6xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c4], %p {in_bounds = [true]} : memref<6xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// GATHER-OUTSIDE: :[[@LINE+6]]:8: error: index 6 is outside of dimension 0 of size 6
func.func @gather_outside(%m: memref<6xf32>) -> vector<2xf32> {
  %at = arith.constant dense<[1, 6]> : vector<2xi32>
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<true> : vector<2xi1>
  %p = arith.constant dense<0.0> : vector<2xf32>
  %v = vector.gather %m[%c0][%at], %mask, %p : memref<6xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %v : vector<2xf32>
}

// MISALIGNED-VIEW: :[[@LINE+4]]:8: error: byte 2 of an allocation is not aligned to 4
func.func @misaligned_view(%m: memref<16xi8>) -> i32 {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %v = memref.view %m[%c2][] : memref<16xi8> to memref<2xi32>
  %x = memref.load %v[%c0] : memref<2xi32>
  return %x : i32
}

// MISALIGNED-LOAD: :[[@LINE+3]]:8: error: byte 12 of an allocation is not aligned to 8
func.func @misaligned_load(%m: memref<8xi32>) -> i32 {
  %c3 = arith.constant 3 : index
  %x = memref.load %m[%c3] {alignment = 8 : i64} : memref<8xi32>
  return %x : i32
}

// DIMENSION-THAT-IS-NOT-THERE: :[[@LINE+2]]:8: error: dimension 2 of a memref that has 2
func.func @dimension_that_is_not_there(%m: memref<?x?xi32>, %d: index) -> index {
  %n = memref.dim %m, %d : memref<?x?xi32>
  return %n : index
}

// CAST-TO-WRONG-SIZE: :[[@LINE+3]]:8: error: cast of a memref whose dimension 0 has size 3 to size 4
func.func @cast_to_wrong_size(%m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %n = memref.cast %m : memref<?xi32> to memref<4xi32>
  %x = memref.load %n[%c0] : memref<4xi32>
  return %x : i32
}

// COLLAPSE-OF-STRIDED: :[[@LINE+7]]:8: error: collapse of dimensions that are not contiguous
func.func @collapse_of_strided(%m: memref<?x4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?x4xi32>
  %s = memref.subview %m[0, 0] [%n, 2] [1, 1] : memref<?x4xi32> to memref<?x2xi32, strided<[4, 1]>>
  %d = memref.cast %s : memref<?x2xi32, strided<[4, 1]>> to memref<?x2xi32, strided<[?, ?]>>
  %f = memref.collapse_shape %d [[0, 1]] : memref<?x2xi32, strided<[?, ?]>> into memref<?xi32, strided<[?]>>
  %x = memref.load %f[%c1] : memref<?xi32, strided<[?]>>
  return %x : i32
}

// NEGATIVE-SIZE: :[[@LINE+2]]:8: error: allocation of a buffer of size -1
func.func @negative_size(%n: index) {
  %m = memref.alloca(%n) : memref<?xi32>
  return
}
