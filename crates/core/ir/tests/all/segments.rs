//! The assignment of operands to slots.

use std::sync::Arc;

use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::{Attr, Context, Ir, Loc, OpHandle, OpKind, OpSpec, Type};
use terrace_macros::op;

/// As many operands as slots.
#[op("g.fixed")]
pub struct FixedOp {
    a: Operand<ANY_TYPE>,
    b: Operand<ANY_TYPE>,
}

/// The single variadic slot takes the rest.
#[op("g.one")]
pub struct OneOp {
    a: Operand<ANY_TYPE>,
    many: VarOperand<ANY_TYPE>,
    b: Operand<ANY_TYPE>,
}

/// Slots by a size attribute.
#[op("g.sized", traits(AttrSizedOperandSegments))]
pub struct SizedOp {
    a: Operand<ANY_TYPE>,
    maybe: OptOperand<ANY_TYPE>,
    many: VarOperand<ANY_TYPE>,
}

/// Slots that vary share evenly.
#[op("g.same")]
pub struct SameOp {
    left: VarOperand<ANY_TYPE>,
    a: Operand<ANY_TYPE>,
    right: VarOperand<ANY_TYPE>,
}

static G: DialectDef =
    DialectDef { name: "g", ops: &[FixedOp::DEF, OneOp::DEF, SizedOp::DEF, SameOp::DEF], ..EMPTY_DIALECT };

/// The ranges of the first three slots of an op with `operands` operands and these segment sizes.
fn ranges(name: &str, operands: usize, sizes: Option<&[i32]>) -> [(usize, usize); 3] {
    let cx = Arc::new(Context::new(&[&G]));
    let mut ir = Ir::new(cx.clone(), Default::default());
    let props: &[Attr] = &sizes.map(|sizes| cx.i32_array(sizes)).into_iter().collect::<Vec<_>>();
    let op = ir.rewrite(Ir::ROOT, |rw| {
        let block = rw.body().entry(rw.body().top_regions()[0]).expect("the outermost block");
        let arg = rw.add_argument(block, Type::I32, Loc::UNKNOWN);
        rw.set_insertion_point_to_end(block);
        rw.create_op(&OpSpec {
            name: cx.op_name(name),
            operands: &vec![arg; operands],
            results: &[],
            props,
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc: Loc::UNKNOWN,
        })
    });
    let op = ir.op(OpHandle { body: Ir::ROOT, op });
    [0, 1, 2].map(|slot| {
        let (start, len) = op.operand_range(slot);
        assert!(start + len <= operands, "{name} {operands} {sizes:?} slot {slot}: {start} + {len}");
        assert_eq!(op.operand_group(slot).len(), len);
        (start, len)
    })
}

#[test]
fn slots_take_their_operands() {
    assert_eq!(ranges("g.fixed", 2, None)[..2], [(0, 1), (1, 1)]);
    assert_eq!(ranges("g.one", 2, None), [(0, 1), (1, 0), (1, 1)]);
    assert_eq!(ranges("g.one", 5, None), [(0, 1), (1, 3), (4, 1)]);
    assert_eq!(ranges("g.sized", 4, Some(&[1, 0, 3])), [(0, 1), (1, 0), (1, 3)]);
    assert_eq!(ranges("g.sized", 4, Some(&[1, 1, 2])), [(0, 1), (1, 1), (2, 2)]);
    assert_eq!(ranges("g.same", 1, None), [(0, 0), (0, 1), (1, 0)]);
    assert_eq!(ranges("g.same", 5, None), [(0, 2), (2, 1), (3, 2)]);
    assert_eq!(ranges("s.unknown", 2, None), [(0, 0); 3]);
}

#[test]
fn what_is_not_verified_stays_within_bounds() {
    for name in ["g.fixed", "g.one", "g.same"] {
        for operands in 0..6 {
            ranges(name, operands, None);
        }
    }
    let sizes: [&[i32]; 7] =
        [&[], &[1], &[1, 1, 1, 1], &[9, 9, 9], &[-1, 2, -3], &[0, 0, 0], &[i32::MAX, i32::MAX, i32::MAX]];
    for sizes in sizes {
        for operands in 0..4 {
            ranges("g.sized", operands, Some(sizes));
        }
    }
}
