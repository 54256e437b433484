//! The tables of the dialects are complete and consistent.

use terrace::dialects::all as dialects;
use terrace_format::{Directive, Element};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{Arity, EMPTY_OP, OpDef, OperandDef, Presence, RegionConstraint, RegionDef, ResultDef};
use terrace_ir::traits::Trait;
use terrace_ir::{Attr, Context, TraitSet};

/// Ops that have none but the generic form, upstream too.
const GENERIC_ONLY: &[&str] = &["shape.debug_print", "shape.split_at"];

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
        assert_eq!(
            forms,
            usize::from(!GENERIC_ONLY.contains(&op.name)),
            "{} has one assembly format",
            op.name
        );
        let elements = op.format.map_or(Vec::new(), |f| terrace_format::parse(f).expect(op.name));
        let mut names = Vec::new();
        customs(&elements, &mut names);
        for name in names {
            assert!(op.customs.iter().any(|c| c.name == name), "{} lacks custom<{name}>", op.name);
        }
    }
}

#[test]
fn what_every_format_prints_can_be_read_back() {
    let setup = terrace_test_opt::setup();
    let all = setup.dialects.iter().flat_map(|dialect| dialect.ops.iter().copied());
    let refused: Vec<_> =
        all.filter_map(|op| Some((op.name, terrace_asm::check_format(op).err()?))).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

const INPUT: OperandDef =
    OperandDef { name: "input", constraint: &ANY_TYPE, arity: Arity::One, segments: None };
const RESULT: ResultDef = ResultDef { name: "result", constraint: &ANY_TYPE, arity: Arity::One };
const BODY: RegionDef = RegionDef { name: "body", constraint: RegionConstraint::Any, variadic: false };

#[test]
fn formats_that_lose_something_are_refused() {
    static TYPE_LOST: OpDef = OpDef { format: Some("$input attr-dict"), operands: &[INPUT], ..EMPTY_OP };
    static RESULT_LOST: OpDef =
        OpDef { format: Some("$input attr-dict `:` type($input)"), results: &[RESULT], ..WRITTEN };
    static VALUE_LOST: OpDef = OpDef { format: Some("attr-dict `:` type($input)"), ..WRITTEN };
    static ATTRIBUTES_LOST: OpDef = OpDef { format: Some("$input `:` type($input)"), ..WRITTEN };
    static REGION_LOST: OpDef = OpDef { regions: &[BODY], ..WRITTEN };
    static INFERRED: OpDef =
        OpDef { results: &[RESULT], traits: &[Trait::SameOperandsAndResultType], ..WRITTEN };
    const WRITTEN: OpDef =
        OpDef { format: Some("$input attr-dict `:` type($input)"), operands: &[INPUT], ..EMPTY_OP };
    let said = |op: &'static OpDef| terrace_asm::check_format(op).err().unwrap_or_default();
    let unknown = "is not buildable and a buildable type cannot be inferred";
    assert_eq!(said(&TYPE_LOST), format!("type of operand #0, named 'input', {unknown}"));
    assert_eq!(said(&RESULT_LOST), format!("type of result #0, named 'result', {unknown}"));
    assert_eq!(said(&VALUE_LOST), "operand #0, named 'input', not found");
    assert_eq!(said(&ATTRIBUTES_LOST), "'attr-dict' directive not found in custom assembly format");
    assert_eq!(said(&REGION_LOST), "region #0, named 'body', not found");
    assert_eq!(said(&INFERRED), "");
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
                Presence::Default(_) => {
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
