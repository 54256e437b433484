//! Writes the table, the marker, the view and the builder.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Expr, ExprLit, ItemStruct, Lit, Meta};

use crate::args::{Interface, Named, OpArgs};
use crate::fields::{Arity, Fields, Optionality, Slot};

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

/// `asserted` are assertions about the table, which is called `DEF`.
pub(crate) fn emit(item: &ItemStruct, args: &OpArgs, fields: &Fields, asserted: &TokenStream) -> TokenStream {
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
        #vis struct #marker;

        #[doc = #view_doc]
        #[derive(Clone, Copy)]
        #vis struct #view<'a>(
            /// The op.
            pub terrace_ir::OpRef<'a>,
        );

        const _: () = {
            static DEF: terrace_ir::OpDef = #def;

            #asserted

            impl terrace_ir::OpKind for #marker {
                const DEF: &'static terrace_ir::OpDef = &DEF;
                type View<'a> = #view<'a>;
            }

            impl<'a> ::core::convert::From<terrace_ir::OpRef<'a>> for #view<'a> {
                #[inline]
                fn from(op: terrace_ir::OpRef<'a>) -> Self {
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
        quote!(terrace_ir::def::OperandDef { name: #name, constraint: &#constraint, arity: #arity, segments: #segments })
    };
    list("operands", fields.operands.iter().map(operand).collect());
    let result = |slot: &Slot<Arity>| {
        let (name, constraint, arity) = (&slot.name, &slot.constraint, arity(&slot.kind));
        quote!(terrace_ir::def::ResultDef { name: #name, constraint: &#constraint, arity: #arity })
    };
    list("results", fields.results.iter().map(result).collect());
    let prop = |slot: &Slot<Optionality>| {
        let (name, constraint) = (&slot.name, &slot.constraint);
        let presence = match &slot.kind {
            Optionality::Required => quote!(terrace_ir::def::Optionality::Required),
            Optionality::Optional => quote!(terrace_ir::def::Optionality::Optional),
            Optionality::Default(make) => quote!(terrace_ir::def::Optionality::Default(#make)),
            Optionality::OptionalDefault(make) => {
                quote!(terrace_ir::def::Optionality::OptionalDefault(#make))
            }
        };
        let constraint = quote!(<#constraint as terrace_ir::attr_kind::AttrKind>::CONSTRAINT);
        quote!(terrace_ir::def::PropDef { name: #name, constraint: #constraint, presence: #presence })
    };
    list("props", fields.props.iter().map(prop).collect());
    let region = |slot: &Slot<bool>| {
        let (name, constraint, variadic) = (&slot.name, &slot.constraint, slot.kind);
        quote!(terrace_ir::def::RegionDef { name: #name, constraint: #constraint, variadic: #variadic })
    };
    list("regions", fields.regions.iter().map(region).collect());
    let successor = |slot: &Slot<bool>| {
        let (name, variadic) = (&slot.name, slot.kind);
        quote!(terrace_ir::def::SuccessorDef { name: #name, variadic: #variadic })
    };
    list("successors", fields.successors.iter().map(successor).collect());
    list("traits", args.traits.iter().map(|(name, args)| quote!(terrace_ir::Trait::#name #args)).collect());
    list("customs", args.customs.iter().map(|c| quote!(#c)).collect());
    let marker = &item.ident;
    let interface = |Interface { ty, by }: &Interface| match by {
        Some(by) => quote!(&(&#by as &'static (#ty))),
        None => quote!(&(&#marker as &'static (#ty))),
    };
    list("interfaces", args.interfaces.iter().map(interface).collect());
    list("effects", args.effects.iter().map(|e| quote!(#e)).collect());
    let pattern = |Named { name, path }: &Named| quote!((#name, #path));
    list("canonicalize", args.canonicalize.iter().map(pattern).collect());
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
        let by_slot = quote!(terrace_ir::def::name_results_by_slot);
        out.extend(quote!(result_names: ::core::option::Option::Some(#by_slot),));
    }
    for (field, hook) in &args.hooks {
        // A mere text is what the first result is called.
        let by_text = matches!(hook, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }));
        let hook = match *field {
            "result_names" if by_text => quote!(|op, set| set(op.result(0).id(), #hook)),
            "verify" => quote!(&#hook),
            _ => quote!(#hook),
        };
        let field = format_ident!("{field}");
        out.extend(quote!(#field: ::core::option::Option::Some(#hook),));
    }
    quote!(terrace_ir::OpDef { #out ..terrace_ir::def::EMPTY_OP })
}

fn arity(arity: &Arity) -> TokenStream {
    match arity {
        Arity::One => quote!(terrace_ir::def::Arity::One),
        Arity::Optional => quote!(terrace_ir::def::Arity::Optional),
        Arity::Variadic | Arity::Nested(_) => quote!(terrace_ir::def::Arity::Variadic),
    }
}

/// Whether a kind of attribute is `UnitAttr`.
fn is_unit(kind: &TokenStream) -> bool {
    kind.clone().into_iter().last().is_some_and(|token| token.to_string() == "UnitAttr")
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
                Arity::One if i < fixed => (quote!(terrace_ir::ValueRef<'a>), quote!(self.0.#one(#i))),
                Arity::One => (quote!(terrace_ir::ValueRef<'a>), quote!(self.0.#one(self.0.#range(#i).0))),
                Arity::Optional => (
                    quote!(::core::option::Option<terrace_ir::ValueRef<'a>>),
                    quote!(self.0.#group(#i).next()),
                ),
                Arity::Variadic | Arity::Nested(_) => (
                    quote!(
                        impl ::core::iter::ExactSizeIterator<Item = terrace_ir::ValueRef<'a>>
                        + ::core::clone::Clone
                        + use<'a>
                    ),
                    quote!(self.0.#group(#i)),
                ),
            };
            add(what, &slot.name, &slot.ident, signature, body);
        }
    }
    for (i, slot) in fields.props.iter().enumerate() {
        let (signature, body) = match slot.kind {
            Optionality::Optional | Optionality::OptionalDefault(_) => {
                (quote!(::core::option::Option<terrace_ir::Attr>), quote!(self.0.prop(#i)))
            }
            _ => (quote!(terrace_ir::Attr), quote!(self.0.prop(#i).unwrap_or(terrace_ir::Attr::NULL))),
        };
        let raw = format_ident!("{}_attr", slot.ident.to_string().trim_end_matches('_'));
        add("attribute", &slot.name, &raw, signature, body);
        let (kind, path) = (&slot.constraint, quote!(terrace_ir::attr_kind));
        let value = quote!(<#kind as #path::AttrKind>::Value<'a>);
        let (signature, body) = match &slot.kind {
            // An optional unit attribute is a flag.
            Optionality::Optional if is_unit(kind) => (quote!(bool), quote!(self.0.prop(#i).is_some())),
            Optionality::Optional => {
                let body = quote!(#path::optional_prop_value::<#kind>(self.0, #i));
                (quote!(::core::option::Option<#value>), body)
            }
            Optionality::OptionalDefault(default) => {
                (value, quote!(#path::prop_value_or::<#kind>(self.0, #i, #default)))
            }
            _ => (value, quote!(#path::prop_value::<#kind>(self.0, #i))),
        };
        add("value of the attribute", &slot.name, &slot.ident, signature, body);
    }
    for (i, slot) in fields.regions.iter().enumerate() {
        let (signature, body) = match slot.kind {
            false => (quote!(terrace_ir::RegionRef<'a>), quote!(self.0.region(#i))),
            true => (
                quote!(
                    impl ::core::iter::ExactSizeIterator<Item = terrace_ir::RegionRef<'a>>
                    + ::core::clone::Clone
                    + use<'a>
                ),
                quote!(self.0.regions().skip(#i)),
            ),
        };
        add("region", &slot.name, &slot.ident, signature, body);
    }
    for (i, slot) in fields.successors.iter().enumerate() {
        let (signature, body) = match slot.kind {
            false => (
                quote!(terrace_ir::BlockRef<'a>),
                quote!(self.0.successors().nth(#i).expect("a verified op has its successors")),
            ),
            true => (
                quote!(
                    impl ::core::iter::ExactSizeIterator<Item = terrace_ir::BlockRef<'a>>
                    + ::core::clone::Clone
                    + use<'a>
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

/// The values of each slot as a slice.
fn slices(slots: &[(syn::Ident, Arity)]) -> TokenStream {
    let slice = |(ident, arity): &(syn::Ident, Arity)| match arity {
        Arity::One => quote!(&[#ident]),
        Arity::Optional => quote!(#ident.as_slice()),
        Arity::Variadic => quote!(#ident),
        Arity::Nested(_) => quote!(&#ident.concat()),
    };
    let slices = slots.iter().map(slice);
    quote!(&[#(#slices),*])
}

/// The parameters of the builder so far, and the names that are taken.
struct Params {
    list: Vec<TokenStream>,
    taken: Vec<String>,
}

impl Params {
    /// A name like `ident` that no other parameter has.
    fn fresh(&mut self, ident: &syn::Ident) -> syn::Ident {
        let mut text = ident.to_string();
        while self.taken.contains(&text) {
            text.push('_');
        }
        self.taken.push(text.clone());
        syn::Ident::new(&text, ident.span())
    }

    /// Adds a parameter for each slot.
    fn add<K>(
        &mut self,
        slots: &[Slot<K>],
        item: &TokenStream,
        arity: impl Fn(&K) -> Arity,
    ) -> Vec<(syn::Ident, Arity)> {
        let mut out = Vec::new();
        for slot in slots {
            let (ident, arity) = (self.fresh(&slot.ident), arity(&slot.kind));
            let ty = param(&arity, item.clone());
            self.list.push(quote!(#ident: #ty));
            out.push((ident, arity));
        }
        out
    }
}

fn builder(args: &OpArgs, fields: &Fields) -> TokenStream {
    let mut params = Params { list: Vec::new(), taken: ["cx", "body", "loc"].map(String::from).to_vec() };
    let variadic = |variadic: &bool| if *variadic { Arity::Variadic } else { Arity::One };
    let operands = params.add(&fields.operands, &quote!(terrace_ir::Value), Arity::clone);
    let mut props = Vec::new();
    for slot in &fields.props {
        let nested = operands.iter().find(|(_, arity)| *arity == Arity::Nested(slot.name.clone()));
        if let Some((ident, _)) = nested {
            let sizes = quote!(#ident.iter().map(|g| g.len() as i32).collect::<::std::vec::Vec<i32>>());
            props.push(quote!(::core::option::Option::Some(cx.i32_array(&#sizes))));
        } else if !matches!(&*slot.name, "operandSegmentSizes" | "resultSegmentSizes") {
            let ident = params.fresh(&slot.ident);
            if let Optionality::Required = slot.kind {
                params.list.push(quote!(#ident: terrace_ir::Attr));
                props.push(quote!(::core::option::Option::Some(#ident)));
            } else {
                params.list.push(quote!(#ident: ::core::option::Option<terrace_ir::Attr>));
                props.push(quote!(#ident));
            }
        }
    }
    let successors = params.add(&fields.successors, &quote!(terrace_ir::Block), variadic);
    let results = params.add(&fields.results, &quote!(terrace_ir::Type), Arity::clone);
    let isolated = args.has("IsolatedFromAbove");
    let regions: &[Slot<bool>] = if isolated { &[] } else { &fields.regions };
    let regions = params.add(regions, &quote!(terrace_ir::Region), variadic);
    let (operands, results) = (slices(&operands), slices(&results));
    let (successors, regions) = (slices(&successors), slices(&regions));
    let (params, doc) = (params.list, format!("Makes an op `{}` that stands in no block yet.", args.name()));
    quote! {
        #[doc = #doc]
        #[inline]
        #[allow(clippy::too_many_arguments)]
        pub fn build(
            cx: &terrace_ir::Context,
            body: &mut terrace_ir::OpBuilder<'_>,
            #(#params,)*
            loc: terrace_ir::Loc,
        ) -> terrace_ir::Op {
            let values = terrace_ir::build::SlotValues {
                operands: #operands,
                props: &[#(#props),*],
                successors: #successors,
                results: #results,
                regions: #regions,
            };
            terrace_ir::build::build_op(cx, body, &DEF, values, loc)
        }
    }
}
