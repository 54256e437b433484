//! `buffer-results-to-out-params`: buffers that functions return become arguments, which callers allocate.
//!
//! Entry: bufferized functions. Exit: no function with a body returns a memref, except for public ones without
//! `modify-public-functions`; returned buffers are copied to arguments, or allocated by the caller. On error the module
//! is left partially transformed.

use rustc_hash::FxHashMap;
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_dialects_mem::layout::{MemRef, memref};
use terrace_dialects_mem::memref::alloc::{AllocOp, AllocaOp, ReallocOp};
use terrace_dialects_mem::memref::cast::CastOp;
use terrace_dialects_mem::memref::causes::{OUT_PARAM, OUT_PARAM_COPY};
use terrace_dialects_mem::memref::{AllocSpec, create_alloc, create_copy};
use terrace_ir::def::plain_error;
use terrace_ir::function::{NewPart, RES_ATTRS};
use terrace_ir::symbols::{Visibility, visibility};
use terrace_ir::{
    Attr, Context, Diag, Ir, MemRefType, OpHandle, OpKind, OpRef, OptionalAttr, Rewriter, Type, Value,
    ValueDef, View, types::DYNAMIC,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::walk;

pass_options! {
    /// The options of the pass.
    struct BufferResultsToOutParamsOptions {
        /// Add the attribute 'bufferize.result' to all output parameters.
        add_result_attr("add-result-attr"): bool = "false",
        /// Hoist static allocations to call sites.
        hoist_static_allocs("hoist-static-allocs"): bool = "false",
        /// Hoist dynamic allocations to call sites.
        hoist_dynamic_allocs("hoist-dynamic-allocs"): bool = "false",
        /// Modify function signatures of public functions.
        modify_public_functions("modify-public-functions"): bool = "false",
    }
}

/// The pass.
pub static BUFFER_RESULTS_TO_OUT_PARAMS: PassDef = PassDef {
    name: "buffer-results-to-out-params",
    class: "BufferResultsToOutParamsPass",
    doc: "Converts memref-typed function results to out-params",
    anchor: Some(ModuleOp::DEF.name),
    options: BufferResultsToOutParamsOptions::DEFS,
    make: |options| {
        let options = BufferResultsToOutParamsOptions::from(options);
        Ok(Pass::Ir(Box::new(ResultsToOutParams {
            mark: options.add_result_attr,
            hoist_static: options.hoist_static_allocs,
            hoist_dynamic: options.hoist_dynamic_allocs,
            public: options.modify_public_functions,
        })))
    },
    ..EMPTY_PASS
};

struct ResultsToOutParams {
    mark: bool,
    hoist_static: bool,
    hoist_dynamic: bool,
    public: bool,
}

/// For each allocation that moves to the callers: the function arguments that are its sizes. Empty if they
/// are not arguments.
type Sizes = Vec<Vec<usize>>;

impl IrPass for ResultsToOutParams {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let blocks = ir.op(op).regions().flat_map(|region| region.blocks());
        let inner = blocks.flat_map(|block| block.ops());
        let functions: Vec<OpHandle> = inner
            .filter_map(|op| op.cast::<FuncOp>())
            .filter(|op| self.changes(*op))
            .map(|op| op.0.handle())
            .collect();
        let mut sizes: FxHashMap<OpHandle, Sizes> = FxHashMap::default();
        for function in functions {
            if let Err(diag) = check_layouts(ir.op(function)) {
                return run.fail(diag);
            }
            sizes.insert(function, self.change_function(ir, function));
        }
        self.change_calls(ir, op, &sizes, run)
    }
}

impl ResultsToOutParams {
    /// Whether a function is changed.
    fn changes(&self, function: View<'_, FuncOp>) -> bool {
        let seen = visibility(function.0) == Visibility::Public && !self.public;
        !seen && !function.is_declaration()
    }

