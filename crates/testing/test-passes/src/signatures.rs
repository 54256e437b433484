//! `test-func-erase-arg`, `test-func-erase-result` and `test-func-insert-arg`: functions get other arguments and results.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::function::{ARG_ATTRS, NewPart, RES_ATTRS};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, Context, Diag, Ir, Loc, OpHandle, OpRef, OptionalAttr};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// Removes the arguments with `test.erase_this_arg`.
pub(crate) static TEST_FUNC_ERASE_ARG: PassDef = PassDef {
    name: "test-func-erase-arg",
    class: "(anonymous namespace)::TestFuncEraseArg",
    doc: "Test erasing func args.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(ChangeFunctions(erase)))),
    ..EMPTY_PASS
};

/// Removes the results with `test.erase_this_result`.
pub(crate) static TEST_FUNC_ERASE_RESULT: PassDef = PassDef {
    name: "test-func-erase-result",
    class: "(anonymous namespace)::TestFuncEraseResult",
    doc: "Test erasing func results.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(EraseResults))),
    ..EMPTY_PASS
};

struct EraseResults;

impl IrPass for EraseResults {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for function in functions_of(ir, op, |op| op.interface::<dyn FunctionOp>().is_some()) {
            if !ir.op(function).isa::<FuncOp>() {
                // The type of such a function always has one result.
                run.diags.push(Diag::error(ir.op(function).loc(), "failed to erase results".to_owned()));
                return Err(Failed);
            }
            let Some((_, results)) = ir.signature(function) else { continue };
            let attrs = ir.attrs_of_parts(function, RES_ATTRS, results.len());
            let keep: Vec<bool> =
                attrs.into_iter().map(|dict| !has_entry(ir.cx(), dict, "test.erase_this_result")).collect();
            ir.keep_results(function, &keep);
        }
        Ok(())
    }
}

/// The ops of a kind in the body of an op.
fn functions_of(ir: &Ir, op: OpHandle, is_one: fn(OpRef<'_>) -> bool) -> Vec<OpHandle> {
    let block = ir.op(op).regions().next().and_then(|region| region.entry());
    let ops = block.into_iter().flat_map(|block| block.ops());
    ops.filter(|&op| is_one(op)).map(|op| op.handle()).collect()
}

/// Adds the arguments that `test.insert_args` lists: place, type, attributes and maybe location of each.
pub(crate) static TEST_FUNC_INSERT_ARG: PassDef = PassDef {
    name: "test-func-insert-arg",
    class: "(anonymous namespace)::TestFuncInsertArg",
    doc: "Test inserting func args.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(ChangeFunctions(insert)))),
    ..EMPTY_PASS
};

/// Changes the arguments of a function.
type Change = fn(&mut Ir, OpHandle);

struct ChangeFunctions(Change);

impl IrPass for ChangeFunctions {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for function in functions_of(ir, op, |op| op.isa::<FuncOp>()) {
            (self.0)(ir, function);
        }
        Ok(())
    }
}

fn has_entry(cx: &Context, dict: Attr, name: &str) -> bool {
    dict.optional_entries(cx).iter().any(|(key, _)| key.text(cx) == name)
}

fn erase(ir: &mut Ir, function: OpHandle) {
    let Some((inputs, _)) = ir.signature(function) else { return };
    let attrs = ir.attrs_of_parts(function, ARG_ATTRS, inputs.len());
    let keep: Vec<bool> =
        attrs.into_iter().map(|dict| !has_entry(ir.cx(), dict, "test.erase_this_arg")).collect();
    ir.keep_arguments(function, &keep);
}

fn insert(ir: &mut Ir, function: OpHandle) {
    let Some(new) = new_arguments(ir.op(function)) else { return };
    ir.insert_arguments(function, &new);
    ir.rewrite(function.body, |rw| rw.set_attr(function.op, "test.insert_args", Attr::NULL));
}

/// Returns the arguments that `test.insert_args` lists: place, type, attributes of each.
fn new_arguments(function: OpRef<'_>) -> Option<Vec<NewPart>> {
    let cx = function.cx();
    let new = function.discardable_attr("test.insert_args")?.as_array(cx)?.iter().map(|entry| {
        let &[place, ty, ref rest @ ..] = entry.as_array(cx)? else { return None };
        let attrs = rest.first().copied().filter(|attrs| attrs.as_dict(cx).is_some());
        let attrs = attrs.unwrap_or(Attr::EMPTY_DICT);
        let at = usize::try_from(place.as_i64(cx)?).ok()?;
        Some(NewPart { at, ty: ty.as_type(cx)?, attrs, loc: Loc::UNKNOWN })
    });
    new.collect()
}
