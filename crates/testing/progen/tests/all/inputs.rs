//! Tests of the module `inputs`.

use terrace_progen::inputs::{FAMILIES, family};

#[test]
fn inputs_are_deterministic() {
    for each in FAMILIES {
        assert_eq!(each.text(100), each.text(100), "{}", each.name);
        assert!(each.ops == 0 || each.text(400).len() > each.text(100).len(), "{}", each.name);
        assert_eq!(family(each.name).map(|found| found.about), Some(each.about));
    }
    assert!(family("none").is_none());
}
