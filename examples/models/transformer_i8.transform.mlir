// Tiles the second of the two layers of transformer_i8.mlir with the sum that consumes it: a tile of the product of bytes is
// computed in the loop over tiles of the sum, which rescales to bytes, and what computes a tile becomes ops on vectors.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %products = transform.structured.match ops{["linalg.quantized_batch_matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %first, %product = transform.split_handle %products
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %sum = transform.get_consumers_of_result %product[0] : (!transform.any_op) -> !transform.any_op
    %zeros = transform.get_producer_of_operand %product[4] : (!transform.any_op) -> !transform.any_op

    // Tiles of four rows and 16 columns.
    %tile, %tiles = transform.structured.tile_using_forall %sum tile_sizes [0, 4, 16]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %part, %tiles_2 = transform.structured.fuse_into_containing_op %product into %tiles
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %zero, %tiles_3 = transform.structured.fuse_into_containing_op %zeros into %tiles_2
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

    // The product of a tile, eight terms at a time.
    %step, %terms = transform.structured.tile_using_for %part tile_sizes [0, 0, 0, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.structured.vectorize %step : !transform.any_op
    transform.structured.vectorize %zero : !transform.any_op
    transform.structured.vectorize %tile : !transform.any_op
    transform.yield
  }
}
