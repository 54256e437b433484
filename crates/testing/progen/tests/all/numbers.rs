//! Tests of the module `numbers`.

use terrace_progen::numbers::{Numbers, is_varied_twice, variation};

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

#[test]
fn variations_of_a_variation_repeat_the_same_statement() {
    // Statements of four numbers each.
    let statements = |seed| {
        let mut numbers = Numbers::new(seed);
        let statement = |numbers: &mut Numbers| {
            numbers.begin_statement();
            [(); 4].map(|()| numbers.draw())
        };
        (0..5000).map(|_| statement(&mut numbers)).collect::<Vec<_>>()
    };
    let once = variation(77, 9);
    assert!(!is_varied_twice(once));
    let (plain, varied) = (statements(77), statements(once));
    let kept = plain.iter().zip(&varied).take_while(|(a, b)| a == b).count();
    let repeats = |list: &[[u64; 4]]| {
        let heads: Vec<_> = list[kept + 1..]
            .iter()
            .filter(|one| plain[..=kept].iter().any(|old| old[..2] == one[..2]))
            .collect();
        assert!(heads.iter().all(|one| one[..2] == heads[0][..2]));
        assert!(heads.iter().any(|one| one[2..] != heads[0][2..]));
        (heads[0][0], heads.len())
    };
    let (first, count) = repeats(&varied);
    assert!((5000 - kept) / 2 < count && count < 5000 - kept, "{count}");
    for which in 1..4 {
        let twice = variation(once, which);
        assert!(is_varied_twice(twice));
        let again = statements(twice);
        assert_eq!(again[..kept], plain[..kept]);
        assert_ne!(again[kept + 1..], varied[kept + 1..]);
        assert_eq!(repeats(&again).0, first);
    }
}
