//! Functions that take and return memrefs by pointers to their structures, as C programs have them: for callers of functions that
//! are defined here, and around functions that are defined elsewhere.

use terrace_conversion::ConversionRewriter;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_llvm::enums::Linkage;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::{PointerType, is_struct};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, Context, Loc, NamedAttr, Op, OpHandle, OpKind, OptionalAttr, Type, Value};

use crate::func::{kept_attrs, result_attrs, set_function_attrs};
use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_common::descriptor::{MemRefDescriptor, UnrankedMemRefDescriptor};

/// The prefix of the names of wrappers.
const PREFIX: &str = "_mlir_ciface_";

/// The signature of a wrapper.
struct Signature {
    inputs: Vec<Type>,
    result: Option<Type>,
    /// The structure that the first argument points to, where it is for the results.
    result_struct: Option<Type>,
}

fn signature(
    cx: &Context,
    converter: &LlvmTypeConverter,
    inputs: &[Type],
    results: &[Type],
) -> Option<Signature> {
    let pointer = PointerType::default_space(cx);
    let packed = converter.pack_results(cx, results)?;
    let result_struct = packed.filter(|&ty| is_struct(cx, ty));
    let mut types: Vec<Type> = result_struct.map(|_| pointer).into_iter().collect();
    for &input in inputs {
        types.push(if input.is_memref(cx) { pointer } else { converter.convert(cx, input)? });
    }
    Some(Signature { inputs: types, result: packed.filter(|_| result_struct.is_none()), result_struct })
}

/// Creates the wrapper as a declaration after a function.
fn declare(
    rw: &mut ConversionRewriter<'_>,
    (old, after): (Op, Op),
    signature: &Signature,
    converter: &LlvmTypeConverter,
) -> Op {
    let (cx, view) = (rw.cx(), FuncOp::view_of(rw.op(old)));
    let loc = view.0.loc();
    let name = cx.string_attr(&format!("{PREFIX}{}", view.sym_name().text(cx)));
    let (arg_attrs, res_attrs) = (view.arg_attrs_attr(), view.res_attrs_attr());
    let (visibility, kept) = (view.sym_visibility_attr(), kept_attrs(view.0));
    let shifted = arg_attrs.and_then(|attrs| attrs.as_array(cx)).map(|attrs| {
        let first = signature.result_struct.map(|_| cx.dict(Vec::new()));
        let all: Vec<Attr> = first.into_iter().chain(attrs.iter().copied()).collect();
        cx.array_attr(&all)
    });
    rw.set_insertion_point_after(after);
    let ty = llvm::function_type(cx, &signature.inputs, signature.result, false);
    let mut function = llvm::LLVMFuncOp::of().loc(loc).sym_name_attr(name).function_type(ty);
    if let Some(attrs) = shifted {
        function = function.arg_attrs_attr(attrs);
    }
    if let Some(attrs) = result_attrs(cx, converter, res_attrs).filter(|_| signature.result.is_some()) {
        function = function.res_attrs_attr(attrs);
    }
    if let Some(visibility) = visibility {
        function = function.sym_visibility_attr(visibility);
    }
    let made = rw.build(function);
    let kept: Vec<NamedAttr> = kept.optional_entries(cx).to_vec();
    set_function_attrs(rw, made.into(), &kept);
    let handle = rw.handle(made);
    rw.with_ir(|ir| ir.add_inner_body(handle, 1));
    made.into()
}

/// Fills the empty body of a function: `fill` makes ops from the arguments.
fn fill(
    rw: &mut ConversionRewriter<'_>,
    function: OpHandle,
    (index, loc): (Type, Loc),
    inputs: &[Type],
    fill: impl FnOnce(&mut Build<'_, '_>, &[Value]) -> Option<()>,
) -> Option<()> {
    rw.with_ir(|ir| {
        let body = ir.op(function).inner_body()?;
        ir.rewrite(body, |rw| {
            let region = rw.body().top_regions().first().copied()?;
            let args: Vec<(Type, Loc)> = inputs.iter().map(|&ty| (ty, loc)).collect();
            let entry = rw.create_block(region, &args);
            let args: Vec<Value> = rw.body().args(entry).collect();
            rw.set_insertion_point_to_end(entry);
            fill(&mut Build::new(rw, loc, index), &args)
        })
    })
}

fn call(build: &mut Build<'_, '_>, callee: Attr, arguments: &[Value], result: Option<Type>) -> Option<Value> {
    let call = llvm::CallOp::of()
        .loc(build.loc)
        .callee_attr(callee)
        .callee_operands(arguments)
        .op_bundle_operands(&[]);
    let call = match result {
        Some(ty) => call.result(ty),
        None => call,
    };
    let made = build.rw.build(call);
    build.rw.body().results(made).next()
}

