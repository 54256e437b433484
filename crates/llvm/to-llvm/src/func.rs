//! `convert-func-to-llvm`: functions, calls and returns. Memrefs are passed as the fields of their structures, or as pointers to
//! their elements; several results as one structure.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, SignatureConversion};
use terrace_dialects_core::func::*;
use terrace_dialects_llvm::attrs::{LinkageAttr, MemoryEffectsAttr};
use terrace_dialects_llvm::enums::ModRefInfo;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, Context, Diag, NamedAttr, Op, OpKind, OpRef, OptionalAttr, Type, Value};

use crate::functions::{EMIT_C_INTERFACE, RuntimeFunction};
use crate::wrappers::{wrap_external, wrap_for_external_callers};
use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_common::descriptor::{MemRefDescriptor, UnrankedMemRefDescriptor};

/// The attributes of functions that the conversion reads.
const LINKAGE: &str = "llvm.linkage";
const READNONE: &str = "llvm.readnone";
const VARARGS: &str = "func.varargs";
const BARE_POINTERS: &str = "llvm.bareptr";

/// Adds the patterns that turn functions, calls and returns into those of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    populate_function_pattern(cx, patterns, converter);
    let types = &converter.types;
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<CallIndirectOp>(
        cx,
        "CallIndirectOpLowering",
        types,
        move |rw, op, adaptor| {
            let callee = adaptor.values(0).to_vec();
            let old: Vec<Type> =
                CallIndirectOp::view_of(rw.op(op)).callee_operands().map(|value| value.ty()).collect();
            convert_call(rw, op.into(), None, (&callee, &old), adaptor, &lower)
        },
    );
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<CallOp>(cx, "CallOpLowering", types, move |rw, op, adaptor| {
        let view = CallOp::view_of(rw.op(op));
        let old: Vec<Type> = view.operands().map(|value| value.ty()).collect();
        let callee = view.callee_attr();
        let asks = !lower.options.bare_pointers && callee_asks_for_bare_pointers(rw, op.into(), callee);
        convert_call(rw, op.into(), Some(callee), (&[], &old), adaptor, &lower.calling_convention(asks))
    });
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<ConstantOp>(cx, "ConstantOpLowering", types, move |rw, op, _| {
        let (cx, loc, attrs) = (rw.cx(), rw.body().loc(op), rw.op(op).attrs());
        let name = ConstantOp::view_of(rw.op(op)).value_attr();
        let ty = lower.convert(cx, rw.op(op).single_result().ty())?;
        rw.set_insertion_point_before(op);
        let address = rw.build(llvm::AddressOfOp::of().loc(loc).global_name_attr(name).res(ty));
        rw.set_attrs(address, attrs);
        rw.replace_op_with(op, address);
        Some(())
    });
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<ReturnOp>(cx, "ReturnOpLowering", types, move |rw, op, adaptor| {
        convert_return(rw, op.into(), adaptor, &lower)
    });
    patterns.across_bodies();
}

/// Adds the pattern that turns functions into those of the dialect llvm.
pub fn populate_function_pattern(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    let lower = Arc::clone(converter);
    patterns
        .add_with_type_converter::<FuncOp>(cx, "FuncOpConversion", &converter.types, move |rw, op, _| {
            convert_function(rw, op, &lower)
        })
        .across_bodies();
}

/// Whether the callee of an op requests bare pointers.
fn callee_asks_for_bare_pointers(rw: &mut ConversionRewriter<'_>, op: Op, callee: Attr) -> bool {
    let op = rw.handle(op);
    rw.with_ir(|ir| {
        let function = ir.symbol_tables().lookup_nearest(ir.op(op), callee);
        function.is_some_and(|function| function.discardable_attr(BARE_POINTERS).is_some())
    })
}

/// Whether the enclosing function of an op requests bare pointers.
fn asks_for_bare_pointers(rw: &mut ConversionRewriter<'_>, op: Op) -> bool {
    let op = rw.handle(op);
    rw.with_ir(|ir| {
        let mut parent = ir.op(op).parent_op();
        while let Some(op) = parent.filter(|op| !op.isa::<llvm::LLVMFuncOp>()) {
            parent = op.parent_op();
        }
        parent.is_some_and(|function| function.discardable_attr(BARE_POINTERS).is_some())
    })
}

