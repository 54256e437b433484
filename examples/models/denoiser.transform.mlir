// Tiles the convolution at the bottom of the U of denoiser.mlir, inside the loop over steps, with the clamp that consumes it:
// a row of its result is computed in the loop over rows of the clamp, as convolutions of one dimension on vectors.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %loop = transform.structured.match ops{["scf.while"]} in %root : (!transform.any_op) -> !transform.any_op
    %convolutions = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %loop
      : (!transform.any_op) -> !transform.any_op
    %down, %bottom, %up = transform.split_handle %convolutions
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %clamp = transform.get_consumers_of_result %bottom[0] : (!transform.any_op) -> !transform.any_op
    %bias = transform.get_producer_of_operand %bottom[2] : (!transform.any_op) -> !transform.any_op

    // Convolutions of the other layout of weights become ones of one dimension; the copy of the weights moves no value.
    %transposed = transform.structured.transpose_conv2d %bottom : (!transform.any_op) -> !transform.any_op
    %convolution = transform.get_producer_of_operand %clamp[0] : (!transform.any_op) -> !transform.any_op

    // Tiles of a row.
    %tile, %tiles = transform.structured.tile_using_forall %clamp tile_sizes [0, 1]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %part, %tiles_2 = transform.structured.fuse_into_containing_op %convolution into %tiles
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %start, %tiles_3 = transform.structured.fuse_into_containing_op %bias into %tiles_2
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

    // A row and a column of the window at a time.
    %step, %window:2 = transform.structured.tile_using_for %part tile_sizes [0, 0, 0, 0, 1, 1]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %line = transform.structured.decompose %step : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %line : !transform.any_op
    transform.structured.vectorize %start : !transform.any_op
    transform.structured.vectorize %tile : !transform.any_op
    transform.yield
  }
}
