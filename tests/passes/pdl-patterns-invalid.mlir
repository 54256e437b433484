// RUN: terrace-test-opt %s --test-pdl-bytecode-pass --allow-unregistered-dialect --split-input-file --verify-diagnostics

// What a pattern makes is verified at once: folds and patterns rely on it.

module @patterns {
  pdl.pattern : benefit(1) {
    %t = type
    %x = operation "test.x" -> (%t : !pdl.type)
    rewrite %x {
      %n = operation "arith.addi" -> (%t : !pdl.type)
      replace %x with %n
    }
  }
}
module @ir {
  // expected-error @below {{'arith.addi' op expected 2 operands, but found 0}}
  %0 = "test.x"() : () -> i32
}

// -----

module @patterns {
  pdl.pattern : benefit(1) {
    %t = type
    %x = operation "test.x" -> (%t : !pdl.type)
    rewrite %x {
      erase %x
    }
  }
}
module @ir {
  // expected-error @below {{a pattern erases an op whose results are used}}
  %0 = "test.x"() : () -> i32
  "test.use"(%0) : (i32) -> ()
}

// -----

module @patterns {
  pdl.pattern : benefit(1) {
    %v = operand
    %t = type
    %x = operation "test.x"(%v : !pdl.value) -> (%t : !pdl.type)
    rewrite %x {
      replace %x with (%v : !pdl.value)
    }
  }
}
module @ir {
  %0 = "test.y"() : () -> i64
  // expected-error @below {{a pattern replaces an op with values of other types}}
  %1 = "test.x"(%0) : (i64) -> i32
}

// -----

module @patterns {
  pdl_interp.func @matcher(%root : !pdl.operation) {
    pdl_interp.record_match @rewriters::@twice(%root : !pdl.operation) : benefit(1), loc([%root]) -> ^end
  ^end:
    pdl_interp.finalize
  }
  module @rewriters {
    pdl_interp.func @twice(%root : !pdl.operation) {
      pdl_interp.erase %root
      pdl_interp.erase %root
      pdl_interp.finalize
    }
  }
}
module @ir {
  // expected-error @below {{a pattern changes an op that does not exist}}
  "test.x"() : () -> ()
}

// -----

module @patterns {
  pdl_interp.func @matcher(%root : !pdl.operation) {
    pdl_interp.record_match @rewriters::@erase(%root : !pdl.operation) : benefit(1), loc([%root]) -> ^end
  ^end:
    pdl_interp.finalize
  }
  module @rewriters {
    pdl_interp.func @erase(%root : !pdl.operation) {
      pdl_interp.erase %root
      pdl_interp.finalize
    }
  }
}
module @ir {
  // expected-error @below {{a pattern changes an op that holds isolated ops}}
  func.func @isolated() {
    return
  }
}

// -----

module @patterns {
  // expected-error @below {{'pdl_interp.func' op has blocks that lead back to themselves}}
  pdl_interp.func @matcher(%root : !pdl.operation) {
    pdl_interp.branch ^loop
  ^loop:
    pdl_interp.check_operand_count of %root is 0 -> ^loop, ^end
  ^end:
    pdl_interp.finalize
  }
}
module @ir {}

// -----

module @patterns {
  pdl_interp.func @matcher(%root : !pdl.operation) {
    // expected-error @below {{'pdl_interp.apply_constraint' op calls the constraint 'missing', which does not exist}}
    pdl_interp.apply_constraint "missing"(%root : !pdl.operation) -> ^end, ^end
  ^end:
    pdl_interp.finalize
  }
}
module @ir {}

// -----

module @patterns {
  pdl_interp.func @matcher(%root : !pdl.operation) {
    // expected-error @below {{'pdl_interp.record_match' op names the rewriter 'missing', which does not exist}}
    pdl_interp.record_match @rewriters::@missing(%root : !pdl.operation) : benefit(1), loc([%root]) -> ^end
  ^end:
    pdl_interp.finalize
  }
}
module @ir {}

// -----

// expected-error @below {{'builtin.module' op has no function that matches}}
module @patterns {}
module @ir {}

// -----

// The types do not follow from operands that the op does not take.
module @patterns {
  pdl.pattern : benefit(1) {
    %a = operand
    %x = operation "test.x"(%a : !pdl.value)
    rewrite %x {
      %n = operation "memref.load"(%a, %a : !pdl.value, !pdl.value)
      erase %x
    }
  }
}
module @ir {
  %0 = "test.memref"() : () -> memref<f32>
  // expected-error @below {{the result types of an op that a pattern creates are not inferred}}
  "test.x"(%0) : (memref<f32>) -> ()
}
