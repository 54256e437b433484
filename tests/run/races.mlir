// RUN: not terrace run %s --entry=written_read 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not terrace run %s --entry=written_twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not terrace run %s --entry=read_written 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: not terrace run %s --entry=inserted 2>&1 | FileCheck %s --check-prefix=INSERTED
// RUN: not terrace run %s --entry=called 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: not terrace run %s --entry=copied 2>&1 | FileCheck %s --check-prefix=COPIED
// RUN: not terrace run %s --entry=filled 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: terrace run %s --entry=apart | FileCheck %s --check-prefix=APART
// RUN: terrace run %s --entry=apart --lower-affine --canonicalize | FileCheck %s --check-prefix=APART

// READ: :[[@LINE+11]]:10: error: data race between parallel iterations: this iteration reads what another one writes
// READ: :[[@LINE+12]]:5: note: the other access is here
// READ: :[[@LINE+5]]:8: note: allocated here
func.func @written_read() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloca() : memref<5xi32>
  %v = arith.constant dense<0> : vector<5xi32>
  vector.store %v, %m[%c0] : memref<5xi32>, vector<5xi32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %m[%i] : memref<5xi32>
    %j = arith.addi %i, %c1 : index
    memref.store %x, %m[%j] : memref<5xi32>
  }
  return
}

// TWICE: :[[@LINE+7]]:5: error: data race between parallel iterations: this iteration writes what another one writes
// TWICE: :[[@LINE+6]]:5: note: the other access is here
// TWICE: :[[@LINE+3]]:8: note: allocated here
func.func @written_twice() {
  %x = arith.constant 1.0 : f32
  %m = memref.alloca() : memref<2xf32>
  affine.parallel (%i, %j) = (0, 0) to (2, 2) {
    affine.store %x, %m[%i] : memref<2xf32>
  }
  return
}

// LATER: :[[@LINE+11]]:5: error: data race between parallel iterations: this iteration writes what another one reads
// LATER: :[[@LINE+9]]:10: note: the other access is here
func.func @read_written() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %m = memref.alloca() : memref<5xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<5xf32>)
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (4) {
    %k = arith.addi %i, %c1 : index
    %y = memref.load %m[%k] : memref<5xf32>
    memref.store %y, %m[%i] : memref<5xf32>
  }
  return
}

// INSERTED: :[[@LINE+7]]:7: error: parallel iterations insert into the same element of a tensor
// INSERTED: :[[@LINE+6]]:7: note: another iteration inserts here
func.func @inserted() -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %x = arith.constant dense<1.0> : tensor<2xf32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %e) -> tensor<5xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [2] [1] : tensor<2xf32> into tensor<5xf32>
    }
  }
  return %r : tensor<5xf32>
}

func.func private @count(%m: memref<i32>) {
  %x = memref.load %m[] : memref<i32>
  %c1 = arith.constant 1 : i32
  %y = arith.addi %x, %c1 : i32
  memref.store %y, %m[] : memref<i32>
  return
}

// CALLED: :[[@LINE-7]]:8: error: data race between parallel iterations: this iteration reads what another one writes
// CALLED: :[[@LINE-5]]:3: note: the other access is here
// CALLED: :[[@LINE+7]]:8: note: allocated here
// CALLED: :[[@LINE+9]]:5: note: called from here
func.func @called() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 0 : i32
  %m = memref.alloca() : memref<i32>
  memref.store %x, %m[] : memref<i32>
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    func.call @count(%m) : (memref<i32>) -> ()
  }
  return
}

// COPIED: :[[@LINE+9]]:5: error: data race between parallel iterations: this iteration writes what another one writes
func.func @copied() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloca() : memref<4xi32>
  %g = memref.alloca() : memref<3xi32>
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %s = memref.subview %m[%i] [3] [1] : memref<4xi32> to memref<3xi32, strided<[1], offset: ?>>
    memref.copy %g, %s : memref<3xi32> to memref<3xi32, strided<[1], offset: ?>>
  }
  return
}

// Each iteration writes its own element, loops come one after the other, and atomic accesses go together.
// APART: 12 : i32
// APART-NEXT: 6 : i32
func.func @apart() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %m = memref.alloca() : memref<4x3xi32>
  %sum = memref.alloca() : memref<i32>
  memref.store %zero, %sum[] : memref<i32>
  scf.forall (%i) in (4) {
    %local = memref.alloca() : memref<i32>
    scf.parallel (%j) = (%c0) to (%c3) step (%c1) {
      %x = arith.index_cast %j : index to i32
      memref.store %x, %m[%i, %j] : memref<4x3xi32>
    }
    scf.parallel (%j) = (%c0) to (%c3) step (%c1) {
      %k = arith.subi %c3, %j : index
      %l = arith.subi %k, %c1 : index
      %x = memref.load %m[%i, %l] : memref<4x3xi32>
      %old = memref.atomic_rmw addi %x, %sum[] : (i32, memref<i32>) -> i32
    }
    memref.store %zero, %local[] : memref<i32>
  }
  %six = affine.parallel (%i) = (0) to (4) reduce ("addi") -> (i32) {
    %x = arith.index_cast %i : index to i32
    affine.yield %x : i32
  }
  %t = memref.load %sum[] : memref<i32>
  return %t, %six : i32, i32
}

// Loops over elements within iterations.
// KERNEL: :[[@LINE+10]]:5: error: data race between parallel iterations: this iteration writes what another one writes
// KERNEL: :[[@LINE+9]]:5: note: the other access is here
func.func @filled() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1.0 : f32
  %m = memref.alloca() : memref<130xf32>
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %s = memref.subview %m[%i] [128] [1] : memref<130xf32> to memref<128xf32, strided<[1], offset: ?>>
    linalg.fill ins(%x : f32) outs(%s : memref<128xf32, strided<[1], offset: ?>>)
  }
  return
}
