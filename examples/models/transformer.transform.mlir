// Tiles the first of the two layers of the block of transformer.mlir with its GELU: a tile of the matrix product is computed
// in the loop over tiles of what consumes it, and what computes a tile becomes ops on vectors.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // The layer is the product whose consumer has an error function.
    %erf = transform.structured.match ops{["math.erf"]} in %root : (!transform.any_op) -> !transform.any_op
    %gelu = transform.get_parent_op %erf {op_name = "linalg.generic"} : (!transform.any_op) -> !transform.any_op
    %product = transform.get_producer_of_operand %gelu[0] : (!transform.any_op) -> !transform.any_op
    %zeros = transform.get_producer_of_operand %product[2] : (!transform.any_op) -> !transform.any_op

    // Tiles of four rows and 16 columns.
    %tile, %tiles = transform.structured.tile_using_forall %gelu tile_sizes [0, 4, 16]
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
