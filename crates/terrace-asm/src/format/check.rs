//! Whether what a format prints can be read back.

use rustc_hash::FxHashSet;
use terrace_format::{Directive, Element, parse};
use terrace_ir::def::OpDef;

use super::TypeSource;
use super::compile::type_sources;

/// What a format has in it, at whatever depth.
#[derive(Default)]
struct Mentioned<'a> {
    variables: FxHashSet<&'a str>,
    operands: bool,
    regions: bool,
    successors: bool,
    attr_dict: bool,
}

impl<'a> Mentioned<'a> {
    fn elements(&mut self, elements: &'a [Element]) {
        for element in elements {
            match element {
                Element::Variable(name) => {
                    self.variables.insert(name);
                }
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
            // A type does not say which value it is of.
            Directive::Type(_) | Directive::FunctionalType(..) | Directive::Ref(_) => {}
            Directive::Results | Directive::PropDict | Directive::Params | Directive::Struct(_) => {}
        }
    }
}

/// Checks that an op in its assembly format can be read back: operands, regions and successors are all in the format, the
/// type of each value is written or follows from others, and there is a place for discardable attributes. Ops without a
/// format pass.
///
/// # Errors
///
/// What is missing, in upstream's words.
pub fn check_format(def: &'static OpDef) -> Result<(), String> {
    let Some(format) = def.format else { return Ok(()) };
    let elements = parse(format).map_err(|error| error.to_string())?;
    let mut found = Mentioned::default();
    found.elements(&elements);
    let missing = |what: &str, i: usize, name: &str| Err(format!("{what} #{i}, named '{name}', not found"));
    let (operand_types, result_types) = type_sources(def, &elements);
    if !found.attr_dict {
        return Err("'attr-dict' directive not found in custom assembly format".to_owned());
    }
    let has = |all: bool, name: &str| all || found.variables.contains(name);
    if let Some((i, operand)) =
        def.operands.iter().enumerate().find(|(_, operand)| !has(found.operands, operand.name))
    {
        return missing("operand", i, operand.name);
    }
    if let Some((i, region)) = def.regions.iter().enumerate().find(|(_, r)| !has(found.regions, r.name)) {
        return missing("region", i, region.name);
    }
    if let Some((i, block)) = def.successors.iter().enumerate().find(|(_, s)| !has(found.successors, s.name))
    {
        return missing("successor", i, block.name);
    }
    let unknown = |types: &[TypeSource]| types.iter().position(|ty| matches!(ty, TypeSource::Unknown));
    let (what, i, name) = match (unknown(&operand_types), unknown(&result_types)) {
        (Some(i), _) => ("operand", i, def.operands[i].name),
        (None, Some(i)) => ("result", i, def.results[i].name),
        (None, None) => return Ok(()),
    };
    Err(format!(
        "type of {what} #{i}, named '{name}', is not buildable and a buildable type cannot be inferred"
    ))
}
