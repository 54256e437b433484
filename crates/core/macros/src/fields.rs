//! The fields of the struct: the op's slots.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Error, GenericArgument, ItemStruct, PathArguments, PathSegment, Result, Type};

use crate::args::OpArgs;

/// The number of values of a slot.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Arity {
    One,
    Optional,
    Variadic,
    /// Groups of groups, with the attribute that holds the sizes.
    Nested(String),
}

/// The optionality of an attribute.
pub(crate) enum Optionality {
    Required,
    Optional,
    Default(TokenStream),
    OptionalDefault(TokenStream),
}

/// A slot of any kind.
pub(crate) struct Slot<K> {
    /// Its name in the table.
    pub(crate) name: String,
    /// Its name as a Rust function.
    pub(crate) ident: Ident,
    /// The constraint as an expression.
    pub(crate) constraint: TokenStream,
    pub(crate) kind: K,
}

/// The op's slots by kind.
#[derive(Default)]
pub(crate) struct Fields {
    pub(crate) operands: Vec<Slot<Arity>>,
    pub(crate) results: Vec<Slot<Arity>>,
    pub(crate) props: Vec<Slot<Optionality>>,
    /// Whether variadic.
    pub(crate) regions: Vec<Slot<bool>>,
    pub(crate) successors: Vec<Slot<bool>>,
}

impl Fields {
    pub(crate) fn read(item: &ItemStruct, args: &OpArgs) -> Result<Fields> {
        let mut fields = Fields::default();
        for field in &item.fields {
            let Some(ident) = &field.ident else {
                return Err(Error::new_spanned(field, "an op's fields have names"));
            };
            let Some(segment) = last_segment(&field.ty) else {
                return Err(Error::new_spanned(&field.ty, "expected a kind of field such as `Operand<C>`"));
            };
            fields.add(ident, segment)?;
        }
        for (trait_name, prop) in [
            ("AttrSizedOperandSegments", "operandSegmentSizes"),
            ("AttrSizedResultSegments", "resultSegmentSizes"),
        ] {
            if args.has(trait_name) {
                fields.props.push(Slot {
                    name: prop.to_string(),
                    ident: Ident::new(&snake_case(prop), proc_macro2::Span::call_site()),
                    constraint: quote!(terrace_ir::attr_kind::DenseI32ArrayAttr),
                    kind: Optionality::Required,
                });
            }
        }
        Ok(fields)
    }

    fn add(&mut self, ident: &Ident, segment: &PathSegment) -> Result<()> {
        let generics: Vec<&GenericArgument> = match &segment.arguments {
            PathArguments::AngleBracketed(list) => list.args.iter().collect(),
            _ => Vec::new(),
        };
        let arg = |index: usize| {
            let arg = generics.get(index).map(|g| g.to_token_stream());
            arg.ok_or_else(|| {
                Error::new_spanned(segment, format!("`{}` needs more arguments", segment.ident))
            })
        };
        let kind = segment.ident.to_string();
        let used = match &*kind {
            "DefaultProp" | "OptDefaultProp" | "VarVarOperand" => 2,
            "Succ" | "VarSucc" => 0,
            _ => 1,
        };
        if let Some(extra) = generics.get(used) {
            return Err(Error::new_spanned(extra, format!("`{kind}` takes {used} arguments")));
        }
        let text = ident.to_string();
        let name = text.strip_prefix("r#").unwrap_or(&text);
        let ident = accessor_ident(name.trim_start_matches('_'), ident);
        // A leading underscore marks a slot that has no name upstream.
        let name = if name.starts_with('_') { String::new() } else { name.to_string() };
        let group =
            |kind: Arity, constraint| Slot { name: name.clone(), ident: ident.clone(), constraint, kind };
        let item =
            |kind: bool, constraint| Slot { name: name.clone(), ident: ident.clone(), constraint, kind };
        match &*kind {
            "Operand" => self.operands.push(group(Arity::One, arg(0)?)),
            "OptOperand" => self.operands.push(group(Arity::Optional, arg(0)?)),
            "VarOperand" => self.operands.push(group(Arity::Variadic, arg(0)?)),
            "VarVarOperand" => {
                let segments: syn::LitStr = syn::parse2(arg(1)?)?;
                self.operands.push(group(Arity::Nested(segments.value()), arg(0)?));
            }
            "Res" => self.results.push(group(Arity::One, arg(0)?)),
            "OptRes" => self.results.push(group(Arity::Optional, arg(0)?)),
            "VarRes" => self.results.push(group(Arity::Variadic, arg(0)?)),
            "Prop" | "OptProp" | "DefaultProp" | "OptDefaultProp" => {
                let presence = match &*kind {
                    "Prop" => Optionality::Required,
                    "OptProp" => Optionality::Optional,
                    "OptDefaultProp" => Optionality::OptionalDefault(arg(1)?),
                    _ => Optionality::Default(arg(1)?),
                };
                self.props.push(Slot { name, ident, constraint: arg(0)?, kind: presence });
            }
            "Region" | "VarRegion" => {
                let constraint = region_constraint(generics.first().copied())?;
                self.regions.push(item(kind == "VarRegion", constraint));
            }
            "Succ" | "VarSucc" => self.successors.push(item(kind == "VarSucc", TokenStream::new())),
            _ => {
                return Err(Error::new_spanned(segment, format!("`{kind}` is not a kind of field")));
            }
        }
        Ok(())
    }
}

pub(crate) fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// Parses a constraint: none, `Sized<N>`, `Min<N>` or `Max<N>`.
fn region_constraint(arg: Option<&GenericArgument>) -> Result<TokenStream> {
    let path = quote!(terrace_ir::def::RegionConstraint);
    let Some(arg) = arg else { return Ok(quote!(#path::Any)) };
    if let GenericArgument::Type(ty) = arg
        && let Some(segment) = last_segment(ty)
        && let PathArguments::AngleBracketed(list) = &segment.arguments
        && let Some(count) = list.args.first()
    {
        match &*segment.ident.to_string() {
            "Sized" => return Ok(quote!(#path::Sized(#count))),
            "Min" => return Ok(quote!(#path::MinSized(#count))),
            "Max" => return Ok(quote!(#path::MaxSized(#count))),
            _ => {}
        }
    }
    Err(Error::new_spanned(arg, "a region is constrained by `Sized<N>`, `Min<N>` or `Max<N>`"))
}

/// `overflowFlags` becomes `overflow_flags`, `numOuterDims` `num_outer_dims`, `LHS` `lhs`.
pub(crate) fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    for (i, &c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let starts_word = c.is_ascii_uppercase()
            && before.is_some_and(|b| {
                b.is_ascii_lowercase()
                    || b.is_ascii_digit()
                    || (b.is_ascii_uppercase() && chars.get(i + 1).is_some_and(char::is_ascii_lowercase))
            });
        if starts_word {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

pub(crate) fn accessor_ident(name: &str, at: &Ident) -> Ident {
    let snake = snake_case(name);
    match syn::parse_str::<Ident>(&snake) {
        Ok(_) => Ident::new(&snake, at.span()),
        Err(_) => Ident::new(&format!("{snake}_"), at.span()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_snake_case() {
        for (from, to) in [
            ("overflowFlags", "overflow_flags"),
            ("lhs", "lhs"),
            ("LHS", "lhs"),
            ("sym_name", "sym_name"),
            ("isHTTPServer", "is_http_server"),
        ] {
            assert_eq!(snake_case(from), to);
        }
    }
}
