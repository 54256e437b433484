// Heat that spreads along a bar: a loop that carries a tensor from step to step.
//
//   terrace run examples/stencil.mlir --arg=100

#each = affine_map<(i) -> (i)>

func.func @main(%steps: index) -> tensor<16xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %hot = arith.constant 100.0 : f64
  %cold = arith.constant dense<0.0> : tensor<16xf64>
  %rate = arith.constant 2.500000e-01 : f64
  %two = arith.constant 2.0 : f64
  %start = tensor.insert %hot into %cold[%c7] : tensor<16xf64>
  %end = scf.for %t = %c0 to %steps step %c1 iter_args(%bar = %start) -> (tensor<16xf64>) {
    %left = tensor.extract_slice %bar[0] [14] [1] : tensor<16xf64> to tensor<14xf64>
    %inner = tensor.extract_slice %bar[1] [14] [1] : tensor<16xf64> to tensor<14xf64>
    %right = tensor.extract_slice %bar[2] [14] [1] : tensor<16xf64> to tensor<14xf64>
    %new = linalg.generic {indexing_maps = [#each, #each, #each], iterator_types = ["parallel"]}
        ins(%left, %right : tensor<14xf64>, tensor<14xf64>) outs(%inner : tensor<14xf64>) {
    ^bb0(%l: f64, %r: f64, %m: f64):
      %0 = arith.addf %l, %r : f64
      %1 = arith.mulf %m, %two : f64
      %2 = arith.subf %0, %1 : f64
      %3 = arith.mulf %2, %rate : f64
      %4 = arith.addf %m, %3 : f64
      linalg.yield %4 : f64
    } -> tensor<14xf64>
    %next = tensor.insert_slice %new into %bar[1] [14] [1] : tensor<14xf64> into tensor<16xf64>
    scf.yield %next : tensor<16xf64>
  }
  return %end : tensor<16xf64>
}
