//! Writes the table, the handle, the view and the builder.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Expr, ExprLit, ItemStruct, Lit, Meta};

use crate::args::{Interface, Named, OpArgs};
use crate::fields::{Arity, Fields, Optionality, Slot};

/// The text of the doc comment, without the space that follows `///`.
pub(crate) fn doc_text(attrs: &[Attribute]) -> String {
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
    let (setters, builder) = (setters(args, fields), format_ident!("{marker}Builder"));
    let of = constructor(&builder, fields);
    let (adaptor, adaptor_accessors) = (format_ident!("{marker}Adaptor"), adaptor_accessors(fields));
    let adaptor_doc = format!("Values or types in place of the operands of an op `{name}`.");
    let (view_doc, marker_doc) = (format!("A view of an op `{name}`."), format!("The op `{name}`."));
    let builder_doc = format!("An op `{name}` that is about to be created.");
    let documented = attrs.iter().any(|a| a.path().is_ident("doc"));
    let marker_doc = (!documented).then(|| quote!(#[doc = #marker_doc]));
    quote! {
        #(#attrs)*
        #marker_doc
        #[derive(Clone, Copy, PartialEq, Eq)]
        #[repr(transparent)]
        #vis struct #marker(terrace_ir::Op);

        #[doc = #view_doc]
        #[derive(Clone, Copy)]
        #vis struct #view<'a>(
            /// The op.
            pub terrace_ir::OpRef<'a>,
        );

        #[doc = #adaptor_doc]
        #vis struct #adaptor<'a, T>(terrace_ir::adaptor::OperandGroups<'a, T>);

        #[doc = #builder_doc]
        #vis struct #builder<'a>(terrace_ir::build::OperationState<'a>);

        const _: () = {
            static DEF: terrace_ir::OpDef = #def;

            #asserted

            impl terrace_ir::OpKind for #marker {
                const DEF: &'static terrace_ir::OpDef = &DEF;
                const MODEL: Self = Self(terrace_ir::Op::from_u32(u32::MAX));
                type View<'a> = #view<'a>;
                type Adaptor<'a, T: ::core::marker::Copy + 'a> = #adaptor<'a, T>;

                #[inline]
                fn assume(op: terrace_ir::Op) -> Self {
                    Self(op)
                }
            }

            impl ::core::convert::From<#marker> for terrace_ir::Op {
                #[inline]
                fn from(op: #marker) -> Self {
                    op.0
                }
            }

            impl<'a> ::core::convert::From<#view<'a>> for terrace_ir::OpRef<'a> {
                #[inline]
                fn from(view: #view<'a>) -> Self {
                    view.0
                }
            }

            impl<'a> ::core::convert::From<terrace_ir::OpRef<'a>> for #view<'a> {
                #[inline]
                fn from(op: terrace_ir::OpRef<'a>) -> Self {
                    Self(op)
                }
            }

            impl<'a> #view<'a> { #accessors }

            impl<'a, T> ::core::convert::From<terrace_ir::adaptor::OperandGroups<'a, T>> for #adaptor<'a, T> {
                #[inline]
                fn from(groups: terrace_ir::adaptor::OperandGroups<'a, T>) -> Self {
                    Self(groups)
                }
            }

            impl<'a, T: ::core::marker::Copy> #adaptor<'a, T> { #adaptor_accessors }

            impl #marker {
                /// The view of the op.
                #[inline]
                pub fn view<'a>(self, rw: &'a terrace_ir::Rewriter<'_>) -> #view<'a> {
                    #view(rw.op(self.0))
                }

                #of

            }

            impl<'a> #builder<'a> {
                #setters

                /// Sets the location; without it, the op has that of the op at the insertion point.
                #[inline]
                #[must_use]
                pub fn loc(mut self, loc: terrace_ir::Loc) -> Self {
                    self.0.set_loc(loc);
                    self
                }
            }

            impl<'a> terrace_ir::build::NewOp<'a> for #builder<'a> {
                type Handle = #marker;

                #[inline]
                fn state(self) -> terrace_ir::build::OperationState<'a> {
                    self.0
                }

                #[inline]
                fn handle(op: terrace_ir::Op) -> #marker {
                    #marker(op)
                }
            }
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
    let (marker, view) = (&item.ident, format_ident!("{}View", item.ident));
    let interface = |Interface { ty, by }: &Interface| match by {
        Some(by) => quote!(&(&#by as &'static (#ty))),
        None => quote!(&(&<#marker as terrace_ir::OpKind>::MODEL as &'static (#ty))),
    };
    list("interfaces", args.interfaces.iter().map(interface).collect());
    list("effects", args.effects.iter().map(|e| quote!(#e)).collect());
    let pattern = |Named { name, path }: &Named| quote!((#name, |rw, op| #path(rw, ::core::convert::Into::into(#marker(op)))));
    list("canonicalize", args.canonicalize.iter().map(pattern).collect());
    for (field, value) in
        [("format", &args.format), ("syntax", &args.syntax), ("default_dialect", &args.default_dialect)]
    {
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
        // A string literal is the name of the first result.
        let by_text = matches!(hook, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }));
        let hook = match *field {
            "result_names" if by_text => quote!(|op, set| set(op.result(0).id(), #hook)),
            "verify" if is_path(hook) => quote!(&|op| #hook(::core::convert::Into::into(#view(op)))),
            "verify" => quote!(&#hook),
            "fold" if is_path(hook) => {
                quote!(|op, constants| #hook(::core::convert::Into::into(#view(op)), constants))
            }
            _ => quote!(#hook),
        };
        let field = format_ident!("{field}");
        out.extend(quote!(#field: ::core::option::Option::Some(#hook),));
    }
    quote!(terrace_ir::OpDef { #out ..terrace_ir::def::EMPTY_OP })
}

/// Whether a hook is the name of a function, which takes the op as the view of its kind or of any.
fn is_path(hook: &Expr) -> bool {
    matches!(hook, Expr::Path(_))
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
    for (i, slot) in fields.operands.iter().enumerate() {
        if let Some((at, name)) = static_part(fields, slot) {
            let signature = quote!(::std::vec::Vec<terrace_ir::OpFoldResultRef<'a>>);
            let body = quote!(terrace_ir::interfaces::mixed_list(self.0, #i, #at));
            add("numbers and values of the list", &name, &format_ident!("mixed_{name}"), signature, body);
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

/// The accessors of the adaptor, by the names of the operands.
fn adaptor_accessors(fields: &Fields) -> TokenStream {
    let mut out = TokenStream::new();
    for (i, slot) in fields.operands.iter().enumerate() {
        let (ident, doc) = (&slot.ident, format!("For the operand `{}`.", slot.name));
        let (signature, body) = match slot.kind {
            Arity::One => (quote!(T), quote!(self.0.one(#i))),
            Arity::Optional => (quote!(::core::option::Option<T>), quote!(self.0.group(#i).first().copied())),
            Arity::Variadic | Arity::Nested(_) => (quote!(&'a [T]), quote!(self.0.group(#i))),
        };
        out.extend(quote! {
            #[doc = #doc]
            #[inline]
            pub fn #ident(&self) -> #signature { #body }
        });
    }
    out
}

/// Returns the parameter type of a slot's setter, and the slice of the argument, for one, optional and variadic `item`.
fn setter_param(arity: &Arity, item: &TokenStream) -> (TokenStream, TokenStream) {
    match arity {
        Arity::One => (quote!(#item), quote!(&[given])),
        Arity::Optional => (
            quote!(impl ::core::convert::Into<::core::option::Option<#item>>),
            quote!(given.into().as_slice()),
        ),
        Arity::Variadic => (quote!(&[#item]), quote!(given)),
        Arity::Nested(_) => (quote!(&[&[#item]]), quote!(given)),
    }
}

/// The attribute that holds the numbers of a list whose values are operands: `static_offsets` of `offsets`,
/// `staticStep` of `dynamicStep`.
fn static_part(fields: &Fields, operand: &Slot<Arity>) -> Option<(usize, String)> {
    let ident = operand.ident.to_string();
    let name = ident.strip_prefix("dynamic_").unwrap_or(&ident);
    let of_list = |slot: &Slot<Optionality>| slot.ident.to_string().strip_prefix("static_") == Some(name);
    let at = fields.props.iter().position(of_list).filter(|_| operand.kind == Arity::Variadic)?;
    Some((at, name.to_string()))
}

/// Whether an operand is an argument of the constructor: every op has it, or it is the only list, which may be empty.
fn is_required(fields: &Fields, slot: &Slot<Arity>, lists: usize) -> bool {
    let is_only_list = slot.kind == Arity::Variadic && lists == 1 && static_part(fields, slot).is_none();
    slot.kind == Arity::One || is_only_list
}

/// The function that begins an op: it takes the operands that every such op has, in the order of their slots, and the only
/// list of operands, if there is one.
fn constructor(builder: &syn::Ident, fields: &Fields) -> TokenStream {
    let lists = fields.operands.iter().filter(|slot| slot.kind != Arity::One).count();
    let (mut params, mut body) = (TokenStream::new(), TokenStream::new());
    // An operand may have the same name.
    let state = syn::Ident::new("state", proc_macro2::Span::mixed_site());
    for (i, slot) in (0u32..).zip(&fields.operands) {
        let ident = &slot.ident;
        if !is_required(fields, slot, lists) {
            continue;
        }
        if slot.kind == Arity::One {
            params.extend(quote!(#ident: impl ::core::convert::Into<terrace_ir::Value>,));
            body.extend(quote!(#state.operand(#i, ::core::convert::Into::into(#ident));));
        } else {
            params.extend(quote!(#ident: &[terrace_ir::Value],));
            body.extend(quote!(#state.operands(#i, #ident);));
        }
    }
    let mutable = (!body.is_empty()).then(|| quote!(mut));
    quote! {
        /// An op that is about to be created, with these operands; its other slots are empty.
        #[inline]
        #[must_use]
        pub fn of<'a>(#params) -> #builder<'a> {
            let #mutable #state = terrace_ir::build::OperationState::new(&DEF);
            #body
            #builder(#state)
        }
    }
}

/// The setters of the builder, by the names of the slots.
fn setters(args: &OpArgs, fields: &Fields) -> TokenStream {
    let mut out = TokenStream::new();
    let mut add = |doc: String, ident: &syn::Ident, param: TokenStream, body: TokenStream| {
        out.extend(quote! {
            #[doc = #doc]
            #[inline]
            #[must_use]
            pub fn #ident(mut self, given: #param) -> Self {
                #body
                self
            }
        });
    };
    let variadic = |variadic: bool| if variadic { Arity::Variadic } else { Arity::One };
    let lists = fields.operands.iter().filter(|slot| slot.kind != Arity::One).count();
    for (i, slot) in (0u32..).zip(&fields.operands) {
        if is_required(fields, slot, lists) {
            continue;
        }
        let (param, slice) = setter_param(&slot.kind, &quote!(terrace_ir::Value));
        let body = match &slot.kind {
            Arity::Nested(sizes) => {
                let at = fields
                    .props
                    .iter()
                    .position(|prop| prop.name == *sizes)
                    .expect("the property of the sizes was found before") as u32;
                quote!(self.0.operand_groups(#i, #at, #slice);)
            }
            _ => quote!(self.0.operands(#i, #slice);),
        };
        add(format!("Sets the operand `{}`.", slot.name), &slot.ident, param, body);
        if let Some((at, name)) = static_part(fields, slot) {
            let (at, setter) = (at as u32, format_ident!("mixed_{name}"));
            let doc = format!("Sets the list `{name}` of numbers and values.");
            add(doc, &setter, quote!(&[terrace_ir::OpFoldResult]), quote!(self.0.mixed(#i, #at, given);));
        }
    }
    for (i, slot) in (0u32..).zip(&fields.props) {
        let sizes = |operand: &Slot<Arity>| operand.kind == Arity::Nested(slot.name.clone());
        if matches!(&*slot.name, "operandSegmentSizes" | "resultSegmentSizes")
            || fields.operands.iter().any(sizes)
        {
            continue;
        }
        let kind = &slot.constraint;
        let (param, body) = match &slot.kind {
            Optionality::Optional if is_unit(kind) => {
                (quote!(bool), quote!(self.0.prop(#i, given.then_some(terrace_ir::Attr::UNIT));))
            }
            _ => (
                quote!(<#kind as terrace_ir::attr_kind::AttrKind>::Value<'a>),
                quote!(self.0.prop_value::<#kind>(#i, given);),
            ),
        };
        add(format!("Sets the attribute `{}`.", slot.name), &slot.ident, param, body);
        let raw = format_ident!("{}_attr", slot.ident.to_string().trim_end_matches('_'));
        let param = quote!(impl ::core::convert::Into<::core::option::Option<terrace_ir::Attr>>);
        let doc = format!("Sets the attribute `{}`, unless it is `None`.", slot.name);
        add(doc, &raw, param, quote!(self.0.prop(#i, given.into());));
    }
    for (i, slot) in (0u32..).zip(&fields.successors) {
        let (param, slice) = setter_param(&variadic(slot.kind), &quote!(terrace_ir::Block));
        let body = quote!(self.0.successors(#i, #slice););
        add(format!("Sets the successor `{}`.", slot.name), &slot.ident, param, body);
    }
    for (i, slot) in (0u32..).zip(&fields.results) {
        let (param, slice) = setter_param(&slot.kind, &quote!(terrace_ir::Type));
        let body = quote!(self.0.results(#i, #slice););
        add(format!("Sets the type of the result `{}`.", slot.name), &slot.ident, param, body);
    }
    let isolated = args.has("IsolatedFromAbove");
    for (i, slot) in (0u32..).zip(&fields.regions).filter(|_| !isolated) {
        let (param, slice) = setter_param(&variadic(slot.kind), &quote!(terrace_ir::Region));
        let body = quote!(self.0.regions(#i, #slice););
        add(format!("Sets the region `{}`.", slot.name), &slot.ident, param, body);
    }
    for (i, slot) in (0u32..).zip(&fields.regions).filter(|_| !isolated) {
        let setter = format_ident!("{}_with", slot.ident.to_string().trim_end_matches('_'));
        let doc = format!(
            "Sets the region `{}` to one block with arguments of these types, filled by a closure that gets them.",
            slot.name
        );
        out.extend(quote! {
            #[doc = #doc]
            #[must_use]
            pub fn #setter(
                mut self,
                args: &[terrace_ir::Type],
                fill: impl FnOnce(&mut terrace_ir::Rewriter<'_>, &[terrace_ir::Value]) + 'a,
            ) -> Self {
                self.0.region_with(#i, args, ::std::boxed::Box::new(fill));
                self
            }
        });
    }
    out
}
