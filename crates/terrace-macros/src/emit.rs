//! Writes the table, the marker, the view and the builder.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Expr, ExprLit, ItemStruct, Lit, Meta};

use crate::args::OpArgs;
use crate::fields::{Arity, Fields, Presence, Slot};

/// The text of the doc comment, without the space that follows `///`.
fn doc_text(attrs: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|a| a.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attr.meta
            && let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value
        {
            let text = text.value();
            lines.push(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_string());
        }
    }
    lines.join("\n").trim().to_string()
}

pub(crate) fn emit(item: &ItemStruct, args: &OpArgs, fields: &Fields) -> TokenStream {
    let (vis, marker, attrs) = (&item.vis, &item.ident, &item.attrs);
    let view = format_ident!("{marker}View");
    let name = args.name();
    let def = table(item, args, fields);
    let accessors = accessors(fields);
    let build = builder(args, fields);
    let (view_doc, marker_doc) = (format!("A view of an op `{name}`."), format!("The op `{name}`."));
    let documented = attrs.iter().any(|a| a.path().is_ident("doc"));
    let marker_doc = (!documented).then(|| quote!(#[doc = #marker_doc]));
    quote! {
        #(#attrs)*
        #marker_doc
        #[derive(Clone, Copy, Debug)]
        #vis struct #marker;

        #[doc = #view_doc]
        #[derive(Clone, Copy)]
        #vis struct #view<'a>(
            /// The op.
            pub ::terrace_ir::OpRef<'a>,
        );

        const _: () = {
            use ::terrace_ir::def::{Arity, OperandDef, Presence, PropDef, RegionDef, ResultDef, SuccessorDef};
            use ::terrace_ir::{Attr, Block, BlockRef, Body, Context, Loc, Op, OpRef, Region, RegionRef, Type, Value, ValueRef};

            static DEF: ::terrace_ir::OpDef = #def;

            impl ::terrace_ir::OpKind for #marker {
                const DEF: &'static ::terrace_ir::OpDef = &DEF;
                type View<'a> = #view<'a>;
            }

            impl<'a> ::core::convert::From<OpRef<'a>> for #view<'a> {
                #[inline]
                fn from(op: OpRef<'a>) -> Self {
                    Self(op)
                }
            }

            impl<'a> #view<'a> { #accessors }

            impl #marker { #build }
        };
    }
}

