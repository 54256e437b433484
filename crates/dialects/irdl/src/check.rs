//! Constraints as data, and whether attributes and types satisfy them.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;
use terrace_ir::base_def::{AttrBase, TypeBase};
use terrace_ir::{Attr, AttrData, Context, TypeData};

/// The number of a constraint in [`Constraints`].
pub type Variable = usize;

/// A definition of types or attributes, by name; it may be loaded after the constraint is created.
pub struct Base<T> {
    name: Box<str>,
    def: OnceLock<Option<T>>,
}

impl<T: Copy> Base<T> {
    /// Returns the definition of this name, without a sign.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), def: OnceLock::new() }
    }

    fn get(&self, find: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        *self.def.get_or_init(|| find(&self.name))
    }
}

/// A constraint of an attribute; types are attributes here.
pub enum Constraint {
    /// Satisfied by any attribute.
    Any,
    /// This attribute alone.
    Is(Attr),
    /// Types of one definition.
    BaseType(Base<TypeBase>),
    /// Attributes of one definition.
    BaseAttr(Base<AttrBase>),
    /// Types of one definition whose parameters satisfy constraints.
    ParametricType(Base<TypeBase>, Box<[Variable]>),
    /// Attributes of one definition whose parameters satisfy constraints.
    ParametricAttr(Base<AttrBase>, Box<[Variable]>),
    /// Satisfied if any of the constraints is.
    AnyOf(Box<[Variable]>),
    /// Satisfied if all of the constraints are.
    AllOf(Box<[Variable]>),
}

/// The constraints of one definition.
#[derive(Default)]
pub struct Constraints(pub Vec<Constraint>);

/// The assignment of attributes to a definition's constraints so far: one attribute each.
pub struct Assignment<'c> {
    cx: &'c Context,
    constraints: &'c [Constraint],
    assigned: Vec<Option<Attr>>,
    /// The pairs of a constraint and an attribute that failed. Failures are permanent, since an assignment only grows.
    refused: FxHashSet<(Variable, Attr)>,
}

impl<'c> Assignment<'c> {
    /// Returns an assignment of nothing.
    pub fn new(cx: &'c Context, constraints: &'c Constraints) -> Self {
        let constraints = &*constraints.0;
        Self { cx, constraints, assigned: vec![None; constraints.len()], refused: FxHashSet::default() }
    }

    /// Checks that an attribute satisfies a constraint: the same as before, if one did.
    ///
    /// # Errors
    ///
    /// A message, in upstream's words.
    pub fn check(&mut self, attr: Attr, variable: Variable) -> Result<(), String> {
        match self.satisfies(attr, variable) {
            true => Ok(()),
            false => Err(self.explain(attr, variable)),
        }
    }

    /// Whether an attribute satisfies a constraint; if so, it is assigned to it.
    fn satisfies(&mut self, attr: Attr, variable: Variable) -> bool {
        if let Some(assigned) = self.assigned[variable] {
            return attr == assigned;
        }
        if !self.refused.is_empty() && self.refused.contains(&(variable, attr)) {
            return false;
        }
        let satisfied = stacker::maybe_grow(32 << 10, 1 << 20, || self.satisfies_constraint(attr, variable));
        if satisfied {
            self.assigned[variable] = Some(attr);
        } else {
            self.refused.insert((variable, attr));
        }
        satisfied
    }

    fn satisfies_constraint(&mut self, attr: Attr, variable: Variable) -> bool {
        let constraints = self.constraints;
        match &constraints[variable] {
            Constraint::Any => true,
            Constraint::Is(expected) => attr == *expected,
            Constraint::BaseType(base) => self.has_base_type(attr, base),
            Constraint::BaseAttr(base) => self.has_base_attr(attr, base),
            Constraint::ParametricType(base, variables) => {
                self.has_base_type(attr, base) && self.params_satisfy(attr, variables)
            }
            Constraint::ParametricAttr(base, variables) => {
                self.has_base_attr(attr, base) && self.params_satisfy(attr, variables)
            }
            Constraint::AnyOf(variables) => variables.iter().any(|&variable| self.satisfies(attr, variable)),
            Constraint::AllOf(variables) => variables.iter().all(|&variable| self.satisfies(attr, variable)),
        }
    }

