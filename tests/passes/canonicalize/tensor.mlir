// RUN: terrace-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
// Canonicalization of tensors.

// Extents are known from what made the tensor.
// CHECK-LABEL: func.func @extents(%arg0: index, %arg1: tensor<?x4xf32>) -> (index, index, index) {
// CHECK-NEXT:    %c4 = arith.constant 4 : index
// CHECK-NEXT:    return %arg0, %arg0, %c4 : index, index, index
// CHECK-NEXT:  }
func.func @extents(%n: index, %t: tensor<?x4xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %s = tensor.extract_slice %t[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %a = tensor.dim %e, %c0 : tensor<?xf32>
  %b = tensor.dim %s, %c0 : tensor<?x4xf32>
  %c = tensor.dim %t, %c1 : tensor<?x4xf32>
  return %a, %b, %c : index, index, index
}

// Elements of constants and of given elements are known.
// CHECK-LABEL: func.func @elements(%arg0: f32, %arg1: f32) -> (i32, f32, tensor<2xi32>, tensor<3xi32>) {
// CHECK-NEXT:    %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:    %cst = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT:    %cst_0 = arith.constant dense<2> : tensor<3xi32>
// CHECK-NEXT:    return %c3_i32, %arg1, %cst, %cst_0 : i32, f32, tensor<2xi32>, tensor<3xi32>
// CHECK-NEXT:  }
func.func @elements(%x: f32, %y: f32) -> (i32, f32, tensor<2xi32>, tensor<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %f = tensor.from_elements %x, %y : tensor<2xf32>
  %a = tensor.extract %k[%c1, %c0] : tensor<2x2xi32>
  %b = tensor.extract %f[%c1] : tensor<2xf32>
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %c = tensor.from_elements %one, %two : tensor<2xi32>
  %d = tensor.splat %two : tensor<3xi32>
  return %a, %b, %c, %d : i32, f32, tensor<2xi32>, tensor<3xi32>
}

// Offsets, sizes and strides that are constants are numbers.
// CHECK-LABEL: func.func @parts(%arg0: tensor<8x16xf32>, %arg1: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<8x16xf32>) {
// CHECK-NEXT:    %extracted_slice = tensor.extract_slice %arg0[2, 0] [4, 4] [1, 2] : tensor<8x16xf32> to tensor<4x4xf32>
// CHECK-NEXT:    %cast = tensor.cast %extracted_slice : tensor<4x4xf32> to tensor<?x?xf32>
// CHECK-NEXT:    %cast_0 = tensor.cast %arg1 : tensor<?x4xf32> to tensor<4x4xf32>
// CHECK-NEXT:    %inserted_slice = tensor.insert_slice %cast_0 into %arg0[0, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
// CHECK-NEXT:    return %cast, %inserted_slice : tensor<?x?xf32>, tensor<8x16xf32>
// CHECK-NEXT:  }
func.func @parts(%t: tensor<8x16xf32>, %p: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<8x16xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %a = tensor.extract_slice %t[%c2, 0] [%c4, %c4] [1, %c2] : tensor<8x16xf32> to tensor<?x?xf32>
  %b = tensor.insert_slice %p into %t[0, %c2] [%c4, 4] [1, 1] : tensor<?x4xf32> into tensor<8x16xf32>
  return %a, %b : tensor<?x?xf32>, tensor<8x16xf32>
}

// What was inserted in a place stands there; what was taken from a place and put back changes nothing.
// CHECK-LABEL: func.func @there_and_back(%arg0: tensor<8xf32>, %arg1: tensor<4xf32>, %arg2: index) -> (tensor<4xf32>, tensor<8xf32>) {
// CHECK-NEXT:    return %arg1, %arg0 : tensor<4xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @there_and_back(%t: tensor<8xf32>, %p: tensor<4xf32>, %o: index) -> (tensor<4xf32>, tensor<8xf32>) {
  %a = tensor.insert_slice %p into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %b = tensor.extract_slice %a[%o] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %c = tensor.extract_slice %t[%o] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %d = tensor.insert_slice %c into %t[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %b, %d : tensor<4xf32>, tensor<8xf32>
}

// Casts meet.
// CHECK-LABEL: func.func @casts(%arg0: tensor<4x?xf32>) -> (tensor<4x8xf32>, tensor<*xf32>) {
// CHECK-NEXT:    %cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<4x8xf32>
// CHECK-NEXT:    %cast_0 = tensor.cast %arg0 : tensor<4x?xf32> to tensor<*xf32>
// CHECK-NEXT:    return %cast, %cast_0 : tensor<4x8xf32>, tensor<*xf32>
// CHECK-NEXT:  }
func.func @casts(%t: tensor<4x?xf32>) -> (tensor<4x8xf32>, tensor<*xf32>) {
  %a = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %b = tensor.cast %a : tensor<?x?xf32> to tensor<4x8xf32>
  %c = tensor.cast %a : tensor<?x?xf32> to tensor<*xf32>
  return %b, %c : tensor<4x8xf32>, tensor<*xf32>
}

// Groupings meet.
// CHECK-LABEL: func.func @groups(%arg0: tensor<2x3x5xf32>, %arg1: tensor<30xf32>) -> (tensor<30xf32>, tensor<30xf32>, tensor<6x5xf32>) {
// CHECK-NEXT:    %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2{{\]\]}} : tensor<2x3x5xf32> into tensor<30xf32>
// CHECK-NEXT:    %expanded = tensor.expand_shape %arg1 {{\[\[}}0, 1{{\]\]}} output_shape [6, 5] : tensor<30xf32> into tensor<6x5xf32>
// CHECK-NEXT:    return %collapsed, %arg1, %expanded : tensor<30xf32>, tensor<30xf32>, tensor<6x5xf32>
// CHECK-NEXT:  }
func.func @groups(%t: tensor<2x3x5xf32>, %u: tensor<30xf32>) -> (tensor<30xf32>, tensor<30xf32>, tensor<6x5xf32>) {
  %a = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x5xf32> into tensor<6x5xf32>
  %b = tensor.collapse_shape %a [[0, 1]] : tensor<6x5xf32> into tensor<30xf32>
  %c = tensor.expand_shape %u [[0, 1]] output_shape [6, 5] : tensor<30xf32> into tensor<6x5xf32>
  %d = tensor.collapse_shape %c [[0, 1]] : tensor<6x5xf32> into tensor<30xf32>
  %e = tensor.expand_shape %u [[0, 1, 2]] output_shape [2, 3, 5] : tensor<30xf32> into tensor<2x3x5xf32>
  %f = tensor.collapse_shape %e [[0, 1], [2]] : tensor<2x3x5xf32> into tensor<6x5xf32>
  return %b, %d, %f : tensor<30xf32>, tensor<30xf32>, tensor<6x5xf32>
}

// Known sizes go into the type.
// CHECK-LABEL: func.func @sizes(%arg0: f32, %arg1: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT:    %0 = tensor.empty() : tensor<3xf32>
// CHECK-NEXT:    %cast = tensor.cast %0 : tensor<3xf32> to tensor<?xf32>
// CHECK-NEXT:    %generated = tensor.generate  {
// CHECK-NEXT:    ^bb0(%arg2: index):
// CHECK-NEXT:      tensor.yield %arg0 : f32
// CHECK-NEXT:    } : tensor<3xf32>
// CHECK-NEXT:    %cast_0 = tensor.cast %generated : tensor<3xf32> to tensor<?xf32>
// CHECK-NEXT:    %padded = tensor.pad %arg1 low[3] high[1] {
// CHECK-NEXT:    ^bb0(%arg2: index):
// CHECK-NEXT:      tensor.yield %arg0 : f32
// CHECK-NEXT:    } : tensor<4xf32> to tensor<8xf32>
// CHECK-NEXT:    %cast_1 = tensor.cast %padded : tensor<8xf32> to tensor<?xf32>
// CHECK-NEXT:    return %cast, %cast_0, %cast_1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT:  }
func.func @sizes(%x: f32, %t: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c3 = arith.constant 3 : index
  %a = tensor.empty(%c3) : tensor<?xf32>
  %b = tensor.generate %c3 {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  %c = tensor.pad %t low[%c3] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// One element of a computed tensor is computed.
// CHECK-LABEL: func.func @computed(%arg0: index, %arg1: index) -> index {
// CHECK-NEXT:    %0 = arith.muli %arg1, %arg1 : index
// CHECK-NEXT:    return %0 : index
// CHECK-NEXT:  }
func.func @computed(%n: index, %i: index) -> index {
  %t = tensor.generate %n {
  ^bb0(%j: index):
    %s = arith.muli %j, %j : index
    tensor.yield %s : index
  } : tensor<?xindex>
  %e = tensor.extract %t[%i] : tensor<?xindex>
  return %e : index
}

// Inputs of a concatenation share what is known of them.
// CHECK-LABEL: func.func @joined(%arg0: tensor<?x4xf32>, %arg1: tensor<3x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:    %cast = tensor.cast %arg1 : tensor<3x?xf32> to tensor<3x4xf32>
// CHECK-NEXT:    %concat = tensor.concat dim(0) %arg0, %cast : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT:    %cast_0 = tensor.cast %concat : tensor<?x4xf32> to tensor<?x?xf32>
// CHECK-NEXT:    return %cast_0 : tensor<?x?xf32>
// CHECK-NEXT:  }
func.func @joined(%a: tensor<?x4xf32>, %b: tensor<3x?xf32>) -> tensor<?x?xf32> {
  %c = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}
