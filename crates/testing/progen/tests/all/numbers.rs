//! Tests of the module `numbers`.

use terrace_progen::numbers::{Numbers, variation};

#[test]
fn numbers_follow_from_the_seed() {
    let list = |seed| {
        let mut numbers = Numbers::new(seed);
        (0..4).map(|_| numbers.draw()).collect::<Vec<_>>()
    };
    assert_eq!(list(1), list(1));
    assert_ne!(list(1), list(2));
    let mut numbers = Numbers::new(3);
    assert!((0..1000).all(|_| (-2..=2).contains(&numbers.within(-2, 2))));
    assert_eq!(numbers.below(0), 0);
}

#[test]
fn variations_begin_as_their_seed_does() {
    let list = |seed| {
        let mut numbers = Numbers::new(seed);
        (0..20_000).map(|_| numbers.draw()).collect::<Vec<_>>()
    };
    let seed = 77 | 6 << 56;
    let plain = list(seed);
    assert_eq!(variation(seed, 0), seed);
    let mut lengths = Vec::new();
    for which in 1..200 {
        let varied = list(variation(seed, which));
        let kept = plain.iter().zip(&varied).take_while(|(a, b)| a == b).count();
        assert!((64..16_384).contains(&kept), "{kept}");
        assert!(plain[kept..].iter().zip(&varied[kept..]).all(|(a, b)| a != b));
        lengths.push(kept);
    }
    assert!(lengths.iter().any(|&kept| kept < 128) && lengths.iter().any(|&kept| kept >= 8192));
}
