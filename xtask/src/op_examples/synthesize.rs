//! An op that no test has: types, attributes and regions that its table allows are tried until it is valid.

use std::sync::Arc;

use terrace::ir::def::{Arity, AttrSyntax, OpDef, Optionality, PropDef, TypeConstraint};
use terrace::ir::{Attr, Context, Type};
use terrace_opt::Setup;

use super::{accepted, isolate};

/// The types that are tried, in this order.
const TYPES: &str = "i32, f32, index, i1, i8, i64, f64, !llvm.ptr, vector<4xi32>, vector<4xf32>, vector<4xi1>, \
     vector<4x!llvm.ptr>, memref<4xf32>, tensor<4xf32>, !transform.any_op, !transform.any_value, !transform.any_param, \
     !transform.param<i64>, !pdl.operation, !pdl.value, !pdl.type, !pdl.attribute, vector<[4]xi32>, vector<[4]xf32>, \
     vector<[4]xi1>, vector<[16]xi8>, vector<[16]xi1>, vector<[8]xi16>, vector<[8]xf16>, vector<[8]xbf16>, vector<[8]xi1>, \
     vector<[2]xi64>, vector<[2]xf64>, vector<[2]xi1>, vector<[1]xi1>, vector<[1]xi128>, vector<[4]x[4]xi32>, \
     vector<[4]x[4]xf32>, vector<[2]x[2]xi64>, vector<8xi32>, !transform.op<\"scf.for\">";

/// The attributes that are tried, in this order.
const ATTRIBUTES: &str = "unit, true, 0 : i32, 1 : i32, 0 : i64, 1 : i64, 0 : i8, 0 : index, 1.0 : f32, \"name\", @name, \
     i32, array<i64>, array<i64: 1>, array<i32>, array<i32: 1>, array<i1>, array<i1: false>, [], [0], [\"name\"], [@name], \
     affine_map<(d0) -> (d0)>, {}";

/// The type of a handle.
const HANDLE: &str = "!transform.any_op";

/// The largest number of types or attributes that are tried for a slot.
const CHOICES: usize = 64;

/// The largest number of texts that are tried.
const TRIES: usize = 60_000;

/// A part of the text, with its alternatives.
struct Slot {
    choices: Vec<String>,
    chosen: usize,
}

/// The choices for the slots of an op, with the number of elements of optional and variadic slots.
struct Template<'a> {
    op: &'a OpDef,
    operands: Vec<Slot>,
    results: Vec<Slot>,
    props: Vec<(&'a str, Slot)>,
    region: Slot,
}

/// Returns an example of the op, or `None` if none is found.
pub(super) fn example(setup: &Setup, op: &OpDef) -> Option<String> {
    let cx = terrace::context_of(setup);
    let (types, attributes) = (types(&cx)?, attributes(&cx)?);
    let region = || Slot {
        choices: ["{}", "{\nbuiltin.module {\n}\n}", "{\n^bb0:\n}"].map(str::to_owned)
            [if op.regions.is_empty() { 2 } else { 0 }..]
            .to_vec(),
        chosen: 0,
    };
    for many in [0, 1] {
        let count = |arity: Arity| if arity == Arity::One { 1 } else { many };
        let value = |constraint: &TypeConstraint, arity| -> Vec<Slot> {
            (0..count(arity)).map(|_| type_slot(&cx, &types, constraint)).collect()
        };
        let operands = op.operands.iter().flat_map(|slot| value(slot.constraint, slot.arity)).collect();
        let results = op.results.iter().flat_map(|slot| value(slot.constraint, slot.arity)).collect();
        let props = op
            .props
            .iter()
            .filter_map(|prop| Some((prop.name, prop_slot(&cx, &attributes, op, prop, many)?)));
        let mut template = Template { op, operands, results, props: props.collect(), region: region() };
        if template.slots().iter().any(|slot| slot.choices.is_empty()) {
            continue;
        }
        for _ in 0..TRIES {
            let found = template.texts().iter().find_map(|text| accepted(setup, op.name, text));
            if found.is_some() {
                return found;
            }
            if !template.advance() {
                break;
            }
        }
    }
    None
}

fn types(cx: &Arc<Context>) -> Option<Vec<Type>> {
    let ir =
        terrace::parse(cx, &format!("\"builtin.unrealized_conversion_cast\"() : () -> ({TYPES})")).ok()?;
    let cast = ir.root()?.nested_ops().next()?;
    Some(cast.result_types())
}

fn attributes(cx: &Arc<Context>) -> Option<Vec<Attr>> {
    let ir = terrace::parse(
        cx,
        &format!("\"builtin.unrealized_conversion_cast\"() {{list = [{ATTRIBUTES}]}} : () -> i1"),
    )
    .ok()?;
    let list = ir.root()?.nested_ops().find_map(|op| op.attr("list"))?;
    Some(list.as_array(cx)?.to_vec())
}

