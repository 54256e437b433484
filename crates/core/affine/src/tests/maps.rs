//! Maps, sets and strides.

use super::reader::read;
use crate::{AffineExpr, AffineMap, DYNAMIC, IntegerSet, strides_and_offset};

fn map(num_dims: u32, num_symbols: u32, results: &[&str]) -> AffineMap {
    AffineMap::new(num_dims, num_symbols, results.iter().map(|text| read(text)).collect())
}

#[test]
fn maps_and_sets_print() {
    assert_eq!(map(2, 1, &["d0 + s0", "d1 mod 2"]).to_string(), "(d0, d1)[s0] -> (d0 + s0, d1 mod 2)");
    assert_eq!(AffineMap::empty().to_string(), "() -> ()");
    assert_eq!(AffineMap::constant(-3).to_string(), "() -> (-3)");
    let set = IntegerSet::new(1, 2, vec![(read("d0 - 1"), false), (read("s0 - s1 * 2"), true)]);
    assert_eq!(set.to_string(), "(d0)[s0, s1] : (d0 - 1 >= 0, s0 - s1 * 2 == 0)");
    assert_eq!(IntegerSet::empty(1, 0).to_string(), "(d0) : (1 == 0)");
    assert_eq!(set.contains(&[1], &[4, 2]), Some(true));
    assert_eq!(set.contains(&[0], &[4, 2]), Some(false));
}

#[test]
fn operands_print_by_name() {
    let mut text = String::new();
    let name = |out: &mut String, at, symbol| {
        out.push_str(if symbol { "symbol(%" } else { "%" });
        out.push(char::from(b'a' + at as u8));
        out.push_str(if symbol { ")" } else { "" });
        Ok(())
    };
    read("d0 * 3 - s1").write_with(&mut text, name).unwrap();
    assert_eq!(text, "%a * 3 - symbol(%b)");
}

#[test]
fn kinds_of_maps() {
    assert!(AffineMap::identity(3).is_identity() && AffineMap::identity(0).is_identity());
    assert!(map(2, 1, &["d0", "d1"]).is_identity() && !map(2, 1, &["d0", "d1"]).is_minor_identity());
    assert!(AffineMap::minor_identity(3, 2).is_minor_identity());
    assert!(!map(2, 0, &["d0", "d1", "d0"]).is_minor_identity());
    assert_eq!(map(3, 0, &["0", "d2"]).minor_identity_broadcast_dims(), Some(vec![0]));
    assert_eq!(map(3, 0, &["d0", "d2"]).minor_identity_broadcast_dims(), None);
    assert!(AffineMap::permutation(&[2, 0, 1]).is_permutation());
    assert!(!map(2, 0, &["d0", "d0"]).is_permutation());
    assert!(map(3, 0, &["d2", "0"]).is_projected_permutation(true));
    assert!(!map(3, 0, &["d2", "0"]).is_projected_permutation(false));
    assert_eq!(AffineMap::constant(4).single_constant(), Some(4));
    assert!(!map(2, 1, &["d0 * s0"]).is_pure_affine());
}

#[test]
fn maps_compose() {
    let outer = map(2, 1, &["d0 + d1 * s0", "d1 floordiv 2"]);
    let inner = map(1, 1, &["d0 * 2 + s0", "d0 * 4"]);
    let composed = outer.compose(&inner);
    assert_eq!(composed.to_string(), "(d0)[s0, s1] -> (d0 * 2 + s1 + (d0 * s0) * 4, d0 * 2)");
    let values = inner.eval(&[3], &[10]).unwrap();
    assert_eq!(composed.eval(&[3], &[5, 10]), outer.eval(&values, &[5]));
}

