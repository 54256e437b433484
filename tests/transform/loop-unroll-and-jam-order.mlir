// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Iterations are joined where no access comes before one that it must follow.

// A product of matrices: what each iteration of the outer loop writes is its own.
func.func @product(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      scf.for %k = %c0 to %c8 step %c1 {
        %x = memref.load %a[%i, %k] : memref<8x8xf32>
        %y = memref.load %b[%k, %j] : memref<8x8xf32>
        %z = memref.load %c[%i, %j] : memref<8x8xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        memref.store %s, %c[%i, %j] : memref<8x8xf32>
      }
    }
  } {joined}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes {joined} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}

// -----

// The row above is read at the same column, which was written in the same iteration of the inner loop, before.
func.func @above(%a: memref<9x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c1 to %c9 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %up = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
      %v = memref.load %a[%up, %j] : memref<9x8xf32>
      memref.store %v, %a[%i, %j] : memref<9x8xf32>
    }
  } {joined}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes {joined} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %l {factor = 4} : !transform.any_op
    transform.yield
  }
}

// -----

// The distance is the factor: what is joined does not meet.
func.func @far(%a: memref<12x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c2 to %c10 step %c1 {
    scf.for %j = %c0 to %c7 step %c1 {
      %up = arith.subi %i, %c2 : index
      %right = arith.addi %j, %c1 : index
      %v = memref.load %a[%up, %right] : memref<12x8xf32>
      memref.store %v, %a[%i, %j] : memref<12x8xf32>
    }
  } {joined}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes {joined} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}

// -----

// What an inner loop leaves, the next iteration sets before its inner loop.
func.func @set_first(%a: memref<8xf32>, %x: memref<f32>, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    // expected-note@below {{this one follows it, now or in a later iteration}}
    memref.store %zero, %x[] : memref<f32>
    scf.for %j = %c0 to %c8 step %c1 {
      // expected-note@below {{this access comes first}}
      %v = memref.load %x[] : memref<f32>
      memref.store %v, %a[%i] : memref<8xf32>
    }
  } {joined}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes {joined} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{failed to unroll and jam: an access would come before one that it follows, maybe to the same memory}}
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}

// -----

// A function may do anything.
func.func private @callee(index, index)
func.func @calls() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      // expected-note@below {{this access comes first}}
      // expected-note@below {{this one follows it, now or in a later iteration}}
      func.call @callee(%i, %j) : (index, index) -> ()
    }
  } {joined}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes {joined} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{failed to unroll and jam}}
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}

// -----

// A buffer of each iteration's own, and rows of vectors.
func.func @own(%a: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = memref.alloc() : memref<4xf32>
    scf.for %j = %c0 to %c16 step %c4 {
      %v = vector.load %a[%i, %j] : memref<8x16xf32>, vector<4xf32>
      vector.store %v, %t[%c0] : memref<4xf32>, vector<4xf32>
      %w = vector.load %t[%c0] : memref<4xf32>, vector<4xf32>
      vector.store %w, %a[%i, %j] : memref<8x16xf32>, vector<4xf32>
    }
    memref.dealloc %t : memref<4xf32>
  } {joined}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes {joined} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}

// -----

// Windows of a buffer that move with the loop overlap.
func.func @windows(%a: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %w = memref.subview %a[%i] [5] [1] : memref<16xf32> to memref<5xf32, strided<[1], offset: ?>>
    scf.for %j = %c0 to %c4 step %c1 {
      %next = arith.addi %j, %c1 : index
      // expected-note@below {{this access comes first}}
      %v = memref.load %w[%next] : memref<5xf32, strided<[1], offset: ?>>
      // expected-note@below {{this one follows it, now or in a later iteration}}
      memref.store %v, %w[%j] : memref<5xf32, strided<[1], offset: ?>>
    }
  } {joined}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes {joined} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{failed to unroll and jam}}
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}
