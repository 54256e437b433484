//! Compiles the tree of a format to its program: names are resolved to slots, and spacing is determined.

use terrace_format::{Directive, Element, parse};
use terrace_ir::context::OpInfo;
use terrace_ir::def::{Arity, CustomArg, OpTable};
use terrace_ir::traits::Trait;

use super::instrs::{AnchorOf, Clause, Custom, Group, Instr, TypeList, mark_dicts};
use super::{Program, Slot, TypeSource};
use crate::lexer::punctuation;

struct Compiler<'a> {
    def: &'a OpTable<'a>,
    space: bool,
    punct: bool,
    used_props: Vec<bool>,
    typed_operands: Vec<bool>,
    typed_results: Vec<bool>,
    /// The values that decide whether the open optional groups are printed.
    anchors: Vec<TypeList>,
}

/// Compiles an op's format, which can be read back: others do not compile where the op is defined.
pub(super) fn compile(info: &OpInfo) -> Program {
    let Some(def) = info.def() else { unreachable!("an op with a format has a definition") };
    let elements = def
        .format
        .map_or(Ok(Vec::new()), parse)
        .expect("the formats of ops are checked when they are compiled");
    let mut c = Compiler::new(def);
    let mut instrs = c.elements(&elements, None);
    mark_dicts(&mut instrs, false);
    let mut printed_props = c.used_props.clone();
    for (slot, prop) in def.props.iter().enumerate() {
        printed_props[slot] |= matches!(prop.name, "operandSegmentSizes" | "resultSegmentSizes");
        printed_props[slot] |= def.operands.iter().any(|o| o.segments == Some(prop.name));
    }
    let (operand_types, result_types) = c.type_sources();
    let has_prop_dict = instrs.iter().any(|instr| matches!(instr, Instr::PropDict { .. }));
    let dict_props =
        (0..printed_props.len()).filter(|&slot| !printed_props[slot] && !has_prop_dict).collect();
    let one_each = def.operands.iter().all(|o| o.arity == Arity::One)
        && def.results.iter().all(|r| r.arity == Arity::One);
    let infers = result_types.iter().any(|s| matches!(s, TypeSource::Infer));
    let transforms =
        operand_types.iter().chain(&result_types).any(|s| matches!(s, TypeSource::Transform(..)));
    let of_all = |instr: &Instr| {
        matches!(
            instr,
            Instr::Type { list: TypeList::Operands, .. }
                | Instr::FunctionalType { inputs: TypeList::Operands, .. }
        )
    };
    let types_apart =
        instrs.iter().any(of_all) && !instrs.iter().any(|i| matches!(i, Instr::Operands { .. }));
    Program {
        instrs,
        operand_types,
        result_types,
        printed_props,
        dict_props,
        one_each,
        infers,
        transforms,
        types_apart,
    }
}

impl<'a> Compiler<'a> {
    fn new(def: &'a OpTable<'a>) -> Self {
        Self {
            def,
            space: true,
            punct: false,
            used_props: vec![false; def.props.len()],
            typed_operands: vec![false; def.operands.len()],
            typed_results: vec![false; def.results.len()],
            anchors: Vec::new(),
        }
    }

    fn operand(&self, name: &str) -> Option<usize> {
        self.def.operands.iter().position(|o| o.name == name)
    }
    fn result(&self, name: &str) -> Option<usize> {
        self.def.results.iter().position(|r| r.name == name)
    }
    fn prop(&self, name: &str) -> Option<usize> {
        self.def.props.iter().position(|p| p.name == name)
    }
    fn region(&self, name: &str) -> Option<usize> {
        self.def.regions.iter().position(|r| r.name == name)
    }
    fn successor(&self, name: &str) -> Option<usize> {
        self.def.successors.iter().position(|s| s.name == name)
    }

    fn lead(&mut self) -> bool {
        let space = self.space || !self.punct;
        self.space = true;
        self.punct = false;
        space
    }

    fn literal_lead(&mut self, text: &str) -> bool {
        let first = text.as_bytes().first().copied().unwrap_or(b' ');
        let before = if text.len() != 1 && text != "->" {
            true
        } else if self.punct {
            !matches!(first, b'>' | b')' | b'}' | b']' | b',')
        } else {
            !matches!(first, b'<' | b'>' | b'(' | b')' | b'{' | b'}' | b'[' | b']' | b',')
        };
        let space = self.space && before;
        self.space = text.len() != 1 || !matches!(first, b'<' | b'(' | b'{' | b'[');
        self.punct = first != b'_' && !first.is_ascii_alphabetic();
        space
    }

