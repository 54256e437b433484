//! Debug information of copies of functions: each has its own subprogram, as LLVM demands.

use std::sync::Arc;

use terrace_dialects_llvm::attrs::DISubprogramAttr;
use terrace_ir::attrs::LocData;
use terrace_ir::sub_elements::AttrReplacer;
use terrace_ir::{Attr, Block, Context, Ir, Loc, OpHandle, OpRef};

use crate::functions::ops_of;

/// Replaces the subprogram of a function by a distinct one that is alike, also in what refers to it: locations, scopes and variables.
pub(crate) fn make_subprogram_distinct(ir: &mut Ir, function: OpHandle) {
    replace_subprogram(ir, function, true);
}

/// Lets the subprogram of a function retain no variables. Those that it retains are there in its form of the source, and
/// LLVM fails for a parameter that is there with another type, too. It retains them for what optimizations remove.
pub(crate) fn retain_no_variables(ir: &mut Ir, function: OpHandle) {
    replace_subprogram(ir, function, false);
}

fn replace_subprogram(ir: &mut Ir, function: OpHandle, retains: bool) {
    let cx = Arc::clone(ir.cx());
    let loc = ir.loc_attr(ir.op(function).loc());
    let Some(subprogram) = subprogram_of(&cx, loc) else { return };
    let copy = distinct_copy(&cx, subprogram, retains);
    let mut replacer = AttrReplacer::new(&cx, [(subprogram.into(), copy.into())]);
    // References to a subprogram may be to its copy.
    let mut replaced = |attr: Attr| replacer.replace(attr).unwrap_or(attr);
    let ops: Vec<OpHandle> =
        std::iter::once(ir.op(function)).chain(ops_of(ir.op(function))).map(OpRef::handle).collect();
    let Some(body) = ir.op(function).inner_body() else { return };
    ir.rewrite(body, |rw| {
        let blocks: Vec<Block> =
            rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region)).collect();
        for block in blocks {
            for index in 0..rw.body().args(block).count() {
                let loc = rw.ir().loc_attr(rw.body().arg_loc(block, index));
                let new_loc = replaced(loc);
                if new_loc != loc {
                    rw.set_arg_loc(block, index, Loc::from_attr(new_loc));
                }
            }
        }
    });
    for handle in ops {
        let op = ir.op(handle);
        let loc = ir.loc_attr(op.loc());
        let new_loc = replaced(loc);
        let props: Vec<(usize, Attr)> = op
            .props()
            .iter()
            .enumerate()
            .filter(|(_, prop)| !prop.is_null())
            .map(|(slot, &prop)| (slot, prop, replaced(prop)))
            .filter(|(_, prop, new)| prop != new)
            .map(|(slot, _, new)| (slot, new))
            .collect();
        let attrs = op.attrs();
        let new_attrs = if attrs.is_null() { attrs } else { replaced(attrs) };
        if new_loc == loc && props.is_empty() && new_attrs == attrs {
            continue;
        }
        ir.rewrite(handle.body, |rw| {
            if new_loc != loc {
                rw.set_loc(handle.op, Loc::from_attr(new_loc));
            }
            props.into_iter().for_each(|(slot, prop)| rw.set_prop(handle.op, slot, prop));
            if new_attrs != attrs {
                rw.set_attrs(handle.op, new_attrs);
            }
        });
    }
}

/// Sets the location of a function that is made of parts of another one to that one's, with a subprogram of its own.
pub(crate) fn inherit_subprogram(ir: &mut Ir, original: OpHandle, function: OpHandle) {
    let cx = Arc::clone(ir.cx());
    let loc = ir.op(original).loc();
    if subprogram_of(&cx, ir.loc_attr(loc)).is_some() {
        ir.rewrite(function.body, |rw| rw.set_loc(function.op, loc));
        make_subprogram_distinct(ir, function);
    }
}

/// The subprogram that the location of a function has.
fn subprogram_of(cx: &Context, loc: Attr) -> Option<DISubprogramAttr> {
    match loc.as_loc(cx)? {
        LocData::Fused { metadata, .. } if !metadata.is_null() => metadata.dyn_cast::<DISubprogramAttr>(cx),
        _ => None,
    }
}

/// A distinct subprogram with everything else of another one. Variables that it retains refer to the subprogram by its number.
fn distinct_copy(cx: &Context, subprogram: DISubprogramAttr, retains: bool) -> DISubprogramAttr {
    let number = subprogram.rec_id(cx).map(|_| cx.fresh_distinct(Attr::UNIT));
    let itself = |number: Attr| Attr::from(DISubprogramAttr::itself(cx, number));
    let changes = subprogram.rec_id(cx).zip(number).map(|(old, new)| (itself(old), itself(new)));
    let mut replacer = AttrReplacer::new(cx, changes);
    let mut renumbered =
        |nodes: Vec<Attr>| nodes.into_iter().map(|node| replacer.replace(node).unwrap_or(node)).collect();
    DISubprogramAttr::get(
        cx,
        number,
        subprogram.is_rec_self(cx),
        subprogram.id(cx).map(|_| cx.fresh_distinct(Attr::UNIT)),
        subprogram.compile_unit(cx),
        subprogram.scope(cx),
        subprogram.name(cx),
        subprogram.linkage_name(cx),
        subprogram.file(cx),
        subprogram.line(cx),
        subprogram.scope_line(cx),
        subprogram.subprogram_flags(cx),
        subprogram.type_(cx),
        if retains { renumbered(subprogram.retained_nodes(cx)) } else { vec![] },
        renumbered(subprogram.annotations(cx)),
    )
}
