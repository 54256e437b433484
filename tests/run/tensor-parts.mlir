// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --canonicalize --cse | FileCheck %s

// What is printed was compared with a run of compiled code.

// CHECK: 3{{$}}
// CHECK-NEXT: 4{{$}}
// CHECK-NEXT: ( ( 0, 1, 2, 3, -99 ), ( 1, 2, 3, 4, -99 ), ( 4, 5, 6, 5, -99 ), ( -99, -99, -99, -99, -99 ) ){{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: 5{{$}}
// CHECK-NEXT: ( ( 1, 2, 3, 7, 7 ), ( 4, 5, 6, 8, 8 ), ( -99, -99, -99, -99, -99 ), ( -99, -99, -99, -99, -99 ) ){{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: ( ( 1, 2, -99, -99, -99 ), ( 3, 4, -99, -99, -99 ), ( 5, 6, -99, -99, -99 ), ( -99, -99, -99, -99, -99 ) ){{$}}
// CHECK-NEXT: 4{{$}}
// CHECK-NEXT: 5{{$}}
// CHECK-NEXT: ( ( 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 2, 4, 6, 8 ), ( 0, 2, 4, 6, 8 ) ){{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: ( ( 3, 2, 1, -99, -99 ), ( 6, 5, 4, -99, -99 ), ( -99, -99, -99, -99, -99 ), ( -99, -99, -99, -99, -99 ) ){{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: ( ( 1065353216, 1065353216, -99, -99, -99 ), ( 1065353216, 1065353216, -99, -99, -99 ), ( -99, -99, -99, -99, -99 ), ( -99, -99, -99, -99, -99 ) ){{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: ( ( ( ( 1, 6 ), ( 2, 7 ) ), ( ( 3, 8 ), ( 4, 9 ) ), ( ( 5, 10 ), ( 0, 0 ) ) ), ( ( ( 11, 0 ), ( 12, 0 ) ), ( ( 13, 0 ), ( 14, 0 ) ), ( ( 15, 0 ), ( 0, 0 ) ) ) ){{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 5{{$}}
// CHECK-NEXT: ( ( 1, 2, 3, 4, 5 ), ( 6, 7, 8, 9, 10 ), ( 11, 12, 13, 14, 15 ), ( -99, -99, -99, -99, -99 ) ){{$}}
// CHECK-NEXT: ( ( 0.0900306, 0.244728, 0.665241 ), ( 0.422319, 0.422319, 0.155362 ) ){{$}}
func.func @print2(%t: tensor<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant -99 : i32
  %n = tensor.dim %t, %c0 : tensor<?x?xi32>
  %k = tensor.dim %t, %c1 : tensor<?x?xi32>
  vector.print %n : index
  vector.print %k : index
  %v = vector.transfer_read %t[%c0, %c0], %m : tensor<?x?xi32>, vector<4x5xi32>
  vector.print %v : vector<4x5xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %p = tensor.pad %a low[%c1, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %x = arith.index_cast %s : index to i32
    tensor.yield %x : i32
  } : tensor<2x3xi32> to tensor<?x4xi32>
  %pd = tensor.cast %p : tensor<?x4xi32> to tensor<?x?xi32>
  call @print2(%pd) : (tensor<?x?xi32>) -> ()
  %b = arith.constant dense<[[7], [8]]> : tensor<2x1xi32>
  %c = tensor.concat dim(1) %a, %b, %b : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x5xi32>
  %cd = tensor.cast %c : tensor<2x5xi32> to tensor<?x?xi32>
  call @print2(%cd) : (tensor<?x?xi32>) -> ()
  %sh = arith.constant dense<[3, 2]> : tensor<2xi32>
  %r = tensor.reshape %a(%sh) : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  %rd = tensor.cast %r : tensor<3x2xi32> to tensor<?x?xi32>
  call @print2(%rd) : (tensor<?x?xi32>) -> ()
  // Squares of positions, in tiles.
  %e = tensor.empty() : tensor<4x5xi32>
  %f = scf.forall (%i, %j) in (2, 5) shared_outs(%o = %e) -> (tensor<4x5xi32>) {
    %t = tensor.empty() : tensor<2x1xi32>
    %i2 = arith.muli %i, %c2 : index
    %ij = arith.muli %i2, %j : index
    %x = arith.index_cast %ij : index to i32
    %u = linalg.fill ins(%x : i32) outs(%t : tensor<2x1xi32>) -> tensor<2x1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i2, %j] [2, 1] [1, 1] : tensor<2x1xi32> into tensor<4x5xi32>
    }
  }
  %fd = tensor.cast %f : tensor<4x5xi32> to tensor<?x?xi32>
  call @print2(%fd) : (tensor<?x?xi32>) -> ()
  // Nested, with reads of what was there before.
  %g = scf.forall (%i) = (%c0) to (%c2) step (%c1) shared_outs(%o = %a) -> (tensor<2x3xi32>) {
    %row = tensor.extract_slice %o[%i, 0] [1, 3] [1, 1] : tensor<2x3xi32> to tensor<3xi32>
    %new = scf.forall (%j) in (3) shared_outs(%q = %row) -> (tensor<3xi32>) {
      %k = arith.subi %c2, %j : index
      %x = tensor.extract_slice %row[%k] [1] [1] : tensor<3xi32> to tensor<1xi32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %x into %q[%j] [1] [1] : tensor<1xi32> into tensor<3xi32>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %new into %o[%i, 0] [1, 3] [1, 1] : tensor<3xi32> into tensor<2x3xi32>
    }
  }
  %gd = tensor.cast %g : tensor<2x3xi32> to tensor<?x?xi32>
  call @print2(%gd) : (tensor<?x?xi32>) -> ()
  %rank = tensor.rank %gd : tensor<?x?xi32>
  vector.print %rank : index
  %bits = arith.constant dense<1.0> : tensor<2x2xf32>
  %bc = tensor.bitcast %bits : tensor<2x2xf32> to tensor<2x2xi32>
  %bd = tensor.cast %bc : tensor<2x2xi32> to tensor<?x?xi32>
  call @print2(%bd) : (tensor<?x?xi32>) -> ()
  %un = tensor.cast %a : tensor<2x3xi32> to tensor<*xi32>
  %ub = tensor.cast %un : tensor<*xi32> to tensor<?x?xi32>
  %d1 = tensor.dim %ub, %c1 : tensor<?x?xi32>
  vector.print %d1 : index
  %big = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]> : tensor<3x5xi32>
  %pe = tensor.empty() : tensor<2x3x2x2xi32>
  %pk = linalg.pack %big padding_value(%zero : i32) outer_dims_perm = [0, 1] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %pe : tensor<3x5xi32> -> tensor<2x3x2x2xi32>
  %pv = vector.transfer_read %pk[%c0, %c0, %c0, %c0], %zero : tensor<2x3x2x2xi32>, vector<2x3x2x2xi32>
  vector.print %pv : vector<2x3x2x2xi32>
  %ue = tensor.empty() : tensor<3x5xi32>
  %up = linalg.unpack %pk outer_dims_perm = [0, 1] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %ue : tensor<2x3x2x2xi32> -> tensor<3x5xi32>
  %upd = tensor.cast %up : tensor<3x5xi32> to tensor<?x?xi32>
  call @print2(%upd) : (tensor<?x?xi32>) -> ()
  %sx = arith.constant dense<[[1.0, 2.0, 3.0], [0.0, 0.0, -1.0]]> : tensor<2x3xf32>
  %se = tensor.empty() : tensor<2x3xf32>
  %sm = linalg.softmax dimension(1) ins(%sx : tensor<2x3xf32>) outs(%se : tensor<2x3xf32>) -> tensor<2x3xf32>
  %zf = arith.constant 0.0 : f32
  %sv = vector.transfer_read %sm[%c0, %c0], %zf : tensor<2x3xf32>, vector<2x3xf32>
  vector.print %sv : vector<2x3xf32>
  return
}