    /// The instructions of elements. The element at `elided` (a unit attribute as anchor) is not printed.
    fn elements(&mut self, elements: &[Element], elided: Option<usize>) -> Vec<Instr> {
        let mut out = Vec::new();
        for (i, element) in elements.iter().enumerate() {
            if elided != Some(i) {
                self.element(element, &mut out);
            } else if let Element::Variable(name) = element
                && let Some(slot) = self.prop(name)
            {
                self.used_props[slot] = true;
            }
        }
        out
    }

    fn element(&mut self, element: &Element, out: &mut Vec<Instr>) {
        match element {
            Element::Literal(text) => {
                let space = self.literal_lead(text);
                out.push(Instr::Literal { text: text.clone(), kind: punctuation(text), space });
            }
            Element::Space => {
                self.punct = false;
                self.space = false;
                out.push(Instr::Space);
            }
            Element::NoSpace => {
                self.punct = true;
                self.space = false;
            }
            Element::Newline => out.push(Instr::Newline),
            Element::Variable(name) => self.variable(name, false, out),
            Element::Optional(group) => {
                let unit_at = |c: &Self, elements: &[Element], at: usize| match elements.get(at) {
                    Some(Element::Variable(name)) => {
                        c.prop(name).filter(|&s| c.def.props[s].constraint.syntax.is_flag(elements.len()))
                    }
                    _ => None,
                };
                let anchored = if group.inverted { &group.otherwise } else { &group.then };
                let unit = unit_at(self, anchored, group.anchor);
                let anchor = anchored.get(group.anchor).map_or(AnchorOf::Never, |e| self.anchor(e));
                let elided = unit.map(|_| group.anchor);
                let values = anchored.get(group.anchor).and_then(|e| self.anchor_values(e));
                let open = self.anchors.len();
                self.anchors.extend(values.filter(|_| !group.inverted));
                let then = self.elements(&group.then, if group.inverted { None } else { elided });
                self.anchors.truncate(open);
                self.anchors.extend(values.filter(|_| group.inverted));
                let otherwise = self.elements(&group.otherwise, if group.inverted { elided } else { None });
                self.anchors.truncate(open);
                out.push(Instr::Optional(Box::new(Group {
                    then,
                    otherwise,
                    anchor,
                    inverted: group.inverted,
                    unit,
                })));
            }
            Element::OiList(clauses) => {
                let mut compiled = Vec::new();
                for clause in clauses {
                    let keyword_space = self.literal_lead(&clause.keyword);
                    let mut anchors: Vec<AnchorOf> = Vec::new();
                    let mut unit = None;
                    let mut elided = None;
                    for (i, e) in clause.elements.iter().enumerate() {
                        let found = self.anchor(e);
                        if let AnchorOf::Prop(slot) = found
                            && self.def.props[slot].constraint.syntax.is_flag(1 + clause.elements.len())
                        {
                            unit = Some(slot);
                            elided = Some(i);
                        }
                        if !matches!(found, AnchorOf::Never) {
                            anchors.push(found);
                        }
                    }
                    let instrs = self.elements(&clause.elements, elided);
                    compiled.push(Clause {
                        keyword: clause.keyword.clone(),
                        keyword_space,
                        instrs,
                        anchor: AnchorOf::Any(anchors),
                        unit,
                    });
                }
                out.push(Instr::OiList(compiled));
            }
            Element::Directive(directive) => self.directive(directive, out),
        }
    }

    fn variable(&mut self, name: &str, qualified: bool, out: &mut Vec<Instr>) {
        if let Some(slot) = self.operand(name) {
            let space = self.lead();
            out.push(Instr::Operand { slot, space });
        } else if let Some(slot) = self.prop(name) {
            self.used_props[slot] = true;
            let space = self.lead();
            out.push(Instr::Prop { slot, qualified, space });
        } else if let Some(slot) = self.region(name) {
            let space = self.lead();
            out.push(Instr::Region { slot, space, dict_follows: false });
        } else if let Some(slot) = self.successor(name) {
            let space = self.lead();
            out.push(Instr::Successor { slot, space });
        }
    }

    fn type_list(&mut self, element: &Element) -> Option<TypeList> {
        match element {
            Element::Variable(name) => {
                if let Some(slot) = self.operand(name) {
                    self.typed_operands[slot] = true;
                    return Some(TypeList::Operand(slot));
                }
                let slot = self.result(name)?;
                self.typed_results[slot] = true;
                Some(TypeList::Result(slot))
            }
            Element::Directive(Directive::Operands) => {
                self.typed_operands.fill(true);
                Some(TypeList::Operands)
            }
            Element::Directive(Directive::Results) => {
                self.typed_results.fill(true);
                Some(TypeList::Results)
            }
            Element::Directive(Directive::Qualified(inner)) => self.type_list(inner),
            _ => None,
        }
    }