fn table(item: &ItemStruct, args: &OpArgs, fields: &Fields) -> TokenStream {
    let (name, doc) = (args.name(), doc_text(&item.attrs));
    let mut out = quote!(name: #name, doc: #doc,);
    let mut list = |field: &str, items: Vec<TokenStream>| {
        let field = format_ident!("{field}");
        if !items.is_empty() {
            out.extend(quote!(#field: &[#(#items),*],));
        }
    };
    let operand = |slot: &Slot<Arity>| {
        let (name, constraint, arity) = (&slot.name, &slot.constraint, arity(&slot.kind));
        let segments = match &slot.kind {
            Arity::Nested(attr) => quote!(::core::option::Option::Some(#attr)),
            _ => quote!(::core::option::Option::None),
        };
        quote!(OperandDef { name: #name, constraint: &#constraint, arity: #arity, segments: #segments })
    };
    list("operands", fields.operands.iter().map(operand).collect());
    let result = |slot: &Slot<Arity>| {
        let (name, constraint, arity) = (&slot.name, &slot.constraint, arity(&slot.kind));
        quote!(ResultDef { name: #name, constraint: &#constraint, arity: #arity })
    };
    list("results", fields.results.iter().map(result).collect());
    let prop = |slot: &Slot<Presence>| {
        let (name, constraint) = (&slot.name, &slot.constraint);
        let presence = match &slot.kind {
            Presence::Required => quote!(Presence::Required),
            Presence::Optional => quote!(Presence::Optional),
            Presence::Default(make) => quote!(Presence::Default(#make)),
        };
        quote!(PropDef { name: #name, constraint: &#constraint, presence: #presence })
    };
    list("props", fields.props.iter().map(prop).collect());
    let region = |slot: &Slot<bool>| {
        let (name, constraint, variadic) = (&slot.name, &slot.constraint, slot.kind);
        quote!(RegionDef { name: #name, constraint: #constraint, variadic: #variadic })
    };
    list("regions", fields.regions.iter().map(region).collect());
    let successor = |slot: &Slot<bool>| {
        let (name, variadic) = (&slot.name, slot.kind);
        quote!(SuccessorDef { name: #name, variadic: #variadic })
    };
    list("successors", fields.successors.iter().map(successor).collect());
    list("traits", args.traits.iter().map(|(name, args)| quote!(::terrace_ir::Trait::#name #args)).collect());
    list("customs", args.customs.iter().map(|c| quote!(#c)).collect());
    let marker = &item.ident;
    let interface = |ty: &syn::Type| quote!(&(&#marker as &'static (#ty)));
    list("interfaces", args.interfaces.iter().map(interface).collect());
    for (field, value) in [("format", &args.format), ("default_dialect", &args.default_dialect)] {
        if let Some(value) = value {
            let field = format_ident!("{field}");
            out.extend(quote!(#field: ::core::option::Option::Some(#value),));
        }
    }
    // Several results are called by their names, unless the op knows better.
    let named = fields.results.iter().any(|r| !r.name.is_empty());
    let names = args.hooks.iter().any(|(field, _)| *field == "result_names") || args.has("OpAsmInterface");
    if fields.results.len() > 1 && named && !names {
        let by_slot = quote!(::terrace_ir::def::name_results_by_slot);
        out.extend(quote!(result_names: ::core::option::Option::Some(#by_slot),));
    }
    for (field, hook) in &args.hooks {
        let field = format_ident!("{field}");
        out.extend(quote!(#field: ::core::option::Option::Some(#hook),));
    }
    quote!(::terrace_ir::OpDef { #out ..::terrace_ir::def::EMPTY_OP })
}

fn arity(arity: &Arity) -> TokenStream {
    match arity {
        Arity::One => quote!(Arity::One),
        Arity::Optional => quote!(Arity::Optional),
        Arity::Variadic | Arity::Nested(_) => quote!(Arity::Variadic),
    }
}

fn accessors(fields: &Fields) -> TokenStream {
    let mut out = TokenStream::new();
    let mut add = |what: &str, name: &str, ident: &syn::Ident, signature: TokenStream, body: TokenStream| {
        let doc = format!("The {what} `{name}`.");
        out.extend(quote! {
            #[doc = #doc]
            #[inline]
            pub fn #ident(self) -> #signature { #body }
        });
    };
    for (what, slots, one, group, range) in [
        ("operand", &fields.operands, "operand", "operand_group", "operand_range"),
        ("result", &fields.results, "result", "result_group", "result_range"),
    ] {
        let (one, group, range) =
            (format_ident!("{one}"), format_ident!("{group}"), format_ident!("{range}"));
        // Without variable slots, or before the first, a slot's number is its value's.
        let fixed = slots.iter().take_while(|s| s.kind == Arity::One).count();
        for (i, slot) in slots.iter().enumerate() {
            let (signature, body) = match slot.kind {
                Arity::One if i < fixed => (quote!(ValueRef<'a>), quote!(self.0.#one(#i))),
                Arity::One => (quote!(ValueRef<'a>), quote!(self.0.#one(self.0.#range(#i).0))),
                Arity::Optional => {
                    (quote!(::core::option::Option<ValueRef<'a>>), quote!(self.0.#group(#i).next()))
                }
                Arity::Variadic | Arity::Nested(_) => (
                    quote!(
                        impl ::core::iter::ExactSizeIterator<Item = ValueRef<'a>> + ::core::clone::Clone + use<'a>
                    ),
                    quote!(self.0.#group(#i)),
                ),
            };
            add(what, &slot.name, &slot.ident, signature, body);
        }
    }
    for (i, slot) in fields.props.iter().enumerate() {
        let (signature, body) = match slot.kind {
            Presence::Optional => (quote!(::core::option::Option<Attr>), quote!(self.0.prop(#i))),
            _ => (quote!(Attr), quote!(self.0.prop(#i).unwrap_or(Attr::NULL))),
        };
        add("attribute", &slot.name, &slot.ident, signature, body);
    }
    for (i, slot) in fields.regions.iter().enumerate() {
        let (signature, body) = match slot.kind {
            false => (quote!(RegionRef<'a>), quote!(self.0.region(#i))),
            true => (
                quote!(
                    impl ::core::iter::ExactSizeIterator<Item = RegionRef<'a>> + ::core::clone::Clone + use<'a>
                ),
                quote!(self.0.regions().skip(#i)),
            ),
        };
        add("region", &slot.name, &slot.ident, signature, body);
    }
    for (i, slot) in fields.successors.iter().enumerate() {
        let (signature, body) = match slot.kind {
            false => (
                quote!(BlockRef<'a>),
                quote!(self.0.successors().nth(#i).expect("a verified op has its successors")),
            ),
            true => (
                quote!(
                    impl ::core::iter::ExactSizeIterator<Item = BlockRef<'a>> + ::core::clone::Clone + use<'a>
                ),
                quote!(self.0.successors().skip(#i)),
            ),
        };
        add("successor", &slot.name, &slot.ident, signature, body);
    }
    out
}

/// A parameter's type for one, optional and any number of `item`.
fn param(arity: &Arity, item: TokenStream) -> TokenStream {
    match arity {
        Arity::One => item,
        Arity::Optional => quote!(::core::option::Option<#item>),
        Arity::Variadic => quote!(&[#item]),
        Arity::Nested(_) => quote!(&[&[#item]]),
    }
}

/// All values of some slots as one slice expression.
fn joined(slots: &[(syn::Ident, Arity)]) -> TokenStream {
    if slots.iter().all(|(_, arity)| *arity == Arity::One) {
        let idents = slots.iter().map(|(ident, _)| ident);
        return quote!(&[#(#idents),*]);
    }
    let part = |(ident, arity): &(syn::Ident, Arity)| match arity {
        Arity::One => quote!(::core::slice::from_ref(&#ident)),
        Arity::Optional => quote!(#ident.as_slice()),
        Arity::Variadic => quote!(#ident),
        Arity::Nested(_) => quote!(&#ident.concat()[..]),
    };
    match slots {
        [(ident, Arity::Variadic)] => quote!(#ident),
        [slot] => {
            let part = part(slot);
            quote!(#part)
        }
        _ => {
            let parts = slots.iter().map(part);
            quote!(&[#(#parts),*].concat())
        }
    }
}

/// The numbers of values in some slots, as an expression for `i32_array`.
fn sizes(slots: &[(syn::Ident, Arity)]) -> TokenStream {
    let size = |(ident, arity): &(syn::Ident, Arity)| match arity {
        Arity::One => quote!(1),
        Arity::Optional => quote!(#ident.is_some() as i32),
        Arity::Variadic => quote!(#ident.len() as i32),
        Arity::Nested(_) => quote!(#ident.iter().map(|group| group.len() as i32).sum::<i32>()),
    };
    let sizes = slots.iter().map(size);
    quote!(cx.i32_array(&[#(#sizes),*]))
}

fn builder(args: &OpArgs, fields: &Fields) -> TokenStream {
    // A parameter's name may be taken by a slot of another kind or by a parameter of the builder itself.
    let mut taken: Vec<String> = ["cx", "body", "loc"].map(String::from).to_vec();
    let mut fresh = |ident: &syn::Ident| {
        let mut text = ident.to_string();
        while taken.contains(&text) {
            text.push('_');
        }
        taken.push(text.clone());
        syn::Ident::new(&text, ident.span())
    };
    let mut params = Vec::new();
    let mut named = |slots: &[Slot<Arity>], item: &TokenStream, params: &mut Vec<TokenStream>| {
        let mut out = Vec::new();
        for slot in slots {
            let (ident, ty) = (fresh(&slot.ident), param(&slot.kind, item.clone()));
            params.push(quote!(#ident: #ty));
            out.push((ident, slot.kind.clone()));
        }
        out
    };
    let operands = named(&fields.operands, &quote!(Value), &mut params);
    let mut result_params = Vec::new();
    let results = named(&fields.results, &quote!(Type), &mut result_params);
    let mut props = Vec::new();
    for slot in &fields.props {
        let nested = operands.iter().find(|(_, arity)| *arity == Arity::Nested(slot.name.clone()));
        if slot.name == "operandSegmentSizes" {
            props.push(sizes(&operands));
        } else if slot.name == "resultSegmentSizes" {
            props.push(sizes(&results));
        } else if let Some((ident, _)) = nested {
            let sizes = quote!(#ident.iter().map(|g| g.len() as i32).collect::<::std::vec::Vec<i32>>());
            props.push(quote!(cx.i32_array(&#sizes)));
        } else {
            let ident = fresh(&slot.ident);
            let optional = quote!(::core::option::Option<Attr>);
            let (ty, value) = match &slot.kind {
                Presence::Required => (quote!(Attr), quote!(#ident)),
                Presence::Optional => (optional, quote!(#ident.unwrap_or(Attr::NULL))),
                Presence::Default(make) => (optional, quote!(#ident.unwrap_or_else(|| (#make)(cx)))),
            };
            params.push(quote!(#ident: #ty));
            props.push(value);
        }
    }
    let mut blocks = Vec::new();
    for slot in &fields.successors {
        let (ident, arity) = (fresh(&slot.ident), if slot.kind { Arity::Variadic } else { Arity::One });
        let ty = param(&arity, quote!(Block));
        params.push(quote!(#ident: #ty));
        blocks.push((ident, arity));
    }
    params.extend(result_params);
    let mut regions = Vec::new();
    if !args.has("IsolatedFromAbove") {
        for slot in &fields.regions {
            let (ident, arity) = (fresh(&slot.ident), if slot.kind { Arity::Variadic } else { Arity::One });
            let ty = param(&arity, quote!(Region));
            params.push(quote!(#ident: #ty));
            regions.push((ident, arity));
        }
    }
    let set_regions = (!regions.is_empty()).then(|| {
        let regions = joined(&regions);
        quote!(body.set_regions(op, #regions);)
    });
    let name = args.name();
    let (operands, results, successors) = (joined(&operands), joined(&results), joined(&blocks));
    let doc = format!("Makes an op `{name}` that stands in no block yet.");
    quote! {
        #[doc = #doc]
        #[inline]
        #[allow(clippy::too_many_arguments)]
        pub fn build(cx: &Context, body: &mut Body, #(#params,)* loc: Loc) -> Op {
            let op = body.new_op(&::terrace_ir::OpSpec {
                name: cx.op_name(#name),
                operands: #operands,
                results: #results,
                props: &[#(#props),*],
                attrs: Attr::EMPTY_DICT,
                successors: #successors,
                loc,
            });
            #set_regions
            op
        }
    }
}
