//! `linalg.generic`: any loops, any computation.

use terrace_affine::AffineMap;
use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_dialects_mem::memref::fold_casts;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapArrayAttr, StrAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::effects::{ConditionallySpeculatable, MemoryEffects};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::{Attr, OpKind, OpRef, OptionalAttr, Region, Type, Value};
use terrace_macros::op;

use crate::attrs::{IteratorType, IteratorTypeArrayAttr};
use crate::canonicalize::erase_identity;
use crate::structured::{
    Structured, as_structured, maps_of_attr, second_slot, structured_interfaces, verify_structured,
};
use crate::syntax::{parse_parts, print_parts};
use crate::tiling::StructuredTiling;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::tiling::{PartialReductionOp, TilingInterface};

/// Iterates over the elements of its operands and applies the computation of its region to them.
#[op("linalg.generic",
     traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator("linalg.yield"), RecursiveMemoryEffects),
     interfaces(dyn Structured, dyn DestinationStyleOp, dyn MemoryEffects, dyn ConditionallySpeculatable,
                dyn TilingInterface = StructuredTiling, dyn PartialReductionOp = StructuredTiling),
     fold = fold_casts, canonicalize(erase_identity: erase_identity),
     asm = (parse, print),
     syntax = "`{` `indexing_maps` `=` $indexing_maps `,` `iterator_types` `=` $iterator_types (`,` <attribute>)* `}` \
               (`ins` `(` $inputs `:` type($inputs) `)`)? `outs` `(` $outputs `:` type($outputs) `)` (`attrs` `=` \
               attr-dict)? $region (`->` type($result_tensors))?",
     verify_regions = verify_structured, block_names = block_names)]
pub struct GenericOp {
    inputs: VarOperand<ANY_TYPE>,
    outputs: VarOperand<ANY_SHAPED>,
    indexing_maps: Prop<AffineMapArrayAttr>,
    iterator_types: Prop<IteratorTypeArrayAttr>,
    doc: OptProp<StrAttr>,
    library_call: OptProp<StrAttr>,
    result_tensors: VarRes<ANY_RANKED_TENSOR>,
    region: Region,
}

impl Structured for GenericOp {
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
        maps_of_attr(op)
    }
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
        GenericOp::view_of(op).iterator_types().iter().map(|kind| kind == IteratorType::Parallel).collect()
    }
    fn destinations(&self, op: OpRef<'_>) -> (usize, usize) {
        second_slot(op)
    }
}

structured_interfaces!(GenericOp);

/// Names the arguments of inputs and destinations.
pub fn name_args(op: OpRef<'_>, region: Region, set: &mut dyn FnMut(Value, &str), destination: &str) {
    let first = as_structured(op).map_or(0, |s| s.destinations(op).0);
    let Some(found) = op.regions().find(|r| r.id() == region) else { return };
    let args = found.entry().map_or(Vec::new(), |block| block.args().map(|arg| arg.id()).collect());
    for (i, arg) in args.into_iter().enumerate() {
        set(arg, if i < first { "in" } else { destination });
    }
}

fn block_names(op: OpRef<'_>, region: Region, set: &mut dyn FnMut(Value, &str)) {
    name_args(op, region, set, "out");
}

/// The attributes that are written before the operands, in the order of their names.
const FRONT: [&str; 4] = ["doc", "indexing_maps", "iterator_types", "library_call"];

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let at = p.loc();
    let front = p.attr(Type::NONE)?;
    let Some(entries) = front.as_dict(p.cx()).map(<[_]>::to_vec) else {
        return Err(p.error(at, "invalid kind of attribute specified".to_string()));
    };
    let mut iterators = None;
    for (name, value) in entries {
        match name.text(p.cx()) {
            "iterator_types" => iterators = value.as_array(p.cx()).map(<[Attr]>::to_vec),
            text => match FRONT.iter().find(|&&known| known == text) {
                Some(known) => state.set_prop(p.cx(), known, value),
                None => state.attrs.push((name, value)),
            },
        }
    }
    let Some(iterators) = iterators else {
        return Err(p.error(at, "expected \"iterator_types\" array attribute".to_string()));
    };
    let mut parsed = Vec::with_capacity(iterators.len());
    for item in iterators {
        let word = item.as_str(p.cx()).map(str::to_string);
        match word.map(|word| (IteratorType::from_keyword(&word), word)) {
            None => parsed.push(item),
            Some((Some(kind), _)) => parsed.push(kind.attr(p.cx())),
            Some((None, word)) => {
                let here = p.loc();
                return Err(p.error(here, format!("unexpected iterator_type ({word})")));
            }
        }
    }
    state.set_prop(p.cx(), "iterator_types", p.cx().array_attr(&parsed));
    parse_parts(p, state, true)?;
    if p.optional_token("attrs") {
        p.token("=")?;
        p.optional_attr_dict(state)?;
    }
    p.region(state, &[], false)?;
    let results = p.optional_arrow_type_list()?;
    state.results.extend(results);
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let cx = op.cx();
    let value = |name: &str| {
        let value = op.inherent_attr(name)?;
        if name != "iterator_types" {
            return Some(value);
        }
        let kinds = GenericOp::view_of(op).iterator_types().iter();
        let words: Vec<Attr> = kinds.map(|kind| cx.string_attr(kind.keyword())).collect();
        Some(cx.array_attr(&words))
    };
    let front = FRONT.iter().filter_map(|name| Some((cx.str(name), value(name)?))).collect();
    p.text(" ");
    p.attr(cx.dict(front));
    print_parts(p, op);
    if !op.attrs().optional_entries(cx).is_empty() {
        p.text(" attrs = ");
        p.attr_dict(op, &[&FRONT[..], &["operandSegmentSizes"]].concat());
    }
    let region = GenericOp::view_of(op).region();
    if !region.is_empty() {
        p.text(" ");
        p.region(region, true, true);
    }
    p.optional_arrow_types(&op.result_types());
}
