//! Forms as mlir-opt 22.1.8 prints them: the text in an `affine_map` attribute, the same attribute printed, and printed
//! after `-affine-simplify-structures`.

use super::reader::read;

const FORMS: &[(&str, &str, &str)] = &[
    ("d0 + 0 + 1 + d0 * 2", "d0 * 3 + 1", "d0 * 3 + 1"),
    ("4 + d0", "d0 + 4", "d0 + 4"),
    ("s0 + d0", "d0 + s0", "d0 + s0"),
    ("d1 + d0", "d0 + d1", "d0 + d1"),
    ("d0 - d0", "0", "0"),
    ("d0 * 2 - d0 * 5", "d0 * -3", "d0 * -3"),
    ("-(d0 + d1)", "-(d0 + d1)", "-d0 - d1"),
    ("d0 - (d1 + d2)", "d0 - (d1 + d2)", "d0 - d1 - d2"),
    ("d0 - d1 * 3", "d0 - d1 * 3", "d0 - d1 * 3"),
    ("d0 + (-5)", "d0 - 5", "d0 - 5"),
    ("d0 - (d0 floordiv 8) * 8", "d0 mod 8", "d0 mod 8"),
    ("(s0 * 64 + s1) - (s1 floordiv 4) * 4", "s0 * 64 + s1 mod 4", "s0 * 64 + s1 mod 4"),
    ("d0 - (d0 floordiv s0) * s0", "d0 mod s0", "d0 mod s0"),
    ("(d0 * 128 + d1) floordiv 64", "d0 * 2 + d1 floordiv 64", "d0 * 2 + d1 floordiv 64"),
    ("(d0 * 128 + d1) mod 64", "d1 mod 64", "d1 mod 64"),
    ("(d0 mod 64) mod 16", "d0 mod 16", "d0 mod 16"),
    ("d0 ceildiv 1", "d0", "d0"),
    ("(d0 * 12) ceildiv 4", "d0 * 3", "d0 * 3"),
    ("7 floordiv (-2)", "-4", "-4"),
    ("7 ceildiv (-2)", "-3", "-3"),
    ("(-7) mod 4", "1", "1"),
    ("d0 mod 0", "d0 mod 0", "d0 mod 0"),
    ("d0 mod (-3)", "d0 mod -3", "d0 mod -3"),
    ("d0 floordiv 0", "d0 floordiv 0", "d0 floordiv 0"),
    ("(d0 * s0) floordiv s0", "(d0 * s0) floordiv s0", "d0"),
    ("(d0 - d0 mod s0) mod s0", "(d0 - d0 mod s0) mod s0", "0"),
    ("((d0 * 4 + 6) floordiv 2) * -1", "-(d0 * 2 + 3)", "d0 * -2 - 3"),
    ("d0 * s0 * 2 * s1", "((d0 * s0) * s1) * 2", "((d0 * s0) * s1) * 2"),
    ("2 * (d0 + s0)", "(d0 + s0) * 2", "d0 * 2 + s0 * 2"),
    ("(d0 + 2) + (d1 + 3)", "d0 + d1 + 3 + 2", "d0 + d1 + 5"),
    ("((s0 mod 1) * (s2 + d0))", "0", "0"),
    (
        "(((s2 mod s2) floordiv 16) - ((4 - d2) + (-d1 + s0)))",
        "-(-d2 + -d1 + s0 + 4) + (s2 mod s2) floordiv 16",
        "d1 + d2 - s0 - 4",
    ),
    ("((-s1 ceildiv 3) + (1 + d0))", "d0 + (-s1) ceildiv 3 + 1", "d0 + (-s1) ceildiv 3 + 1"),
    ("-5", "-5", "-5"),
    ("((4 mod s2) mod s2)", "(4 mod s2) mod s2", "(4 mod s2) mod s2"),
    ("((s1 mod 3) + (5 * s0))", "s1 mod 3 + s0 * 5", "s0 * 5 + s1 mod 3"),
    ("((5 floordiv s1) * (3 - s0))", "(5 floordiv s1) * (-s0 + 3)", "(5 floordiv s1) * (-s0 + 3)"),
    ("-((4 ceildiv s1) + (4 + d1))", "-(d1 + 4 ceildiv s1 + 4)", "-d1 - 4 ceildiv s1 - 4"),
    ("((s2 - d1) + (5 ceildiv 8))", "-d1 + s2 + 1", "-d1 + s2 + 1"),
    ("s2", "s2", "s2"),
    (
        "(-(-(-2 + d0) - (d1 - -d1)) + ((16 * 1) + (5 + -s2)))",
        "-(-(d0 - 2) - d1 * 2) + -s2 + 21",
        "d0 + d1 * 2 - s2 + 19",
    ),
    ("-((d0 - d0) * 2)", "0", "0"),
    ("((s0 + 4) + (2 * 2))", "s0 + 8", "s0 + 8"),
    (
        "(((s1 + d1) + (s1 + d2)) ceildiv 16)",
        "(d1 + s1 + d2 + s1) ceildiv 16",
        "(d1 + d2 + s1 * 2) ceildiv 16",
    ),
    ("-((d1 + 64) - 3)", "-(d1 + 61)", "-d1 - 61"),
    ("0", "0", "0"),
    ("((s1 - 0) + s2)", "s1 + s2", "s1 + s2"),
    (
        "-((s1 * (2 + d0)) + ((d2 mod 4) + (s1 + d2)))",
        "-((d0 + 2) * s1 + d2 mod 4 + d2 + s1)",
        "d2 * -2 + (d2 floordiv 4) * 4 - s1 - (d0 + 2) * s1",
    ),
    ("((s0 * 4) floordiv 2)", "s0 * 2", "s0 * 2"),
    ("((-(1 floordiv 16) - (s1 + 6)) * s1)", "-((s1 + 6) * s1)", "-((s1 + 6) * s1)"),
    (
        "(((s1 * s1) + (s2 ceildiv 2)) floordiv s0)",
        "(s1 * s1 + s2 ceildiv 2) floordiv s0",
        "(s1 * s1 + s2 ceildiv 2) floordiv s0",
    ),
    ("3", "3", "3"),
    ("(((s0 + 5) - (5 + s1)) mod s1)", "(s0 - (s1 + 5) + 5) mod s1", "(s0 - s1) mod s1"),
    ("((s0 * d1) + (s0 mod 2))", "d1 * s0 + s0 mod 2", "d1 * s0 + s0 mod 2"),
    ("-(-((8 - d1) mod 4) + 2)", "-(-((-d1) mod 4) + 2)", "(-d1) mod 4 - 2"),
    ("((s2 * d0) - (d0 + 16))", "d0 * s2 - (d0 + 16)", "-d0 + d0 * s2 - 16"),
    ("((16 + 64) + ((s0) + ((s0) floordiv (64)) * (-(64))))", "s0 mod 64 + 80", "s0 mod 64 + 80"),
    (
        "(((64 - s1)) + (((64 - s1)) floordiv (3)) * (-(3)))",
        "-s1 - ((-s1 + 64) floordiv 3) * 3 + 64",
        "-s1 - ((-s1 + 64) floordiv 3) * 3 + 64",
    ),
    ("(s1 * ((d0) + ((d0) floordiv (64)) * (-(64))))", "(d0 mod 64) * s1", "(d0 mod 64) * s1"),
    ("(((5 * s0) + (s0 * s1)) floordiv 0)", "(s0 * 5 + s0 * s1) floordiv 0", "(s0 * 5 + s0 * s1) floordiv 0"),
];

