//! Tests of the module `windows`.

use terrace_interp_tosa::windows::*;

fn windows(dimension: Dimension) -> Vec<Taps> {
    let mut all = Vec::new();
    let windows = Windows::new(vec![dimension]).expect("windows fit");
    windows
        .for_each(|_, taps| {
            all.push(taps.to_vec());
            Ok(())
        })
        .expect("nothing fails");
    all
}

#[test]
fn padding_is_no_element() {
    let plain = Dimension { image: 3, kernel: 2, stride: 2, dilation: 2, pad: [1, 1], transposed: false };
    // Windows at -1 and 1, with elements two apart: -1, 1 and 1, 3.
    assert_eq!(windows(plain), [vec![(1, 1)], vec![(0, 1)]]);
    assert!(Windows::new(vec![Dimension { pad: [1, 0], ..plain }]).is_err());
}

#[test]
fn transposed_windows_scatter() {
    let transposed =
        Dimension { image: 2, kernel: 3, stride: 2, dilation: 1, pad: [0, -1], transposed: true };
    // Elements 0 and 1 are added to 0..3 and 2..5, of which the last is cut off.
    assert_eq!(windows(transposed), [vec![(0, 0)], vec![(1, 0)], vec![(0, 1), (2, 0)], vec![(1, 1)]]);
}
