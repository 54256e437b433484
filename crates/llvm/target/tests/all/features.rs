//! Sets of features: implied features come and go with those that imply them. That tables are in order and closed is
//! checked as they are compiled.

use terrace_target::features::{FeatureSet, FeatureTable};
use terrace_target::x86_processors::{FEATURES, PROCESSORS};

#[test]
#[should_panic = "not in the order"]
fn a_table_out_of_order_is_rejected() {
    let _ = FeatureTable::new(&[("zvl64b", &[]), ("v", &["zvl64b"])]);
}

#[test]
#[should_panic = "is implied that has no row"]
fn a_table_that_is_not_closed_is_rejected() {
    let _ = FeatureTable::new(&[("v", &["zvl64b"]), ("zvl64", &[])]);
}

#[test]
fn processors_have_the_features_that_theirs_imply() {
    for (name, bits) in &PROCESSORS {
        let all = FeatureSet::of_bits(&FEATURES, *bits);
        let list: Vec<String> = all.names().map(|name| format!("+{name}")).collect();
        let closed = FeatureSet::parse(&FEATURES, list.iter().map(String::as_str));
        assert!(all.names().eq(closed.names()), "the features of {name} lack some that they imply");
    }
}

#[test]
fn implied_features_are_enabled_and_disabled() {
    let set = FeatureSet::parse(&FEATURES, ["+avx512bf16", "+no-such-feature"]);
    assert!(["avx512bw", "avx512f", "avx2", "fma", "sse2"].iter().all(|name| set.has(name)));
    assert!(!set.has("avx512vl"));
    let set = FeatureSet::parse(&FEATURES, ["+avx512bf16", "+bmi", "-avx2"]);
    assert_eq!(
        set.names().collect::<Vec<_>>().join(" "),
        "avx bmi f16c fma sse sse2 sse3 sse4.1 sse4.2 ssse3"
    );
    let set = FeatureSet::parse(&FEATURES, ["-sse2", "+sse2"]);
    assert_eq!(set.names().collect::<Vec<_>>(), ["sse", "sse2"]);
}
