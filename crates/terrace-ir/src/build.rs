//! Makes ops from what their definition's slots take: the common part of all builders.

use crate::attrs::Attr;
use crate::body::{OpBuilder, OpSpec};
use crate::context::Context;
use crate::def::OpTable;
use crate::ids::{Block, Op, Region, Value};
use crate::loc::Loc;
use crate::types::Type;

/// What goes into an op's slots: operands, attributes, successors, result types and regions, each in the
/// definition's order.
pub struct SlotValues<'a> {
    /// Operands, by slot.
    pub operands: &'a [&'a [Value]],
    /// Attributes, without segment sizes; those that are absent get their default.
    pub props: &'a [Option<Attr>],
    /// Successors, by slot.
    pub successors: &'a [&'a [Block]],
    /// Types of the results, by slot.
    pub results: &'a [&'a [Type]],
    /// Regions, by slot; `None` for an isolated op, whose body is set afterwards.
    pub regions: &'a [&'a [Region]],
}

/// Makes an op that is in no block yet. Segment sizes follow from `values`.
pub fn build_op(
    cx: &Context,
    body: &mut OpBuilder<'_>,
    def: &OpTable<'_>,
    values: SlotValues<'_>,
    loc: Loc,
) -> Op {
    let name = cx.op_name(def.name);
    let mut props: Vec<Attr> = cx.op_info(name).prop_defaults.to_vec();
    for (slot, given) in props.iter_mut().zip(values.props) {
        if let Some(given) = given {
            *slot = *given;
        }
    }
    for (slot, prop) in props.iter_mut().zip(def.props) {
        match prop.name {
            "operandSegmentSizes" => *slot = sizes(cx, values.operands),
            "resultSegmentSizes" => *slot = sizes(cx, values.results),
            _ => {}
        }
    }
    let op = body.new_op(&OpSpec {
        name,
        operands: &values.operands.concat(),
        results: &values.results.concat(),
        props: &props,
        attrs: Attr::EMPTY_DICT,
        successors: &values.successors.concat(),
        loc,
    });
    if !values.regions.is_empty() {
        body.set_regions(op, &values.regions.concat());
    }
    op
}

fn sizes<T>(cx: &Context, slots: &[&[T]]) -> Attr {
    let sizes: Vec<i32> = slots.iter().map(|s| s.len() as i32).collect();
    cx.i32_array(&sizes)
}