    fn directive(&mut self, directive: &Directive, out: &mut Vec<Instr>) {
        match directive {
            Directive::AttrDict => {
                out.push(Instr::AttrDict { keyword: false });
                self.punct = false;
            }
            Directive::AttrDictWithKeyword => {
                out.push(Instr::AttrDict { keyword: true });
                self.punct = false;
            }
            Directive::PropDict => {
                let space = self.lead();
                out.push(Instr::PropDict { space });
            }
            Directive::Operands => {
                let space = self.lead();
                out.push(Instr::Operands { space });
            }
            Directive::Regions => {
                let space = self.lead();
                out.push(Instr::Regions { space, dict_follows: false });
            }
            Directive::Successors => {
                let space = self.lead();
                out.push(Instr::Successors { space });
            }
            Directive::Type(inner) => {
                let space = self.lead();
                if let Some(list) = self.type_list(inner) {
                    let def = match list {
                        _ if matches!(**inner, Element::Directive(_)) => None,
                        TypeList::Operand(slot) => self.def.operands[slot].constraint.def,
                        TypeList::Result(slot) => self.def.results[slot].constraint.def,
                        TypeList::Operands | TypeList::Results => None,
                    };
                    let anchored = self.anchors.contains(&list);
                    out.push(Instr::Type { list, def, checked: true, anchored, space });
                }
            }
            Directive::FunctionalType(inputs, results) => {
                let space = self.lead();
                if let (Some(inputs), Some(results)) = (self.type_list(inputs), self.type_list(results)) {
                    out.push(Instr::FunctionalType { inputs, results, space });
                }
            }
            Directive::Qualified(inner) => match &**inner {
                Element::Variable(name) => self.variable(name, true, out),
                Element::Directive(Directive::Type(inner)) => {
                    let space = self.lead();
                    if let Some(list) = self.type_list(inner) {
                        let anchored = self.anchors.contains(&list);
                        out.push(Instr::Type { list, def: None, checked: false, anchored, space });
                    }
                }
                other => self.element(other, out),
            },
            Directive::Custom { name, args } => {
                let space = self.lead();
                let found = self.def.customs.iter().find(|c| c.name == name);
                if let Some(&directive) = found {
                    let args = args.iter().filter_map(|a| self.custom_arg(a, false)).collect();
                    out.push(Instr::Custom { custom: Custom { directive, args }, space });
                }
            }
            Directive::Results | Directive::Ref(_) | Directive::Params | Directive::Struct(_) => {}
        }
    }

    /// Compiles an argument of a custom directive. A reference (`ref(...)`) refers to elements that are
    /// already parsed, so it yields no type.
    fn custom_arg(&mut self, element: &Element, is_ref: bool) -> Option<CustomArg> {
        Some(match element {
            Element::Literal(text) => CustomArg::Text(Box::leak(text.clone().into_boxed_str())),
            Element::Variable(name) => {
                if let Some(slot) = self.operand(name) {
                    CustomArg::Operand(slot as u16)
                } else if let Some(slot) = self.prop(name) {
                    self.used_props[slot] |= !is_ref;
                    CustomArg::Prop(slot as u16)
                } else if let Some(slot) = self.region(name) {
                    CustomArg::Region(slot as u16)
                } else {
                    CustomArg::Successor(self.successor(name)? as u16)
                }
            }
            Element::Directive(Directive::Type(inner)) => {
                let list = if is_ref {
                    let (operands, results) = (self.typed_operands.clone(), self.typed_results.clone());
                    let list = self.type_list(inner);
                    (self.typed_operands, self.typed_results) = (operands, results);
                    list
                } else {
                    self.type_list(inner)
                };
                match list? {
                    TypeList::Operand(slot) => CustomArg::OperandType(slot as u16),
                    TypeList::Result(slot) => CustomArg::ResultType(slot as u16),
                    TypeList::Operands | TypeList::Results => return None,
                }
            }
            Element::Directive(Directive::Ref(inner)) => return self.custom_arg(inner, true),
            Element::Directive(Directive::AttrDict) => CustomArg::AttrDict,
            _ => return None,
        })
    }

    /// The values of an anchor that is values, or their types.
    fn anchor_values(&self, element: &Element) -> Option<TypeList> {
        match element {
            Element::Variable(name) => {
                let result = || self.result(name).map(TypeList::Result);
                self.operand(name).map(TypeList::Operand).or_else(result)
            }
            Element::Directive(Directive::Operands) => Some(TypeList::Operands),
            Element::Directive(Directive::Type(inner) | Directive::Qualified(inner)) => {
                self.anchor_values(inner)
            }
            _ => None,
        }
    }

