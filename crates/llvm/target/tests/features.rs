//! Sets of features: their tables are in order and closed, implied features come and go with those that imply them.

use terrace_target::features::FeatureSet;
use terrace_target::x86_processors::{FEATURES, PROCESSORS};

#[test]
fn tables_are_in_order_and_closed() {
    assert!(FEATURES.0.is_sorted_by(|(a, _), (b, _)| a < b), "features are found by binary search");
    for (name, implied) in FEATURES.0 {
        for other in *implied {
            assert!(FEATURES.position(other).is_some(), "{name} implies {other}, which is no feature");
        }
    }
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
