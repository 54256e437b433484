//! The allocator, in the passes that free, move and promote buffers.

use super::{check, refuse};

/// Buffers in branches, each in one block or in one of two.
const BRANCHES: &str = "
func.func @branches(%c: i1) {
  my.cond_br %c, ^a, ^b
^a:
  %0 = my.make : memref<2xf32>
  my.use %0 : memref<2xf32>
  my.br ^b
^b:
  return
}
func.func @joined(%c: i1) {
  %0 = my.make : memref<2xf32>
  my.cond_br %c, ^a, ^b(%0 : memref<2xf32>)
^a:
  %1 = my.make : memref<2xf32>
  my.br ^b(%1 : memref<2xf32>)
^b(%2: memref<2xf32>):
  my.use %2 : memref<2xf32>
  return
}";

/// A buffer that goes through the third region of an op from both of the others.
const REGIONS: &str = "
func.func @regions() {
  %0 = my.make : memref<2xf32>
  %1 = my.region_if %0 : memref<2xf32> -> memref<2xf32> then(%a : memref<2xf32>) {
    my.yield %a : memref<2xf32>
  } else(%b : memref<2xf32>) {
    %2 = my.make : memref<2xf32>
    my.yield %2 : memref<2xf32>
  } join(%c : memref<2xf32>) {
    my.yield %c : memref<2xf32>
  }
  my.use %1 : memref<2xf32>
  return
}";

#[test]
fn what_may_be_one_of_two_buffers_is_copied() {
    let expected = "
module {
  func.func @branches(%arg0: i1) {
    my.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %0 = my.make : memref<2xf32>
    my.use %0 : memref<2xf32>
    my.free %0 : memref<2xf32>
    my.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    return
  }
  func.func @joined(%arg0: i1) {
    %0 = my.make : memref<2xf32>
    %1 = my.copy %0 : memref<2xf32>
    my.free %0 : memref<2xf32>
    my.cond_br %arg0, ^bb1, ^bb2(%1 : memref<2xf32>)
  ^bb1:  // pred: ^bb0
    %2 = my.make : memref<2xf32>
    %3 = my.copy %2 : memref<2xf32>
    my.free %2 : memref<2xf32>
    my.br ^bb2(%3 : memref<2xf32>)
  ^bb2(%4: memref<2xf32>):  // 2 preds: ^bb0, ^bb1
    my.use %4 : memref<2xf32>
    my.free %4 : memref<2xf32>
    return
  }
}";
    check(BRANCHES, &["--buffer-deallocation"], expected);
}

#[test]
fn ownership_goes_along_with_buffers() {
    let expected = "
module {
  func.func @branches(%arg0: i1) {
    my.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %0 = my.make : memref<2xf32>
    my.use %0 : memref<2xf32>
    my.free %0 : memref<2xf32>
    my.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    return
  }
  func.func @joined(%arg0: i1) {
    %true = arith.constant true
    %0 = my.make : memref<2xf32>
    scf.if %arg0 {
      my.free %0 : memref<2xf32>
    }
    %1 = arith.xori %arg0, %true : i1
    my.cond_br %arg0, ^bb1, ^bb2(%0, %1 : memref<2xf32>, i1)
  ^bb1:  // pred: ^bb0
    %2 = my.make : memref<2xf32>
    my.br ^bb2(%2, %true : memref<2xf32>, i1)
  ^bb2(%3: memref<2xf32>, %4: i1):  // 2 preds: ^bb0, ^bb1
    my.use %3 : memref<2xf32>
    scf.if %4 {
      my.free %3 : memref<2xf32>
    }
    return
  }
}";
    check(BRANCHES, &["--buffer-deallocation-pipeline"], expected);
}