/// The converted arguments of a function: their types, and the number of them for each original argument.
pub(crate) struct Arguments {
    pub(crate) types: Vec<Type>,
    pub(crate) counts: Vec<usize>,
}

pub(crate) fn converted_arguments(
    cx: &Context,
    converter: &LlvmTypeConverter,
    inputs: &[Type],
) -> Option<Arguments> {
    let mut arguments = Arguments { types: Vec::new(), counts: Vec::new() };
    for &input in inputs {
        let types = converter.convert_argument(cx, input)?;
        arguments.counts.push(types.len());
        arguments.types.extend(types);
    }
    Some(arguments)
}

/// The attributes of an argument or a result with types converted in them.
fn convert_type_attrs(cx: &Context, converter: &LlvmTypeConverter, attrs: Attr) -> Attr {
    let Some(entries) = attrs.as_dict(cx) else { return attrs };
    let convert = |entry: &NamedAttr| {
        let typed = matches!(
            entry.0.text(cx),
            "llvm.byval" | "llvm.byref" | "llvm.sret" | "llvm.inalloca" | "llvm.elementtype"
        );
        let ty = entry.1.as_type(cx).filter(|_| typed).and_then(|ty| converter.convert(cx, ty));
        (entry.0, ty.map_or(entry.1, |ty| cx.type_attr(ty)))
    };
    let entries: Vec<NamedAttr> = entries.iter().map(convert).collect();
    cx.dict(entries)
}

/// The attributes of the converted arguments: those of an argument that becomes one.
fn argument_attrs(
    cx: &Context,
    converter: &LlvmTypeConverter,
    attrs: Option<Attr>,
    arguments: &Arguments,
) -> Option<Attr> {
    let attrs = attrs?.as_array(cx)?;
    let mut new = Vec::with_capacity(arguments.types.len());
    for (&attrs, &count) in attrs.iter().zip(&arguments.counts) {
        match count {
            1 => new.push(convert_type_attrs(cx, converter, attrs)),
            count => new.extend(std::iter::repeat_n(cx.dict(Vec::new()), count)),
        }
    }
    Some(cx.array_attr(&new))
}

/// The attributes of the result of the new function: those of the only result of the old one.
pub(crate) fn result_attrs(cx: &Context, converter: &LlvmTypeConverter, attrs: Option<Attr>) -> Option<Attr> {
    match attrs?.as_array(cx)? {
        &[only] => Some(cx.array_attr(&[convert_type_attrs(cx, converter, only)])),
        _ => None,
    }
}

/// The discardable attributes that stay, without those that become inherent ones.
pub(crate) fn kept_attrs(op: OpRef<'_>) -> Attr {
    let cx = op.cx();
    let read = [LINKAGE, READNONE, VARARGS];
    let entries: Vec<NamedAttr> = op
        .attrs()
        .optional_entries(cx)
        .iter()
        .filter(|entry| !read.contains(&entry.0.text(cx)))
        .copied()
        .collect();
    cx.dict(entries)
}

