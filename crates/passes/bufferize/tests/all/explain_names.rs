//! Tests of the module `explain/names`.

use terrace_bufferize::explain::names::defined_names;

#[test]
fn names_to_the_left_of_an_op() {
    let names = |text: &str| -> Vec<(String, usize)> {
        let op = text.find("OP").expect("the op");
        let found = defined_names(text.as_bytes(), op).unwrap_or_default();
        found.into_iter().map(|(range, count)| (text[range].to_owned(), count)).collect()
    };
    assert_eq!(names("  %0 = OP"), [("%0".to_owned(), 1)]);
    assert_eq!(names("  %a, %b.c:2 = OP"), [("%a".to_owned(), 1), ("%b.c".to_owned(), 2)]);
    assert_eq!(names("  return %a OP"), []);
}
