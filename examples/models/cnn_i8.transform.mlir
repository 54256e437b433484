// Tiles the convolution of cnn_i8.mlir whose window is one pixel with the op that rescales its sums to bytes: a row of the
// convolution is a product of matrices once dimensions of one element are dropped, and becomes ops on vectors.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %convolutions = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc_q"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %first, %middle, %last = transform.split_handle %convolutions
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %bytes = transform.get_consumers_of_result %middle[0] : (!transform.any_op) -> !transform.any_op
    %bias = transform.get_producer_of_operand %middle[4] : (!transform.any_op) -> !transform.any_op

    // Tiles of a row and 16 channels.
    %tile, %tiles = transform.structured.tile_using_forall %bytes tile_sizes [0, 1, 0, 16]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %part, %tiles_2 = transform.structured.fuse_into_containing_op %middle into %tiles
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %start, %tiles_3 = transform.structured.fuse_into_containing_op %bias into %tiles_2
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

    // Without dimensions of one element, the sums of a row are a product of matrices.
    %sums = transform.structured.generalize %part : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %tiles_3 {
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    %ops = transform.structured.match ops{["linalg.generic"]} in %tiles_3
      : (!transform.any_op) -> !transform.any_op
    transform.foreach %ops : !transform.any_op {
    ^bb0(%op: !transform.any_op):
      transform.structured.vectorize %op : !transform.any_op
    }
    transform.yield
  }
}