#[test]
fn regions_copy_what_they_pass_on() {
    let expected = "
module {
  func.func @regions() {
    %0 = my.make : memref<2xf32>
    %1 = my.region_if %0 : memref<2xf32> -> memref<2xf32> then(%arg0: memref<2xf32>) {
      %2 = my.copy %arg0 : memref<2xf32>
      my.yield %2 : memref<2xf32>
    } else(%arg0: memref<2xf32>) {
      %2 = my.make : memref<2xf32>
      %3 = my.copy %2 : memref<2xf32>
      my.free %2 : memref<2xf32>
      my.yield %3 : memref<2xf32>
    } join(%arg0: memref<2xf32>) {
      %2 = my.copy %arg0 : memref<2xf32>
      my.free %arg0 : memref<2xf32>
      my.yield %2 : memref<2xf32>
    }
    my.free %0 : memref<2xf32>
    my.use %1 : memref<2xf32>
    my.free %1 : memref<2xf32>
    return
  }
}";
    check(REGIONS, &["--buffer-deallocation"], expected);
}

#[test]
fn regions_pass_ownership_on() {
    let expected = "
module {
  func.func @regions() {
    %false = arith.constant false
    %true = arith.constant true
    %0 = my.make : memref<2xf32>
    %1:2 = my.region_if %0, %false : memref<2xf32>, i1 -> (memref<2xf32>, i1) then(%arg0: memref<2xf32>, %arg1: i1) {
      %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
      %2 = bufferization.dealloc (%base_buffer_0 : memref<f32>) if (%arg1) retain (%arg0 : memref<2xf32>)
      my.yield %arg0, %2 : memref<2xf32>, i1
    } else(%arg0: memref<2xf32>, %arg1: i1) {
      %2 = my.make : memref<2xf32>
      %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
      %3 = bufferization.dealloc (%base_buffer_0, %2 : memref<f32>, memref<2xf32>) if (%arg1, %true) retain (%2 : memref<2xf32>)
      my.yield %2, %3 : memref<2xf32>, i1
    } join(%arg0: memref<2xf32>, %arg1: i1) {
      %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %arg0 : memref<2xf32> -> memref<f32>, index, index, index
      %2 = bufferization.dealloc (%base_buffer_0 : memref<f32>) if (%arg1) retain (%arg0 : memref<2xf32>)
      my.yield %arg0, %2 : memref<2xf32>, i1
    }
    my.use %1#0 : memref<2xf32>
    %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %1#0 : memref<2xf32> -> memref<f32>, index, index, index
    bufferization.dealloc (%0, %base_buffer : memref<2xf32>, memref<f32>) if (%true, %1#1)
    return
  }
}";
    check(REGIONS, &["--ownership-based-buffer-deallocation", "--canonicalize"], expected);
}

/// Buffers of two allocators that come together, and one that is returned.
const MIXED: &str = "
func.func @mixed(%c: i1) -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  my.cond_br %c, ^a, ^b(%0 : memref<2xf32>)
^a:
  %1 = my.make : memref<2xf32>
  my.br ^b(%1 : memref<2xf32>)
^b(%2: memref<2xf32>):
  my.use %2 : memref<2xf32>
  %3 = my.make : memref<2xf32>
  return %3 : memref<2xf32>
}";

#[test]
fn other_allocators_get_clones() {
    let expected = "
module {
  func.func @mixed(%arg0: i1) -> memref<2xf32> {
    %alloc = memref.alloc() : memref<2xf32>
    %0 = bufferization.clone %alloc : memref<2xf32> to memref<2xf32>
    memref.dealloc %alloc : memref<2xf32>
    my.cond_br %arg0, ^bb1, ^bb2(%0 : memref<2xf32>)
  ^bb1:  // pred: ^bb0
    %1 = my.make : memref<2xf32>
    %2 = bufferization.clone %1 : memref<2xf32> to memref<2xf32>
    my.free %1 : memref<2xf32>
    my.br ^bb2(%2 : memref<2xf32>)
  ^bb2(%3: memref<2xf32>):  // 2 preds: ^bb0, ^bb1
    my.use %3 : memref<2xf32>
    memref.dealloc %3 : memref<2xf32>
    %4 = my.make : memref<2xf32>
    return %4 : memref<2xf32>
  }
}";
    check(MIXED, &["--buffer-deallocation"], expected);
}

