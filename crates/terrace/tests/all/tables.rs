//! The tables of the dialects are complete and consistent.

use std::collections::HashSet;
use std::path::Path;

use terrace::dialects::all as dialects;
use terrace_format::{Directive, Element};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{Arity, EMPTY_OP, OpDef, OperandDef, Optionality, PropDef, ResultDef};
use terrace_ir::format_types::KnownTypes;
use terrace_ir::interfaces::SymbolUser;
use terrace_ir::traits::Trait;
use terrace_ir::{Attr, Context, TraitSet};

/// Ops that have none but the generic form, upstream too.
const GENERIC_ONLY: &[&str] = &["shape.debug_print", "shape.split_at", "tosa.const"];

/// Whether upstream defines no assembly format for an op. Of intrinsics, it is those that have none here.
fn is_generic_only(op: &OpDef) -> bool {
    GENERIC_ONLY.contains(&op.name) || op.name.contains(".intr.") && op.format.is_none()
}

fn ops() -> impl Iterator<Item = &'static OpDef> {
    dialects().into_iter().flat_map(|d| d.ops.iter().copied())
}

fn customs(elements: &[Element], found: &mut Vec<String>) {
    for element in elements {
        match element {
            Element::Directive(Directive::Custom { name, .. }) => found.push(name.clone()),
            Element::Optional(group) => {
                customs(&group.then, found);
                customs(&group.otherwise, found);
            }
            Element::OiList(clauses) => clauses.iter().for_each(|c| customs(&c.elements, found)),
            _ => {}
        }
    }
}

#[test]
fn every_op_can_be_written_and_is_documented() {
    for op in ops() {
        assert!(!op.doc.is_empty(), "{} has no documentation", op.name);
        let forms = usize::from(op.format.is_some()) + usize::from(op.asm.is_some());
        assert_eq!(forms, usize::from(!is_generic_only(op)), "{} has one assembly format", op.name);
        let elements = op.format.map_or(Vec::new(), |f| terrace_format::parse(f).expect(op.name));
        let mut names = Vec::new();
        customs(&elements, &mut names);
        for name in names {
            assert!(op.customs.iter().any(|c| c.name == name), "{} lacks custom<{name}>", op.name);
        }
    }
}

const INPUT: OperandDef =
    OperandDef { name: "input", constraint: &ANY_TYPE, arity: Arity::One, segments: None };
const RESULT: ResultDef = ResultDef { name: "result", constraint: &ANY_TYPE, arity: Arity::One };

#[test]
fn types_that_a_format_leaves_out_follow_from_others() {
    const MATCH: Trait = Trait::AllTypesMatch(&["input", "result"]);
    static UNKNOWN: OpDef = OpDef { operands: &[INPUT], results: &[RESULT], ..EMPTY_OP };
    static SAME: OpDef = OpDef { traits: &[Trait::SameOperandsAndResultType], ..UNKNOWN };
    static MATCHING: OpDef = OpDef { traits: &[MATCH], ..UNKNOWN };
    static INFERRED: OpDef = OpDef { infer: Some(|_| Ok(Vec::new())), ..UNKNOWN };
    static BUILT: OpDef =
        OpDef { operands: &[OperandDef { constraint: &INDEX, ..INPUT }], results: &[RESULT], ..EMPTY_OP };
    let known = |def: &OpDef, written: bool| {
        let KnownTypes { operands, results } = KnownTypes::of(def, u64::from(written), 0);
        (operands & 1 != 0, results & 1 != 0)
    };
    assert_eq!([known(&UNKNOWN, false), known(&UNKNOWN, true)], [(false, false), (true, false)]);
    assert_eq!([known(&SAME, false), known(&SAME, true)], [(false, false), (true, true)]);
    assert_eq!([known(&MATCHING, false), known(&MATCHING, true)], [(false, false), (true, true)]);
    assert_eq!([known(&INFERRED, false), known(&INFERRED, true)], [(false, true), (true, true)]);
    assert_eq!(known(&BUILT, false), (true, false));
}

#[test]
fn names_are_unique_and_of_their_dialect() {
    for dialect in dialects() {
        let mut names: Vec<&str> = dialect.ops.iter().map(|o| o.name).collect();
        let prefix = format!("{}.", dialect.name);
        assert!(names.iter().all(|n| n.starts_with(&prefix)), "{}", dialect.name);
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{} defines an op twice", dialect.name);
        for def in dialect.attrs.iter().chain(dialect.types) {
            assert!(def.name.starts_with(&prefix), "{}", def.name);
            assert!(def.format.is_none_or(|f| terrace_format::parse(f).is_ok()), "{}", def.name);
        }
    }
}

#[test]
fn defaults_satisfy_their_constraints() {
    let cx = Context::new(&dialects());
    for op in ops() {
        let info = cx.op_info(cx.registered_op(op.name).expect(op.name));
        for (prop, &default) in op.props.iter().zip(&info.prop_defaults) {
            match prop.presence {
                Optionality::Default(_) => {
                    assert_ne!(default, Attr::NULL, "{}: {}", op.name, prop.name);
                    assert!((prop.constraint.pred)(&cx, default), "{}: {}", op.name, prop.name);
                }
                _ => assert_eq!(default, Attr::NULL),
            }
        }
    }
}

#[test]
fn inferred_ops_say_how() {
    for op in ops() {
        let traits = TraitSet::of(op.traits);
        if traits.has(TraitSet::SameOperandsAndResultType) {
            assert!(traits.has(TraitSet::InferTypes) && op.infer.is_some(), "{}", op.name);
        }
    }
}

