//! `linalg-generalize-named-ops` and `linalg-morph-ops`: ops between their forms.

use terrace_dialects_linalg::builders::{Loops, make_generic, tensor_types};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::structured::{Structured, as_structured};
use terrace_ir::context::OpInfo;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef, pass_options};

use super::elementwise::NAMED_TO_ELEMENTWISE;
use super::specialize::SPECIALIZE;
use terrace_passes_shared::greedy::Greedy;

/// The pass that writes named ops as generic ones.
pub static GENERALIZE_NAMED_OPS: PassDef = PassDef {
    name: "linalg-generalize-named-ops",
    class: "LinalgGeneralizeNamedOpsPass",
    doc: "Convert named ops into generic ops",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(GENERALIZE)))),
    ..EMPTY_PASS
};

pass_options! {
    /// The forms to convert from and to.
    struct MorphOpsOptions {
        /// convert named ops to category op e.g. `linalg.elementwise`
        named_to_category("named-to-category"): bool = "false",
        /// convert category ops e.g. `linalg.elementwise` to `linalg.generic`
        category_to_generic("category-to-generic"): bool = "false",
        /// convert named ops e.g. `linalg.add` to `linalg.generic`
        named_to_generic("named-to-generic"): bool = "false",
        /// convert linalg.generic to equivalent named ops
        generic_to_named("generic-to-named"): bool = "false",
    }
}

/// The pass that converts between op categories in the requested direction.
pub static MORPH_OPS: PassDef = PassDef {
    name: "linalg-morph-ops",
    class: "LinalgMorphOpsPass",
    doc: "Convert linalg ops between forms",
    options: MorphOpsOptions::DEFS,
    make: |options| {
        let options = MorphOpsOptions::from(options);
        let mut patterns = Vec::new();
        if options.named_to_category {
            patterns.extend_from_slice(NAMED_TO_ELEMENTWISE);
        }
        if options.named_to_generic || options.category_to_generic {
            patterns.extend_from_slice(GENERALIZE);
        }
        if options.generic_to_named {
            patterns.extend_from_slice(SPECIALIZE);
        }
        Ok(Pass::Body(Box::new(Greedy::new(&patterns))))
    },
    ..EMPTY_PASS
};

fn is_named(info: &OpInfo) -> bool {
    let generic = info.def().is_some_and(|def| std::ptr::eq(def, GenericOp::DEF));
    !generic && info.interface::<dyn Structured>().is_some()
}

/// Patterns that write ops as generic ones.
pub(crate) static GENERALIZE: &[Pattern] =
    &[Pattern::having("generalize", is_named, |rw, op| generalize(rw, op).map(drop))];

/// Replaces a structured op by the same loops with the same computation, written out, and returns that. `None` if its results
/// are not those of its destinations.
pub fn generalize(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let (first, _) = structured.destinations(view);
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let (inputs, outputs) = operands.split_at(first);
    let (maps, parallel) = (structured.indexing_maps(view), structured.parallel(view));
    let buffers = view.operands().any(|value| value.ty().is_memref(cx));
    let (loc, old) = (view.loc(), view.result_types());
    let types: Vec<Type> = if buffers { Vec::new() } else { tensor_types(rw, outputs) };
    if types.len() != old.len() {
        return None;
    }
    let region = *rw.take_regions(op).first()?;
    let loops = Loops { inputs, outputs, maps: &maps, parallel: &parallel };
    let made = make_generic(rw, &loops, &types, region, loc);
    rw.replace_op_with(op, made);
    Some(made)
}
