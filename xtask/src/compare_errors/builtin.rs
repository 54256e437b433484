//! Types and attributes of the dialect builtin with odd parameters: widths, extents, strides, spaces, numbers and literals.

use terrace_progen::numbers::Numbers;

const INTEGERS: &[&str] = &[
    "i1",
    "i8",
    "i32",
    "i64",
    "i0",
    "i3",
    "i128",
    "i16777215",
    "i16777216",
    "i99999999999",
    "i08",
    "si8",
    "ui8",
    "si1",
    "ui1",
    "si0",
    "ui64",
];

const FLOATS: &[&str] = &[
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f8E8M0FNU",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "bf16",
    "f16",
    "tf32",
    "f32",
    "f64",
    "f80",
    "f128",
];

const EXTENTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "?",
    "-1",
    "9223372036854775807",
    "9223372036854775808",
    "4294967296",
    "99999999999999999999",
    "0x2",
    "07",
    "[4]",
    "[0]",
    "[?]",
];

const STRIDES: &[&str] =
    &["1", "?", "0", "-1", "2", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "x"];

const SPACES: &[&str] = &[
    "0",
    "1",
    "-1",
    "0 : i32",
    "1 : index",
    "\"x\"",
    "{a = 1}",
    "[1]",
    "unit",
    "3 : i0",
    "1.0",
    "true",
    "i32",
    "@s",
    "99999999999",
    "affine_map<(d0) -> (d0)>",
    "#llvm.address_space<3>",
    "9223372036854775808",
];

const LITERALS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "127",
    "128",
    "-129",
    "255",
    "256",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "-9223372036854775809",
    "1.0",
    "-0.0",
    "1.5",
    "1e10",
    "-1e400",
    "1e-400",
    "448.0",
    "65504.0",
    "0x0",
    "0x7F",
    "0xFF",
    "0x7C00",
    "0x7FC00000",
    "0x7FF0000000000000",
    "0x7FFFFFFFFFFFFFFFF",
    "-0x1",
    "true",
    "false",
    "nan",
    ".5",
    "007",
    "\"a\"",
    "unit",
    "@a",
    "(1, 2)",
    "(1.0, -2.0)",
    "(1)",
];

const HEXADECIMAL: &[&str] = &[
    "\"0x\"",
    "\"0x0\"",
    "\"0x00\"",
    "\"0xFF\"",
    "\"0xFFFF\"",
    "\"0x0000803F\"",
    "\"0x0000803F00000040\"",
    "\"0xG0\"",
    "\"0x0000000000000000\"",
    "\"\"",
];

const OTHERS: &[&str] = &[
    "distinct[0]<1>",
    "distinct[-1]<1>",
    "distinct[]<>",
    "@a::@b",
    "@",
    "opaque<\"a\", \"b\"> : i32",
    "#foo<b> : i32",
    "affine_set<(d0) : (d0 >= 0)>",
    "affine_set<() : ()>",
    "affine_set<(d0) : (d0 * d0 >= 0)>",
    "loc(unknown)",
    "loc(\"a\":1:2)",
    "loc(\"a\":-1:2)",
    "loc(fused[])",
    "loc(callsite(\"a\" at \"b\"))",
    "{x = 1, x = 2}",
    "{\"a b\" = 1}",
    "[1, [2.0]]",
    "\"a\" : i32",
    "dense_resource<a> : tensor<2xi32>",
    "dense_resource<> : i32",
];

/// An op with such a type or attribute, and a number by which its printed form is found.
pub(super) fn program(numbers: &mut Numbers, id: usize) -> String {
    match numbers.below(8) {
        0 => format!("%0 = \"t.t\"() {{id = {id}}} : () -> {}", ty(numbers, 0)),
        _ => format!("\"t.t\"() {{a = {}, id = {id}}} : () -> ()", attribute(numbers)),
    }
}

fn scalar(numbers: &mut Numbers, depth: usize) -> String {
    match numbers.below(20) {
        0..8 => (*numbers.pick(INTEGERS)).to_owned(),
        8..15 => (*numbers.pick(FLOATS)).to_owned(),
        15 => "index".to_owned(),
        16 => "none".to_owned(),
        17 if depth < 2 => format!("complex<{}>", scalar(numbers, depth + 1)),
        18 if depth < 2 => format!("tuple<{}>", ty(numbers, depth + 1)),
        _ if depth < 2 => ty(numbers, depth + 1),
        _ => "!llvm.ptr".to_owned(),
    }
}

