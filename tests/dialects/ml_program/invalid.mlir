// RUN: terrace-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'ml_program.global' op immutable global must have an initial value}}
ml_program.global private @g : i32

// -----

// expected-error @below {{expected 'public', 'private', or 'nested'}}
ml_program.global @g : i32

// -----

ml_program.func @f(%x: i32) -> i32 {
  // expected-error @below {{'ml_program.return' op has 2 operands, but enclosing function (@f) returns 1}}
  ml_program.return %x, %x : i32, i32
}

// -----

ml_program.subgraph @f(%x: i32) -> i64 {
  // expected-error @below {{type of output operand 0 ('i32') doesn't match function result type ('i64') in function @f}}
  ml_program.output %x : i32
}

// -----

ml_program.func @f() -> i32 {
  // expected-error @below {{'ml_program.global_load' op undefined global: @a::@b}}
  %0 = ml_program.global_load @a::@b : i32
  ml_program.return %0 : i32
}

// -----

ml_program.global private mutable @g(1 : i32) : i32
ml_program.func @f() -> i32 {
  // expected-error @below {{'ml_program.global_load_const' op cannot load as const from mutable global @g}}
  %0 = ml_program.global_load_const @g : i32
  ml_program.return %0 : i32
}

// -----

ml_program.global private mutable @g(1 : i32) : i32
ml_program.func @f() -> i64 {
  // expected-error @below {{'ml_program.global_load' op cannot load from global typed 'i32' as 'i64'}}
  %0 = ml_program.global_load @g : i64
  ml_program.return %0 : i64
}

// -----

ml_program.global private @g(1 : i32) : i32
ml_program.func @f(%x: i32) {
  // expected-error @below {{'ml_program.global_store' op cannot store to an immutable global @g}}
  ml_program.global_store @g = %x : i32
  ml_program.return
}

// -----

ml_program.global private mutable @g(1 : i32) : i32
ml_program.subgraph @f(%x: i64) -> !ml_program.token {
  // expected-error @below {{'ml_program.global_store_graph' op cannot store to a global typed 'i32' from 'i64'}}
  %0 = ml_program.global_store_graph @g = %x ordering(() -> !ml_program.token) : i64
  ml_program.output %0 : !ml_program.token
}

// -----

module @inner {
  ml_program.func @f(%x: i32) {
    // A store looks for its global in all modules around.
    ml_program.global_store @g = %x : i32
    // expected-error @below {{'ml_program.global_load_const' op undefined global: @g}}
    %0 = ml_program.global_load_const @g : i32
    ml_program.return
  }
}
ml_program.global private mutable @g(1 : i32) : i32