    fn has_base_type(&self, attr: Attr, base: &Base<TypeBase>) -> bool {
        let cx = self.cx;
        let Some(ty) = attr.as_type(cx) else { return false };
        base.get(|name| cx.type_base_named(name)) == Some(cx.type_base(ty))
    }

    fn has_base_attr(&self, attr: Attr, base: &Base<AttrBase>) -> bool {
        let cx = self.cx;
        let base = base.get(|name| cx.attr_base_named(name));
        base.is_some() && base == cx.attr_base(attr)
    }

    fn params_satisfy(&mut self, attr: Attr, variables: &[Variable]) -> bool {
        let params = params_of(self.cx, attr);
        params.len() == variables.len()
            && params.iter().zip(variables).all(|(&param, &variable)| self.satisfies(param, variable))
    }

    /// Explains why an attribute does not satisfy a constraint.
    fn explain(&self, attr: Attr, variable: Variable) -> String {
        let cx = self.cx;
        let (mut attr, mut variable) = (attr, variable);
        loop {
            let found = cx.attr_text(attr);
            if let Some(assigned) = self.assigned[variable] {
                return format!("expected '{}' but got '{found}'", cx.attr_text(assigned));
            }
            let (is_type, name, variables) = match &self.constraints[variable] {
                Constraint::Any => return String::new(),
                Constraint::Is(expected) => {
                    return format!("expected '{}' but got '{found}'", cx.attr_text(*expected));
                }
                Constraint::AnyOf(_) => return format!("'{found}' does not satisfy the constraint"),
                Constraint::AllOf(variables) => {
                    match variables.iter().find(|&&variable| self.is_refused(attr, variable)) {
                        Some(refusing) => variable = *refusing,
                        None => return String::new(),
                    }
                    continue;
                }
                Constraint::BaseType(base) => {
                    return match attr.as_type(cx) {
                        None => format!("expected type, got attribute '{found}"),
                        Some(ty) => {
                            let found = cx.type_base_name(cx.type_base(ty));
                            format!("expected base type '{}' but got '{found}'", base.name)
                        }
                    };
                }
                Constraint::BaseAttr(base) => {
                    let found = cx.attr_base(attr).map_or("", |base| cx.attr_base_name(base));
                    return format!("expected base attribute '{}' but got '{found}'", base.name);
                }
                Constraint::ParametricType(base, variables) => {
                    if attr.as_type(cx).is_none() {
                        return format!("expected type, got attribute '{found}");
                    }
                    if !self.has_base_type(attr, base) {
                        return format!("expected base type '{}' but got '{found}'", base.name);
                    }
                    (true, &base.name, variables)
                }
                Constraint::ParametricAttr(base, variables) => {
                    if !self.has_base_attr(attr, base) {
                        // Upstream names the mnemonic first.
                        let (dialect, mnemonic) = base.name.split_once('.').unwrap_or_default();
                        return format!("expected base attribute '{mnemonic}.{dialect}' but got '{found}'");
                    }
                    (false, &base.name, variables)
                }
            };
            let params = params_of(cx, attr);
            if params.len() != variables.len() {
                let what = if is_type { "type" } else { "attribute" };
                let (found, expected) = (params.len(), variables.len());
                return format!("{what} '{name}' expects {found} parameters but got {expected}");
            }
            let refused =
                params.iter().zip(variables).find(|(param, variable)| self.is_refused(**param, **variable));
            match refused {
                Some((&param, &refusing)) => (attr, variable) = (param, refusing),
                None => return String::new(),
            }
        }
    }

    /// Whether an attribute was found not to satisfy a constraint.
    fn is_refused(&self, attr: Attr, variable: Variable) -> bool {
        match self.assigned[variable] {
            Some(assigned) => assigned != attr,
            None => self.refused.contains(&(variable, attr)),
        }
    }
}

/// Returns the parameters of a type or attribute that a dialect defines.
fn params_of(cx: &Context, attr: Attr) -> &[Attr] {
    match (attr.data(cx), attr.as_type(cx).map(|ty| ty.data(cx))) {
        (AttrData::Dialect { params, .. }, _) | (_, Some(TypeData::Dialect { params, .. })) => params,
        _ => &[],
    }
}