fn convert_function(
    rw: &mut ConversionRewriter<'_>,
    op: FuncOp,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let asks_for_bare_pointers = view.0.discardable_attr(BARE_POINTERS).is_some();
    let converter = &*converter.calling_convention(asks_for_bare_pointers);
    let inputs = FuncOp::MODEL.argument_types(view.0);
    let results = FuncOp::MODEL.result_types(view.0);
    let Some(arguments) = converted_arguments(cx, converter, &inputs) else {
        return rw.notify_match_failure(op, "signature conversion failed");
    };
    let Some(result) = converter.pack_results(cx, &results) else {
        return rw.notify_match_failure(op, "signature conversion failed");
    };
    let flag = |name: &str| view.0.discardable_attr(name);
    let is_variadic = flag(VARARGS) == Some(Attr::TRUE);
    let emits_wrapper = flag(EMIT_C_INTERFACE) == Some(Attr::UNIT);
    let linkage = match flag(LINKAGE) {
        Some(linkage) => match linkage.dyn_cast::<LinkageAttr>(cx) {
            Some(_) => Some(linkage),
            None => {
                let name = cx.attr_text(linkage);
                let message = format!("Contains {LINKAGE} attribute not of type LLVM::LinkageAttr");
                rw.report(Diag::error(loc, format!("'func.func' op {message}: {name}")));
                return None;
            }
        },
        None => None,
    };
    let readnone = match flag(READNONE) {
        None => false,
        Some(Attr::UNIT) => true,
        Some(_) => {
            let message = format!("'func.func' op Contains {READNONE} attribute not of type UnitAttr");
            rw.report(Diag::error(loc, message));
            return None;
        }
    };
    if emits_wrapper && !asks_for_bare_pointers && is_variadic {
        let message = "C interface for variadic functions is not supported yet.";
        rw.report(Diag::error(loc, message.to_owned()));
        return None;
    }
    let new_arg_attrs = argument_attrs(cx, converter, view.arg_attrs_attr(), &arguments);
    let new_res_attrs = result_attrs(cx, converter, view.res_attrs_attr());
    let (name, visibility, kept) = (view.sym_name_attr(), view.sym_visibility_attr(), kept_attrs(view.0));
    let ty = llvm::function_type(cx, &arguments.types, result, is_variadic);
    let old = rw.handle(op);

    // The arguments are converted in place; then the body is moved to the new function.
    let mut signature = SignatureConversion::new(inputs.len());
    let mut rest = arguments.types.as_slice();
    for (at, &count) in arguments.counts.iter().enumerate() {
        let (types, others) = rest.split_at(count);
        signature.add_inputs(at, types);
        rest = others;
    }
    rw.enter(op, |inner| {
        let Some(region) = inner.body().top_regions().first().copied() else { return };
        // The other blocks are converted with the branches to them.
        let Some(entry) = inner.body().entry(region) else { return };
        inner.convert_signature(entry, &signature);
    });

    rw.set_insertion_point_before(op);
    let mut function = llvm::LLVMFuncOp::of().loc(loc).sym_name_attr(name).function_type(ty);
    if let Some(attrs) = new_arg_attrs {
        function = function.arg_attrs_attr(attrs);
    }
    if let Some(attrs) = new_res_attrs {
        function = function.res_attrs_attr(attrs);
    }
    if let Some(visibility) = visibility {
        function = function.sym_visibility_attr(visibility);
    }
    if let Some(linkage) = linkage {
        function = function.linkage_attr(linkage);
    }
    if readnone {
        function = function.memory_effects_attr(no_memory(cx));
    }
    let new = rw.build(function);
    let inherent: Vec<NamedAttr> = kept.optional_entries(cx).to_vec();
    set_function_attrs(rw, new.into(), &inherent);
    let to = rw.handle(new);
    let is_external = rw.with_ir(|ir| {
        ir.move_inner_body(old, to);
        if ir.op(to).inner_body().is_none() {
            ir.add_inner_body(to, 1);
        }
        llvm::LLVMFuncOp::view_of(ir.op(to)).body().is_empty()
    });
    if emits_wrapper && !asks_for_bare_pointers {
        if converter.options.bare_pointers {
            let message =
                "'func.func' op interface emission for functions converted to bare pointers is not supported";
            rw.report(Diag::error(loc, message.to_owned()));
            return None;
        }
        match is_external {
            true => wrap_external(rw, (op.into(), new.into()), converter)?,
            false => wrap_for_external_callers(rw, (op.into(), new.into()), converter)?,
        }
    }
    rw.erase_op(op);
    Some(())
}

/// Sets attributes by name, inherent ones among them.
pub(crate) fn set_function_attrs(rw: &mut ConversionRewriter<'_>, op: Op, attrs: &[NamedAttr]) {
    let cx = rw.cx();
    for entry in attrs {
        rw.set_attr(op, entry.0.text(cx), entry.1);
    }
}

