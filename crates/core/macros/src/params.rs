//! `#[type_def]` and `#[attr_def]`: a table and a typed handle from one struct whose fields are the parameters.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Error, Expr, ExprLit, GenericArgument, ItemStruct, Lit, LitStr, PathArguments, Result, Token,
    parenthesized,
};
use terrace_format::params::{ParamQuestion, param_faults};

use crate::args::Interface;
use crate::emit::doc_text;
use crate::fields::{accessor_ident, last_segment};

/// The kind of the definitions: types or attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defined {
    Type,
    Attr,
}

/// The arguments of `#[type_def(...)]`.
pub(crate) struct ParamsArgs {
    name: LitStr,
    interfaces: Vec<Interface>,
    /// The declarative format, if it is a literal.
    format: Option<LitStr>,
    /// The number of the parameter that is written after the attribute.
    self_type: Option<usize>,
    /// Fields of the table and their expressions.
    hooks: Vec<(Ident, TokenStream)>,
}

impl Parse for ParamsArgs {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: LitStr = input.parse()?;
        if !name.value().contains('.') {
            return Err(Error::new(name.span(), "a name is `dialect.mnemonic`"));
        }
        let mut args =
            ParamsArgs { name, interfaces: Vec::new(), format: None, self_type: None, hooks: Vec::new() };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let key: Ident = input.parse()?;
            match &*key.to_string() {
                "interfaces" => {
                    let content;
                    parenthesized!(content in input);
                    let list = Punctuated::<Interface, Token![,]>::parse_terminated(&content)?;
                    args.interfaces.extend(list);
                }
                "class" => {
                    input.parse::<Token![=]>()?;
                    let text: LitStr = input.parse()?;
                    args.hooks.push((key, quote!(#text)));
                }
                "format" | "asm" | "identified" | "verify" | "self_type" | "typed" | "alias" => {
                    input.parse::<Token![=]>()?;
                    let value: Expr = input.parse()?;
                    args.note(&key, &value)?;
                    let value = if key == "verify" { quote!(&#value) } else { quote!(#value) };
                    args.hooks.push((key, quote!(::core::option::Option::Some(#value))));
                }
                other => return Err(Error::new(key.span(), format!("`{other}` is not an argument"))),
            }
        }
        Ok(args)
    }
}

impl ParamsArgs {
    /// Keeps the arguments that the check of the format takes.
    fn note(&mut self, key: &Ident, value: &Expr) -> Result<()> {
        let Expr::Lit(ExprLit { lit, .. }) = value else { return Ok(()) };
        match lit {
            Lit::Str(text) if key == "format" => self.format = Some(text.clone()),
            Lit::Int(number) if key == "self_type" => self.self_type = Some(number.base10_parse()?),
            _ => {}
        }
        Ok(())
    }

    fn has(&self, hook: &str) -> bool {
        self.hooks.iter().any(|(field, _)| field == hook)
    }

    /// Checks that the format round-trips. Returns assertions over the kinds of the parameters, which are evaluated at
    /// compile time.
    fn check_format(&self, params: &[Param]) -> Result<TokenStream> {
        let name = self.name.value();
        let Some(text) = &self.format else {
            let written = ["format", "asm", "identified"].iter().any(|hook| self.has(hook));
            let apart = usize::from(self.has("self_type"));
            if written || params.len() <= apart {
                return Ok(TokenStream::new());
            }
            let message = format!("'{name}' has parameters, but neither `format` nor `asm` writes them");
            return Err(Error::new(self.name.span(), message));
        };
        let message = |what: &str| format!("the assembly format of '{name}': {what}");
        let fail = |what: &str| Error::new(text.span(), message(what));
        let elements = terrace_format::parse(&text.value()).map_err(|error| fail(&error.to_string()))?;
        let known: Vec<terrace_format::params::Param> = params.iter().map(Param::known).collect();
        let mut asserted = TokenStream::new();
        for fault in param_faults(&elements, &known, self.self_type) {
            if fault.questions.is_empty() {
                return Err(fail(&fault.message));
            }
            let asked = fault.questions.iter().map(|question| answer(params, question));
            let message = message(&fault.message);
            asserted.extend(
                quote_spanned!(text.span()=> const _: () = ::core::assert!(!(#(#asked)&&*), #message);),
            );
        }
        Ok(asserted)
    }
}

/// The expression that answers a question about the kinds of parameters.
fn answer(params: &[Param], question: &ParamQuestion) -> TokenStream {
    let kind = |name: &String| {
        let found = params.iter().find(|param| param.name == *name).map(|param| &param.ty);
        quote!(&<#found as terrace_ir::params::ParamType>::KIND)
    };
    let (function, args) = match question {
        ParamQuestion::IsList(name) => ("is_list", kind(name)),
        ParamQuestion::IsNoList(name) => {
            let kind = kind(name);
            return quote!(!terrace_ir::param_syntax::is_list(#kind));
        }
        ParamQuestion::IsSilent(name) => ("is_silent", kind(name)),
        ParamQuestion::HasSilentElements(name) => ("has_silent_elements", kind(name)),
        ParamQuestion::BeginsWord(name) => ("begins_as_word", kind(name)),
        ParamQuestion::EndsWord(name) => ("ends_as_word", kind(name)),
        ParamQuestion::Begins(name, text) => {
            let kind = kind(name);
            ("begins_with_literal", quote!(#kind, #text))
        }
        ParamQuestion::GoesOn(name, text) => {
            let kind = kind(name);
            ("goes_on_with", quote!(#kind, #text))
        }
        ParamQuestion::Alike(one, other) => {
            let (one, other) = (kind(one), kind(other));
            ("begin_alike", quote!(#one, #other))
        }
        ParamQuestion::GoesOnAs(one, other) => {
            let (one, other) = (kind(one), kind(other));
            ("goes_on_as", quote!(#one, #other))
        }
    };
    let function = format_ident!("{function}");
    quote!(terrace_ir::param_syntax::#function(#args))
}

/// A field: its name, its type, and the function for its default.
struct Param {
    /// Its name in the table.
    name: String,
    /// Its name as a Rust function.
    ident: Ident,
    ty: TokenStream,
    /// Whether it is an `Option`.
    optional: bool,
    default: Option<TokenStream>,
}

impl Param {
    /// The parameter as the check of the format takes it.
    fn known(&self) -> terrace_format::params::Param {
        let (name, has_default) = (self.name.clone(), self.default.is_some());
        terrace_format::params::Param { name, optional: self.optional, has_default }
    }
}

fn params(item: &ItemStruct) -> Result<Vec<Param>> {
    let mut out = Vec::new();
    for field in &item.fields {
        let Some(ident) = &field.ident else {
            return Err(Error::new_spanned(field, "parameters have names"));
        };
        let ty = &field.ty;
        let (mut param, mut default) = (quote!(#ty), None);
        if let Some(segment) = last_segment(ty).filter(|segment| segment.ident == "DefaultParam") {
            let PathArguments::AngleBracketed(list) = &segment.arguments else {
                return Err(Error::new_spanned(segment, "`DefaultParam` takes a type and a function"));
            };
            let mut given = list.args.iter();
            let (Some(GenericArgument::Type(of)), Some(by), None) =
                (given.next(), given.next(), given.next())
            else {
                return Err(Error::new_spanned(segment, "`DefaultParam` takes a type and a function"));
            };
            (param, default) = (quote!(#of), Some(quote!(#by)));
        }
        let text = ident.to_string();
        let name = text.strip_prefix("r#").unwrap_or(&text).to_string();
        let optional = last_segment(ty).is_some_and(|segment| segment.ident == "Option");
        out.push(Param { ident: accessor_ident(&name, ident), name, ty: param, optional, default });
    }
    Ok(out)
}

pub(crate) fn emit(item: &ItemStruct, args: &ParamsArgs, defined: Defined) -> Result<TokenStream> {
    let (vis, marker, attrs) = (&item.vis, &item.ident, &item.attrs);
    let (name, doc) = (args.name.value(), doc_text(attrs));
    let params = params(item)?;
    let checked_format = args.check_format(&params)?;
    let is_type = defined == Defined::Type;
    let what = if is_type { "type" } else { "attribute" };
    let (handle, def_ty, interface) = match is_type {
        true => (quote!(terrace_ir::Type), quote!(terrace_ir::def::TypeDef), quote!(DefinedType)),
        false => (quote!(terrace_ir::Attr), quote!(terrace_ir::def::AttrDef), quote!(DefinedAttr)),
    };
    let [wrap, get, checked, params_of] = if is_type {
        ["from_type", "get_type", "dialect_type", "type_params"]
    } else {
        ["from_attr", "get_attr", "dialect_attr", "attr_params"]
    }
    .map(|text| format_ident!("{text}"));
    let table: Vec<TokenStream> = params
        .iter()
        .map(|Param { name, ty, default, .. }| {
            let default = match default {
                Some(by) => quote!(::core::option::Option::Some(#by)),
                None => quote!(::core::option::Option::None),
            };
            quote!(terrace_ir::def::ParamDef {
                name: #name,
                kind: <#ty as terrace_ir::params::ParamType>::KIND,
                optional: <#ty as terrace_ir::params::ParamType>::OPTIONAL,
                default: #default,
            })
        })
        .collect();
    let interfaces = args.interfaces.iter().map(|Interface { ty, by }| match by {
        Some(by) => quote!(&(&#by as &'static (#ty))),
        None => quote!(&(&terrace_ir::type_interfaces::Marker as &'static (#ty))),
    });
    let hooks = args.hooks.iter().map(|(field, value)| quote!(#field: #value,));
    let (idents, types): (Vec<&Ident>, Vec<&TokenStream>) = params.iter().map(|p| (&p.ident, &p.ty)).unzip();
    let accessors = params.iter().enumerate().map(|(i, Param { name, ident, ty, .. })| {
        let doc = format!("The parameter `{name}`.");
        quote! {
            #[doc = #doc]
            pub fn #ident(self, cx: &terrace_ir::Context) -> <#ty as terrace_ir::params::ParamType>::Value<'_> {
                let params = cx.#params_of(self.0, &DEF).unwrap_or(&[]);
                terrace_ir::params::param_value::<#ty>(cx, params, #i)
            }
        }
    });
    let get_doc = format!("Returns the {what} with these parameters, which are known to be valid.");
    let checked_doc = format!("Returns the {what} with these parameters.");
    let as_param = (!is_type).then(|| {
        quote! {
            impl terrace_ir::params::ParamType for #marker {
                type Value<'a> = #marker;
                const KIND: terrace_ir::def::ParamKind = terrace_ir::def::ParamKind::Dialect(&DEF);

                fn value(cx: &terrace_ir::Context, attr: terrace_ir::Attr) -> ::core::option::Option<Self> {
                    attr.dyn_cast::<Self>(cx)
                }

                fn attr(_cx: &terrace_ir::Context, value: Self) -> terrace_ir::Attr {
                    value.0
                }

                fn placeholder<'a>() -> Self::Value<'a> {
                    Self(terrace_ir::Attr::NULL)
                }
            }
        }
    });
    Ok(quote! {
        #(#attrs)*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #vis struct #marker(#handle);

        const _: () = {
            static DEF: #def_ty = terrace_ir::def::ParamsTable {
                name: #name,
                doc: #doc,
                params: &[#(#table),*],
                interfaces: &[#(#interfaces),*],
                #(#hooks)*
                ..terrace_ir::def::EMPTY_PARAMS
            };

            impl terrace_ir::params::#interface for #marker {
                const DEF: &'static #def_ty = &DEF;

                fn #wrap(given: #handle) -> Self {
                    Self(given)
                }
            }

            impl #marker {
                /// The definition.
                pub const DEF: &'static #def_ty = &DEF;

                #[doc = #get_doc]
                ///
                /// # Panics
                ///
                /// If the dialect is not registered, or does not list it; with the place of the caller.
                #[track_caller]
                pub fn get(
                    cx: &terrace_ir::Context,
                    #(#idents: <#types as terrace_ir::params::ParamType>::Value<'_>,)*
                ) -> Self {
                    let params = [#(<#types as terrace_ir::params::ParamType>::attr(cx, #idents)),*];
                    Self(terrace_ir::params::#get(cx, &DEF, &params))
                }

                #[doc = #checked_doc]
                ///
                /// # Errors
                ///
                /// If they are invalid, or the dialect is not registered or does not list it.
                pub fn get_checked(
                    cx: &terrace_ir::Context,
                    #(#idents: <#types as terrace_ir::params::ParamType>::Value<'_>,)*
                ) -> ::core::result::Result<Self, ::std::string::String> {
                    let params = [#(<#types as terrace_ir::params::ParamType>::attr(cx, #idents)),*];
                    cx.#checked(&DEF, &params).map(Self)
                }

                #(#accessors)*
            }

            impl ::core::convert::From<#marker> for #handle {
                fn from(given: #marker) -> Self {
                    given.0
                }
            }

            #as_param
            #checked_format
        };
    })
}
