//! Kinds of regions, symbols and the trait.

use super::{check, refuse};

#[test]
fn regions_are_graphs_or_tables_of_symbols() {
    let program = "
module {
  my.graph {
    my.pairs %0, %1 : tensor<1xf32>, tensor<1xf32>
    %0 = my.boxed %1 : tensor<1xf32>
    %1 = my.boxed %0 : tensor<1xf32>
  }
  my.library @lib {
    my.library @inner {
    }
  }
}";
    check(program, &[], program);
    check(program, &["--symbol-dce"], program);
}

#[test]
fn what_traits_forbid_is_refused() {
    refuse(
        "
func.func @odd(%a: i32) {
  // expected-error@+1 {{'my.pairs' op requires an even number of operands}}
  my.pairs %a : i32
  return
}
// -----
// expected-note@+1 {{see existing symbol definition here}}
my.library @twice {
}
// expected-error@+1 {{redefinition of symbol named 'twice'}}
my.library @twice {
}
// -----
module {
  %a = arith.constant 0 : i32
  // expected-note@+1 {{required by region isolation constraints}}
  my.library @lib {
    // expected-error@+1 {{'my.pairs' op using value defined outside the region}}
    my.pairs %a, %a : i32, i32
  }
}
",
        &[],
    );
}
