// RUN: terrace-opt %s --ownership-based-buffer-deallocation --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@below {{Only structured control-flow loops are supported.}}
func.func @loop(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// -----

func.func @loop_inside(%c: i1) {
  scf.execute_region {
    %0 = memref.alloc() : memref<2xf32>
    cf.br ^bb1
  ^bb1:
    scf.yield
  }
  return
}

// -----

func.func @there_already(%m: memref<2xf32>, %c: i1) {
  // expected-error@below {{No deallocation operations must be present when running this pass!}}
  bufferization.dealloc (%m : memref<2xf32>) if (%c)
  return
}

// -----

func.func @freed_by_hand(%m: memref<2xf32>) {
  // expected-error@below {{memory free side-effect on MemRef value not supported!}}
  memref.dealloc %m : memref<2xf32>
  return
}

// -----

func.func @unknown(%m: memref<2xf32>) {
  // expected-error@below {{ops with unknown memory side effects are not supported}}
  "unregistered.op"(%m) : (memref<2xf32>) -> ()
  return
}

// -----

func.func @unknown_without_buffers() {
  // expected-error@below {{ops with unknown memory side effects are not supported}}
  "unregistered.op"() : () -> ()
  return
}

// -----

func.func @switch(%m: memref<2xf32>, %i: i32) {
  // expected-error@below {{Terminators with more than one successor are not supported!}}
  cf.switch %i : i32, [
    default: ^bb1(%m : memref<2xf32>),
    1: ^bb1(%m : memref<2xf32>)
  ]
^bb1(%x: memref<2xf32>):
  return
}

// -----

func.func @used_twice(%m: memref<2xf32>, %f: f32, %i: index) -> memref<2xf32> {
  // expected-error@below {{MemRef value does not have valid ownership}}
  %0 = memref.alloc() : memref<2xf32>
  cf.br ^bb1(%0 : memref<2xf32>)
^bb1(%x: memref<2xf32>):
  memref.store %f, %0[%i] : memref<2xf32>
  cf.br ^bb2(%x : memref<2xf32>)
^bb2(%y: memref<2xf32>):
  return %y : memref<2xf32>
}