/// The names of the ops that a source file defines: those in `#[op("a.b"` and in rows of tables, `AOp = "a.b"` and
/// `AOp("a.b"`.
fn defined_ops(source: &str) -> Vec<String> {
    let code: Vec<&str> =
        source.lines().map(|line| if line.trim_start().starts_with("//") { "" } else { line }).collect();
    let code = code.join("\n");
    let parts: Vec<&str> = code.split('"').collect();
    let mut names = Vec::new();
    for (before, text) in parts.iter().zip(&parts[1..]) {
        let before = before.trim_end();
        let is_row = before.strip_suffix(['=', '(']).is_some_and(|rest| {
            let marker = rest.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
            marker.is_some_and(|marker| marker.ends_with("Op") || marker.ends_with("OpView"))
        });
        let is_name = text.split('.').count() > 1
            && text.split('.').all(|part| !part.is_empty())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "._".contains(c));
        if (is_row || before.ends_with("#[op(")) && is_name {
            names.push((*text).to_owned());
        }
    }
    names
}

#[test]
fn defined_ops_are_listed_in_their_dialects() {
    fn check(dir: &Path, known: &HashSet<&str>, found: &mut HashSet<String>, missing: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).expect("a directory of sources") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() && !path.ends_with("tests") {
                check(&path, known, found, missing);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                for name in defined_ops(&std::fs::read_to_string(&path).expect("a source file")) {
                    if !known.contains(&*name) {
                        missing.push(format!("{name}, which {} defines", path.display()));
                    }
                    found.insert(name);
                }
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let setup = terrace::tools::setup();
    let known: HashSet<&str> = setup.ops().map(|op| op.name).collect();
    let (mut found, mut missing) = (HashSet::new(), Vec::new());
    for floor in ["dialects", "passes", "llvm", "ripple"] {
        check(&root.join(floor), &known, &mut found, &mut missing);
    }
    missing.sort();
    assert!(missing.is_empty(), "not in the `ops` of the dialect:\n{}", missing.join("\n"));
    let unseen: Vec<&&str> = known.iter().filter(|name| !found.contains(**name)).collect();
    assert!(unseen.is_empty(), "defined in a form that this test does not see: {unseen:?}");
}

/// The ops of the dialect llvm, but intrinsics, whose results have the joined shape of the operands: each is carried out
/// for each element, since it is neither a branch nor carried out lane by lane, and Ripple has no other rule for it.
const OF_THE_SHAPE_OF_OPERANDS: &[&str] = &[
    "llvm.atomicrmw",
    "llvm.call_intrinsic",
    "llvm.cmpxchg",
    "llvm.extractelement",
    "llvm.extractvalue",
    "llvm.fence",
    "llvm.getelementptr",
    "llvm.insertelement",
    "llvm.insertvalue",
    "llvm.landingpad",
    "llvm.shufflevector",
    "llvm.va_arg",
];

/// Those without operands of a shape: constants, ends of functions, and ops of modules.
const WITHOUT_SHAPE: &[&str] = &[
    "llvm.blockaddress",
    "llvm.blocktag",
    "llvm.comdat",
    "llvm.comdat_selector",
    "llvm.dso_local_equivalent",
    "llvm.func",
    "llvm.linker_options",
    "llvm.mlir.addressof",
    "llvm.mlir.alias",
    "llvm.mlir.global",
    "llvm.mlir.global_ctors",
    "llvm.mlir.global_dtors",
    "llvm.mlir.ifunc",
    "llvm.mlir.none",
    "llvm.mlir.poison",
    "llvm.mlir.undef",
    "llvm.mlir.zero",
    "llvm.module_flags",
    "llvm.resume",
    "llvm.unreachable",
];

#[test]
fn ops_of_llvm_without_a_rule_of_ripple_are_these() {
    let cx = Context::with_extensions(&dialects(), &terrace::dialects::extensions());
    let has_rule = |op: &'static OpDef| {
        let info = cx.op_info(cx.op_name_of(op));
        let interfaces = info.interface_names();
        let is_branch = op.successors.iter().next().is_some();
        info.traits.has(TraitSet::Lanewise) || is_branch || interfaces.contains(&"RippleOpInterface")
    };
    let without = ops().filter(|op| op.name.starts_with("llvm.") && !op.name.starts_with("llvm.intr."));
    let without: Vec<&str> = without.filter(|&op| !has_rule(op)).map(|op| op.name).collect();
    let mut expected = [OF_THE_SHAPE_OF_OPERANDS, WITHOUT_SHAPE].concat();
    expected.sort_unstable();
    assert_eq!(without, expected);
}

/// An op that only names symbols by strings would have uses that nobody sees.
#[test]
fn ops_that_use_symbols_refer_to_them() {
    let cx = Context::with_extensions(&dialects(), &terrace::dialects::extensions());
    let mut hidden = Vec::new();
    for def in ops() {
        let Some(info) = cx.registered_op(def.name).map(|name| cx.op_info(name)) else { continue };
        let Some(user) = info.interface::<dyn SymbolUser>() else { continue };
        let refers = def.props.iter().any(|prop| prop.constraint.summary.contains("symbol"));
        let is_string = |prop: &&PropDef| prop.constraint.summary == "string attribute";
        let strings = def.props.iter().filter(is_string).filter(|prop| !prop.name.starts_with("sym_"));
        if user.name_slot().is_none() && !refers && strings.count() > 0 {
            hidden.push(def.name);
        }
    }
    assert!(hidden.is_empty(), "{hidden:?}");
}