    fn anchor(&self, element: &Element) -> AnchorOf {
        match element {
            Element::Variable(name) => {
                if let Some(slot) = self.operand(name) {
                    AnchorOf::Operand(slot)
                } else if let Some(slot) = self.prop(name) {
                    AnchorOf::Prop(slot)
                } else if let Some(slot) = self.region(name) {
                    AnchorOf::Region(slot)
                } else if let Some(slot) = self.successor(name) {
                    AnchorOf::Successor(slot)
                } else if let Some(slot) = self.result(name) {
                    AnchorOf::Result(slot)
                } else {
                    AnchorOf::Never
                }
            }
            Element::Directive(
                Directive::Type(inner) | Directive::Qualified(inner) | Directive::Ref(inner),
            ) => self.anchor(inner),
            Element::Directive(Directive::FunctionalType(inputs, results)) => {
                AnchorOf::Any(vec![self.anchor(inputs), self.anchor(results)])
            }
            Element::Directive(Directive::Operands) => {
                AnchorOf::Any((0..self.def.operands.len()).map(AnchorOf::Operand).collect())
            }
            Element::Directive(Directive::Results) => {
                AnchorOf::Any((0..self.def.results.len()).map(AnchorOf::Result).collect())
            }
            Element::Directive(Directive::Custom { args, .. }) => AnchorOf::Any(
                args.iter()
                    .filter(|a| !matches!(a, Element::Directive(Directive::Ref(_))))
                    .map(|a| self.anchor(a))
                    .collect(),
            ),
            _ => AnchorOf::Never,
        }
    }

    // ---- types ----------------------------------------------------------------------------------

    fn slot_of(&self, name: &str) -> Option<Slot> {
        self.operand(name)
            .map(Slot::Operand)
            .or_else(|| self.result(name).map(Slot::Result))
            .or_else(|| self.prop(name).map(Slot::Prop))
    }

    fn type_sources(&self) -> (Vec<TypeSource>, Vec<TypeSource>) {
        let start = |typed: bool, constraint: &terrace_ir::def::TypeConstraint| match constraint.build {
            _ if typed => TypeSource::Written,
            Some(build) => TypeSource::Build(build),
            None => TypeSource::Unknown,
        };
        let mut operands: Vec<TypeSource> = self
            .def
            .operands
            .iter()
            .zip(&self.typed_operands)
            .map(|(o, &t)| start(t, o.constraint))
            .collect();
        let mut results: Vec<TypeSource> =
            self.def.results.iter().zip(&self.typed_results).map(|(r, &t)| start(t, r.constraint)).collect();
        let mut same: Vec<Vec<Slot>> = Vec::new();
        let all_operands = || (0..self.def.operands.len()).map(Slot::Operand);
        let all_results = || (0..self.def.results.len()).map(Slot::Result);
        for t in self.def.traits {
            match t {
                Trait::AllTypesMatch(names) => {
                    same.push(names.iter().filter_map(|n| self.slot_of(n)).collect())
                }
                Trait::SameTypeOperands => same.push(all_operands().collect()),
                Trait::SameOperandsAndResultType => same.push(all_operands().chain(all_results()).collect()),
                _ => {}
            }
        }
        let known = |slot: Slot, operands: &[TypeSource], results: &[TypeSource]| match slot {
            Slot::Operand(i) => !matches!(operands[i], TypeSource::Unknown),
            Slot::Result(i) => !matches!(results[i], TypeSource::Unknown),
            Slot::Prop(_) => true,
        };
        // One round finds what follows directly; a second what follows from that.
        for _ in 0..3 {
            for group in &same {
                let Some(&from) = group.iter().find(|&&s| known(s, &operands, &results)) else { continue };
                for &slot in group {
                    if known(slot, &operands, &results) {
                        continue;
                    }
                    match slot {
                        Slot::Operand(i) => operands[i] = TypeSource::Same(from),
                        Slot::Result(i) => results[i] = TypeSource::Same(from),
                        Slot::Prop(_) => {}
                    }
                }
            }
            for t in self.def.traits {
                let Trait::TypesMatchWith(rule) = t else { continue };
                let (Some(from), Some(to)) = (self.slot_of(rule.from), self.slot_of(rule.to)) else {
                    continue;
                };
                if known(from, &operands, &results) && !known(to, &operands, &results) {
                    match to {
                        Slot::Operand(i) => operands[i] = TypeSource::Transform(rule, from),
                        Slot::Result(i) => results[i] = TypeSource::Transform(rule, from),
                        Slot::Prop(_) => {}
                    }
                }
            }
        }
        // A known type does not say how many results of it there are.
        let counted = |(source, result): (&TypeSource, &terrace_ir::def::ResultDef)| {
            matches!(source, TypeSource::Build(_)) && result.arity != Arity::One
        };
        if self.def.infer.is_some()
            && (results.iter().any(|s| matches!(s, TypeSource::Unknown))
                || results.iter().zip(self.def.results).any(counted))
        {
            results.fill(TypeSource::Infer);
        }
        (operands, results)
    }
}
