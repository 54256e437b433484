//! Tests of the module `interval_index`.

use terrace_bufferize::interval_index::*;

#[test]
fn queries_find_what_a_list_would() {
    let mut state = 7u64;
    let mut next = |n: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) % n) as u32
    };
    let (mut layers, mut list) = (Layers::default(), Vec::new());
    for key in 0..300u32 {
        let lo = next(100);
        let item = Interval { lo, hi: lo + next(30), key };
        let mut one = Layers::default();
        one.add(vec![item]);
        layers.merge(one);
        list.push(item);
        assert_eq!(layers.len(), list.len());
        assert!(layers.depth() <= 10);
        let (point, to) = (next(120), next(140));
        let mut found = Vec::new();
        layers.over(point, &mut |key| {
            found.push(key);
            true
        });
        found.sort_unstable();
        let over = list.iter().filter(|i| i.lo <= point && point <= i.hi);
        assert_eq!(found, over.map(|i| i.key).collect::<Vec<_>>());
        found.clear();
        layers.beginning(point, to, &mut |key| {
            found.push(key);
            true
        });
        found.sort_unstable();
        let from = list.iter().filter(|i| i.lo > point && i.lo <= to);
        assert_eq!(found, from.map(|i| i.key).collect::<Vec<_>>());
    }
}
