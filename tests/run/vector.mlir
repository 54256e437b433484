// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --canonicalize --cse | FileCheck %s

// What is printed was compared with a run of compiled code.

func.func @moves(%m: memref<4x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %b = arith.constant dense<[7, 8, 9]> : vector<3xi32>
  %s = arith.constant 42 : i32
  %t = vector.transpose %a, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  // CHECK: ( ( 1, 4 ), ( 2, 5 ), ( 3, 6 ) )
  vector.print %t : vector<3x2xi32>
  %br = vector.broadcast %b : vector<3xi32> to vector<2x3xi32>
  // CHECK-NEXT: ( ( 7, 8, 9 ), ( 7, 8, 9 ) )
  vector.print %br : vector<2x3xi32>
  %col = vector.shape_cast %b : vector<3xi32> to vector<3x1xi32>
  %br2 = vector.broadcast %col : vector<3x1xi32> to vector<3x2xi32>
  // CHECK-NEXT: ( ( 7, 7 ), ( 8, 8 ), ( 9, 9 ) )
  vector.print %br2 : vector<3x2xi32>
  %br3 = vector.broadcast %s : i32 to vector<2xi32>
  // CHECK-NEXT: ( 42, 42 )
  vector.print %br3 : vector<2xi32>
  %e = vector.extract %a[1] : vector<3xi32> from vector<2x3xi32>
  // CHECK-NEXT: ( 4, 5, 6 )
  vector.print %e : vector<3xi32>
  %e2 = vector.extract %a[0, %c1] : i32 from vector<2x3xi32>
  // CHECK-NEXT: 2
  vector.print %e2 : i32
  %i = vector.insert %b, %a[0] : vector<3xi32> into vector<2x3xi32>
  // CHECK-NEXT: ( ( 7, 8, 9 ), ( 4, 5, 6 ) )
  vector.print %i : vector<2x3xi32>
  %i2 = vector.insert %s, %a[%c1, 2] : i32 into vector<2x3xi32>
  // CHECK-NEXT: ( ( 1, 2, 3 ), ( 4, 5, 42 ) )
  vector.print %i2 : vector<2x3xi32>
  %sl = vector.extract_strided_slice %a {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xi32> to vector<2x2xi32>
  // CHECK-NEXT: ( ( 2, 3 ), ( 5, 6 ) )
  vector.print %sl : vector<2x2xi32>
  %is = vector.insert_strided_slice %br3, %a {offsets = [1, 1], strides = [1]} : vector<2xi32> into vector<2x3xi32>
  // CHECK-NEXT: ( ( 1, 2, 3 ), ( 4, 42, 42 ) )
  vector.print %is : vector<2x3xi32>
  %sh = vector.shuffle %b, %e [5, 0, 3, 3] : vector<3xi32>, vector<3xi32>
  // CHECK-NEXT: ( 6, 7, 4, 4 )
  vector.print %sh : vector<4xi32>
  %il = vector.interleave %b, %e : vector<3xi32> -> vector<6xi32>
  // CHECK-NEXT: ( 7, 4, 8, 5, 9, 6 )
  vector.print %il : vector<6xi32>
  %d0, %d1 = vector.deinterleave %il : vector<6xi32> -> vector<3xi32>
  // CHECK-NEXT: ( 7, 8, 9 )
  vector.print %d0 : vector<3xi32>
  // CHECK-NEXT: ( 4, 5, 6 )
  vector.print %d1 : vector<3xi32>
  %fe = vector.from_elements %s, %e2, %s, %s : vector<2x2xi32>
  // CHECK-NEXT: ( ( 42, 2 ), ( 42, 42 ) )
  vector.print %fe : vector<2x2xi32>
  %te:3 = vector.to_elements %b : vector<3xi32>
  // CHECK-NEXT: 8
  vector.print %te#1 : i32
  %st = vector.step : vector<4xindex>
  // CHECK-NEXT: ( 0, 1, 2, 3 )
  vector.print %st : vector<4xindex>
  %bc = vector.bitcast %b : vector<3xi32> to vector<12xi8>
  // CHECK-NEXT: ( 7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0 )
  vector.print %bc : vector<12xi8>
  %cm = vector.constant_mask [1, 2] : vector<2x3xi1>
  // CHECK-NEXT: ( ( 1, 1, 0 ), ( 0, 0, 0 ) )
  vector.print %cm : vector<2x3xi1>
  %dm = vector.create_mask %c1, %c1 : vector<2x3xi1>
  // CHECK-NEXT: ( ( 1, 0, 0 ), ( 0, 0, 0 ) )
  vector.print %dm : vector<2x3xi1>
  return
}

func.func @reductions() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, -5.0, 6.5]]> : vector<2x3xf32>
  %b = arith.constant dense<[[1.0, 0.5], [2.0, 1.0], [-3.0, 4.0]]> : vector<3x2xf32>
  %v = arith.constant dense<[3, -1, 4, 1]> : vector<4xi32>
  %ten = arith.constant 10 : i32
  %acc2 = arith.constant dense<[10.0, 20.0]> : vector<2xf32>
  %acc22 = arith.constant dense<1.0> : vector<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %r0 = vector.reduction <add>, %v : vector<4xi32> into i32
  // CHECK-NEXT: 7
  vector.print %r0 : i32
  %r1 = vector.reduction <mul>, %v, %ten : vector<4xi32> into i32
  // CHECK-NEXT: -120
  vector.print %r1 : i32
  %r2 = vector.reduction <minsi>, %v : vector<4xi32> into i32
  // CHECK-NEXT: -1
  vector.print %r2 : i32
  %r3 = vector.reduction <maxui>, %v : vector<4xi32> into i32
  // CHECK-NEXT: -1
  vector.print %r3 : i32
  %r4 = vector.mask %mask { vector.reduction <add>, %v, %ten : vector<4xi32> into i32 } : vector<4xi1> -> i32
  // CHECK-NEXT: 18
  vector.print %r4 : i32
  %mr = vector.multi_reduction <add>, %a, %acc2 [1] : vector<2x3xf32> to vector<2xf32>
  // CHECK-NEXT: ( 16, 25.5 )
  vector.print %mr : vector<2xf32>
  %mr2 = vector.multi_reduction <maximumf>, %a, %zero [0, 1] : vector<2x3xf32> to f32
  // CHECK-NEXT: 6.5
  vector.print %mr2 : f32
  %c = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>
  } %a, %b, %acc22 : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  // CHECK-NEXT: ( ( -3, 15.5 ), ( -24.5, 24 ) )
  vector.print %c : vector<2x2xf32>
  %x = vector.extract %a[1] : vector<3xf32> from vector<2x3xf32>
  %o = vector.outerproduct %x, %acc2 : vector<3xf32>, vector<2xf32>
  // CHECK-NEXT: ( ( 40, 80 ), ( -50, -100 ), ( 65, 130 ) )
  vector.print %o : vector<3x2xf32>
  %o2 = vector.outerproduct %x, %acc2, %b {kind = #vector.kind<add>} : vector<3xf32>, vector<2xf32>
  // CHECK-NEXT: ( ( 41, 80.5 ), ( -48, -99 ), ( 62, 134 ) )
  vector.print %o2 : vector<3x2xf32>
  %o3 = vector.outerproduct %x, %zero : vector<3xf32>, f32
  // CHECK-NEXT: ( 0, -0, 0 )
  vector.print %o3 : vector<3xf32>
  %init = arith.constant dense<[100, 200]> : vector<2xi32>
  %w = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %s0, %l0 = vector.scan <add>, %w, %init {inclusive = true, reduction_dim = 1} : vector<2x3xi32>, vector<2xi32>
  // CHECK-NEXT: ( ( 1, 3, 6 ), ( 4, 9, 15 ) )
  vector.print %s0 : vector<2x3xi32>
  // CHECK-NEXT: ( 6, 15 )
  vector.print %l0 : vector<2xi32>
  %s1, %l1 = vector.scan <add>, %w, %init {inclusive = false, reduction_dim = 1} : vector<2x3xi32>, vector<2xi32>
  // CHECK-NEXT: ( ( 100, 101, 103 ), ( 200, 204, 209 ) )
  vector.print %s1 : vector<2x3xi32>
  // CHECK-NEXT: ( 103, 209 )
  vector.print %l1 : vector<2xi32>
  %f = vector.fma %a, %a, %a : vector<2x3xf32>
  // CHECK-NEXT: ( ( 2, 6, 12 ), ( 20, 20, 48.75 ) )
  vector.print %f : vector<2x3xf32>
  return
}