/// The memory effects of `llvm.readnone`.
fn no_memory(cx: &Context) -> Attr {
    let none = ModRefInfo::NoModRef;
    MemoryEffectsAttr::get(cx, none, none, none, none, none, none).into()
}

/// The values that are passed for memrefs: the fields of their structures, or pointers to their elements.
/// Others are passed as all their converted values.
fn promote_operands(
    build: &mut Build<'_, '_>,
    converter: &LlvmTypeConverter,
    old: &[Type],
    values: &[Vec<Value>],
) -> Option<Vec<Value>> {
    let cx = build.cx();
    let mut promoted = Vec::new();
    for (&ty, values) in old.iter().zip(values) {
        if !ty.is_memref(cx) {
            promoted.extend(values);
            continue;
        }
        let &[value] = values.as_slice() else { return None };
        if converter.options.bare_pointers {
            if !ty.has_static_shape(cx) {
                return None;
            }
            promoted.push(MemRefDescriptor::of(value).aligned(build));
        } else if let Some(shape) = ty.shape(cx) {
            promoted.extend(MemRefDescriptor::of(value).unpack(build, shape.len()));
        } else {
            let descriptor = UnrankedMemRefDescriptor::of(value);
            promoted.extend([descriptor.rank(build), descriptor.pointer(build)]);
        }
    }
    Some(promoted)
}

/// Moves the structures of memrefs without a rank to other memory: to the heap where a function returns, to the stack of
/// the caller, which frees the memory, where a call does.
fn copy_unranked(
    build: &mut Build<'_, '_>,
    from: Op,
    old: &[Type],
    values: &mut [Vec<Value>],
    to_heap: bool,
) -> Result<(), Box<Diag>> {
    use terrace_dialects_llvm::intrinsics::MemcpyOp;
    use terrace_dialects_llvm::ops::AllocaOp;
    let (cx, index) = (build.cx(), build.index);
    let unranked: Vec<usize> =
        (0..values.len()).filter(|&at| old[at].is_memref(cx) && old[at].shape(cx).is_none()).collect();
    let single = |values: &[Value]| if let &[value] = values { Some(value) } else { None };
    if unranked.is_empty() {
        return Ok(());
    }
    let pointer = PointerType::default_space(cx);
    let malloc = RuntimeFunction { name: "malloc", inputs: &[index], result: Some(pointer) };
    let free = RuntimeFunction { name: "free", inputs: &[pointer], result: None };
    for &at in &unranked {
        let Some(value) = single(&values[at]) else { continue };
        let descriptor = UnrankedMemRefDescriptor::of(value);
        let size = descriptor.size(build);
        let memory = match to_heap {
            true => malloc.call(build, from, &[size])?.unwrap_or(size),
            false => {
                let alloca = AllocaOp::of(size).loc(build.loc).elem_type(Type::I8).res(pointer);
                build.rw.build_value(alloca)
            }
        };
        let source = descriptor.pointer(build);
        let copy = MemcpyOp::of(memory, source, size).loc(build.loc).is_volatile(false);
        build.rw.build(copy);
        if !to_heap {
            free.call(build, from, &[source])?;
        }
        let structure = build.rw.body().value_type(value);
        let poison = build.poison(structure);
        let rank = descriptor.rank(build);
        let updated = build.insert(poison, rank, &[0]);
        values[at] = vec![build.insert(updated, memory, &[1])];
    }
    Ok(())
}

