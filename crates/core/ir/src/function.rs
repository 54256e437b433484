//! Functions whose signature changes: the type, the attributes of arguments and results, and the entry block stay in step.
//!
//! The attributes are those of upstream's FunctionOpInterface: `function_type`, `arg_attrs`, `res_attrs`. A list of attributes
//! that are all empty is left out.

use crate::attrs::Attr;
use crate::context::Context;
use crate::ids::{OpHandle, Value};
pub use crate::interfaces::FUNCTION_TYPE;
use crate::interfaces::FunctionOp;
use crate::ir::Ir;
use crate::loc::Loc;
use crate::types::Type;

/// The attribute with a dictionary for each argument.
pub const ARG_ATTRS: &str = "arg_attrs";
/// The attribute with a dictionary for each result.
pub const RES_ATTRS: &str = "res_attrs";

/// An argument or a result that a function gets.
#[derive(Clone, Copy, Debug)]
pub struct NewPart {
    /// The index of the old one before which it is inserted; their number to append. New ones with the same index keep
    /// their order.
    pub at: usize,
    /// Its type.
    pub ty: Type,
    /// Its attributes, a dictionary.
    pub attrs: Attr,
    /// The location; of arguments only.
    pub loc: Loc,
}

/// Returns `items` without those that are not kept.
fn kept<T: Copy>(items: &[T], keep: &[bool]) -> Vec<T> {
    items.iter().zip(keep).filter(|(_, keep)| **keep).map(|(&item, _)| item).collect()
}

/// Returns `items` with new ones among them.
fn with_new<T: Copy>(items: &[T], new: &[NewPart], get: impl Fn(&NewPart) -> T) -> Vec<T> {
    let mut all = Vec::with_capacity(items.len() + new.len());
    for at in 0..=items.len() {
        all.extend(new.iter().filter(|part| part.at == at).map(&get));
        all.extend(items.get(at));
    }
    all
}

/// Returns a list of attributes, null where all of them are empty.
fn attrs_list(cx: &Context, attrs: &[Attr]) -> Attr {
    let is_empty = attrs.iter().all(|&attrs| attrs == Attr::EMPTY_DICT);
    if is_empty { Attr::NULL } else { cx.array_attr(attrs) }
}

impl Ir {
    /// Returns the types of the arguments and results of a function; `None` if the op is none.
    pub fn signature(&self, function: OpHandle) -> Option<(Vec<Type>, Vec<Type>)> {
        let op = self.op(function);
        let interface = op.interface::<dyn FunctionOp>()?;
        Some((interface.argument_types(op), interface.result_types(op)))
    }

    /// Returns a dictionary for each argument (`arg_attrs`) or result (`res_attrs`) of a function.
    pub fn attrs_of_parts(&self, function: OpHandle, list: &str, count: usize) -> Vec<Attr> {
        let op = self.op(function);
        let given = op.inherent_attr(list).and_then(|list| list.as_array(op.cx()));
        let mut attrs = given.map_or(Vec::new(), <[Attr]>::to_vec);
        attrs.resize(count, Attr::EMPTY_DICT);
        attrs
    }

    /// Sets the types of the arguments and results of a function. The entry block, returns and attributes stay as they are.
    pub fn set_signature(&mut self, function: OpHandle, inputs: &[Type], results: &[Type]) {
        let op = self.op(function);
        let Some(interface) = op.interface::<dyn FunctionOp>() else { return };
        let ty = interface.function_type(op.cx(), inputs, results);
        self.rewrite(function.body, |rw| rw.set_attr(function.op, FUNCTION_TYPE, ty));
    }

    /// Sets the dictionaries of the arguments (`arg_attrs`) or results (`res_attrs`) of a function.
    pub fn set_attrs_of_parts(&mut self, function: OpHandle, list: &str, attrs: &[Attr]) {
        if attrs.is_empty() && self.op(function).inherent_attr(list).is_none() {
            return;
        }
        let attr = attrs_list(self.cx(), attrs);
        self.rewrite(function.body, |rw| rw.set_attr(function.op, list, attr));
    }

