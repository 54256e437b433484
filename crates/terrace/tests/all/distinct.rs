//! The identity of distinct attributes is kept through bytecode: generated modules are written in three versions and read
//! again.

use std::fmt::Write;

use terrace_opt::Io;
use terrace_progen::numbers::Numbers;

/// The number of generated modules.
const MODULES: u64 = 60;
/// The versions of bytecode that are written.
const VERSIONS: [&str; 3] = ["0", "4", "6"];

fn opt(mut input: &[u8], flags: &[&str]) -> Vec<u8> {
    let args: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let io = Io::unattended(&mut input, &mut stdout, &mut stderr);
    let code = terrace_opt::run("terrace-opt", &args, io, &terrace_test_opt::setup());
    assert_eq!(code, 0, "{flags:?}: {}", String::from_utf8_lossy(&stderr));
    stdout
}

/// A distinct attribute by itself, or in others.
fn attribute(n: &mut Numbers, depth: usize, ids: usize) -> String {
    let id = n.below(ids);
    match n.below(if depth == 0 { 4 } else { 6 }) {
        // What is distinct is a function of the number, as it must be in text.
        0 => format!("distinct[{id}]<{}>", if id.is_multiple_of(3) { "" } else { "42 : i32" }),
        1 => format!("#unit{}", id % UNITS),
        2 => format!("#program{}", id % PROGRAMS),
        3 => format!("#part{}", id % UNITS),
        4 => format!("[{}, {}]", attribute(n, depth - 1, ids), attribute(n, depth - 1, ids)),
        _ => format!("{{a = {}, b = {}}}", attribute(n, depth - 1, ids), attribute(n, depth - 1, ids)),
    }
}

const UNITS: usize = 3;
const PROGRAMS: usize = 4;

/// A module with debug information, whose compile units and subprograms are alike but for their identity.
fn module(seed: u64) -> String {
    let mut n = Numbers::new(seed);
    let ids = 2 + n.below(5);
    let mut text = String::from("#file = #llvm.di_file<\"a.c\" in \"/\">\n");
    let mut line = |line: String| writeln!(text, "{line}").expect("a string takes all");
    for unit in 0..UNITS {
        let id = 100 + if n.percent(30) { 0 } else { unit };
        line(format!(
            "#unit{unit} = #llvm.di_compile_unit<id = distinct[{id}]<>, sourceLanguage = DW_LANG_C11, file = #file, \
             isOptimized = true, emissionKind = Full>"
        ));
    }
    // These are text in bytecode.
    for part in 0..UNITS {
        let unit = n.below(UNITS);
        line(format!(
            "#part{part} = #llvm.di_module<file = #file, scope = #unit{unit}, name = \"part{part}\">"
        ));
    }
    for program in 0..PROGRAMS {
        let (id, unit) = (200 + if n.percent(30) { 0 } else { program }, n.below(UNITS));
        line(format!(
            "#program{program} = #llvm.di_subprogram<id = distinct[{id}]<>, compileUnit = #unit{unit}, scope = #file, name = \
             \"f\", file = #file, subprogramFlags = Definition>"
        ));
    }
    for function in 0..1 + n.below(4) {
        line(format!(
            "func.func private @f{function}() attributes {{own = {}}} {{",
            attribute(&mut n, 2, ids)
        ));
        for _ in 0..n.below(4) {
            let own = attribute(&mut n, 2, ids);
            let at = match n.below(3) {
                0 => String::new(),
                1 => format!(" loc(fused<{}>[\"a.c\":1:2])", attribute(&mut n, 1, ids)),
                _ => format!(
                    " loc(callsite(fused<#program{}>[\"a.c\":3:4] at fused<{}>[\"b.c\":5:6]))",
                    n.below(PROGRAMS),
                    attribute(&mut n, 0, ids)
                ),
            };
            line(format!("  \"test.own\"() {{own = {own}}} : () -> (){at}"));
        }
        line(format!("  return\n}} loc(fused<#program{}>[\"a.c\":7:8])", n.below(PROGRAMS)));
    }
    text
}

#[test]
fn identity_of_distinct_attributes_stays_through_bytecode() {
    let mut numbers = std::collections::BTreeSet::new();
    for seed in 0..MODULES {
        let text = module(seed);
        let expected = opt(text.as_bytes(), &["--mlir-print-debuginfo"]);
        let expected = String::from_utf8(expected).expect("a text");
        numbers.insert(expected.matches("distinct[").count());
        for version in VERSIONS {
            let flag = format!("--emit-bytecode-version={version}");
            let bytes = opt(text.as_bytes(), &["--emit-bytecode", &flag]);
            // And once more, from what was read.
            let again = opt(&bytes, &["--emit-bytecode", &flag]);
            for bytes in [&bytes, &again] {
                let found = opt(bytes, &["--mlir-print-debuginfo"]);
                assert_eq!(String::from_utf8_lossy(&found), expected, "{seed}, version {version}:\n{text}");
            }
        }
    }
    assert!(numbers.len() > 10, "the modules are alike: {numbers:?}");
}

#[test]
fn modules_show_where_identity_is_lost() {
    let loses = |seed: &u64| {
        let text = module(*seed);
        let expected = opt(text.as_bytes(), &["--mlir-print-debuginfo"]);
        let bytes = opt(text.as_bytes(), &["--emit-bytecode", "--match-upstream"]);
        opt(&bytes, &["--mlir-print-debuginfo", "--match-upstream"]) != expected
    };
    assert!((0..MODULES).filter(loses).count() > 10);
}
