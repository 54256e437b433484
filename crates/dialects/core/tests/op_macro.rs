//! The table, view and builder that the `op` macro derives from a struct.

use terrace_ir::attr_kind::{AnyAttr, SymbolNameAttr};
use terrace_ir::constraints::{ANY_TYPE, I32};
use terrace_ir::def::{Arity, DialectDef, EMPTY_DIALECT, Optionality, RegionConstraint};
use terrace_ir::interfaces::{BranchOp, SuccessorOperands};
use terrace_ir::{Attr, Block, Context, Loc, OpKind, OpRef, Region, TraitSet, Type};
use terrace_macros::op;

fn zero(cx: &Context) -> Attr {
    cx.int_attr(Type::I32, 0)
}

fn accept(_op: OpRef<'_>) -> terrace_ir::CheckResult {
    Ok(())
}

/// Adds.
///
/// In two paragraphs.
#[op("demo.add", traits(Pure, SameOperandsAndResultType, HasParent(&["demo.all"])), verify = accept,
     format = "$lhs `,` $rhs (`flags` `<` $theFlags^ `>`)? attr-dict `:` type($result)")]
pub struct AddOp {
    lhs: Operand<I32>,
    rhs: Operand<ANY_TYPE>,
    theFlags: DefaultProp<AnyAttr, zero>,
    result: Res<I32>,
}

/// Uses every kind of slot.
#[op("demo.all", traits(AttrSizedOperandSegments, AttrSizedResultSegments), interfaces(dyn BranchOp))]
pub struct AllOp {
    first: Operand<I32>,
    maybe: OptOperand<I32>,
    many: VarOperand<I32>,
    groups: VarVarOperand<I32, "group_sizes">,
    last: Operand<I32>,
    sym_name: Prop<SymbolNameAttr>,
    note: OptProp<AnyAttr>,
    group_sizes: Prop<terrace_ir::attr_kind::DenseI32ArrayAttr>,
    type_: VarRes<I32>,
    _some: OptRes<I32>,
    body: Region<Sized<1>>,
    cases: VarRegion<Max<2>>,
    dest: Succ,
    others: VarSucc,
}

impl BranchOp for AllOp {
    fn successor_operands(&self, _op: OpRef<'_>, _index: usize) -> SuccessorOperands {
        SuccessorOperands::of_segment(0, 0, 2, 1)
    }
}

static DEMO: DialectDef = DialectDef { name: "demo", ops: &[AddOp::DEF, AllOp::DEF], ..EMPTY_DIALECT };

#[test]
fn tables_hold_what_was_written() {
    let add = AddOp::DEF;
    assert_eq!((add.name, add.doc), ("demo.add", "Adds.\n\nIn two paragraphs."));
    assert_eq!(add.operands[1].constraint.summary, "any type");
    assert!(add.verify.is_some() && add.infer.is_none() && add.format.is_some());
    assert!(matches!(add.props[0].presence, Optionality::Default(_)));
    assert!(TraitSet::of(add.traits).has(TraitSet::Pure.with(TraitSet::HasParent)));

    let all = AllOp::DEF;
    let arities: Vec<Arity> = all.operands.iter().map(|o| o.arity).collect();
    use Arity::{One, Optional, Variadic};
    assert_eq!(arities, [One, Optional, Variadic, Variadic, One]);
    assert_eq!(all.operands[3].segments, Some("group_sizes"));
    let props: Vec<&str> = all.props.iter().map(|p| p.name).collect();
    assert_eq!(props, ["sym_name", "note", "group_sizes", "operandSegmentSizes", "resultSegmentSizes"]);
    assert_eq!(all.regions[0].constraint, RegionConstraint::Sized(1));
    assert_eq!((all.regions[1].constraint, all.regions[1].variadic), (RegionConstraint::MaxSized(2), true));
    assert_eq!((all.results[0].name, all.results[1].name), ("type_", ""));
    assert!(all.result_names.is_some() && add.result_names.is_none());
    assert!(!all.successors[0].variadic && all.successors[1].variadic);
}

#[test]
fn builders_and_views_agree() {
    let cx = std::sync::Arc::new(Context::new(&[&DEMO]));
    let mut ir = terrace_ir::Ir::new(cx.clone(), Default::default());
    let name = cx.string_attr("x");
    let (block, arg, sum, held) = ir.rewrite(terrace_ir::Ir::ROOT, |rw| {
        let region = rw.body().top_regions()[0];
        let block: Block = rw.body().entry(region).expect("the outermost block");
        let arg = rw.add_argument(block, Type::I32, Loc::UNKNOWN);
        rw.set_insertion_point_to_end(block);
        let sum = rw.build_value(AddOp::of(arg, arg).result(Type::I32).loc(Loc::UNKNOWN));
        let (held, case): (Region, Region) = (rw.new_region(), rw.new_region());
        rw.build(
            AllOp::of(arg, sum)
                .loc(Loc::UNKNOWN)
                .many(&[sum, arg])
                .groups(&[&[arg], &[], &[sum]])
                .sym_name_attr(name)
                .dest(block)
                .others(&[block])
                .type_(&[Type::I32])
                .body(held)
                .cases(&[case]),
        );
        (block, arg, sum, held)
    });

    let ops: Vec<OpRef<'_>> =
        ir.body(terrace_ir::Ir::ROOT).ops_of(block).map(|op| ir.op(handle(op))).collect();
    let add = ops[0].cast::<AddOp>().expect("an add");
    assert_eq!((add.lhs().id(), add.result().id(), add.the_flags_attr()), (arg, sum, zero(&cx)));
    assert!(ops[0].cast::<AllOp>().is_none());
    let all = ops[1].cast::<AllOp>().expect("an all");
    assert!(all.maybe().is_none() && all.some().is_none() && all.note_attr().is_none());
    assert_eq!(all.many().map(|v| v.id()).collect::<Vec<_>>(), [sum, arg]);
    assert_eq!(all.groups().map(|v| v.id()).collect::<Vec<_>>(), [arg, sum]);
    assert_eq!((all.last().id(), all.sym_name_attr(), all.type_().len()), (sum, name, 1));
    assert_eq!(all.group_sizes_attr().as_i32_array(&cx), Some(vec![1, 0, 1]));
    assert_eq!(all.operand_segment_sizes_attr().as_i32_array(&cx), Some(vec![1, 0, 2, 2, 1]));
    assert_eq!(all.result_segment_sizes_attr().as_i32_array(&cx), Some(vec![1, 0]));
    assert_eq!((all.body().id(), all.cases().len()), (held, 1));
    assert_eq!((all.dest().id(), all.others().len()), (block, 1));
    let branch = ops[1].interface::<dyn BranchOp>().expect("a branch");
    assert_eq!(branch.successor_operands(ops[1], 0).start, 2);
}

fn handle(op: terrace_ir::Op) -> terrace_ir::OpHandle {
    terrace_ir::OpHandle { body: terrace_ir::Ir::ROOT, op }
}