    /// Returns a function an argument for each buffer that it gave back.
    fn change_function(&self, ir: &mut Ir, function: OpHandle) -> Sizes {
        let op = ir.op(function);
        let (cx, loc) = (ir.cx().clone(), op.loc());
        let Some((inputs, results)) = op.cast::<FuncOp>().map(|function| function.function_type()) else {
            return Sizes::new();
        };
        let buffer_at: Vec<bool> = results.iter().map(|&ty| memref(&cx, ty).is_some()).collect();
        let (types, at) = (results.to_vec(), inputs.len());
        let Some(inner) = op.inner_body() else { return Sizes::new() };
        let attrs = ir.attrs_of_parts(function, RES_ATTRS, types.len());
        let buffers = types.into_iter().zip(attrs).zip(&buffer_at).filter(|(_, buffer)| **buffer);
        let new: Vec<NewPart> = buffers
            .map(|((ty, attrs), _)| NewPart { at, ty, attrs: self.argument_attrs(&cx, attrs), loc })
            .collect();
        let params = ir.insert_arguments(function, &new);
        ir.keep_results(function, &buffer_at.iter().map(|buffer| !buffer).collect::<Vec<_>>());
        ir.rewrite(inner, |rw| {
            let returns: Vec<_> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<ReturnOp>()).collect();
            let mut all: Option<Sizes> = None;
            for end in returns {
                let found = self.change_return(rw, end, &params);
                match &mut all {
                    None => all = Some(found),
                    // The caller allocates for all ways out: only sizes that they agree on are known.
                    Some(all) => {
                        all.iter_mut().zip(&found).filter(|(a, b)| a != b).for_each(|(a, _)| a.clear())
                    }
                }
            }
            // A function that never returns has no results to pass.
            all.unwrap_or_default()
        })
    }

    /// Returns the attributes of an argument that replaces a result with these.
    fn argument_attrs(&self, cx: &Context, attrs: Attr) -> Attr {
        let mut entries = attrs.optional_entries(cx).to_vec();
        if self.mark {
            entries.push((cx.str("bufferize.result"), Attr::UNIT));
        }
        cx.dict(entries)
    }

    /// Writes returned buffers to the out parameters: by a copy, or by replacing an allocation, which moves
    /// to the caller.
    fn change_return(&self, rw: &mut Rewriter<'_>, end: terrace_ir::Op, params: &[Value]) -> Sizes {
        let (cx, loc) = (rw.cx(), rw.body().loc(end));
        let mut params = params.iter().copied();
        let (mut kept, mut sizes) = (Vec::new(), Sizes::new());
        for at in 0..rw.op(end).num_operands() {
            let value = rw.body().operand(end, at);
            let Some(buffer) = memref(cx, rw.body().value_type(value)) else {
                kept.push(value);
                continue;
            };
            let Some(param) = params.next() else { continue };
            let hoists = if buffer.num_dynamic() == 0 { self.hoist_static } else { self.hoist_dynamic };
            let made_by = rw.value(value).defining_op().filter(|op| hoists && allocates(*op));
            match made_by.map(|op| (op.id(), size_arguments(op))) {
                Some((alloc, arguments)) => {
                    if buffer.num_dynamic() > 0 {
                        sizes.push(arguments);
                    }
                    rw.replace_all_uses_with(value, param);
                    rw.erase_op(alloc);
                }
                None => {
                    if buffer.num_dynamic() > 0 {
                        sizes.push(Vec::new());
                    }
                    rw.set_insertion_point_before(end);
                    create_copy(rw, value, param, loc, &OUT_PARAM_COPY);
                }
            }
        }
        rw.set_insertion_point_before(end);
        rw.build(ReturnOp::of(&kept).loc(loc));
        rw.erase_op(end);
        sizes
    }

    /// Passes buffers in calls of the changed functions.
    fn change_calls(
        &self,
        ir: &mut Ir,
        module: OpHandle,
        sizes: &FxHashMap<OpHandle, Sizes>,
        run: &mut PassRun<'_>,
    ) -> Result<(), Failed> {
        let tables = ir.symbol_tables();
        let (mut calls, mut errors) = (Vec::new(), Vec::new());
        let table = ir.op(module);
        walk(table, |op| {
            let Some(name) = op.cast::<CallOp>().and_then(|call| call.callee_attr().as_symbol_ref(op.cx()))
            else {
                return;
            };
            let callee = tables.lookup(table, name.0).and_then(|callee| callee.cast::<FuncOp>());
            match callee {
                None => {
                    let name = name.0.text(op.cx());
                    errors.push(plain_error(op, format!("cannot find callee '{name}' in symbol table")));
                }
                Some(callee) if self.changes(callee) => calls.push((op.handle(), callee.0.handle())),
                Some(_) => {}
            }
        });
        let none = Sizes::new();
        for (call, callee) in calls {
            let sizes = sizes.get(&callee).unwrap_or(&none);
            if let Err(diag) = ir.rewrite(call.body, |rw| change_call(rw, call.op, sizes)) {
                errors.push(diag);
            }
        }
        let failed = !errors.is_empty();
        errors.into_iter().for_each(|diag| run.report(diag));
        if failed { Err(Failed) } else { Ok(()) }
    }
}