#[test]
fn maps_are_cut_and_inverted() {
    let three = map(3, 0, &["d2", "d0", "d1"]);
    assert_eq!(three.sub_map(&[2, 0]).to_string(), "(d0, d1, d2) -> (d1, d2)");
    assert_eq!(three.minor_sub_map(1).to_string(), "(d0, d1, d2) -> (d1)");
    assert_eq!(three.drop_results(&[1]).to_string(), "(d0, d1, d2) -> (d2, d1)");
    assert_eq!(three.inverse_permutation().unwrap().to_string(), "(d0, d1, d2) -> (d1, d2, d0)");
    assert_eq!(three.compose(&three.inverse_permutation().unwrap()), AffineMap::identity(3));
    assert_eq!(map(2, 0, &["d0"]).inverse_permutation(), None);
    let sparse = map(3, 2, &["d2 + s1"]);
    assert_eq!((sparse.unused_dims(), sparse.unused_symbols()), (vec![0, 1], vec![0]));
    assert_eq!(sparse.compress_unused_dims().compress_unused_symbols().to_string(), "(d0)[s0] -> (d0 + s0)");
    assert_eq!(map(2, 0, &["d0 + d1", "d1"]).project_dims(&[0]).to_string(), "(d0) -> (d0, d0)");
    let joined = AffineMap::concat(&[map(1, 1, &["d0 + s0"]), map(2, 1, &["d1 * s0"])]);
    assert_eq!(joined.to_string(), "(d0, d1)[s0, s1] -> (d0 + s0, d1 * s1)");
}

#[test]
fn values_are_checked() {
    assert_eq!(read("d0 mod s0").eval(&[-7], &[4]), Some(1));
    assert_eq!(read("d0 mod s0").eval(&[-7], &[0]), None);
    assert_eq!(read("d0 floordiv s0").eval(&[-7], &[2]), Some(-4));
    assert_eq!(read("d0 ceildiv s0").eval(&[-7], &[2]), Some(-3));
    assert_eq!(read("d0 floordiv s0").eval(&[i64::MIN], &[-1]), None);
    assert_eq!(read("d0 * s0").eval(&[i64::MAX], &[2]), None);
    assert_eq!(read("d1").eval(&[0], &[]), None);
}

#[test]
fn extreme_constants_do_not_panic() {
    let min = AffineExpr::constant(i64::MIN);
    let minus_one = AffineExpr::constant(-1);
    let x = AffineExpr::dim(0) * min.clone();
    for expr in [
        AffineExpr::floor_div(min.clone(), minus_one.clone()),
        AffineExpr::ceil_div(x.clone(), minus_one.clone()),
        AffineExpr::floor_div(x.clone() + AffineExpr::dim(1), minus_one.clone()),
        AffineExpr::modulo(x.clone(), min.clone()),
        AffineExpr::modulo(x.clone() + AffineExpr::symbol(0), AffineExpr::constant(i64::MAX)),
        x.clone() * minus_one + x.clone(),
        min.clone() + min.clone() - x,
    ] {
        assert!(!expr.simplify(2, 1).to_string().is_empty());
    }
}

#[test]
fn multiples_are_known() {
    assert!(read("d0 * 12 + s0 * 8").is_multiple_of(4));
    assert!(!read("d0 * 12 + s0").is_multiple_of(4));
    assert!(!read("d0").is_multiple_of(0));
    assert_eq!(read("(d0 * 12 + 8) mod 16").largest_known_divisor(), 4);
}

#[test]
fn strides_of_layouts() {
    let strides = |map: &AffineMap, shape: &[i64]| strides_and_offset(map, shape);
    assert_eq!(strides(&AffineMap::identity(3), &[4, 5, 6]), Some((vec![30, 6, 1], 0)));
    assert_eq!(strides(&AffineMap::identity(3), &[4, DYNAMIC, 6]), Some((vec![DYNAMIC, 6, 1], 0)));
    assert_eq!(strides(&AffineMap::identity(0), &[]), Some((vec![], 0)));
    let layout = map(2, 2, &["d0 * s0 + (d1 + 3) * 2 + s1 - s1"]);
    assert_eq!(strides(&layout, &[4, 5]), Some((vec![DYNAMIC, 2], 6)));
    assert_eq!(strides(&map(1, 0, &["d0 mod 4"]), &[4]), None);
    assert_eq!(strides(&map(2, 0, &["d1", "d0"]), &[4, 5]), None);
    let strided = AffineMap::from_strided(DYNAMIC, &[20, DYNAMIC, 1]);
    assert_eq!(strided.to_string(), "(d0, d1, d2)[s0, s1] -> (d0 * 20 + s0 + d1 * s1 + d2)");
    assert_eq!(strides(&strided, &[2, 3, 4]), Some((vec![20, DYNAMIC, 1], DYNAMIC)));
}
