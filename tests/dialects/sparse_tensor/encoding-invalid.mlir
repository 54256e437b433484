// RUN: terrace-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @below {{expected '(' in dimension-specifier list}}
"a.b"() {e = #sparse_tensor.encoding<{ map = [i] -> (i : dense) }>} : () -> ()

// -----

// expected-error @below {{expected '->'}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) }>} : () -> ()

// -----

// expected-error @below {{expected ')' in dimension-specifier list}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i j) -> (i : dense) }>} : () -> ()

// -----

// expected-error @below {{expected '(' in level-specifier list}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> i : dense }>} : () -> ()

// -----

// expected-error @below {{expected ')' in level-specifier list}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : dense i) }>} : () -> ()

// -----

// expected-error @below {{expected ':'}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i) }>} : () -> ()

// -----

// expected-error @below {{expected bare identifier}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (%0) -> (i : dense) }>} : () -> ()

// -----

// expected-error @below {{redefinition of identifier 'i'}}
"a.b"() {e = #sparse_tensor.encoding<{ map = [i] (i) -> (i : dense) }>} : () -> ()

// -----

// expected-error @below {{use of undeclared identifier}}
"a.b"() {e = #sparse_tensor.encoding<{ map = {l} (i = m) -> (l = i : dense) }>} : () -> ()

// -----

// expected-error @below {{use of undeclared identifier 'm'}}
"a.b"() {e = #sparse_tensor.encoding<{ map = {l} (i = l) -> (m = i : dense) }>} : () -> ()

// -----

// expected-error @below {{use of undeclared identifier 'i'}}
"a.b"() {e = #sparse_tensor.encoding<{ map = {l} (i = l) -> (i = i : dense) }>} : () -> ()

// -----

// expected-error @below {{expected '='}}
"a.b"() {e = #sparse_tensor.encoding<{ map = {l} (i = l) -> (l : dense) }>} : () -> ()

// -----

// expected-error @below {{Level-variable ordering mismatch. The variable 'm' was forward-declared as the 1st level; but is bound by the 0th specification.}}
"a.b"() {e = #sparse_tensor.encoding<{ map = {l, m} (i, j) -> (m = i : dense, l = j : dense) }>} : () -> ()

// -----

// expected-error @below {{Level-rank mismatch between forward-declarations and specifiers. Declared 2 level-variables; but got 1 level-specifiers.}}
"a.b"() {e = #sparse_tensor.encoding<{ map = {l, m} (i, j) -> (l = i : dense) }>} : () -> ()

// -----

// expected-error @below {{expected SparseTensorDimSliceAttr}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i : 3) -> (i : dense) }>} : () -> ()

// -----

// expected-error @below {{expected valid level format (e.g. dense, compressed or singleton)}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : 4) }>} : () -> ()

// -----

// expected-error @below {{unknown level format: sparse}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : sparse) }>} : () -> ()

// -----

// expected-error @below {{expected valid level property (e.g. nonordered, nonunique or high)}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : compressed(4)) }>} : () -> ()

// -----

// expected-error @below {{unknown level property: high}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : compressed(nonunique, high)) }>} : () -> ()

// -----

// expected-error @below {{invalid level type: level format doesn't support the properties}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : dense(nonunique)) }>} : () -> ()

// -----

// expected-error @below {{expected exactly 2 structured sizes}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : structured[3]) }>} : () -> ()

// -----

// expected-error @below {{expected exactly 2 structured sizes}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : structured) }>} : () -> ()

// -----

// expected-error @below {{expected valid integer for structured size}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : structured[x, 4]) }>} : () -> ()

// -----

// expected-error @below {{expected structured size to be >= 0}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : structured[-1, 4]) }>} : () -> ()

// -----

// expected-error @below {{expected n <= m in n_out_of_m}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : structured[5, 4]) }>} : () -> ()

// -----

// expected-error @below {{unexpected key: levels}}
"a.b"() {e = #sparse_tensor.encoding<{ levels = (i) -> (i : dense) }>} : () -> ()

// -----

// expected-error @below {{expected an integral position bitwidth}}
"a.b"() {e = #sparse_tensor.encoding<{ posWidth = 8.0 }>} : () -> ()

// -----

// expected-error @below {{expected an integral index bitwidth}}
"a.b"() {e = #sparse_tensor.encoding<{ crdWidth = i8 }>} : () -> ()

// -----

// expected-error @below {{expected a numeric value for explicitVal}}
"a.b"() {e = #sparse_tensor.encoding<{ explicitVal = "1" }>} : () -> ()

// -----

// expected-error @below {{expected a numeric value for implicitVal}}
"a.b"() {e = #sparse_tensor.encoding<{ implicitVal = [0] }>} : () -> ()

// -----

// expected-error @below {{unexpected position bitwidth: 7}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), posWidth = 7 }>} : () -> ()

// -----

// expected-error @below {{unexpected position bitwidth: 4294967295}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), posWidth = -1 }>} : () -> ()

// -----

// expected-error @below {{unexpected coordinate bitwidth: 128}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), crdWidth = 128 }>} : () -> ()

// -----

// expected-error @below {{expected a non-empty array for lvlTypes}}
"a.b"() {e = #sparse_tensor.encoding<{ posWidth = 8 }>} : () -> ()

// -----

// expected-error @below {{level-rank mismatch between dimToLvl and lvlTypes: 1 != 2}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), map = (i) -> (i : dense) }>} : () -> ()

// -----

// expected-error @below {{expected compressed or loose_compressed level before singleton level}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : singleton) }>} : () -> ()

// -----

// expected-error @below {{expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : compressed, j : singleton, k : singleton(soa)) }>} : () -> ()

// -----

// expected-error @below {{Batch lvlType can only be leading levels.}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : batch) }>} : () -> ()

// -----

// expected-error @below {{SoA is only applicable to singleton lvlTypes.}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i : compressed(soa)) }>} : () -> ()

// -----

// expected-error @below {{expected n_out_of_m to be the last level type}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i, j) -> (i : structured[1, 2], j : dense) }>} : () -> ()

// -----

// expected-error @below {{expected all dense lvlTypes before a n_out_of_m level}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : structured[1, 2]) }>} : () -> ()

// -----

// expected-error @below {{expected 1xm block structure for n_out_of_m level}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i floordiv 2 : dense, i mod 3 : structured[1, 2]) }>} : () -> ()

// -----

// expected-error @below {{expected only one blocked level with the same coefficients}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, i mod 2 : dense, j floordiv 3 : dense, j mod 3 : structured[1, 3]) }>} : () -> ()

// -----

// expected-error @below {{expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i floordiv 2 : dense, i mod 2 : structured[1, 3]) }>} : () -> ()

// -----

// expected-error @below {{failed to infer lvlToDim from dimToLvl}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, i : dense) }>} : () -> ()

// -----

// expected-error @below {{failed to infer lvlToDim from dimToLvl}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i mod 2 : dense, i floordiv 2 : dense) }>} : () -> ()

// -----

// expected-error @below {{failed to infer lvlToDim from dimToLvl}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i) -> (i floordiv 0 : dense, i mod 2 : dense) }>} : () -> ()

// -----

// expected-error @below {{expected lvlToDim to be an inverse of dimToLvl}}
"a.b"() {e = #sparse_tensor.encoding<{ map = {l, m} (i = m, j = l) -> (l = i : dense, m = j : dense) }>} : () -> ()

// -----

// expected-error @below {{dimSlices expected dimension-rank to match level-rank: 1 != 2}}
"a.b"() {e = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(0, 4, 1)>) -> (i floordiv 2 : dense, i mod 2 : dense) }>} : () -> ()

// -----

#e = #sparse_tensor.encoding<{ map = (i) -> (i : dense) }>
// expected-error @below {{expected non-scalar sparse tensor}}
"a.b"() {t = tensor<f32, #e>} : () -> ()

// -----

#e = #sparse_tensor.encoding<{ map = (i) -> (i : dense) }>
// expected-error @below {{expected non-scalar sparse tensor}}
"a.b"() {t = tensor<*xf32, #e>} : () -> ()

// -----

#e = #sparse_tensor.encoding<{ map = (i) -> (i : dense) }>
// expected-error @below {{dimension-rank mismatch between encoding and tensor shape: 1 != 2}}
"a.b"() {t = tensor<2x3xf32, #e>} : () -> ()

// -----

#e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), explicitVal = 1 : i32 }>
// expected-error @below {{explicit value type mismatch between encoding and tensor element type: 'i32' != 'f32'}}
"a.b"() {t = tensor<2xf32, #e>} : () -> ()

// -----

#e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), implicitVal = 0 }>
// expected-error @below {{implicit value type mismatch between encoding and tensor element type: 'i64' != 'index'}}
"a.b"() {t = tensor<2xindex, #e>} : () -> ()

// -----

#e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), implicitVal = -1.0 : f32 }>
// expected-error @below {{implicit value must be zero}}
"a.b"() {t = tensor<2xf32, #e>} : () -> ()

// -----

#e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), implicitVal = true }>
// expected-error @below {{implicit value must be zero}}
"a.b"() {t = tensor<2xi1, #e>} : () -> ()

// -----

#e = #sparse_tensor.encoding<{ map = (i) -> (i : dense), implicitVal = #complex.number<:f32 0.0, 1.0> }>
// expected-error @below {{implicit value must be zero}}
"a.b"() {t = tensor<2xcomplex<f32>, #e>} : () -> ()

// -----

// expected-error @below {{expect positive value or ? for slice offset/size/stride}}
"a.b"() {s = #sparse_tensor<slice(-1, 2, 3)>} : () -> ()

// -----

// expected-error @below {{expect positive value or ? for slice size}}
"a.b"() {s = #sparse_tensor<slice(0, 0, 3)>} : () -> ()

// -----

// expected-error @below {{expect positive value or ? for slice stride}}
"a.b"() {s = #sparse_tensor<slice(0, 1, 0)>} : () -> ()

// -----

// expected-error @below {{expected ','}}
"a.b"() {s = #sparse_tensor<slice(0, 1)>} : () -> ()

// -----

// expected-error @below {{expected '?'}}
"a.b"() {s = #sparse_tensor<slice(0, x, 1)>} : () -> ()

// -----

// expected-error @below {{unknown attribute `none` in dialect `sparse_tensor`}}
"a.b"() {s = #sparse_tensor.none} : () -> ()
