//! The tables of the dialects are complete and consistent.

use terrace::dialects::all as dialects;
use terrace_format::{Directive, Element};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{Arity, EMPTY_OP, OpDef, OperandDef, Optionality, ResultDef};
use terrace_ir::format_types::KnownTypes;
use terrace_ir::traits::Trait;
use terrace_ir::{Attr, Context, TraitSet};

/// Ops that have none but the generic form, upstream too.
const GENERIC_ONLY: &[&str] = &["shape.debug_print", "shape.split_at"];

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
