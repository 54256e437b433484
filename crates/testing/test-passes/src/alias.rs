//! `test-alias-analysis`, `test-alias-analysis-modref` and `test-alias-analysis-extending`: alias relations
//! of marked values, and the effects of marked ops on them.

use std::fmt::Write;

use terrace_analysis::alias::{Alias, alias, mod_ref, underlying};
use terrace_ir::{Ir, OpHandle, OpRef, OptionalAttr, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// Pairs of values.
pub(crate) static TEST_ALIAS_ANALYSIS: PassDef = PassDef {
    name: "test-alias-analysis",
    class: "(anonymous namespace)::TestAliasAnalysisPass",
    doc: "Test alias analysis results.",
    make: |_| Ok(Pass::Ir(Box::new(TestAlias(show_pairs)))),
    ..EMPTY_PASS
};

/// Ops and values.
pub(crate) static TEST_ALIAS_ANALYSIS_MODREF: PassDef = PassDef {
    name: "test-alias-analysis-modref",
    class: "(anonymous namespace)::TestAliasAnalysisModRefPass",
    doc: "Test alias analysis ModRef results.",
    make: |_| Ok(Pass::Ir(Box::new(TestAlias(show_effects)))),
    ..EMPTY_PASS
};

/// Pairs of values, with function arguments marked as restricted assumed not to alias.
pub(crate) static TEST_ALIAS_ANALYSIS_EXTENDING: PassDef = PassDef {
    name: "test-alias-analysis-extending",
    class: "(anonymous namespace)::TestAliasAnalysisExtendingPass",
    doc: "Test alias analysis extending.",
    make: |_| Ok(Pass::Ir(Box::new(TestAlias(show_extended)))),
    ..EMPTY_PASS
};

struct TestAlias(fn(&[OpRef<'_>], &mut String));

impl IrPass for TestAlias {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let name = ir.op(op).symbol_name().map_or("", |name| name.text(ir.cx()));
        run.text.push_str(&format!("Testing : \"{name}\"\n"));
        let ops: Vec<OpRef<'_>> = post_order(ir, op)
            .into_iter()
            .map(|handle| ir.op(handle))
            .filter(|op| op.attr("test.ptr").is_some())
            .collect();
        (self.0)(&ops, &mut run.text);
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// The marked values: results of marked ops and arguments in their regions.
fn values<'a>(ops: &[OpRef<'a>]) -> Vec<ValueRef<'a>> {
    let mut out = Vec::new();
    for op in ops {
        out.extend(op.results());
        for block in op.regions().flat_map(|region| region.blocks()) {
            out.extend(block.args());
        }
    }
    out
}

fn op_name<'a>(op: OpRef<'a>) -> &'a str {
    op.attr("test.ptr").optional_text(op.cx())
}

fn value_name(value: ValueRef<'_>) -> String {
    if let Some(op) = value.defining_op() {
        return format!("{}#{}", op_name(op), value.index());
    }
    let Some(block) = value.owner_block() else { return String::new() };
    let Some(region) = block.region() else { return String::new() };
    let op = region.parent_op().map_or("", op_name);
    let number = block.number();
    let place = if number == 0 { String::new() } else { format!(".block{number}") };
    format!("{op}.region{}{place}#{}", region.index(), value.index())
}

fn show_pairs(ops: &[OpRef<'_>], out: &mut String) {
    show_pairs_by(ops, out, alias);
}

fn show_pairs_by(ops: &[OpRef<'_>], out: &mut String, alias: impl Fn(ValueRef<'_>, ValueRef<'_>) -> Alias) {
    let values = values(ops);
    for (at, &outer) in values.iter().enumerate() {
        for &inner in &values[..at] {
            let word = match alias(inner, outer) {
                Alias::No => "NoAlias",
                Alias::May => "MayAlias",
                Alias::Partial => "PartialAlias",
                Alias::Must => "MustAlias",
            };
            // Nothing can go wrong when writing to a string.
            let _ = writeln!(out, "{} <-> {}: {word}", value_name(inner), value_name(outer));
        }
    }
}

fn show_effects(ops: &[OpRef<'_>], out: &mut String) {
    for value in values(ops) {
        for &op in ops {
            let found = mod_ref(op, value);
            let word = match (found.modifies, found.reads) {
                (true, true) => "ModRef",
                (true, false) => "Mod",
                (false, true) => "Ref",
                (false, false) => "NoModRef",
            };
            let _ = writeln!(out, "{} -> {}: {word}", op_name(op), value_name(value));
        }
    }
}

/// Whether a value is an argument of a function that nothing else points to.
fn is_restricted(value: ValueRef<'_>) -> bool {
    let Some(block) = value.owner_block() else { return false };
    let Some(op) = block.region().and_then(|region| region.parent_op()) else { return false };
    let cx = op.cx();
    let attrs = op.inherent_attr("arg_attrs").and_then(|attrs| attrs.as_array(cx));
    let own = attrs.and_then(|attrs| attrs.get(value.index() as usize)).copied();
    own.zip(cx.find_str("local_alias_analysis.restrict"))
        .is_some_and(|(own, name)| own.dict_get(cx, name).is_some())
}

fn show_extended(ops: &[OpRef<'_>], out: &mut String) {
    show_pairs_by(ops, out, |a, b| {
        if a == b {
            return Alias::Must;
        }
        let (left, right) = (underlying(a), underlying(b));
        let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (*a, *b)));
        let one = |(a, b): (ValueRef<'_>, ValueRef<'_>)| {
            if a != b && (is_restricted(a) || is_restricted(b)) { Alias::No } else { alias(a, b) }
        };
        pairs.map(one).reduce(Alias::merge).unwrap_or(Alias::May)
    });
}
