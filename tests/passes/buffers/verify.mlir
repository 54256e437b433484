// RUN: terrace-opt %s --verify-deallocation --split-input-file --verify-diagnostics

func.func @right(%c: i1, %f: f32, %i: index) -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloca() : memref<2xf32>
  %2 = memref.alloc() : memref<2xf32>
  memref.store %f, %0[%i] : memref<2xf32>
  scf.if %c {
    %3 = memref.alloc() : memref<2xf32>
    memref.dealloc %3 : memref<2xf32>
    memref.dealloc %0 : memref<2xf32>
  } else {
    memref.dealloc %0 : memref<2xf32>
  }
  return %2 : memref<2xf32>
}

// Who owns a buffer may be in a condition.
func.func @conditions(%c: i1, %d: i1, %n: index, %f: f32, %i: index) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = arith.andi %c, %d : i1
  scf.if %1 {
    memref.dealloc %0 : memref<2xf32>
  }
  %true = arith.constant true
  %2 = arith.xori %1, %true : i1
  scf.if %2 {
    memref.store %f, %0[%i] : memref<2xf32>
    memref.dealloc %0 : memref<2xf32>
  }
  %3 = memref.alloc() : memref<2xf32>
  scf.if %c {
    memref.dealloc %3 : memref<2xf32>
  }
  scf.if %c {
  } else {
    memref.dealloc %3 : memref<2xf32>
  }
  return
}

// What is freed for sure is owned by nobody afterwards, as the condition of a second free says.
func.func @owned_no_longer(%m: memref<2xf32>, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %true = arith.constant true
  %0 = memref.alloc() : memref<2xf32>
  memref.dealloc %0 : memref<2xf32>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<2xf32> -> index
  %2 = memref.extract_aligned_pointer_as_index %m : memref<2xf32> -> index
  %3 = arith.cmpi ne, %1, %2 : index
  %4 = arith.xori %c, %true : i1
  %5 = arith.andi %3, %4 : i1
  scf.if %5 {
    memref.dealloc %0 : memref<2xf32>
  }
  cf.br ^bb2
^bb2:
  return
}

// The same value decides again.
func.func @same_condition(%c: i1, %d: i1, %f: f32, %i: index) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %2 = arith.andi %c, %d : i1
  scf.if %c {
    memref.dealloc %0 : memref<2xf32>
  }
  scf.if %2 {
    memref.dealloc %1 : memref<2xf32>
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3
^bb2:
  memref.store %f, %0[%i] : memref<2xf32>
  memref.dealloc %0 : memref<2xf32>
  cf.br ^bb3
^bb3:
  scf.if %2 {
  } else {
    memref.store %f, %1[%i] : memref<2xf32>
    memref.dealloc %1 : memref<2xf32>
  }
  return
}

// A condition is made anew in each iteration.
func.func @condition_anew(%n: index, %f: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %0 = memref.alloc() : memref<2xf32>
  %1 = scf.for %j = %c0 to %n step %c1 iter_args(%freed = %false) -> (i1) {
    %2 = arith.cmpi eq, %j, %i : index
    scf.if %2 {
      memref.store %f, %0[%i] : memref<2xf32>
    }
    scf.if %2 {
      memref.dealloc %0 : memref<2xf32>
    }
    %3 = arith.ori %freed, %2 : i1
    scf.yield %3 : i1
  }
  %4 = arith.xori %1, %true : i1
  scf.if %4 {
    memref.dealloc %0 : memref<2xf32>
  }
  return
}

// -----

func.func @twice_by_the_same_condition(%c: i1, %d: i1) {
  // expected-note@below {{allocated here}}
  %0 = memref.alloc() : memref<2xf32>
  %1 = arith.andi %c, %d : i1
  scf.if %1 {
    // expected-note@below {{freed here}}
    memref.dealloc %0 : memref<2xf32>
  }
  scf.if %1 {
    // expected-error@below {{buffer is freed twice}}
    memref.dealloc %0 : memref<2xf32>
  }
  return
}

// -----