#[test]
fn forms_are_those_of_upstream() {
    for (source, canonical, simplified) in FORMS {
        let expr = read(source);
        assert_eq!(expr.to_string(), *canonical, "canonical form of {source}");
        assert_eq!(expr.simplify(3, 3).to_string(), *simplified, "simplified form of {source}");
    }
}

#[test]
fn simplification_keeps_values() {
    let points = [[0, 0, 0], [1, 2, 3], [17, -5, 8], [-9, 100, -31]];
    for (source, ..) in FORMS {
        let expr = read(source);
        let simplified = expr.simplify(3, 3);
        for dims in &points {
            for symbols in [[1, 2, 3], [7, 5, 4]] {
                let (before, after) = (expr.eval(dims, &symbols), simplified.eval(dims, &symbols));
                assert!(before.is_none() || before == after, "{source} at {dims:?} {symbols:?}");
            }
        }
    }
}

#[test]
fn combinations_of_one_dimension_and_symbol_are_kept_apart() {
    // Upstream files both terms under one key and then prints the first one twice.
    let expr = read("d0 * s1 + d1 + (d0 - d0 mod s1)");
    assert_eq!(expr.simplify(3, 3).eval(&[7, 1, 0], &[0, 5, 0]), expr.eval(&[7, 1, 0], &[0, 5, 0]));
}
