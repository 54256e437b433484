// A fully connected layer on buffers: relu(x * w + b), 512 by 512. The same numbers as examples/fc_relu.mlir.
//
//   terrace run examples/memref/fc_relu.mlir

#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#scalar = affine_map<(i, j) -> ()>

// Numbers from -1 to 1 that look like none in particular.
func.func private @numbers(%seed: index, %t: memref<512x512xf32>) {
  %a = arith.constant 7919 : index
  %b = arith.constant 104729 : index
  %m = arith.constant 2039 : index
  %half = arith.constant 1.019500e+03 : f32
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %0 = arith.muli %i, %a : index
      %1 = arith.muli %j, %b : index
      %2 = arith.addi %0, %1 : index
      %3 = arith.addi %2, %seed : index
      %4 = arith.remui %3, %m : index
      %5 = arith.index_cast %4 : index to i32
      %6 = arith.sitofp %5 : i32 to f32
      %7 = arith.subf %6, %half : f32
      %8 = arith.divf %7, %half : f32
      affine.store %8, %t[%i, %j] : memref<512x512xf32>
    }
  }
  return
}

// The layer: a matrix product, a bias for each column, and nothing below zero.
func.func @fc_relu(%x: memref<512x512xf32>, %w: memref<512x512xf32>, %b: memref<512xf32, strided<[1], offset: ?>>,
                   %y: memref<512x512xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<512x512xf32>)
  linalg.matmul ins(%x, %w : memref<512x512xf32>, memref<512x512xf32>) outs(%y : memref<512x512xf32>)
  linalg.generic {indexing_maps = [#row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<512xf32, strided<[1], offset: ?>>) outs(%y : memref<512x512xf32>) {
  ^bb0(%c: f32, %p: f32):
    %sum = arith.addf %p, %c : f32
    %larger = arith.maximumf %sum, %zero : f32
    linalg.yield %larger : f32
  }
  return
}

// Runs it, and adds up what comes out.
func.func @main() -> f64 {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %x = memref.alloc() : memref<512x512xf32>
  %w = memref.alloc() : memref<512x512xf32>
  %y = memref.alloc() : memref<512x512xf32>
  call @numbers(%one, %x) : (index, memref<512x512xf32>) -> ()
  call @numbers(%two, %w) : (index, memref<512x512xf32>) -> ()
  %row = memref.subview %x[3, 0] [1, 512] [1, 1]
      : memref<512x512xf32> to memref<512xf32, strided<[1], offset: 1536>>
  %b = memref.cast %row : memref<512xf32, strided<[1], offset: 1536>> to memref<512xf32, strided<[1], offset: ?>>
  call @fc_relu(%x, %w, %b, %y)
      : (memref<512x512xf32>, memref<512x512xf32>, memref<512xf32, strided<[1], offset: ?>>, memref<512x512xf32>) -> ()
  %sum = memref.alloca() : memref<f64>
  linalg.fill ins(%zero : f64) outs(%sum : memref<f64>)
  linalg.generic {indexing_maps = [#matrix, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%y : memref<512x512xf32>) outs(%sum : memref<f64>) {
  ^bb0(%v: f32, %acc: f64):
    %wide = arith.extf %v : f32 to f64
    %next = arith.addf %acc, %wide : f64
    linalg.yield %next : f64
  }
  %checksum = memref.load %sum[] : memref<f64>
  memref.dealloc %x : memref<512x512xf32>
  memref.dealloc %w : memref<512x512xf32>
  memref.dealloc %y : memref<512x512xf32>
  return %checksum : f64
}
