//! `test-func-erase-arg`, `test-func-erase-result`, `test-func-insert-arg`, `test-func-insert-result` and
//! `test-func-set-type`: functions get other arguments and results.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::function::{ARG_ATTRS, NewPart, RES_ATTRS};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::symbols::find_nearest_symbol;
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

/// Adds the results that `test.insert_results` lists: place, type and attributes of each.
pub(crate) static TEST_FUNC_INSERT_RESULT: PassDef = PassDef {
    name: "test-func-insert-result",
    class: "(anonymous namespace)::TestFuncInsertResult",
    doc: "Test inserting func results.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(ChangeFunctions(insert_results)))),
    ..EMPTY_PASS
};

fn insert_results(ir: &mut Ir, function: OpHandle) {
    let Some(new) = new_parts(ir.op(function), "test.insert_results") else { return };
    ir.insert_results(function, &new);
    ir.rewrite(function.body, |rw| rw.set_attr(function.op, "test.insert_results", Attr::NULL));
}

/// Sets the types of functions to those of others, which `test.set_type_from` names.
pub(crate) static TEST_FUNC_SET_TYPE: PassDef = PassDef {
    name: "test-func-set-type",
    class: "(anonymous namespace)::TestFuncSetType",
    doc: "Test FunctionOpInterface::setType.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(SetTypes))),
    ..EMPTY_PASS
};

struct SetTypes;

impl IrPass for SetTypes {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for function in functions_of(ir, op, |op| op.interface::<dyn FunctionOp>().is_some()) {
            let view = ir.op(function);
            let named = view.discardable_attr("test.set_type_from");
            let Some(name) = named.and_then(|name| name.as_flat_symbol_ref(ir.cx())) else { continue };
            let Some((inputs, results)) = find_nearest_symbol(view, name)
                .map(|other| other.handle())
                .and_then(|other| ir.signature(other))
            else {
                let text = format!("no function named @{}", name.text(ir.cx()));
                return run.fail(Diag::error(view.loc(), text));
            };
            ir.set_signature(function, &inputs, &results);
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
    let Some(new) = new_parts(ir.op(function), "test.insert_args") else { return };
    ir.insert_arguments(function, &new);
    ir.rewrite(function.body, |rw| rw.set_attr(function.op, "test.insert_args", Attr::NULL));
}

/// Returns the arguments or results that an attribute lists: place, type, attributes of each.
fn new_parts(function: OpRef<'_>, list: &str) -> Option<Vec<NewPart>> {
    let cx = function.cx();
    let new = function.discardable_attr(list)?.as_array(cx)?.iter().map(|entry| {
        let &[place, ty, ref rest @ ..] = entry.as_array(cx)? else { return None };
        let attrs = rest.first().copied().filter(|attrs| attrs.as_dict(cx).is_some());
        let attrs = attrs.unwrap_or(Attr::EMPTY_DICT);
        let at = usize::try_from(place.as_i64(cx)?).ok()?;
        Some(NewPart { at, ty: ty.as_type(cx)?, attrs, loc: Loc::UNKNOWN })
    });
    new.collect()
}