fn extents(numbers: &mut Numbers, among: &[&str]) -> String {
    (0..numbers.below(4)).map(|_| format!("{}x", numbers.pick(among))).collect()
}

fn list(numbers: &mut Numbers, among: &[&str]) -> String {
    let items: Vec<&str> = (0..numbers.below(4)).map(|_| *numbers.pick(among)).collect();
    items.join(", ")
}

fn layout(numbers: &mut Numbers) -> String {
    match numbers.below(3) {
        0 => format!("strided<[{}], offset: {}>", list(numbers, STRIDES), numbers.pick(STRIDES)),
        1 => format!("strided<[{}]>", list(numbers, STRIDES)),
        _ => map(numbers),
    }
}

fn map(numbers: &mut Numbers) -> String {
    let dims = numbers.below(4);
    let names: Vec<String> = (0..dims).map(|dim| format!("d{dim}")).collect();
    let result = |numbers: &mut Numbers| match (numbers.below(5), names.is_empty()) {
        (0..3, false) => numbers.pick(&names).clone(),
        (3, false) => format!("{} floordiv {}", numbers.pick(&names), numbers.pick(STRIDES)),
        _ => (*numbers.pick(STRIDES)).to_owned(),
    };
    let results: Vec<String> = (0..numbers.below(4)).map(|_| result(numbers)).collect();
    format!("affine_map<({}) -> ({})>", names.join(", "), results.join(", "))
}

fn ty(numbers: &mut Numbers, depth: usize) -> String {
    let element = scalar(numbers, depth + 1);
    match numbers.below(10) {
        0 => element,
        1 | 2 => format!("vector<{}{element}>", extents(numbers, EXTENTS)),
        3 => format!("tensor<*x{element}>"),
        4 => format!("tensor<{}{element}>", extents(numbers, EXTENTS)),
        5 => format!("tensor<{}{element}, {}>", extents(numbers, EXTENTS), numbers.pick(SPACES)),
        6 => format!("memref<*x{element}, {}>", numbers.pick(SPACES)),
        7 => format!("memref<{}{element}, {}>", extents(numbers, EXTENTS), layout(numbers)),
        8 => format!("memref<{}{element}, {}>", extents(numbers, EXTENTS), numbers.pick(SPACES)),
        _ => format!(
            "memref<{}{element}, {}, {}>",
            extents(numbers, EXTENTS),
            layout(numbers),
            numbers.pick(SPACES)
        ),
    }
}

/// Numbers in brackets of a shape.
fn nested(numbers: &mut Numbers, shape: &[usize]) -> String {
    let Some((&extent, rest)) = shape.split_first() else { return (*numbers.pick(LITERALS)).to_owned() };
    let items: Vec<String> = (0..extent).map(|_| nested(numbers, rest)).collect();
    format!("[{}]", items.join(", "))
}

fn dense(numbers: &mut Numbers) -> String {
    let shape: Vec<usize> = (0..numbers.below(3)).map(|_| numbers.below(4)).collect();
    let literal = match numbers.below(6) {
        0 => String::new(),
        1 => (*numbers.pick(HEXADECIMAL)).to_owned(),
        2 | 3 => (*numbers.pick(LITERALS)).to_owned(),
        _ => nested(numbers, &shape),
    };
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    let element = scalar(numbers, 1);
    let ty = match numbers.below(6) {
        0 => ty(numbers, 1),
        1 => format!("vector<{extents}{element}>"),
        _ => format!("tensor<{extents}{element}>"),
    };
    format!("dense<{literal}> : {ty}")
}

fn attribute(numbers: &mut Numbers) -> String {
    match numbers.below(12) {
        0 | 1 => format!("{} : {}", numbers.pick(LITERALS), scalar(numbers, 0)),
        2 => format!("{} : {}", numbers.pick(LITERALS), ty(numbers, 0)),
        3..6 => dense(numbers),
        6 => {
            let (indices, values) = (nested(numbers, &[1, 1]), nested(numbers, &[1]));
            format!("sparse<{indices}, {values}> : tensor<2x{}>", scalar(numbers, 1))
        }
        // mlir-opt crashes on arrays of index.
        7 => format!("array<{}: {}>", numbers.pick(INTEGERS), list(numbers, LITERALS)),
        8 => format!("array<{}: {}>", numbers.pick(FLOATS), list(numbers, LITERALS)),
        9 => layout(numbers),
        10 => (*numbers.pick(OTHERS)).to_owned(),
        _ => ty(numbers, 0),
    }
}
