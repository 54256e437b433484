// The softmax of each row of a buffer, in place: give it your own.
//
//   terrace run examples/memref/softmax.mlir '--arg=[[1, 2, 3, 4], [0, 0, 0, 0], [-1, 5, 2.5, 5]]'

#in = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @main(%x: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %rows = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%least : f32) outs(%rows : memref<?xf32>)
  linalg.reduce { arith.maximumf } ins(%x : memref<?x4xf32>) outs(%rows : memref<?xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [#row, #in], iterator_types = ["parallel", "parallel"]}
      ins(%rows : memref<?xf32>) outs(%x : memref<?x4xf32>) {
  ^bb0(%m: f32, %v: f32):
    %0 = arith.subf %v, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  linalg.fill ins(%zero : f32) outs(%rows : memref<?xf32>)
  linalg.reduce { arith.addf } ins(%x : memref<?x4xf32>) outs(%rows : memref<?xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [#row, #in], iterator_types = ["parallel", "parallel"]}
      ins(%rows : memref<?xf32>) outs(%x : memref<?x4xf32>) {
  ^bb0(%s: f32, %v: f32):
    %0 = arith.divf %v, %s : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %rows : memref<?xf32>
  return
}
