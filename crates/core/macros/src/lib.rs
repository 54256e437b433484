//! The attribute macros that define ops, types and attributes: a table and typed access from one struct.
//!
//! The map: [`args`] parses the arguments of `#[op(...)]`, [`fields`] the struct's fields, [`format`] checks
//! the assembly format against them, [`emit`] generates the code; [`params`] is for types and attributes.
//!
//! The generated code is small on purpose: a static table and one-line accessors. Parser, printer, verifier
//! and documentation read the table.

#![forbid(unsafe_code)]

mod args;
mod emit;
mod fields;
mod format;
mod params;

use proc_macro::TokenStream;

/// Defines an op from a struct whose fields are its operands, results, attributes, regions and successors.
///
/// ```text
/// /// Adds two integers; wraps on overflow.
/// #[op("arith.addi", traits(Pure, Commutative), format = "$lhs `,` $rhs attr-dict `:` type($result)")]
/// pub struct AddIOp { lhs: Operand<INT_LIKE>, rhs: Operand<INT_LIKE>, result: Res<INT_LIKE> }
/// ```
///
/// Arguments after the name, all optional: `traits(...)`, `format = "..."`, `customs(...)`, `asm = (parse,
/// print)` with `syntax = "..."`, which describes it (see `OpTable::syntax`), `verify = f`, `verify_regions =
/// f`, `infer = f`, `compatible = f`, `names = f`, `block_names = f`, `label_names = f`, `default_dialect = "..."`,
/// `interfaces(dyn I, ...)`, where with `dyn I = C` the constant `C` implements an interface in place of the
/// handle.
///
/// A format that does not round-trip is a compile error.
///
/// Field kinds, where `C` is a static constraint and `K` a kind of attribute (`terrace_ir::attr_kind`):
/// `Operand<C>`, `OptOperand<C>`, `VarOperand<C>`, `VarVarOperand<C, "segments">`; `Res<C>`, `OptRes<C>`,
/// `VarRes<C>`; `Prop<K>`, `OptProp<K>`, `DefaultProp<K, f>` and `OptDefaultProp<K, f>` (absent means the
/// default) with `f: fn(&Context) -> Attr`; `Region`, `VarRegion`, each with `<Sized<N>>`, `<Min<N>>` or
/// `<Max<N>>` where it is constrained; `Succ`, `VarSucc`. The fields of one kind are in the order of the op's
/// slots. A name that starts with `_` is left out of the table. Two or more results with names are printed
/// under them, unless `names = f` (or `names = "text"`, for the first result) or the trait `OpAsmInterface`
/// overrides that.
///
/// For `AddIOp` it generates: the handle `AddIOp`, which implements `OpKind` and is four bytes over `Op`; its
/// view, with an accessor for each field (`op.view(rw).lhs()`); `AddIOpAdaptor`, which names values or types
/// in place of the operands; and `AddIOp::of(lhs, rhs)`, which returns an `AddIOpBuilder`, an operation
/// state. `of` takes the operands that every such op has, and its list of operands if it has one; the other
/// fields have setters (the regions have none of an isolated op: its body is populated after the op
/// is created). An attribute is set as a value (`predicate`) or as an attribute (`predicate_attr`); a region
/// (`body`) by a closure that fills its block as well (`body_with`); operands `offsets` with an attribute
/// `static_offsets` are one list, `mixed_offsets`, for the builder and the view. `Rewriter::build` creates
/// the op, and infers result types that were not set.
///
/// Hooks that are names of functions (`fold = f`, `verify = f`, `canonicalize(f)`) may take the op as its view or handle,
/// or as that of any op.
#[proc_macro_attribute]
pub fn op(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = syn::parse_macro_input!(args as args::OpArgs);
    let item = syn::parse_macro_input!(item as syn::ItemStruct);
    let code = fields::Fields::read(&item, &args).and_then(|fields| {
        format::check_syntax(&args, &fields)?;
        let format = args.format.as_ref().map(|text| format::check(&args.name(), text, &fields));
        Ok(emit::emit(&item, &args, &fields, &format.transpose()?.unwrap_or_default()))
    });
    code.unwrap_or_else(syn::Error::into_compile_error).into()
}

fn defined(args: TokenStream, item: TokenStream, defined: params::Defined) -> TokenStream {
    let args = syn::parse_macro_input!(args as params::ParamsArgs);
    let item = syn::parse_macro_input!(item as syn::ItemStruct);
    params::emit(&item, &args, defined).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Defines a type of a dialect from a struct whose fields are its parameters.
///
/// ```text
/// /// A number of coordinates.
/// #[type_def("geo.vec", format = "`<` $size `>`", verify = verify_vec)]
/// pub struct VecType { size: i64 }
/// ```
///
/// Arguments after the name, all optional: `format = "..."` or `asm = (parse, print)`, `verify = f`, `class = "..."` (what
/// upstream's messages call it), `alias = "..."`, `interfaces(dyn I, dyn J = C)`, and `identified = ..` for types with a
/// name and a body.
///
/// The fields' types implement `terrace_ir::params::ParamType`: `i32`, `i64`, `u32`, `u64`, `bool`, `Type`, `Attr`,
/// `StrParam`, `KeywordParam`, `AffineMap`, enums of `enums!`, attributes of `#[attr_def]`, and `Vec` and `Option` of these;
/// `DefaultParam<T, f>` is a parameter that `f: fn(&Context) -> Attr` makes where it is not written.
///
/// For `VecType` it makes: a handle that is a `Type`, `VecType::DEF` (the table), `VecType::get(cx, size)` and an accessor
/// for each parameter; `ty.dyn_cast::<VecType>(cx)` and `ty.isa::<VecType>(cx)` take a type apart.
#[proc_macro_attribute]
pub fn type_def(args: TokenStream, item: TokenStream) -> TokenStream {
    defined(args, item, params::Defined::Type)
}

/// Defines an attribute of a dialect from a struct whose fields are its parameters, as [`macro@type_def`] does a type.
///
/// Two arguments more: `self_type = 0` is the number of the parameter that is the type written after the attribute, and
/// `typed = f` returns the type of a typed attribute.
#[proc_macro_attribute]
pub fn attr_def(args: TokenStream, item: TokenStream) -> TokenStream {
    defined(args, item, params::Defined::Attr)
}
