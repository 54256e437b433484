// A fully connected layer on tensors: relu(x * w + b), 512 by 512.
//
//   terrace run examples/fc_relu.mlir

#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#scalar = affine_map<(i, j) -> ()>

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

// The layer: a matrix product, a bias for each column, and nothing below zero.
func.func @fc_relu(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %b: tensor<512xf32>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<512x512xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<512x512xf32>) -> tensor<512x512xf32>
  %product = linalg.matmul ins(%x, %w : tensor<512x512xf32>, tensor<512x512xf32>)
                           outs(%start : tensor<512x512xf32>) -> tensor<512x512xf32>
  %biased = linalg.generic {indexing_maps = [#matrix, #row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%product, %b : tensor<512x512xf32>, tensor<512xf32>) outs(%empty : tensor<512x512xf32>) {
  ^bb0(%p: f32, %c: f32, %out: f32):
    %sum = arith.addf %p, %c : f32
    linalg.yield %sum : f32
  } -> tensor<512x512xf32>
  %relu = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<512x512xf32>) outs(%empty : tensor<512x512xf32>) {
  ^bb0(%v: f32, %out: f32):
    %larger = arith.maximumf %v, %zero : f32
    linalg.yield %larger : f32
  } -> tensor<512x512xf32>
  return %relu : tensor<512x512xf32>
}

// Runs it, and adds up what comes out.
func.func @main() -> f64 {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %x = call @numbers(%one) : (index) -> tensor<512x512xf32>
  %w = call @numbers(%two) : (index) -> tensor<512x512xf32>
  %b = tensor.extract_slice %x[3, 0] [1, 512] [1, 1] : tensor<512x512xf32> to tensor<512xf32>
  %y = call @fc_relu(%x, %w, %b)
      : (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512xf32>) -> tensor<512x512xf32>
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
