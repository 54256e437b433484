//! Tests of the module `text`.

use terrace_interp::layout::{Element, Scalar};
use terrace_interp::object::Array;
use terrace_interp::text::*;
use terrace_support::apfloat::FloatKind;

#[test]
fn integers_are_read_if_they_fit() {
    let read = |width, text| parse_integer(width, text).ok().map(|value| value.to_i64().unwrap());
    assert_eq!(read(8, "127"), Some(127));
    assert_eq!(read(8, "255"), Some(-1));
    assert_eq!(read(8, "-128"), Some(-128));
    assert_eq!(read(8, "-129"), None);
    assert_eq!(read(8, "256"), None);
    assert_eq!(read(64, "0xff"), Some(255));
    assert_eq!(read(1, "true"), Some(-1));
    assert_eq!(read(8, ""), None);
    assert_eq!(read(8, "-"), None);
}

#[test]
fn lists_are_read_with_their_lengths() {
    let read = |text, rank| {
        let mut numbers = Vec::new();
        let shape = parse_list(text, rank, &mut |text| {
            numbers.push(text.parse::<i32>().map_err(|error| error.to_string())?);
            Ok(())
        });
        shape.ok().map(|shape| (shape, numbers))
    };
    assert_eq!(read("[[1, 2,3],[4,5, -6] ]", 2), Some((vec![2, 3], vec![1, 2, 3, 4, 5, -6])));
    assert_eq!(read("[]", 1), Some((vec![0], vec![])));
    assert_eq!(read("[[], []]", 2), Some((vec![2, 0], vec![])));
    for (wrong, rank) in [
        ("[1, 2", 1),
        ("[1], 2", 1),
        ("[[1], [2, 3]]", 2),
        ("[1 2]", 1),
        ("[1]", 2),
        ("[[1]]", 1),
        ("[1,]", 1),
    ] {
        assert_eq!(read(wrong, rank), None, "{wrong}");
    }
}

#[test]
fn large_arrays_are_elided_in_the_middle() {
    let kind = Element { scalar: Scalar::Int(8), parts: 1 };
    let mut out = String::new();
    elided(&Array::new(kind, vec![2, 600], vec![7; 1200]), &mut out);
    assert_eq!(out, "[[7, 7, 7, ..., 7, 7, 7], [7, 7, 7, ..., 7, 7, 7]]");
    out.clear();
    elided(&Array::new(kind, vec![1000], vec![7; 1000]), &mut out);
    assert_eq!(out.matches('7').count(), 1000);
}

#[test]
fn what_is_no_number_has_a_name() {
    let kind = Element { scalar: Scalar::Float(FloatKind::F32), parts: 1 };
    for (text, shown) in [("inf", "inf"), ("-inf", "-inf"), ("nan", "nan"), ("0.5", "5.000000e-01")] {
        let mut out = String::new();
        element(kind, &parse_element(kind, text).unwrap(), &mut out);
        assert_eq!(out, shown);
    }
}

#[test]
fn arrays_are_nested_lists() {
    let kind = Element { scalar: Scalar::Int(8), parts: 1 };
    let value = Array::new(kind, vec![2, 3], vec![1, 2, 3, 4, 5, 255]);
    let mut out = String::new();
    array(&value, &mut out);
    assert_eq!(out, "[[1, 2, 3], [4, 5, -1]]");
}
