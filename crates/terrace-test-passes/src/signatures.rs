//! `test-func-erase-arg` and `test-func-insert-arg`: functions get other arguments.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::{Attr, Context, Ir, Loc, OpHandle, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// Removes the arguments with `test.erase_this_arg`.
pub(crate) static TEST_FUNC_ERASE_ARG: PassDef = PassDef {
    name: "test-func-erase-arg",
    class: "(anonymous namespace)::TestFuncEraseArg",
    doc: "Test erasing func args.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Change(erase)))),
    ..EMPTY_PASS
};

/// Adds the arguments that `test.insert_args` lists: place, type, attributes and maybe location of each.
pub(crate) static TEST_FUNC_INSERT_ARG: PassDef = PassDef {
    name: "test-func-insert-arg",
    class: "(anonymous namespace)::TestFuncInsertArg",
    doc: "Test inserting func args.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Change(insert)))),
    ..EMPTY_PASS
};

/// An argument as it will be.
enum Arg {
    /// One of those that are there.
    Kept(usize),
    /// Another, with its attributes.
    New(Type, Attr),
}

/// Says what arguments a function will have; none where nothing changes.
type Plan = fn(&Ir, OpHandle) -> Option<Vec<Arg>>;

struct Change(Plan);

impl IrPass for Change {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let blocks = ir.op(op).region(0).entry();
        let functions: Vec<OpHandle> = blocks
            .into_iter()
            .flat_map(|block| block.ops())
            .filter(|op| op.isa::<FuncOp>())
            .map(|op| op.handle())
            .collect();
        for function in functions {
            if let Some(args) = (self.0)(ir, function) {
                change(ir, function, &args);
            }
        }
        Ok(())
    }
}

/// The attributes of each argument.
fn arg_attrs(ir: &Ir, function: OpHandle) -> Vec<Attr> {
    let op = ir.op(function);
    op.inherent_attr("arg_attrs").and_then(|list| list.as_array(ir.cx())).map_or(Vec::new(), <[Attr]>::to_vec)
}

fn num_args(ir: &Ir, function: OpHandle) -> usize {
    let ty = ir.op(function).inherent_attr("function_type").and_then(|ty| ty.as_type(ir.cx()));
    ty.and_then(|ty| ty.function(ir.cx())).map_or(0, |(inputs, _)| inputs.len())
}

fn has_entry(cx: &Context, dict: Attr, name: &str) -> bool {
    dict.as_dict(cx).unwrap_or_default().iter().any(|(key, _)| key.text(cx) == name)
}

fn erase(ir: &Ir, function: OpHandle) -> Option<Vec<Arg>> {
    let attrs = arg_attrs(ir, function);
    let goes =
        |at: &usize| attrs.get(*at).is_some_and(|&dict| has_entry(ir.cx(), dict, "test.erase_this_arg"));
    Some((0..num_args(ir, function)).filter(|at| !goes(at)).map(Arg::Kept).collect())
}

fn insert(ir: &Ir, function: OpHandle) -> Option<Vec<Arg>> {
    let cx = ir.cx();
    let list = ir.op(function).discardable_attr("test.insert_args")?.as_array(cx)?;
    let count = num_args(ir, function);
    let mut at_place: Vec<Vec<Arg>> = (0..=count).map(|_| Vec::new()).collect();
    for entry in list {
        let &[place, ty, ref rest @ ..] = entry.as_array(cx)? else { return None };
        let attrs =
            rest.first().copied().filter(|attrs| attrs.as_dict(cx).is_some()).unwrap_or(Attr::EMPTY_DICT);
        let place = usize::try_from(place.as_i64(cx)?).ok()?;
        at_place.get_mut(place)?.push(Arg::New(ty.as_type(cx)?, attrs));
    }
    let mut args = Vec::new();
    for (place, new) in at_place.into_iter().enumerate() {
        args.extend(new);
        args.extend((place < count).then_some(Arg::Kept(place)));
    }
    Some(args)
}

fn change(ir: &mut Ir, function: OpHandle, args: &[Arg]) {
    let old_attrs = arg_attrs(ir, function);
    let op = ir.op(function);
    let slot = |name: &str| op.info().prop_names.iter().position(|slot| slot.text(op.cx()) == name);
    let (Some(type_slot), Some(attr_slot), cx) = (slot("function_type"), slot("arg_attrs"), op.cx()) else {
        return;
    };
    let Some((inputs, results)) =
        op.inherent_attr("function_type").and_then(|ty| ty.as_type(cx)).and_then(|ty| ty.function(cx))
    else {
        return;
    };
    let types: Vec<Type> =
        args.iter().map(|arg| if let Arg::Kept(at) = *arg { inputs[at] } else { arg.new_type() }).collect();
    let attrs: Vec<Attr> = args
        .iter()
        .map(|arg| match *arg {
            Arg::Kept(at) => old_attrs.get(at).copied().unwrap_or(Attr::EMPTY_DICT),
            Arg::New(_, attrs) => attrs,
        })
        .collect();
    let ty = cx.type_attr(cx.function_type(&types, results));
    let plain = attrs.iter().all(|&dict| dict == Attr::EMPTY_DICT);
    let list = if plain { Attr::NULL } else { cx.array_attr(&attrs) };
    let inner = op.inner_body();
    ir.rewrite(function.body, |rw| {
        rw.set_prop(function.op, type_slot, ty);
        rw.set_prop(function.op, attr_slot, list);
        let insert_args: Vec<_> = rw.op(function.op).attrs().as_dict(rw.cx()).unwrap_or_default().to_vec();
        let rest = insert_args.into_iter().filter(|(name, _)| name.text(rw.cx()) != "test.insert_args");
        let rest = rw.cx().dict(rest.collect());
        rw.set_attrs(function.op, rest);
    });
    let Some(inner) = inner else { return };
    ir.rewrite(inner, |rw| {
        let region = rw.body().top_regions().first().copied();
        let Some(entry) = region.and_then(|region| rw.body().entry(region)) else { return };
        let old: Vec<Value> = rw.body().args(entry).collect();
        for (arg, &ty) in args.iter().zip(&types) {
            let kept = if let Arg::Kept(at) = *arg { old.get(at).copied() } else { None };
            let loc = kept.map_or(Loc::UNKNOWN, |value| rw.value(value).loc());
            let new = rw.add_arg(entry, ty, loc);
            if let Some(kept) = kept {
                rw.replace_all_uses(kept, new);
            }
        }
        (0..old.len()).rev().for_each(|at| rw.erase_arg(entry, at));
    });
}

impl Arg {
    fn new_type(&self) -> Type {
        if let Arg::New(ty, _) = self { *ty } else { Type::NONE }
    }
}
