// The softmax of each row of a tensor of any height: give it your own.
//
//   terrace run examples/softmax.mlir '--arg=[[1, 2, 3, 4], [0, 0, 0, 0], [-1, 5, 2.5, 5]]'

#in = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %rows = tensor.empty(%n) : tensor<?xf32>
  %all = tensor.empty(%n) : tensor<?x4xf32>
  %low = linalg.fill ins(%least : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x4xf32>) outs(%low : tensor<?xf32>) dimensions = [1]
  %exp = linalg.generic {indexing_maps = [#in, #row, #in], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<?x4xf32>, tensor<?xf32>) outs(%all : tensor<?x4xf32>) {
  ^bb0(%v: f32, %m: f32, %out: f32):
    %0 = arith.subf %v, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x4xf32>
  %none = linalg.fill ins(%zero : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<?x4xf32>) outs(%none : tensor<?xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#in, #row, #in], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<?x4xf32>, tensor<?xf32>) outs(%all : tensor<?x4xf32>) {
  ^bb0(%v: f32, %s: f32, %out: f32):
    %0 = arith.divf %v, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
