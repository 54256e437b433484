//! Tests of the module `view`.

use terrace_interp::view::*;

fn places(view: &View) -> Vec<usize> {
    view.places().collect()
}

#[test]
fn views_are_made_of_views() {
    let whole = View::whole(&[2, 3, 4]);
    assert_eq!(places(&whole), (0..24).collect::<Vec<_>>());
    let part = whole.slice("slice", &[1, 0, 1], &[1, 2, 2], &[1, 2, 2]).unwrap();
    assert_eq!(places(&part), [13, 15, 21, 23]);
    assert_eq!(places(&part.dims([2, 1])), [13, 21, 15, 23]);
    assert_eq!(places(&part.without(&[true, false, true])), [13, 21]);
    assert_eq!(places(&whole.at(&[1, 2]).unwrap()), [20, 21, 22, 23]);
    assert_eq!(places(&View::whole(&[2, 1]).broadcast(&[2, 2, 2])), [0, 0, 1, 1, 0, 0, 1, 1]);
    assert!(places(&View::whole(&[2, 0])).is_empty());
    assert_eq!(places(&View::whole(&[])), [0]);
    assert!(whole.slice("slice", &[0, 2, 0], &[1, 2, 1], &[1, 1, 1]).is_err());
    assert!(whole.at(&[2]).is_err());
}