    /// Inserts arguments into the type and the entry block of a function; returns the values of those in the entry block,
    /// in the order of `new`. Callers stay as they are. Linear in the number of arguments.
    pub fn insert_arguments(&mut self, function: OpHandle, new: &[NewPart]) -> Vec<Value> {
        let Some((inputs, results)) = self.signature(function) else { return Vec::new() };
        let attrs = self.attrs_of_parts(function, ARG_ATTRS, inputs.len());
        self.set_signature(function, &with_new(&inputs, new, |part| part.ty), &results);
        self.set_attrs_of_parts(function, ARG_ATTRS, &with_new(&attrs, new, |part| part.attrs));
        let Some((inner, entry)) = self.entry_block(function) else { return Vec::new() };
        self.rewrite(inner, |rw| {
            let old: Vec<Value> = rw.body().args(entry).collect();
            let at_end = new.iter().all(|part| part.at >= old.len());
            if at_end {
                return new.iter().map(|part| rw.add_argument(entry, part.ty, part.loc)).collect();
            }
            // All attributes are rebuilt in the new order.
            let mut values = vec![None; new.len()];
            for at in 0..=old.len() {
                for (number, part) in new.iter().enumerate().filter(|(_, part)| part.at == at) {
                    values[number] = Some(rw.add_argument(entry, part.ty, part.loc));
                }
                if let Some(&value) = old.get(at) {
                    let (ty, loc) = (rw.value(value).ty(), rw.value(value).loc());
                    let moved = rw.add_argument(entry, ty, loc);
                    rw.replace_all_uses_with(value, moved);
                }
            }
            let total = rw.body().n_args(entry);
            rw.keep_args(entry, &(0..total).map(|at| at >= old.len()).collect::<Vec<_>>());
            values.into_iter().flatten().collect()
        })
    }

    /// Inserts results into the type of a function. Returns and callers stay as they are.
    pub fn insert_results(&mut self, function: OpHandle, new: &[NewPart]) {
        let Some((inputs, results)) = self.signature(function) else { return };
        let attrs = self.attrs_of_parts(function, RES_ATTRS, results.len());
        self.set_signature(function, &inputs, &with_new(&results, new, |part| part.ty));
        self.set_attrs_of_parts(function, RES_ATTRS, &with_new(&attrs, new, |part| part.attrs));
    }

    /// Removes the arguments that are not kept, which have no uses, from a function's type and entry block.
    /// Callers are not updated. Linear in the number of arguments.
    pub fn keep_arguments(&mut self, function: OpHandle, keep: &[bool]) {
        let Some((inputs, results)) = self.signature(function) else { return };
        let attrs = self.attrs_of_parts(function, ARG_ATTRS, inputs.len());
        self.set_signature(function, &kept(&inputs, keep), &results);
        self.set_attrs_of_parts(function, ARG_ATTRS, &kept(&attrs, keep));
        if let Some((inner, entry)) = self.entry_block(function) {
            self.rewrite(inner, |rw| rw.keep_args(entry, keep));
        }
    }

    /// Removes the results that are not kept from a function's type. Returns and callers are not updated.
    pub fn keep_results(&mut self, function: OpHandle, keep: &[bool]) {
        let Some((inputs, results)) = self.signature(function) else { return };
        let attrs = self.attrs_of_parts(function, RES_ATTRS, results.len());
        self.set_signature(function, &inputs, &kept(&results, keep));
        self.set_attrs_of_parts(function, RES_ATTRS, &kept(&attrs, keep));
    }

    /// Returns the entry block of an isolated op with its body; `None` if it has none.
    fn entry_block(&self, op: OpHandle) -> Option<(crate::ids::BodyId, crate::ids::Block)> {
        let op = self.op(op);
        let entry = (op.num_regions() > 0).then(|| op.region(0).entry()).flatten()?;
        Some((entry.body_id(), entry.id()))
    }
}