/// Allocates a buffer for each result of a call, and passes it to the callee.
fn change_call(rw: &mut Rewriter<'_>, call: terrace_ir::Op, sizes: &Sizes) -> Result<(), Box<Diag>> {
    let (cx, loc) = (rw.cx(), rw.body().loc(call));
    let results: Vec<Value> = rw.body().results(call).collect();
    let given: Vec<Value> = rw.body().operands(call).collect();
    let (mut operands, mut kept, mut sizes) = (given.clone(), Vec::new(), sizes.iter());
    rw.set_insertion_point_before(call);
    for result in results {
        let ty = rw.body().value_type(result);
        let Some(buffer) = memref(cx, ty) else {
            kept.push(result);
            continue;
        };
        let extents: Vec<Value> = match buffer.num_dynamic() {
            0 => Vec::new(),
            _ => sizes.next().into_iter().flatten().filter_map(|&at| given.get(at).copied()).collect(),
        };
        if extents.len() != buffer.num_dynamic() {
            let message = "cannot create out param for dynamically shaped result";
            return Err(plain_error(rw.op(call), message));
        }
        let plain = MemRefType::get_with(cx, buffer.shape, buffer.element, None, buffer.space);
        let mut param = create_alloc(rw, AllocSpec::of_sizes(&extents), plain, loc, &OUT_PARAM);
        if !buffer.has_identity_layout(cx) {
            param = rw.build_value(CastOp::of(param).loc(loc).dest(ty));
        }
        rw.replace_all_uses_with(result, param);
        operands.push(param);
    }
    let types: Vec<Type> = kept.iter().map(|&value| rw.body().value_type(value)).collect();
    let callee = rw.op(call).cast::<CallOp>().map_or(Attr::NULL, |call| call.callee_attr());
    let new = rw.build(CallOp::of(&operands).callee_attr(callee).results(&types).loc(loc));
    let replacements: Vec<Value> = rw.body().results(new).collect();
    for (old, new) in kept.into_iter().zip(replacements) {
        rw.replace_all_uses_with(old, new);
    }
    rw.erase_op(call);
    Ok(())
}

/// Verifies layouts: only buffers with the default layout can be allocated, and a cast drops a whole layout
/// or nothing.
fn check_layouts(function: OpRef<'_>) -> Result<(), Box<Diag>> {
    let cx = function.cx();
    let Some((_, results)) = function.cast::<FuncOp>().map(|function| function.function_type()) else {
        return Ok(());
    };
    let fits = |buffer: &MemRef<'_>| {
        let unknown = |(strides, offset): (Vec<i64>, i64)| {
            offset == DYNAMIC && strides.iter().all(|&stride| stride == DYNAMIC)
        };
        buffer.has_identity_layout(cx) || buffer.strides_and_offset(cx).is_some_and(unknown)
    };
    match results.iter().filter_map(|&ty| memref(cx, ty)).all(|buffer| fits(&buffer)) {
        true => Ok(()),
        false => Err(plain_error(function, "cannot create out param for result with unsupported layout")),
    }
}

fn allocates(op: OpRef<'_>) -> bool {
    op.isa::<AllocOp>() || op.isa::<AllocaOp>() || op.isa::<ReallocOp>()
}

/// The function arguments that are an allocation's sizes; empty if a size is not a function argument.
fn size_arguments(op: OpRef<'_>) -> Vec<usize> {
    let entry = op.body().top_regions().first().and_then(|&region| op.body().entry(region));
    let sizes = op.operands().filter(|operand| operand.ty() == Type::INDEX);
    let arguments = sizes.map(|size| match size.def() {
        ValueDef::Argument(block) if Some(block) == entry => Some(op.body().value_index(size.id()) as usize),
        _ => None,
    });
    arguments.collect::<Option<Vec<usize>>>().unwrap_or_default()
}