fn type_slot(cx: &Arc<Context>, types: &[Type], constraint: &TypeConstraint) -> Slot {
    let only = constraint.build.map(|build| build(cx));
    let fitting = types.iter().copied().filter(|&ty| (constraint.pred)(cx, ty)).take(CHOICES);
    let choices = only.map_or_else(|| fitting.collect(), |ty| vec![ty]);
    Slot { choices: choices.into_iter().map(|ty| cx.type_text(ty)).collect(), chosen: 0 }
}

/// The slot of an attribute; `None` if it is left out.
fn prop_slot(
    cx: &Arc<Context>,
    attributes: &[Attr],
    op: &OpDef,
    prop: &PropDef,
    many: usize,
) -> Option<Slot> {
    let sizes = |arities: &mut dyn Iterator<Item = Arity>| {
        let sizes = arities.map(|arity| if arity == Arity::One { "1".to_owned() } else { many.to_string() });
        let text = format!("array<i32: {}>", sizes.collect::<Vec<_>>().join(", "));
        Some(Slot { choices: vec![text], chosen: 0 })
    };
    match prop.name {
        "operandSegmentSizes" => return sizes(&mut op.operands.iter().map(|slot| slot.arity)),
        "resultSegmentSizes" => return sizes(&mut op.results.iter().map(|slot| slot.arity)),
        _ => {}
    }
    if !matches!(prop.presence, Optionality::Required) {
        return None;
    }
    let mut choices: Vec<String> = match &prop.constraint.syntax {
        AttrSyntax::Enum(def) => {
            let cases = def.cases.iter().map(|case| format!("{} : i{}", case.value, def.width));
            cases.collect()
        }
        _ => {
            let fitting = attributes.iter().filter(|&&attr| (prop.constraint.pred)(cx, attr));
            fitting.map(|&attr| cx.attr_text(attr)).collect()
        }
    };
    choices.truncate(CHOICES);
    Some(Slot { choices, chosen: 0 })
}

impl Template<'_> {
    fn slots(&mut self) -> Vec<&mut Slot> {
        let props = self.props.iter_mut().map(|(_, slot)| slot);
        let region = std::iter::once(&mut self.region);
        self.operands.iter_mut().chain(&mut self.results).chain(props).chain(region).collect()
    }

    /// Advances to the next choice; false after the last one.
    fn advance(&mut self) -> bool {
        for slot in self.slots() {
            slot.chosen += 1;
            if slot.chosen < slot.choices.len() {
                return true;
            }
            slot.chosen = 0;
        }
        false
    }

    /// The texts of the op with the chosen alternatives, in functions.
    fn texts(&self) -> Vec<String> {
        let text = |slot: &Slot| slot.choices[slot.chosen].clone();
        let operands: Vec<String> = self.operands.iter().map(text).collect();
        let results: Vec<String> = self.results.iter().map(text).collect();
        let props: Vec<String> =
            self.props.iter().map(|(name, slot)| format!("{name} = {}", text(slot))).collect();
        let names: Vec<String> = (0..operands.len()).map(|place| format!("%{place}")).collect();
        let regions = vec![text(&self.region); self.op.regions.len()].join(", ");
        let body = format!(
            "{}\"{}\"({}){}{} : ({}) -> ({})",
            if results.is_empty() { String::new() } else { format!("%r:{} = ", results.len()) },
            self.op.name,
            names.join(", "),
            if props.is_empty() { String::new() } else { format!(" <{{{}}}>", props.join(", ")) },
            if regions.is_empty() { String::new() } else { format!(" ({regions})") },
            operands.join(", "),
            results.join(", "),
        );
        let free: Vec<(String, String)> = names.into_iter().zip(operands).collect();
        let mut texts = isolate::wrap(self.op.name, &free, &body);
        if let (true, Some((name, ty))) =
            (self.op.name.starts_with("transform.match.structured."), free.first())
        {
            let target = [("%target".to_owned(), HANDLE.to_owned())];
            let inside = match ty == HANDLE {
                true => format!("^bb0({name}: {HANDLE}):\n{body}"),
                false => format!(
                    "^bb0(%op: {HANDLE}):\n{name} = transform.match.structured.init %op[0] : ({HANDLE}) -> {ty}\n{body}"
                ),
            };
            let matcher = format!("transform.match.structured %target : {HANDLE} {{\n{inside}\n}}");
            texts = isolate::wrap(self.op.name, &target, &matcher);
        }
        texts
    }
}
