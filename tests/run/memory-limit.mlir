// RUN: not terrace run %s --entry=constant_of_all_elements 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not terrace run %s --entry=large_constant --max-memory=1000000 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not terrace run %s --entry=large_global --max-memory=1000000 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not terrace run %s --entry=large_result --max-memory=1000000 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not terrace run %s --entry=large_argument --arg=1 --max-memory=1000000 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not terrace run %s --entry=copies_of_copies --max-memory=1000000 2>&1 | FileCheck %s --check-prefix=COPIES
// RUN: not terrace run %s --entry=arrays_and_buffers --max-memory=1000000 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: terrace run %s --entry=one_after_the_other --max-memory=1000000 | FileCheck %s --check-prefix=FREED
// RUN: terrace run %s --entry=shared_constant --max-memory=1000000 | FileCheck %s --check-prefix=SHARED

// More bytes than can be counted.
// COUNT: :[[@LINE+2]]:8: error: a constant whose elements are not all there, or are too many
func.func @constant_of_all_elements() -> f32 {
  %c = arith.constant dense<1.0> : tensor<9223372036854775807xf32>
  %i = arith.constant 5 : index
  %e = tensor.extract %c[%i] : tensor<9223372036854775807xf32>
  return %e : f32
}

// CONSTANT: :[[@LINE+2]]:8: error: out of memory: 4000000 bytes asked for, 0 of 1000000 in use
func.func @large_constant() -> f32 {
  %c = arith.constant dense<1.0> : tensor<1000000xf32>
  %i = arith.constant 5 : index
  %e = tensor.extract %c[%i] : tensor<1000000xf32>
  return %e : f32
}

// GLOBAL: :[[@LINE+1]]:1: error: out of memory: 100000000000 bytes asked for, 0 of 1000000 in use
memref.global @g : memref<100000000000xi8> = dense<1>
func.func @large_global() -> i8 {
  %i = arith.constant 5 : index
  %m = memref.get_global @g : memref<100000000000xi8>
  %e = memref.load %m[%i] : memref<100000000000xi8>
  return %e : i8
}

// RESULT: :[[@LINE+4]]:8: error: out of memory: 800000 bytes asked for, 800000 of 1000000 in use
func.func @large_result() -> f64 {
  %i = arith.constant 5 : index
  %a = arith.constant dense<1.0> : tensor<100000xf64>
  %s = arith.addf %a, %a : tensor<100000xf64>
  %e = tensor.extract %s[%i] : tensor<100000xf64>
  return %e : f64
}

// ARGUMENT: error: argument #0: tensor<1000000xf32> is larger than the memory that may be used
func.func @large_argument(%a: tensor<1000000xf32>) {
  return
}

// An insertion into what is used later copies it.
// COPIES: error: out of memory
func.func @copies_of_copies() -> (i8, i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 7 : i8
  %a = arith.constant dense<1> : tensor<400000xi8>
  %b = tensor.insert %v into %a[%c0] : tensor<400000xi8>
  %c = tensor.insert %v into %a[%c1] : tensor<400000xi8>
  %x = tensor.extract %b[%c1] : tensor<400000xi8>
  %y = tensor.extract %c[%c1] : tensor<400000xi8>
  %z = tensor.extract %a[%c1] : tensor<400000xi8>
  return %x, %y : i8, i8
}

// BOTH: :[[@LINE+3]]:8: error: out of memory: 600000 bytes asked for, 600000 of 1000000 in use
func.func @arrays_and_buffers() -> i8 {
  %a = arith.constant dense<1> : tensor<600000xi8>
  %m = memref.alloc() : memref<600000xi8>
  %i = arith.constant 5 : index
  memref.dealloc %m : memref<600000xi8>
  %e = tensor.extract %a[%i] : tensor<600000xi8>
  return %e : i8
}

// What was freed, and arrays that nobody holds any more, do not count.
// FREED: 30 : i64
func.func @one_after_the_other() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c30 = arith.constant 30 : index
  %zero = arith.constant 0 : i64
  %r = scf.for %i = %c0 to %c30 step %c1 iter_args(%n = %zero) -> i64 {
    %m = memref.alloc() : memref<400000xi8>
    memref.dealloc %m : memref<400000xi8>
    %e = tensor.splat %c1 : tensor<50000xindex>
    %x = tensor.extract %e[%i] : tensor<50000xindex>
    %y = arith.index_cast %x : index to i64
    %s = arith.addi %n, %y : i64
    scf.yield %s : i64
  }
  return %r : i64
}

// A constant is written out once for all who hold it.
// SHARED: 2 : i8
func.func private @add_first(%a: tensor<600000xi8>, %b: tensor<600000xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %x = tensor.extract %a[%c0] : tensor<600000xi8>
  %y = tensor.extract %b[%c0] : tensor<600000xi8>
  %s = arith.addi %x, %y : i8
  return %s : i8
}
func.func @shared_constant() -> i8 {
  %a = arith.constant dense<1> : tensor<600000xi8>
  %r = call @add_first(%a, %a) : (tensor<600000xi8>, tensor<600000xi8>) -> i8
  return %r : i8
}
