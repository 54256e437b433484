//! Checks an assembly format against the op's slots when it is compiled.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, LitStr, Result};
use terrace_format::check::{Ambiguity, Count, Question, Slot, ambiguities};
use terrace_format::{Directive, Element};

use crate::args::OpArgs;
use crate::fields::{Arity, Fields, Optionality};

/// Checks that the format parses, that its names exist, and that the op round-trips: all operands, regions
/// and successors are in it, and a directive for discardable attributes. Returns assertions that are
/// evaluated at compile time, that types which the format omits can be inferred from others.
///
/// # Errors
///
/// If a check fails: the message names the op, and uses upstream's wording where upstream has one.
pub(crate) fn check(name: &str, text: &LitStr, fields: &Fields) -> Result<TokenStream> {
    let fail =
        |message: String| Error::new(text.span(), format!("the assembly format of '{name}': {message}"));
    let elements = terrace_format::parse(&text.value()).map_err(|e| fail(e.to_string()))?;
    elements.iter().try_for_each(|e| element(e, fields, false)).map_err(fail)?;
    let mut found = Mentioned::default();
    found.elements(&elements);
    found.check(fields).map_err(fail)?;
    let mut asserted = found.type_assertions(name, fields);
    for Ambiguity { message, questions } in ambiguities(&elements, &|name| slot(fields, name)) {
        if questions.is_empty() {
            return Err(fail(message));
        }
        let message = format!("the assembly format of '{name}': {message}");
        asserted.extend(ambiguity_assertion(&message, &questions, fields));
    }
    Ok(asserted)
}

/// Checks that an op with a hand-written format declares its syntax, and that the names in it exist.
///
/// # Errors
///
/// If there is no syntax, a redundant one, or a name in it that no slot has.
pub(crate) fn check_syntax(args: &OpArgs, fields: &Fields) -> Result<()> {
    let by_hand = args.hooks.iter().find(|(field, _)| *field == "asm");
    let Some(syntax) = &args.syntax else {
        let message = "a format that is written by hand is described beside it: `syntax = \"..\"`";
        return by_hand.map_or(Ok(()), |(_, hook)| Err(Error::new_spanned(hook, message)));
    };
    if by_hand.is_none() {
        return Err(Error::new(syntax.span(), "`syntax` describes a format that is written by hand"));
    }
    let text = syntax.value();
    // Text in backquotes is literal.
    for part in text.split('`').step_by(2).flat_map(|part| part.split('$').skip(1)) {
        let name = part.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if slot(fields, name).is_none() {
            let message = format!("the syntax of '{}': there is no '{name}'", args.name());
            return Err(Error::new(syntax.span(), message));
        }
    }
    Ok(())
}

/// Returns the slot that a name in a format refers to.
fn slot(fields: &Fields, name: &str) -> Option<Slot> {
    let count = |arity: &Arity| match arity {
        Arity::One => Count::One,
        Arity::Optional => Count::Optional,
        Arity::Variadic => Count::Variadic,
        Arity::Nested(_) => Count::Nested,
    };
    let many = |variadic: bool| if variadic { Count::Variadic } else { Count::One };
    let operand = || fields.operands.iter().find(|s| s.name == name).map(|s| Slot::Operand(count(&s.kind)));
    let result = || fields.results.iter().find(|s| s.name == name).map(|s| Slot::Result(count(&s.kind)));
    let attribute = || {
        let slot = fields.props.iter().find(|s| s.name == name)?;
        Some(Slot::Attribute(!matches!(slot.kind, Optionality::Required)))
    };
    let region = || fields.regions.iter().find(|s| s.name == name).map(|s| Slot::Region(many(s.kind)));
    let successor =
        || fields.successors.iter().find(|s| s.name == name).map(|s| Slot::Successor(many(s.kind)));
    operand().or_else(attribute).or_else(region).or_else(successor).or_else(result)
}

