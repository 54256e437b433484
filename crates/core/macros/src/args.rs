//! The arguments of `#[op(...)]`.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, LitStr, Path, Result, Token, Type, parenthesized};

/// The arguments of the macro.
#[derive(Default)]
pub(crate) struct OpArgs {
    pub(crate) name: Option<LitStr>,
    /// A trait's name and its arguments in parentheses.
    pub(crate) traits: Vec<(Ident, TokenStream)>,
    pub(crate) format: Option<LitStr>,
    /// The syntax of a hand-written format.
    pub(crate) syntax: Option<LitStr>,
    pub(crate) customs: Vec<Expr>,
    pub(crate) interfaces: Vec<Interface>,
    /// The memory effects.
    pub(crate) effects: Vec<Expr>,
    /// Functions that are canonicalization patterns, called by their own names or by those given.
    pub(crate) canonicalize: Vec<Named>,
    pub(crate) default_dialect: Option<LitStr>,
    /// Hooks: the field of the definition and the expression.
    pub(crate) hooks: Vec<(&'static str, Expr)>,
}

/// Argument names and the definition's fields they fill with `Some(expression)`.
const HOOKS: &[(&str, &str)] = &[
    ("asm", "asm"),
    ("verify", "verify"),
    ("verify_regions", "verify_regions"),
    ("infer", "infer"),
    ("compatible", "compatible"),
    ("names", "result_names"),
    ("block_names", "block_names"),
    ("label_names", "label_names"),
    ("fold", "fold"),
];

/// Names for several traits at once.
const TRAIT_LISTS: &[(&str, &[&str])] =
    &[("ElementwiseMappable", &["Elementwise", "Scalarizable", "Vectorizable", "Tensorizable"])];

impl OpArgs {
    /// The full op name.
    pub(crate) fn name(&self) -> String {
        self.name.as_ref().map_or(String::new(), LitStr::value)
    }

    /// Whether the op has the trait.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.traits.iter().any(|(ident, _)| ident == name)
    }
}

fn list<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

impl Parse for OpArgs {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: LitStr = input.parse()?;
        if !name.value().contains('.') {
            return Err(Error::new(name.span(), "an op's name is `dialect.op`"));
        }
        let mut args = OpArgs { name: Some(name), ..OpArgs::default() };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let key: Ident = input.parse()?;
            match &*key.to_string() {
                "traits" => {
                    for item in list::<Expr>(input)? {
                        let (name, arguments) = split_trait(&item)?;
                        match TRAIT_LISTS.iter().find(|(list, _)| name == list) {
                            Some((_, members)) => args.traits.extend(
                                members
                                    .iter()
                                    .map(|each| (Ident::new(each, name.span()), TokenStream::new())),
                            ),
                            None => args.traits.push((name, arguments)),
                        }
                    }
                }
                "customs" => args.customs = list(input)?,
                "interfaces" => args.interfaces.extend(list::<Interface>(input)?),
                "effects" => args.effects = list(input)?,
                "canonicalize" => args.canonicalize = list(input)?,
                "format" => {
                    input.parse::<Token![=]>()?;
                    args.format = Some(input.parse()?);
                }
                "syntax" => {
                    input.parse::<Token![=]>()?;
                    args.syntax = Some(input.parse()?);
                }
                "default_dialect" => {
                    input.parse::<Token![=]>()?;
                    args.default_dialect = Some(input.parse()?);
                }
                other => {
                    let Some((_, field)) = HOOKS.iter().find(|(name, _)| *name == other) else {
                        return Err(Error::new(key.span(), format!("`{other}` is not an argument of `op`")));
                    };
                    input.parse::<Token![=]>()?;
                    args.hooks.push((field, input.parse()?));
                }
            }
        }
        Ok(args)
    }
}

/// `dyn I`, which the marker implements, or `dyn I = what`, which something else does.
pub(crate) struct Interface {
    pub(crate) ty: Type,
    pub(crate) by: Option<Expr>,
}

impl Parse for Interface {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let ty = input.parse()?;
        let by = input.parse::<Option<Token![=]>>()?.map(|_| input.parse()).transpose()?;
        Ok(Self { ty, by })
    }
}

/// `path`, called as its last segment, or `name: path`.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) path: Path,
}

impl Parse for Named {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let named = input.peek(syn::Ident) && input.peek2(Token![:]) && !input.peek2(Token![::]);
        let name = if named {
            let name: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            Some(name.to_string())
        } else {
            None
        };
        let path: Path = input.parse()?;
        let last = || path.segments.last().map_or(String::new(), |s| s.ident.to_string());
        Ok(Named { name: name.unwrap_or_else(last), path })
    }
}

/// `Pure` or `HasParent(&["x"])`: the name and the arguments.
fn split_trait(item: &Expr) -> Result<(Ident, TokenStream)> {
    let name = |expr: &Expr| match expr {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    };
    let found = match item {
        Expr::Call(call) => {
            let args = call.args.to_token_stream();
            name(&call.func).map(|ident| (ident, quote::quote!((#args))))
        }
        _ => name(item).map(|ident| (ident, TokenStream::new())),
    };
    found.ok_or_else(|| Error::new_spanned(item, "a trait is `Name` or `Name(arguments)`"))
}
