//! Tests of the module `lower`.

use terrace_interp::lower::in_order;

#[test]
fn copies_happen_all_at_once() {
    let cases: [&[(u32, u32)]; 5] = [
        &[(0, 1), (1, 0)],
        &[(0, 1), (1, 2), (2, 0), (3, 0)],
        &[(0, 1), (2, 0)],
        &[(1, 1)],
        &[(0, 1), (1, 0), (2, 3), (3, 2)],
    ];
    for copies in cases {
        let mut regs: Vec<u32> = (0..10).collect();
        let expected: Vec<(u32, u32)> = copies.to_vec();
        for (d, a) in in_order(copies, 9) {
            regs[d as usize] = regs[a as usize];
        }
        for (d, a) in expected {
            assert_eq!(regs[d as usize], a, "{copies:?}");
        }
    }
}