fn finish(build: &mut Build<'_, '_>, value: Option<Value>) {
    let end = llvm::ReturnOp::of().loc(build.loc);
    build.rw.build(match value {
        Some(value) => end.arg(value),
        None => end,
    });
}

fn callee(rw: &ConversionRewriter<'_>, function: Op) -> Attr {
    let name = llvm::LLVMFuncOp::view_of(rw.op(function)).sym_name();
    rw.cx().flat_symbol_ref(rw.cx().str(name))
}

/// Creates the wrapper that C programs call: it loads the memref descriptors, and stores the structure of
/// results.
pub(crate) fn wrap_for_external_callers(
    rw: &mut ConversionRewriter<'_>,
    (old, new): (Op, Op),
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(old));
    let (inputs, results) =
        (FuncOp::MODEL.argument_types(rw.op(old)), FuncOp::MODEL.result_types(rw.op(old)));
    let signature = signature(cx, converter, &inputs, &results)?;
    let made = declare(rw, (old, new), &signature, converter);
    let (target, handle) = (callee(rw, new), rw.handle(made));
    let packed = converter.pack_results(cx, &results)?;
    fill(rw, handle, (converter.index, loc), &signature.inputs, |build, args| {
        let (pointer, args) = args.split_at(usize::from(signature.result_struct.is_some()));
        let mut arguments = Vec::new();
        for (&arg, &ty) in args.iter().zip(&inputs) {
            if !ty.is_memref(cx) {
                arguments.push(arg);
                continue;
            }
            let loaded = build.load(converter.convert(cx, ty)?, arg);
            match ty.shape(cx) {
                Some(shape) => arguments.extend(MemRefDescriptor::of(loaded).unpack(build, shape.len())),
                None => {
                    let loaded = UnrankedMemRefDescriptor::of(loaded);
                    arguments.extend([loaded.rank(build), loaded.pointer(build)]);
                }
            }
        }
        let returned = call(build, target, &arguments, packed);
        match (returned, pointer) {
            (Some(returned), &[pointer]) => {
                build.store(returned, pointer);
                finish(build, None);
            }
            (returned, _) => finish(build, returned),
        }
        Some(())
    })
}

/// Fills the body of a function that is declared alone: it calls the function of a C program.
pub(crate) fn wrap_external(
    rw: &mut ConversionRewriter<'_>,
    (old, new): (Op, Op),
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(old));
    let (inputs, results) =
        (FuncOp::MODEL.argument_types(rw.op(old)), FuncOp::MODEL.result_types(rw.op(old)));
    let signature = signature(cx, converter, &inputs, &results)?;
    let made = declare(rw, (old, new), &signature, converter);
    let private = terrace_dialects_llvm::attrs::LinkageAttr::get(cx, Linkage::Private).into();
    rw.set_attr(new, "linkage", private);
    let types = FuncOp::MODEL.argument_types(rw.op(old));
    let own: Vec<Type> =
        types.iter().map(|&ty| converter.convert_argument(cx, ty)).collect::<Option<Vec<_>>>()?.concat();
    let (target, handle) = (callee(rw, made), rw.handle(new));
    fill(rw, handle, (converter.index, loc), &own, |build, mut args| {
        let pointer = PointerType::default_space(cx);
        let mut arguments = Vec::new();
        let alloca = |build: &mut Build<'_, '_>, ty: Type| {
            let one = build.index(1);
            let alloca = llvm::AllocaOp::of(one).loc(build.loc).elem_type(ty).res(pointer);
            build.rw.build_value(alloca)
        };
        if let Some(structure) = signature.result_struct {
            arguments.push(alloca(build, structure));
        }
        for &ty in &inputs {
            if !ty.is_memref(cx) {
                arguments.push(args[0]);
                args = &args[1..];
                continue;
            }
            let structure = converter.convert(cx, ty)?;
            let packed = match ty.shape(cx) {
                Some(shape) => {
                    let (fields, rest) = args.split_at(3 + 2 * shape.len());
                    args = rest;
                    MemRefDescriptor::pack(build, structure, shape.len(), fields).value
                }
                None => {
                    let (fields, rest) = args.split_first_chunk::<2>()?;
                    args = rest;
                    UnrankedMemRefDescriptor::pack(build, structure, *fields).value
                }
            };
            let memory = alloca(build, build.rw.body().value_type(packed));
            build.store(packed, memory);
            arguments.push(memory);
        }
        let returned = call(build, target, &arguments, signature.result);
        match signature.result_struct {
            Some(structure) => {
                let loaded = build.load(structure, arguments[0]);
                finish(build, Some(loaded));
            }
            None => finish(build, returned),
        }
        Some(())
    })
}
