// Heat that spreads along a bar: a loop with two buffers that change places.
//
//   terrace run examples/memref/stencil.mlir --arg=100

// The caller owns the result.
func.func @main(%steps: index) -> memref<16xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f64
  %hot = arith.constant 100.0 : f64
  %rate = arith.constant 2.500000e-01 : f64
  %two = arith.constant 2.0 : f64
  %a = memref.alloc() : memref<16xf64>
  %b = memref.alloc() : memref<16xf64>
  linalg.fill ins(%zero : f64) outs(%a : memref<16xf64>)
  linalg.fill ins(%zero : f64) outs(%b : memref<16xf64>)
  memref.store %hot, %a[%c7] : memref<16xf64>
  %end:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%old = %a, %new = %b) -> (memref<16xf64>, memref<16xf64>) {
    affine.for %i = 1 to 15 {
      %l = affine.load %old[%i - 1] : memref<16xf64>
      %m = affine.load %old[%i] : memref<16xf64>
      %r = affine.load %old[%i + 1] : memref<16xf64>
      %0 = arith.addf %l, %r : f64
      %1 = arith.mulf %m, %two : f64
      %2 = arith.subf %0, %1 : f64
      %3 = arith.mulf %2, %rate : f64
      %4 = arith.addf %m, %3 : f64
      affine.store %4, %new[%i] : memref<16xf64>
    }
    scf.yield %new, %old : memref<16xf64>, memref<16xf64>
  }
  memref.dealloc %end#1 : memref<16xf64>
  return %end#0 : memref<16xf64>
}