#[test]
fn buffers_of_two_allocators_have_no_owner_in_common() {
    let expected = "  // expected-error@+1 {{passes on a buffer to where buffers of another allocator are}}\n  my.cond_br";
    refuse(&MIXED.replace("  my.cond_br", expected), &["--buffer-deallocation-pipeline"]);
}

#[test]
fn callers_are_given_clones() {
    let program = "
func.func @returned() -> memref<2xf32> {
  %0 = my.make : memref<2xf32>
  return %0 : memref<2xf32>
}";
    let expected = "
module {
  func.func @returned() -> memref<2xf32> {
    %0 = my.make : memref<2xf32>
    %1 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
    my.free %0 : memref<2xf32>
    return %1 : memref<2xf32>
  }
}";
    check(program, &["--buffer-deallocation-pipeline"], expected);
}

#[test]
fn allocations_leave_blocks_and_loops() {
    let program = "
func.func @hoisted(%c: i1, %x: memref<2xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  my.cond_br %c, ^a, ^b(%x : memref<2xf32>)
^a:
  %0 = my.make : memref<2xf32>
  my.br ^b(%0 : memref<2xf32>)
^b(%1: memref<2xf32>):
  my.use %1 : memref<2xf32>
  scf.for %i = %zero to %n step %one {
    %2 = my.make : memref<4xf32>
    my.use %2 : memref<4xf32>
    %3 = my.copy %2 : memref<4xf32>
    my.use %3 : memref<4xf32>
  }
  return
}";
    let expected = "
module {
  func.func @hoisted(%arg0: i1, %arg1: memref<2xf32>, %arg2: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = my.make : memref<2xf32>
    my.cond_br %arg0, ^bb1, ^bb2(%arg1 : memref<2xf32>)
  ^bb1:  // pred: ^bb0
    my.br ^bb2(%0 : memref<2xf32>)
  ^bb2(%1: memref<2xf32>):  // 2 preds: ^bb0, ^bb1
    my.use %1 : memref<2xf32>
    %2 = my.make : memref<4xf32>
    scf.for %arg3 = %c0 to %arg2 step %c1 {
      my.use %2 : memref<4xf32>
      %3 = my.copy %2 : memref<4xf32>
      my.use %3 : memref<4xf32>
    }
    return
  }
}";
    check(program, &["--buffer-hoisting", "--buffer-loop-hoisting"], expected);
}

#[test]
fn small_buffers_go_on_the_stack() {
    let program = "
func.func @small(%x: memref<4xf32>) -> memref<4xf32> {
  %0 = my.make : memref<4xf32>
  my.use %0 : memref<4xf32>
  %1 = my.make : memref<1024xf32>
  my.use %1 : memref<1024xf32>
  %2 = my.copy %x : memref<4xf32>
  my.use %2 : memref<4xf32>
  %3 = my.make : memref<4xf32>
  return %3 : memref<4xf32>
}";
    let expected = "
module {
  func.func @small(%arg0: memref<4xf32>) -> memref<4xf32> {
    %alloca = memref.alloca() : memref<4xf32>
    my.use %alloca : memref<4xf32>
    %0 = my.make : memref<1024xf32>
    my.use %0 : memref<1024xf32>
    %1 = my.copy %arg0 : memref<4xf32>
    my.use %1 : memref<4xf32>
    %2 = my.make : memref<4xf32>
    return %2 : memref<4xf32>
  }
}";
    check(program, &["--promote-buffers-to-stack"], expected);
}

/// Branches go around: nobody could free a buffer on every way out.
#[test]
fn loops_of_branches_are_refused() {
    let program = "
// expected-error@+1 {{Only structured control-flow loops are supported.}}
func.func @f(%c: i1) {
  %0 = my.make : memref<4xf32>
  my.br ^a
^a:
  my.use %0 : memref<4xf32>
  my.cond_br %c, ^a, ^b
^b:
  return
}
";
    refuse(program, &["--buffer-deallocation"]);
    refuse(program, &["--ownership-based-buffer-deallocation"]);
}
