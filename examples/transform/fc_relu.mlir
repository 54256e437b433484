// A fully connected layer, max(x * w + b, 0), and a script that finds it and transforms it: the maximum is tiled, the sum and
// the product are fused into its loop, and what is left of them in a tile of 4 by 4 becomes a call of @microkernel.
//
//   terrace run examples/transform/fc_relu.mlir --transform-interpreter
//
// prints the same number without --transform-interpreter. To see what the script does:
//
//   terrace transform examples/transform/fc_relu.mlir --html=page.html

#matrix = affine_map<(i, j) -> (i, j)>
#scalar = affine_map<(i, j) -> ()>

func.func @fc_relu(%lhs: tensor<512x512xf32>, %rhs: tensor<512x512xf32>,
                   %bias: tensor<512x512xf32>, %output: tensor<512x512xf32>) -> tensor<512x512xf32> {
  // The product of matrices.
  %matmul = linalg.matmul ins(%lhs, %rhs : tensor<512x512xf32>, tensor<512x512xf32>)
                          outs(%output : tensor<512x512xf32>) -> tensor<512x512xf32>
  // The sum, element by element.
  %biased = linalg.elementwise kind=#linalg.elementwise_kind<add>
    ins(%matmul, %bias : tensor<512x512xf32>, tensor<512x512xf32>)
    outs(%output : tensor<512x512xf32>) -> tensor<512x512xf32>
  // The maximum with 0.
  %c0f = arith.constant dense<0.0> : tensor<512x512xf32>
  %relued = linalg.elementwise kind=#linalg.elementwise_kind<max_signed>
    ins(%biased, %c0f : tensor<512x512xf32>, tensor<512x512xf32>)
    outs(%output : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %relued : tensor<512x512xf32>
}

// What a tile of the product and the sum is computed by.
func.func @microkernel(%lhs: tensor<4x512xf32>, %rhs: tensor<512x4xf32>, %init: tensor<4x4xf32>,
                       %bias: tensor<4x4xf32>, %output: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %product = linalg.matmul ins(%lhs, %rhs : tensor<4x512xf32>, tensor<512x4xf32>)
                           outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  %sum = linalg.add ins(%product, %bias : tensor<4x4xf32>, tensor<4x4xf32>)
                    outs(%output : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %sum : tensor<4x4xf32>
}

// Numbers from -1 to 1 that look like none in particular.
func.func private @numbers(%seed: index) -> tensor<512x512xf32> {
  %a = arith.constant 7919 : index
  %b = arith.constant 104729 : index
  %m = arith.constant 2039 : index
  %half = arith.constant 1.019500e+03 : f32
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %a : index
    %1 = arith.muli %j, %b : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.addi %2, %seed : index
    %4 = arith.remui %3, %m : index
    %5 = arith.index_cast %4 : index to i32
    %6 = arith.sitofp %5 : i32 to f32
    %7 = arith.subf %6, %half : f32
    %8 = arith.divf %7, %half : f32
    tensor.yield %8 : f32
  } : tensor<512x512xf32>
  return %t : tensor<512x512xf32>
}

// Runs the layer, and adds up what comes out.
func.func @main() -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %x = call @numbers(%c1) : (index) -> tensor<512x512xf32>
  %w = call @numbers(%c2) : (index) -> tensor<512x512xf32>
  %b = call @numbers(%c3) : (index) -> tensor<512x512xf32>
  %o = call @numbers(%c4) : (index) -> tensor<512x512xf32>
  %y = call @fc_relu(%x, %w, %b, %o)
      : (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %empty = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<f64>) -> tensor<f64>
  %sum = linalg.generic {indexing_maps = [#matrix, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<512x512xf32>) outs(%start : tensor<f64>) {
  ^bb0(%v: f32, %acc: f64):
    %wide = arith.extf %v : f32 to f64
    %next = arith.addf %acc, %wide : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  %checksum = tensor.extract %sum[] : tensor<f64>
  return %checksum : f64
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %matmul, %add, %max = transform.collect_matching @match_matmul_elemwise in %root
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

    // The maximum is tiled; what it needs is fused into its loop, the nearest first.
    %tiled, %loop = transform.structured.tile_using_forall %max tile_sizes [8, 32]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %add_fused, %loop2 = transform.structured.fuse_into_containing_op %add into %loop
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %matmul_fused, %loop3 = transform.structured.fuse_into_containing_op %matmul into %loop2
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

    // The sum is tiled once more, with the product.
    %tiled_second, %loop_second = transform.structured.tile_using_forall %add_fused tile_sizes [4, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %matmul_fused_2, %loop_second_2 = transform.structured.fuse_into_containing_op %matmul_fused into %loop_second
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

    // Only loops are outlined: this one is there to hold the two.
    %tiled_third, %loop_third = transform.structured.tile_using_forall %tiled_second tile_sizes [1]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %matmul_fused_3, %outline_target = transform.structured.fuse_into_containing_op %matmul_fused_2 into %loop_third
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %outlined, %call = transform.loop.outline %outline_target {func_name = "outlined"}
      : (!transform.any_op) -> (!transform.any_op, !transform.op<"func.call">)

    // What was outlined is not called: the kernel is, with the same arguments.
    %kernel = transform.param.constant @microkernel -> !transform.any_param
    transform.annotate %call "callee" = %kernel : !transform.op<"func.call">, !transform.any_param
    transform.yield
  }

  // The layer, from its last op backwards.
  transform.named_sequence @match_matmul_elemwise(%last: !transform.any_op {transform.readonly})
      -> (!transform.any_op, !transform.any_op, !transform.any_op) {
    transform.match.operation_name %last ["linalg.elementwise"] : !transform.any_op
    %middle = transform.get_producer_of_operand %last[0] : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %middle ["linalg.elementwise"] : !transform.any_op
    %matmul = transform.get_producer_of_operand %middle[0] : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %matmul ["linalg.matmul"] : !transform.any_op
    transform.yield %matmul, %middle, %last : !transform.any_op, !transform.any_op, !transform.any_op
  }
}
