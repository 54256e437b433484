//! The type, the attribute, the enum and their op.

use super::{check, refuse};

#[test]
fn an_op_has_a_type_an_attribute_and_an_enum() {
    let program = "
!box = !my.box<3, i32>
func.func @f(%b: !box) -> i32 {
  %0 = my.open %b by <0, 2> : !box -> i32
  %1 = my.open %b by <1, 2> mode slow {note = #my.range<4, 7>} : !box -> i32
  return %1 : i32
}";
    let expected = "
!box = !my.box<3, i32>
#range = #my.range<0, 2>
#range1 = #my.range<1, 2>
#range2 = #my.range<4, 7>
module {
  func.func @f(%arg0: !box) -> i32 {
    %0 = my.open %arg0 by #range : !box -> i32
    %1 = my.open %arg0 by #range1 mode slow {note = #range2} : !box -> i32
    return %1 : i32
  }
}";
    check(program, &[], expected);
}

#[test]
fn what_does_not_fit_is_refused() {
    refuse(
        "
// expected-error@+1 {{a box holds at least one thing}}
func.func private @empty(!my.box<0, i32>)
// -----
// expected-error@+1 {{a range ends before it begins}}
func.func private @backwards() attributes {note = #my.range<2, 1>}
// -----
func.func @element(%b: !my.box<1, i32>) {
  // expected-error@+1 {{'my.open' op expects the type of what is in the box as its result}}
  %0 = my.open %b by <0, 1> : !my.box<1, i32> -> i64
  return
}
// -----
func.func @operand(%b: i32) {
  // expected-error@+1 {{'my.open' op operand #0 must be box, but got 'i32'}}
  %0 = my.open %b by <0, 1> : i32 -> i32
  return
}
// -----
func.func @mode(%b: !my.box<1, i32>) {
  // expected-error@+1 {{expected string or keyword containing one of the following enum values for attribute 'mode' [fast, slow]}}
  %0 = my.open %b by <0, 1> mode quick : !my.box<1, i32> -> i32
  return
}
// -----
// expected-error@+1 {{op expects 'my.no_conflict' to be a unit attribute}}
func.func private @value() attributes {my.no_conflict = 1 : i32}
// -----
// expected-error@+1 {{op has 'my.color', which is no attribute of the dialect}}
func.func private @name() attributes {my.color}
",
        &[],
    );
}