/// An assertion over the op's table `DEF` that one of the questions is answered with no.
fn ambiguity_assertion(message: &str, questions: &[Question], fields: &Fields) -> TokenStream {
    let place = |name: &str| fields.props.iter().position(|prop| prop.name == name).unwrap_or(usize::MAX);
    let asked = questions.iter().map(|question| {
        let (name, token, of) = match question {
            Question::Begins(name, token) => (name, token, "begins_with"),
            Question::GoesOn(name, token) => (name, token, "goes_on_with"),
        };
        let (slot, of) = (place(name), quote::format_ident!("{of}"));
        let token = quote::format_ident!("{token:?}");
        quote!(terrace_ir::format_types::#of(&DEF, #slot, terrace_ir::format_types::FormatToken::#token))
    });
    quote! { const _: () = ::core::assert!(!(#(#asked)&&*), #message); }
}

/// The directives and variables of a format, at any depth.
#[derive(Default)]
struct Mentioned<'a> {
    variables: Vec<&'a str>,
    operands: bool,
    regions: bool,
    successors: bool,
    attr_dict: bool,
    /// The values whose types are written.
    types: Vec<&'a str>,
    operand_types: bool,
    result_types: bool,
}

impl<'a> Mentioned<'a> {
    fn elements(&mut self, elements: &'a [Element]) {
        for element in elements {
            match element {
                Element::Variable(name) => self.variables.push(name),
                Element::Directive(directive) => self.directive(directive),
                Element::Optional(group) => {
                    self.elements(&group.then);
                    self.elements(&group.otherwise);
                }
                Element::OiList(clauses) => clauses.iter().for_each(|clause| self.elements(&clause.elements)),
                Element::Literal(_) | Element::Space | Element::NoSpace | Element::Newline => {}
            }
        }
    }

    fn directive(&mut self, directive: &'a Directive) {
        match directive {
            Directive::Operands => self.operands = true,
            Directive::Regions => self.regions = true,
            Directive::Successors => self.successors = true,
            Directive::AttrDict | Directive::AttrDictWithKeyword => self.attr_dict = true,
            Directive::Qualified(inner) => self.elements(std::slice::from_ref(inner)),
            Directive::Custom { args, .. } => self.elements(args),
            Directive::Type(inner) => self.type_of(inner),
            Directive::FunctionalType(inputs, results) => {
                self.type_of(inputs);
                self.type_of(results);
            }
            // A reference to an element that was parsed before.
            Directive::Ref(_) => {}
            Directive::Results | Directive::PropDict | Directive::Params | Directive::Struct(_) => {}
        }
    }

    fn type_of(&mut self, element: &'a Element) {
        match element {
            Element::Variable(name) => self.types.push(name),
            Element::Directive(Directive::Operands) => self.operand_types = true,
            Element::Directive(Directive::Results) => self.result_types = true,
            Element::Directive(Directive::Qualified(inner)) => self.type_of(inner),
            _ => {}
        }
    }

    fn check(&self, fields: &Fields) -> Found {
        if !self.attr_dict {
            return Err("'attr-dict' directive not found in custom assembly format".to_owned());
        }
        let all = |what: &str, whole: bool, names: Vec<&str>| {
            let missing = names.iter().position(|name| !whole && !self.variables.contains(name));
            missing.map_or(Ok(()), |i| Err(format!("{what} #{i}, named '{}', not found", names[i])))
        };
        all("operand", self.operands, fields.operands.iter().map(|s| &*s.name).collect())?;
        all("region", self.regions, fields.regions.iter().map(|s| &*s.name).collect())?;
        all("successor", self.successors, fields.successors.iter().map(|s| &*s.name).collect())
    }

    /// An assertion for each value whose type is not written, over the op's table `DEF`.
    fn type_assertions(&self, op: &str, fields: &Fields) -> TokenStream {
        let written = |whole: bool, names: Vec<&str>| -> Vec<bool> {
            names.iter().map(|name| whole || self.types.contains(name)).collect()
        };
        let operands: Vec<&str> = fields.operands.iter().map(|s| &*s.name).collect();
        let results: Vec<&str> = fields.results.iter().map(|s| &*s.name).collect();
        let (of_operands, of_results) =
            (written(self.operand_types, operands.clone()), written(self.result_types, results.clone()));
        let mut asserted = TokenStream::new();
        for (what, names, written) in [("operand", operands, &of_operands), ("result", results, &of_results)]
        {
            for (i, name) in names.iter().enumerate().filter(|(i, _)| !written[*i]) {
                let message = format!(
                    "the assembly format of '{op}': type of {what} #{i}, named '{name}', is not buildable and a \
                     buildable type cannot be inferred"
                );
                let known = quote::format_ident!("{what}s");
                asserted.extend(quote!(::core::assert!(KNOWN.#known & 1 << #i != 0, #message);));
            }
        }
        if asserted.is_empty() {
            return asserted;
        }
        let mask =
            |written: &[bool]| written.iter().rev().fold(0u64, |mask, &one| mask << 1 | u64::from(one));
        let (of_operands, of_results) = (mask(&of_operands), mask(&of_results));
        quote! {
            const _: () = {
                const KNOWN: terrace_ir::format_types::KnownTypes =
                    terrace_ir::format_types::KnownTypes::of(&DEF, #of_operands, #of_results);
                #asserted
            };
        }
    }
}

type Found = std::result::Result<(), String>;

/// `in_type`: inside `type(...)`, where results may be named and attributes may not.
fn element(element: &Element, fields: &Fields, in_type: bool) -> Found {
    let all = |items: &[Element]| items.iter().try_for_each(|e| self::element(e, fields, in_type));
    match element {
        Element::Variable(name) => variable(name, fields, in_type),
        Element::Directive(found) => directive(found, fields),
        Element::Optional(group) => {
            all(&group.then)?;
            all(&group.otherwise)
        }
        Element::OiList(clauses) => clauses.iter().try_for_each(|c| all(&c.elements)),
        Element::Literal(_) | Element::Space | Element::NoSpace | Element::Newline => Ok(()),
    }
}

fn directive(directive: &Directive, fields: &Fields) -> Found {
    match directive {
        Directive::Type(inner) => element(inner, fields, true),
        Directive::FunctionalType(inputs, results) => {
            element(inputs, fields, true)?;
            element(results, fields, true)
        }
        Directive::Qualified(inner) | Directive::Ref(inner) => element(inner, fields, false),
        Directive::Custom { args, .. } => args.iter().try_for_each(|e| element(e, fields, false)),
        Directive::Params | Directive::Struct(_) => {
            Err("'params' and 'struct' belong to types and attributes".to_string())
        }
        _ => Ok(()),
    }
}

fn variable(name: &str, fields: &Fields, in_type: bool) -> Found {
    let is_result = fields.results.iter().any(|s| s.name == name);
    if fields.operands.iter().any(|s| s.name == name) || (in_type && is_result) {
        return Ok(());
    }
    if in_type {
        return Err(format!("'${name}' is neither an operand nor a result"));
    }
    let known = fields.props.iter().any(|s| s.name == name)
        || fields.regions.iter().any(|s| s.name == name)
        || fields.successors.iter().any(|s| s.name == name);
    if known {
        return Ok(());
    }
    let why = if is_result { "is a result, which is written before the op" } else { "is not a field" };
    Err(format!("'${name}' {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::OpArgs;

    /// Returns the errors of a format for an op with one slot of each kind, and the assertions about its types.
    fn said(format: &str) -> (String, String) {
        let item: syn::ItemStruct = syn::parse_quote! {
            struct Op { input: Operand<ANY>, body: Region, next: Succ, result: Res<ANY>, value: Prop<ANY> }
        };
        let fields = Fields::read(&item, &OpArgs::default()).expect("the fields are right");
        match check("d.op", &LitStr::new(format, proc_macro2::Span::call_site()), &fields) {
            Ok(asserted) => (String::new(), asserted.to_string()),
            Err(error) => (error.to_string(), String::new()),
        }
    }

    #[test]
    fn formats_that_lose_something_are_refused() {
        for (format, expected) in [
            ("$input $body $next", "'attr-dict' directive not found in custom assembly format"),
            ("$body $next attr-dict", "operand #0, named 'input', not found"),
            ("type($input) $body $next attr-dict", "operand #0, named 'input', not found"),
            ("$input $next attr-dict", "region #0, named 'body', not found"),
            ("$input $body attr-dict", "successor #0, named 'next', not found"),
            ("$input custom<X>(ref($body)) $next attr-dict", "region #0, named 'body', not found"),
            ("$input $other", "'$other' is not a field"),
            (
                "$input $next attr-dict $body",
                "format ambiguity caused by region `body` found after `attr-dict` directive",
            ),
            ("$input $input $body $next attr-dict", "'input' is already bound"),
            (
                "$input $body $next (`x` $value^)? `x` attr-dict",
                "format ambiguity caused by `x` literal found after optional group",
            ),
            (
                "`a` `` `b` $input $body $next attr-dict",
                "no space before `b` literal, which is printed as one token with what is before",
            ),
        ] {
            assert_eq!(said(format).0, format!("the assembly format of 'd.op': {expected}"), "{format}");
        }
        for format in [
            "$input $body $next attr-dict-with-keyword",
            "operands regions successors attr-dict",
            "($input^ `x` custom<X>($body, $next))? attr-dict",
        ] {
            assert_eq!(said(format).0, "", "{format}");
        }
    }

    #[test]
    fn what_depends_on_the_kind_of_an_attribute_is_asserted() {
        let asserted = |format: &str| said(format).1.contains("format ambiguity");
        assert!(asserted("$input $value $body $next attr-dict"));
        assert!(asserted("$value attr-dict `:` type($input) $input $body $next"));
        assert!(!asserted("$value `,` $input $body $next attr-dict"));
    }

    #[test]
    fn types_that_are_not_written_are_asserted_to_follow() {
        let all = "$input $body $next attr-dict";
        let asserted = |types: &str| {
            let text = said(&format!("{all} {types}")).1;
            (text.contains("operand #0, named 'input'"), text.contains("result #0, named 'result'"))
        };
        assert_eq!(asserted(""), (true, true));
        assert_eq!(asserted("type($input)"), (false, true));
        assert_eq!(asserted("custom<X>(type($result), ref(type($input)))"), (true, false));
        assert_eq!(asserted("functional-type(operands, results)"), (false, false));
        assert_eq!(asserted("qualified(type($input))"), (false, true));
    }
}
