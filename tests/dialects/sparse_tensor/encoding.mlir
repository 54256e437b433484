// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --emit-bytecode | terrace-opt | FileCheck %s

// CHECK: #[[$SV:.*]] = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#vector = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
// CHECK: #[[$DCSC:.*]] = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed), posWidth = 32, crdWidth = 8 }>
#dcsc = #sparse_tensor.encoding<{ crdWidth = 8, posWidth = 32 : i64, map = (i, j) -> (j : compressed, i : compressed), }>
// CHECK: #[[$COO:.*]] = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : loose_compressed(nonunique, nonordered), d1 : singleton(nonunique, soa), d2 : singleton(soa)) }>
#coo = #sparse_tensor.encoding<{
  map = (i, j, k) -> (i : loose_compressed(nonordered, nonunique), j : singleton(soa, nonunique), k : singleton(soa))
}>
// CHECK: #[[$BATCH:.*]] = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : batch, d1 : dense, d2 : compressed) }>
#batch = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : batch, j : dense, k : compressed) }>
// CHECK: #[[$BSR:.*]] = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense) }>
#bsr = #sparse_tensor.encoding<{
  map = {ib, jb, ii, jj} (i = ib * 2 + ii, j = jb * 3 + jj) ->
        (ib = i floordiv 2 : dense, jb = j floordiv 3 : compressed, ii = i mod 2 : dense, jj = j mod 3 : dense)
}>
// CHECK: #[[$NM:.*]] = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d2 floordiv 4 : dense, d1 : dense, d2 mod 4 : structured[2, 4]) }>
#nm = #sparse_tensor.encoding<{
  map = (i, j, k) -> (i : dense, k floordiv 4 : dense, j : dense, k mod 4 : structured[2, 4])
}>
// CHECK: #[[$ELL:.*]] = #sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * (s0 * 3) : dense, d0 : dense, d1 : compressed) }>
#ell = #sparse_tensor.encoding<{ map = [c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed) }>
// CHECK: #[[$SLICE:.*]] = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(0, ?, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : compressed) }>
#slice = #sparse_tensor.encoding<{ map = (i, j : #sparse_tensor<slice(?, 4, 2)>) -> (i : dense, j : compressed) }>
// CHECK: #[[$ONES:.*]] = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32 }>
#ones = #sparse_tensor.encoding<{ map = (i) -> (i : compressed), implicitVal = 0.0 : f32, explicitVal = 1.0 : f32 }>
// CHECK: #[[$COMPLEX:.*]] = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), explicitVal = #complex.number<:f32 1.000000e+00, 0.000000e+00> : complex<f32> }>
#complex = #sparse_tensor.encoding<{ map = (i) -> (i : compressed), explicitVal = #complex.number<:f32 1.0, 0.0> }>

// CHECK: @vector(tensor<?xf64, #[[$SV]]>)
func.func private @vector(tensor<?xf64, #vector>)
// CHECK: @dcsc(tensor<8x?xi1, #[[$DCSC]]>)
func.func private @dcsc(tensor<8x?xi1, #dcsc>)
// CHECK: @coo(tensor<?x?x?xcomplex<f64>, #[[$COO]]>)
func.func private @coo(tensor<?x?x?xcomplex<f64>, #coo>)
// CHECK: @batch(tensor<2x3x4xf32, #[[$BATCH]]>)
func.func private @batch(tensor<2x3x4xf32, #batch>)
// CHECK: @bsr(tensor<20x30xbf16, #[[$BSR]]>)
func.func private @bsr(tensor<20x30xbf16, #bsr>)
// CHECK: @n_out_of_m(tensor<?x?x?xf64, #[[$NM]]>)
func.func private @n_out_of_m(tensor<?x?x?xf64, #nm>)
// CHECK: @ell(tensor<?x?xf64, #[[$ELL]]>)
func.func private @ell(tensor<?x?xf64, #ell>)
// CHECK: @slice(tensor<?x?xf64, #[[$SLICE]]>)
func.func private @slice(tensor<?x?xf64, #slice>)
// CHECK: @ones(tensor<9xf32, #[[$ONES]]>)
func.func private @ones(tensor<9xf32, #ones>)
// CHECK: @complex(tensor<9xcomplex<f32>, #[[$COMPLEX]]>)
func.func private @complex(tensor<9xcomplex<f32>, #complex>)
