//! `#[type_def]` and `#[attr_def]`: a table and a typed handle from one struct whose fields are the parameters.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, GenericArgument, ItemStruct, LitStr, PathArguments, Result, Token, parenthesized};

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
    /// Fields of the table and their expressions.
    hooks: Vec<(Ident, TokenStream)>,
}

impl Parse for ParamsArgs {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: LitStr = input.parse()?;
        if !name.value().contains('.') {
            return Err(Error::new(name.span(), "a name is `dialect.mnemonic`"));
        }
        let mut args = ParamsArgs { name, interfaces: Vec::new(), hooks: Vec::new() };
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
                    let value = if key == "verify" { quote!(&#value) } else { quote!(#value) };
                    args.hooks.push((key, quote!(::core::option::Option::Some(#value))));
                }
                other => return Err(Error::new(key.span(), format!("`{other}` is not an argument"))),
            }
        }
        Ok(args)
    }
}

/// A field: its name, its type, and the function for its default.
struct Param {
    /// Its name in the table.
    name: String,
    /// Its name as a Rust function.
    ident: Ident,
    ty: TokenStream,
    default: Option<TokenStream>,
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
        out.push(Param { ident: accessor_ident(&name, ident), name, ty: param, default });
    }
    Ok(out)
}

pub(crate) fn emit(item: &ItemStruct, args: &ParamsArgs, defined: Defined) -> Result<TokenStream> {
    let (vis, marker, attrs) = (&item.vis, &item.ident, &item.attrs);
    let (name, doc) = (args.name.value(), doc_text(attrs));
    let params = params(item)?;
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
                /// If the dialect is not registered.
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
                /// If they are invalid, or the dialect is not registered.
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
        };
    })
}