fn convert_call(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    callee: Option<Attr>,
    (first, old): (&[Value], &[Type]),
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let results = rw.op(op).result_types().to_vec();
    let Some(packed) = converter.pack_results(cx, &results) else {
        return rw.notify_match_failure(op, "the types of the results cannot be converted");
    };
    let values: Vec<Vec<Value>> =
        (0..old.len()).map(|at| adaptor.values(first.len() + at).to_vec()).collect();
    let attrs = rw.op(op).attrs();
    let arg_attrs = rw.op(op).inherent_attr("arg_attrs");
    let res_attrs = rw.op(op).inherent_attr("res_attrs");
    let no_inline = rw.op(op).inherent_attr("no_inline");
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let promoted = promote_operands(&mut build, converter, old, &values)?;
    let operands = [first, &promoted].concat();
    let mut call = llvm::CallOp::of().loc(loc).callee_operands(&operands).op_bundle_operands(&[]);
    if let Some(callee) = callee {
        call = call.callee_attr(callee);
    }
    if let Some(res_attrs) = res_attrs {
        call = call.res_attrs_attr(res_attrs);
    }
    if let Some(arg_attrs) = arg_attrs.filter(|_| promoted.len() == old.len()) {
        call = call.arg_attrs_attr(arg_attrs);
    }
    if no_inline.is_some() {
        call = call.no_inline(true);
    }
    let call = match packed {
        Some(ty) => call.result(ty),
        None => call,
    };
    let made = build.rw.build(call);
    build.rw.set_attrs(made, attrs);
    let counts: Option<Vec<usize>> =
        results.iter().map(|&ty| Some(converter.convert_result(cx, ty)?.len())).collect();
    let counts = counts?;
    let total: usize = counts.iter().sum();
    let mut flat: Vec<Value> = build.rw.body().results(made).collect();
    if let (&[whole], true) = (flat.as_slice(), total > 1 || results.len() > 1) {
        flat = (0..total).map(|at| build.extract(whole, &[at as i64])).collect();
    }
    let mut flat = flat.into_iter();
    let mut new: Vec<Vec<Value>> = counts.iter().map(|&count| flat.by_ref().take(count).collect()).collect();
    if converter.options.bare_pointers {
        for (values, &ty) in new.iter_mut().zip(&results) {
            if let (&[value], true) = (values.as_slice(), converter.is_bare_pointer(cx, ty)) {
                *values = vec![MemRefDescriptor::from_static_shape(&mut build, ty, value)?.value];
            }
        }
    } else if let Err(diag) = copy_unranked(&mut build, op, &results, &mut new, false) {
        rw.report(diag);
        return None;
    }
    rw.replace_with_many(op, &new);
    Some(())
}

fn convert_return(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc, attrs) = (rw.cx(), rw.body().loc(op), rw.op(op).attrs());
    let old: Vec<Type> = rw.op(op).operands().map(|value| value.ty()).collect();
    let mut values: Vec<Vec<Value>> = (0..old.len()).map(|at| adaptor.values(at).to_vec()).collect();
    let asks = !converter.options.bare_pointers && asks_for_bare_pointers(rw, op);
    let converter = &*converter.calling_convention(asks);
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    if converter.options.bare_pointers {
        for (values, &ty) in values.iter_mut().zip(&old) {
            if !ty.is_memref(cx) {
                continue;
            }
            if ty.shape(cx).is_none() {
                return rw.notify_match_failure(op, "unranked memrefs are not returned as bare pointers");
            }
            if let (&[value], true) = (values.as_slice(), converter.is_bare_pointer(cx, ty)) {
                *values = vec![MemRefDescriptor::of(value).allocated(&mut build)];
            }
        }
    } else if let Err(diag) = copy_unranked(&mut build, op, &old, &mut values, true) {
        rw.report(diag);
        return None;
    }
    let values = values.concat();
    let returned = match values.as_slice() {
        [] => None,
        &[one] => Some(one),
        values => {
            let Some(Some(packed)) = converter.pack_results(cx, &old) else {
                return build.rw.notify_match_failure(op, "could not convert result types");
            };
            let whole = build.poison(packed);
            Some((0..).zip(values).fold(whole, |whole, (at, &value)| build.insert(whole, value, &[at])))
        }
    };
    let mut end = llvm::ReturnOp::of().loc(loc);
    if let Some(returned) = returned {
        end = end.arg(returned);
    }
    let end = build.rw.build(end);
    build.rw.set_attrs(end, attrs);
    rw.replace_op_with(op, end);
    Some(())
}