func.func @memory(%m: memref<4x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant -1.0 : f32
  %pass = arith.constant dense<[-2.0, -3.0, -4.0, -5.0]> : vector<4xf32>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %idx = arith.constant dense<[0, 4, 1, 2]> : vector<4xi32>
  %v0 = vector.load %m[%c1, %c1] : memref<4x5xf32>, vector<4xf32>
  // CHECK-NEXT: ( 6, 7, 8, 9 )
  vector.print %v0 : vector<4xf32>
  %v1 = vector.maskedload %m[%c1, %c1], %mask, %pass : memref<4x5xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK-NEXT: ( 6, -3, 8, 9 )
  vector.print %v1 : vector<4xf32>
  %v2 = vector.expandload %m[%c2, %c0], %mask, %pass : memref<4x5xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK-NEXT: ( 10, -3, 11, 12 )
  vector.print %v2 : vector<4xf32>
  %v3 = vector.gather %m[%c3, %c0] [%idx], %mask, %pass : memref<4x5xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK-NEXT: ( 15, -3, 16, 17 )
  vector.print %v3 : vector<4xf32>
  %t0 = vector.transfer_read %m[%c2, %c3], %pad : memref<4x5xf32>, vector<3x4xf32>
  // CHECK-NEXT: ( ( 13, 14, -1, -1 ), ( 18, 19, -1, -1 ), ( -1, -1, -1, -1 ) )
  vector.print %t0 : vector<3x4xf32>
  %t1 = vector.transfer_read %m[%c1, %c0], %pad {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<4x5xf32>, vector<2x4xf32>
  // CHECK-NEXT: ( ( 5, 10, 15, -1 ), ( 6, 11, 16, -1 ) )
  vector.print %t1 : vector<2x4xf32>
  %t2 = vector.transfer_read %m[%c1, %c2], %pad {permutation_map = affine_map<(i, j) -> (0, i)>, in_bounds = [true, false]} : memref<4x5xf32>, vector<2x4xf32>
  // CHECK-NEXT: ( ( 7, 12, 17, -1 ), ( 7, 12, 17, -1 ) )
  vector.print %t2 : vector<2x4xf32>
  %t3 = vector.transfer_read %m[%c1, %c2], %pad, %mask : memref<4x5xf32>, vector<4xf32>
  // CHECK-NEXT: ( 7, -1, 9, -1 )
  vector.print %t3 : vector<4xf32>
  vector.store %pass, %m[%c0, %c1] : memref<4x5xf32>, vector<4xf32>
  vector.maskedstore %m[%c1, %c0], %mask, %pass : memref<4x5xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%c2, %c0], %mask, %pass : memref<4x5xf32>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%c3, %c0] [%idx], %mask, %pass : memref<4x5xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.transfer_write %pass, %m[%c2, %c3] : vector<4xf32>, memref<4x5xf32>
  vector.transfer_write %pass, %m[%c1, %c2] {permutation_map = affine_map<(i, j) -> (i)>} : vector<4xf32>, memref<4x5xf32>
  %all = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<4x5xf32>, vector<4x5xf32>
  // CHECK-NEXT: ( ( 0, -2, -3, -4, -5 ), ( -2, 6, -2, -5, 9 ), ( -2, -4, -3, -2, -3 ), ( -2, -4, -4, 18, 19 ) )
  vector.print %all : vector<4x5xf32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<4x5xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %k = arith.muli %i, %c5 : index
      %l = arith.addi %k, %j : index
      %x = arith.index_cast %l : index to i32
      %y = arith.sitofp %x : i32 to f32
      memref.store %y, %m[%i, %j] : memref<4x5xf32>
    }
  }
  call @moves(%m) : (memref<4x5xf32>) -> ()
  call @reductions() : () -> ()
  call @memory(%m) : (memref<4x5xf32>) -> ()
  memref.dealloc %m : memref<4x5xf32>
  return
}