func.func @used_by_the_same_condition(%c: i1, %f: f32, %i: index) {
  // expected-note@below {{allocated here}}
  %0 = memref.alloc() : memref<2xf32>
  scf.if %c {
    // expected-note@below {{freed here}}
    memref.dealloc %0 : memref<2xf32>
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // expected-error@below {{buffer is used after it was freed}}
  memref.store %f, %0[%i] : memref<2xf32>
  return
^bb2:
  memref.dealloc %0 : memref<2xf32>
  return
}

// -----

func.func @leaks_by_the_same_condition(%c: i1) {
  // expected-error@below {{buffer is not freed on a path to here}}
  %0 = memref.alloc() : memref<2xf32>
  scf.if %c {
    memref.dealloc %0 : memref<2xf32>
  }
  // expected-note@below {{the last op that could use it}}
  return
}

// -----

func.func @twice_under_a_condition(%c: i1) {
  // expected-note@below {{allocated here}}
  %0 = memref.alloc() : memref<2xf32>
  // expected-note@below {{freed here}}
  memref.dealloc %0 : memref<2xf32>
  scf.if %c {
    // expected-error@below {{buffer is freed twice}}
    memref.dealloc %0 : memref<2xf32>
  }
  return
}

// -----

func.func @leak(%c: i1, %m: memref<2xf32>) {
  // expected-error@below {{buffer is not freed}}
  %0 = memref.alloc() : memref<2xf32>
  memref.copy %m, %0 : memref<2xf32> to memref<2xf32>
  // expected-note@below {{the last op that could use it}}
  return
}

// -----

func.func @leak_on_a_path(%c: i1) {
  // expected-error@below {{buffer is not freed on a path to here}}
  %0 = memref.alloc() : memref<2xf32>
  scf.if %c {
    memref.dealloc %0 : memref<2xf32>
  }
  // expected-note@below {{the last op that could use it}}
  return
}

// -----

func.func @early_return(%c: i1) -> memref<2xf32> {
  // expected-error@below {{buffer is not freed}}
  %0 = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %0 : memref<2xf32>
^bb2:
  %1 = memref.alloc() : memref<2xf32>
  // expected-note@below {{the last op that could use it}}
  return %1 : memref<2xf32>
}

// -----

func.func @twice(%c: i1) {
  // expected-note@below {{allocated here}}
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.cast %0 : memref<2xf32> to memref<?xf32>
  // expected-note@below {{freed here}}
  memref.dealloc %0 : memref<2xf32>
  // expected-error@below {{buffer is freed twice}}
  memref.dealloc %1 : memref<?xf32>
  return
}

// -----

func.func @twice_on_a_path(%c: i1) {
  // expected-note@below {{allocated here}}
  %0 = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // expected-note@below {{freed here}}
  memref.dealloc %0 : memref<2xf32>
  cf.br ^bb2
^bb2:
  // expected-error@below {{buffer is freed twice on a path to here}}
  memref.dealloc %0 : memref<2xf32>
  return
}

// -----

func.func @used_after(%f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@below {{allocated here}}
  %0 = memref.alloc() : memref<2xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %0[%i] : memref<2xf32>
  }
  // expected-note@below {{freed here}}
  memref.dealloc %0 : memref<2xf32>
  // expected-error@below {{buffer is used after it was freed}}
  memref.store %f, %0[%n] : memref<2xf32>
  return
}

// -----

func.func @freed_in_a_loop(%f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@below {{allocated here}}
  // expected-error@below {{buffer is not freed on a path to here}}
  %0 = memref.alloc() : memref<2xf32>
  scf.for %i = %c0 to %n step %c1 {
    // expected-error@below {{buffer is freed twice}}
    memref.dealloc %0 : memref<2xf32>
  }
  // expected-note@below {{the last op that could use it}}
  return
}

// -----

func.func @leak_in_a_loop(%c: i1) {
  cf.br ^bb1
^bb1:
  // expected-error@below {{buffer is not freed}}
  %0 = memref.alloc() : memref<2xf32>
  // expected-note@below {{the last op that could use it}}
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  memref.dealloc %0 : memref<2xf32>
  return
}
