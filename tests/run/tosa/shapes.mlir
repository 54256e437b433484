// Shapes as values: a tensor of one element is repeated as often as they are.

// RUN: terrace run %s | FileCheck %s

// Each of these shapes is 2, 3.
// CHECK{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1], [1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
// CHECK-NEXT{LITERAL}: [[1, 1, 1], [1, 1, 1]] : tensor<?x?xi8>
func.func @main() -> (tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>,
    tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>,
    tensor<?x?xi8>, tensor<?x?xi8>) {
  %one = "tosa.const"() <{values = dense<1> : tensor<1x1xi8>}> : () -> tensor<1x1xi8>
  %any = "tosa.const"() <{values = dense<0> : tensor<2x3xi8>}> : () -> tensor<2x3xi8>
  %add0 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %add1 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %add = tosa.add_shape %add0, %add1 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r_add = tosa.tile %one, %add : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %sub0 = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %sub1 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %sub = tosa.sub_shape %sub0, %sub1 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r_sub = tosa.tile %one, %sub : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %mul0 = tosa.const_shape {values = dense<[1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %mul1 = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %mul = tosa.mul_shape %mul0, %mul1 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r_mul = tosa.tile %one, %mul : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %ceil0 = tosa.const_shape {values = dense<[3, 5]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %ceil1 = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %ceil = tosa.div_ceil_shape %ceil0, %ceil1 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r_ceil = tosa.tile %one, %ceil : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %floor0 = tosa.const_shape {values = dense<[5, 7]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %floor1 = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %floor = tosa.div_floor_shape %floor0, %floor1 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r_floor = tosa.tile %one, %floor : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %mod0 = tosa.const_shape {values = dense<[5, 7]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %mod1 = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %mod = tosa.mod_shape %mod0, %mod1 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r_mod = tosa.tile %one, %mod : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %max0 = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %max1 = tosa.const_shape {values = dense<[1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %max = tosa.max_shape %max0, %max1 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r_max = tosa.tile %one, %max : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %min0 = tosa.const_shape {values = dense<[2, 9]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %min1 = tosa.const_shape {values = dense<[7, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %min = tosa.min_shape %min0, %min1 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r_min = tosa.tile %one, %min : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %logc0 = tosa.const_shape {values = dense<[3, 5]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %logc = tosa.log2_ceil_shape %logc0 : (!tosa.shape<2>) -> !tosa.shape<2>
  %r_logc = tosa.tile %one, %logc : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %logf0 = tosa.const_shape {values = dense<[4, 15]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %logf = tosa.log2_floor_shape %logf0 : (!tosa.shape<2>) -> !tosa.shape<2>
  %r_logf = tosa.tile %one, %logf : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %exp0 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %exp = tosa.exp2_shape %exp0 : (!tosa.shape<2>) -> !tosa.shape<2>
  %r_exp = tosa.tile %one, %exp : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %exact0 = tosa.const_shape {values = dense<[4, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %exact = tosa.log2_ceil_shape %exact0 : (!tosa.shape<2>) -> !tosa.shape<2>
  %r_exact = tosa.tile %one, %exact : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %d0 = tosa.dim %any {axis = 0 : i32} : (tensor<2x3xi8>) -> !tosa.shape<1>
  %d1 = tosa.dim %any {axis = 1 : i32} : (tensor<2x3xi8>) -> !tosa.shape<1>
  %both = tosa.concat_shape %d0, %d1 : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  %r_both = tosa.tile %one, %both : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  %four = tosa.const_shape {values = dense<[9, 2, 3, 9]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %start = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %size = "tosa.const"() <{values = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %part = tosa.slice_shape %four, %start, %size : (!tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<2>
  %r_part = tosa.tile %one, %part : (tensor<1x1xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  return %r_add, %r_sub, %r_mul, %r_ceil, %r_floor, %r_mod, %r_max, %r_min, %r_logc, %r_logf, %r_exp,
    %r_exact, %r_both, %r_part
    : tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>,
      tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>, tensor<?x?xi8>
}
