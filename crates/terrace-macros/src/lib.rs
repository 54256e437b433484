//! The attribute macro that defines an operation: a table, a marker, a view and a builder from one struct.
//!
//! The map: [`args`] reads what is in `#[op(...)]`, [`fields`] the struct's fields, [`format`] checks
//! the assembly format against them, [`emit`] writes the code.
//!
//! What is emitted is small on purpose: a static table and one-line accessors. Parser, printer, verifier
//! and documentation read the table.

#![forbid(unsafe_code)]

mod args;
mod emit;
mod fields;
mod format;

use proc_macro::TokenStream;

/// Defines an op from a struct whose fields are its operands, results, attributes, regions and successors.
///
/// ```ignore
/// /// Adds two integers; wraps on overflow.
/// #[op("arith.addi", traits(Pure, Commutative), format = "$lhs `,` $rhs attr-dict `:` type($result)")]
/// pub struct AddIOp { lhs: Operand<INT_LIKE>, rhs: Operand<INT_LIKE>, result: Res<INT_LIKE> }
/// ```
///
/// Arguments after the name, all optional: `traits(...)`, `format = "..."`, `customs(...)`,
/// `asm = (parse, print)`, `verify = f`, `verify_regions = f`, `infer = f`, `compatible = f`, `names = f`,
/// `block_names = f`, `default_dialect = "..."`, `interfaces(dyn I, ...)`, where `dyn I = C` says that the constant `C`
/// implements an interface in the marker's place.
///
/// A format that loses something, so that an op could not be read back, does not compile.
///
/// Field kinds, where `C` is a static constraint and `K` a kind of attribute (`terrace_ir::attr_kind`): `Operand<C>`, `OptOperand<C>`, `VarOperand<C>`,
/// `VarVarOperand<C, "segments">`; `Res<C>`, `OptRes<C>`, `VarRes<C>`; `Prop<K>`, `OptProp<K>`,
/// `DefaultProp<K, f>` and `OptDefaultProp<K, f>` (absent means the default) with
/// `f: fn(&Context) -> Attr`; `Region`, `VarRegion`, each with `<Sized<N>>`,
/// `<Min<N>>` or `<Max<N>>` where it is constrained; `Succ`, `VarSucc`. The fields of one kind are in the
/// order of the op's slots. A name that starts with `_` is left out of the table. Two or more results with
/// names are printed under them, unless `names = f` (or `names = "text"`, for the first result) or the trait
/// `OpAsmInterface` says otherwise.
///
/// For `AddIOp` it makes: the marker `AddIOp`, which implements `OpKind`; `AddIOpView`, a view with an
/// accessor for each field; and `AddIOp::build`, which makes an op that is in no block yet. The builder
/// takes operands, attributes, successors, result types, regions (unless the op is isolated: then its body
/// is set afterwards) and a location.
#[proc_macro_attribute]
pub fn op(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = syn::parse_macro_input!(args as args::OpArgs);
    let item = syn::parse_macro_input!(item as syn::ItemStruct);
    let code = fields::Fields::read(&item, &args).and_then(|fields| {
        let format = args.format.as_ref().map(|text| format::check(&args.name(), text, &fields));
        Ok(emit::emit(&item, &args, &fields, &format.transpose()?.unwrap_or_default()))
    });
    code.unwrap_or_else(syn::Error::into_compile_error).into()
}
