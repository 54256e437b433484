//! Tests of the module `memref`.

use terrace_interp::memref::*;

#[test]
fn elements_are_visited_in_row_major_order() {
    let slots = [0, 5, 2, 3, 10, 2];
    let mut seen = Vec::new();
    Descriptor::of(&slots, 2)
        .each(|at| {
            seen.push(at);
            Ok(())
        })
        .unwrap();
    assert_eq!(seen, [5, 7, 9, 15, 17, 19]);
    assert_eq!(row_major(&[2, 3, 4]), [12, 4, 1]);
}
