//! The ops on tensors, in One-Shot Bufferize and by decisions of one's own.

use own_dialect::analysis::{Analysis, bufferize};
use own_dialect::setup;

use super::{check, refuse};

const BUFFERIZE: &str = "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map";

#[test]
fn ops_become_ops_on_buffers() {
    let program = "
func.func @f(%x: f32, %i: index, %n: index) -> (f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = my.zero %e : tensor<4xf32> -> tensor<4xf32>
  %1 = my.set %x into %0[%i] : f32, tensor<4xf32>
  %2 = my.set %x into %0[%c1] {my.no_conflict} : f32, tensor<4xf32>
  %3 = my.pick %1 or %2 : tensor<4xf32>
  %4 = tensor.extract %3[%c0] : tensor<4xf32>
  return %4, %0 : f32, tensor<4xf32>
}";
    let expected = "
module {
  func.func @f(%arg0: f32, %arg1: index, %arg2: index) -> (f32, memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    my.zero %alloc : memref<4xf32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    memref.copy %alloc, %alloc_0 : memref<4xf32> to memref<4xf32>
    memref.store %arg0, %alloc_0[%arg1] : memref<4xf32>
    memref.store %arg0, %alloc[%c1] : memref<4xf32>
    %0 = my.pick %alloc_0 or %alloc : memref<4xf32>
    %1 = memref.load %0[%c0] : memref<4xf32>
    return %1, %alloc : f32, memref<4xf32>
  }
}";
    check(program, &[BUFFERIZE, "--canonicalize"], expected);
}

#[test]
fn unknown_ops_stay_on_tensors() {
    let program = "
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = my.boxed %t : tensor<4xf32>
  return %0 : tensor<4xf32>
}";
    let expected = "
module {
  func.func @f(%arg0: memref<4xf32>) -> memref<4xf32> {
    %0 = bufferization.to_tensor %arg0 : memref<4xf32> to tensor<4xf32>
    %1 = my.boxed %0 : tensor<4xf32>
    %2 = bufferization.to_buffer %1 : tensor<4xf32> to memref<4xf32>
    return %2 : memref<4xf32>
  }
}";
    check(
        program,
        &[
            "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-unknown-ops",
        ],
        expected,
    );
}

#[test]
fn unknown_ops_are_refused_otherwise() {
    refuse(
        "
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op was not bufferized}}
  %0 = my.boxed %t : tensor<4xf32>
  return %0 : tensor<4xf32>
}
",
        &[BUFFERIZE],
    );
}

/// A tensor that is written twice, the second time with a promise that is not kept.
const TWO_WRITES: &str = "
func.func @f(%x: f32, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = my.set %x into %t[%c0] : f32, tensor<4xf32>
  %1 = my.set %x into %0[%c0] {my.no_conflict} : f32, tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}";

/// The number of buffers that an analysis allocates for that.
fn allocations(analysis: Analysis) -> usize {
    let mut ir = terrace::parse(&terrace::context_of(&setup()), TWO_WRITES).unwrap();
    bufferize(&mut ir, analysis).unwrap();
    terrace::verify(&ir).unwrap();
    let text = terrace::print(&ir);
    assert_eq!(text.matches("memref.store").count(), 2, "{text}");
    text.matches("memref.alloc").count()
}

#[test]
fn an_analysis_decides_what_is_copied() {
    assert_eq!(allocations(Analysis::OneShot), 0);
    assert_eq!(allocations(Analysis::Promised), 1);
    assert_eq!(allocations(Analysis::AlwaysCopy), 2);
}
