//! Patterns for tests of the drivers of patterns: the greedy one, and the one that visits each op once.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_test::attributes::AnyAttrOfI32StrOp;
use terrace_dialects_test::enums::{OpWithBitEnum, OpWithEnum, TestBitEnum, TestEnum};
use terrace_dialects_test::folds::{OpCommutative2, OpInPlaceFold};
use terrace_dialects_test::legal::CastOp;
use terrace_dialects_test::regions::OneRegionOp;
use terrace_ir::body::OpSpec;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::traits::TraitSet;
use terrace_ir::{
    Attr, Block, InsertPoint, Ir, Op, OpHandle, OpKind, Region, Rewriter, Type, Value, pattern,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};
use terrace_rewrite::greedy::apply_greedily_to;
use terrace_rewrite::walk::body_post_order;
use terrace_rewrite::walk_driver::walk_and_apply;
use terrace_rewrite::{GreedyOptions, PatternSet, Strictness};

use crate::vector_patterns::Patterns;

pass_options! {
    /// The options of the pass.
    struct GreedyPatternOptions {
        /// Seed the worklist in general top-down order
        top_down("top-down"): bool = "false",
        /// Max. iterations in the GreedyRewriteConfig
        max_iterations("max-iterations"): i64 = "10",
        /// Whether to fold
        fold("fold"): bool = "true",
        /// Whether to CSE constants
        cse_constants("cse-constants"): bool = "true",
    }
}

/// Applies patterns on ops of the test dialect until nothing changes.
pub(crate) static TEST_GREEDY_PATTERNS: PassDef = PassDef {
    name: "test-greedy-patterns",
    class: "(anonymous namespace)::TestGreedyPatternDriver",
    doc: "Run test dialect patterns",
    options: GreedyPatternOptions::DEFS,
    make: |options| {
        let options = GreedyPatternOptions::from(options);
        let driver = GreedyOptions::bottom_up()
            .top_down(options.top_down)
            .max_iterations(u64::try_from(options.max_iterations).ok())
            .fold(options.fold)
            .cse_constants(options.cse_constants);
        Patterns::with(driver, |set, cx| {
            set.add_all(cx, ENUM_PATTERNS);
            set.add_all(cx, GREEDY_PATTERNS);
            set.add(cx, &INCREMENT);
        })
    },
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct WalkPatternOptions {
        /// Print rewrite listener notifications
        dump_notifications("dump-notifications"): bool = "false",
    }
}

/// Applies patterns on ops of the test dialect once to each op.
pub(crate) static TEST_WALK_PATTERN_REWRITE_DRIVER: PassDef = PassDef {
    name: "test-walk-pattern-rewrite-driver",
    class: "(anonymous namespace)::TestWalkPatternDriver",
    doc: "Run test walk pattern rewrite driver",
    options: WalkPatternOptions::DEFS,
    make: |options| {
        let dump = WalkPatternOptions::from(options).dump_notifications;
        Ok(Pass::Body(Box::new(WalkPatterns { dump })))
    },
    ..EMPTY_PASS
};

option_enum! {
    /// The ops that the pass applies patterns to.
    enum StrictnessOption {
        AnyOp = "AnyOp",
        ExistingAndNewOps = "ExistingAndNewOps",
        ExistingOps = "ExistingOps",
    }
}

pass_options! {
    /// The options of the pass.
    struct StrictOptions {
        /// Can be {AnyOp, ExistingAndNewOps, ExistingOps}
        strictness("strictness"): StrictnessOption = "AnyOp",
    }
}

/// Applies patterns to the ops that they are for, and to more as far as the strictness allows.
pub(crate) static TEST_STRICT_PATTERN_DRIVER: PassDef = PassDef {
    name: "test-strict-pattern-driver",
    class: "(anonymous namespace)::TestStrictPatternDriver",
    doc: "Test strict mode of pattern driver",
    options: StrictOptions::DEFS,
    anchor: Some(FuncOp::DEF.name),
    make: |options| {
        let strictness = match StrictOptions::from(options).strictness {
            StrictnessOption::AnyOp => Strictness::AnyOp,
            StrictnessOption::ExistingAndNewOps => Strictness::ExistingAndNewOps,
            StrictnessOption::ExistingOps => Strictness::ExistingOps,
        };
        Ok(Pass::Ir(Box::new(StrictPatterns { strictness })))
    },
    ..EMPTY_PASS
};

struct StrictPatterns {
    strictness: Strictness,
}

impl IrPass for StrictPatterns {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(body) = ir.op(op).inner_body() else { return Ok(()) };
        let cx = ir.cx().clone();
        let mut patterns = PatternSet::new();
        patterns.add_all(&cx, STRICT_PATTERNS);
        let mut listener = crate::notifications::DumpNotifications::new(&cx);
        let options = GreedyOptions::bottom_up().strictness(self.strictness);
        let result = ir.rewrite(body, |rw| {
            let names = STRICT_OPS.map(|name| cx.op_name(name));
            let known = |&op: &Op| names.contains(&rw.body().name(op));
            let ops: Vec<Op> = body_post_order(rw.body()).into_iter().filter(known).collect();
            apply_greedily_to(&mut rw.listening(&mut listener), &ops, &patterns, &options)
        });
        run.printed.push_str(&listener.text);
        let flags =
            [("pattern_driver_changed", result.changed), ("pattern_driver_all_erased", result.all_erased)];
        ir.rewrite(op.body, |rw| {
            for (name, flag) in flags {
                rw.set_attr(op.op, name, if flag { Attr::TRUE } else { Attr::FALSE });
            }
        });
        Ok(())
    }
}

/// The ops that the pass begins with.
const STRICT_OPS: [&str; 9] = [
    "test.change_block_op",
    "test.clone_me",
    "test.clone_region_before",
    "test.erase_op",
    "test.inline_blocks_into_parent",
    "test.insert_same_op",
    "test.move_before_parent_op",
    "test.replace_with_new_op",
    "test.split_block_here",
];

static STRICT_PATTERNS: &[Pattern] = &[
    CLONE_OP,
    MOVE_BEFORE_PARENT,
    REPLACE_WITH_NEW_OP,
    Pattern::new("EraseOp", "test.erase_op", |rw, op| {
        rw.erase_op(op);
        Some(())
    }),
    Pattern::new("InsertSameOp", "test.insert_same_op", |rw, op| {
        if rw.op(op).attr("skip").is_some() {
            return None;
        }
        let (operands, types) = (rw.body().operands(op).collect::<Vec<_>>(), rw.op(op).result_types());
        let (name, loc) = (rw.body().name(op), rw.body().loc(op));
        let attrs = rw.cx().dict(vec![(rw.cx().str("skip"), Attr::TRUE)]);
        let spec =
            OpSpec { name, operands: &operands, results: &types, props: &[], attrs, successors: &[], loc };
        rw.create_op(&spec);
        rw.set_attr(op, "skip", Attr::TRUE);
        Some(())
    }),
    Pattern::new("ChangeBlockOp", "test.change_block_op", |rw, op| {
        let blocks: Vec<Block> = rw.body().successors(op).collect();
        let [first, second] = blocks[..] else { return None };
        if first == second {
            return None;
        }
        rw.replace_block_uses(first, second);
        Some(())
    }),
    Pattern::new("ImplicitChangeOp", "test.implicit_change_op", |rw, op| {
        let own = rw.body().block_of(op)?;
        let blocks: Vec<Block> = rw.body().successors(op).collect();
        if blocks.len() != 1 || blocks[0] == own {
            return None;
        }
        rw.set_successor(op, 0, own);
        Some(())
    }),
    Pattern::new("InlineBlocksIntoParent", "test.inline_blocks_into_parent", |rw, op| {
        let regions: Vec<Region> = rw.body().regions(op).collect();
        let mut changed = None;
        for region in regions {
            while let Some(block) = rw.body().entry(region).filter(|&block| rw.body().n_args(block) == 0) {
                rw.inline_block(block, InsertPoint::Before(op), &[]);
                changed = Some(());
            }
        }
        changed
    }),
    Pattern::new("SplitBlockHere", "test.split_block_here", |rw, op| {
        rw.split_block(op);
        rw.set_insertion_point_before(op);
        let (operands, types) = (rw.body().operands(op).collect::<Vec<_>>(), rw.op(op).result_types());
        let new = create_named(rw, "test.new_op", &operands, &types);
        rw.replace_op_with(op, new);
        Some(())
    }),
    Pattern::new("CloneRegionBeforeOp", "test.clone_region_before", |rw, op| {
        if rw.op(op).attr("was_cloned").is_some() || rw.holds_isolated(op) {
            return None;
        }
        let block = rw.body().block_of(op)?;
        let regions: Vec<Region> = rw.body().regions(op).collect();
        for region in regions {
            rw.clone_region_before(region, block, &mut IrMapping::new())?;
        }
        mark_cloned(rw, op);
        Some(())
    }),
];

struct WalkPatterns {
    dump: bool,
}

impl BodyPass for WalkPatterns {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add(rw.cx(), &INCREMENT);
        patterns.add_all(rw.cx(), WALK_PATTERNS);
        if self.dump {
            let mut listener = crate::notifications::DumpNotifications::new(rw.cx());
            walk_and_apply(&mut rw.listening(&mut listener), &patterns);
            run.printed.push_str(&listener.text);
        } else {
            walk_and_apply(rw, &patterns);
        }
        Ok(())
    }
}

/// Counts an integer up to three.
pub(crate) static INCREMENT: Pattern = pattern!("IncrementIntAttribute", AnyAttrOfI32StrOp, |rw, op| {
    let attr = AnyAttrOfI32StrOp::view_of(rw.op(op)).attr_attr();
    let value = attr.as_integer(rw.cx()).and_then(|_| attr.as_i64(rw.cx())).filter(|&value| value < 3)?;
    let next = rw.cx().int_attr(Type::I32, value + 1);
    rw.set_prop(op, 0, next);
    Some(())
});

static ENUM_PATTERNS: &[Pattern] = &[
    pattern!("SecondForFirst", OpWithEnum, |rw, op| {
        let (value, tag) = (op.view(rw).value(), op.view(rw).tag_attr()?);
        is_i32(rw, tag, 0).filter(|()| value == TestEnum::First)?;
        let tag = rw.cx().int_attr(Type::I32, 1);
        rw.replace(op, OpWithEnum::of().value(TestEnum::Second).tag_attr(tag));
        Some(())
    }),
    pattern!("ReadForWrite", OpWithBitEnum, |rw, op| {
        let (value, tag) = (op.view(rw).value(), op.view(rw).tag_attr()?);
        is_i32(rw, tag, 0).filter(|()| value == TestBitEnum::WRITE | TestBitEnum::EXECUTE)?;
        let tag = rw.cx().int_attr(Type::I32, 1);
        rw.replace(op, OpWithBitEnum::of().value(TestBitEnum::EXECUTE | TestBitEnum::READ).tag_attr(tag));
        Some(())
    }),
];

fn is_i32(rw: &Rewriter<'_>, attr: Attr, value: i64) -> Option<()> {
    (attr == rw.cx().int_attr(Type::I32, value)).then_some(())
}

static GREEDY_PATTERNS: &[Pattern] = &[
    Pattern::new("FoldingPattern", "test.op_in_place_fold_anchor", |rw, op| {
        let operand = rw.body().operands(op).next()?;
        let folded = rw.build_or_fold_value(OpInPlaceFold::of(operand).result(Type::I32));
        rw.replace_op(op, &[folded]);
        Some(())
    }),
    pattern!("FolderInsertBeforePreviouslyFoldedConstantPattern", CastOp, |rw, op| {
        rw.op(op).attr("test_fold_before_previously_folded_op")?;
        let block = rw.body().block_of(op)?;
        rw.set_insertion_point_to_start(block);
        let constant = rw.build_value(ConstantOp::of().value_attr(Attr::TRUE));
        let cast = rw.build_value(CastOp::of(&[constant]).result(Type::I32));
        rw.replace_op(op, &[cast]);
        Some(())
    }),
    pattern!("FolderCommutativeOp2WithConstant", OpCommutative2, |rw, op| {
        let constant = op.view(rw).op1().defined_by::<OpCommutative2>()?.op2();
        constant.defining_op().filter(|def| def.has_trait(TraitSet::ConstantLike))?;
        let constant = constant.id();
        rw.replace_op(op, &[constant]);
        Some(())
    }),
    pattern!("HoistEligibleOps", OneRegionOp, |rw, op| {
        let view = rw.op(op);
        let last = view.single_region().entry()?.ops().last()?;
        let hoisted = last.operands().next()?.defining_op()?;
        if hoisted.parent_op().map(|parent| parent.id()) != Some(op.into()) {
            return None;
        }
        hoisted.attr("eligible")?;
        let hoisted = hoisted.id();
        rw.move_op(hoisted, InsertPoint::Before(op.into()));
        Some(())
    }),
    Pattern::new("MakeOpEligible", "foo.maybe_eligible_op", |rw, op| {
        if rw.op(op).attr("eligible").is_some() {
            return None;
        }
        rw.set_attr(op, "eligible", Attr::UNIT);
        Some(())
    }),
];

/// The patterns of the driver that visits each op once.
static WALK_PATTERNS: &[Pattern] =
    &[MOVE_BEFORE_PARENT, MOVE_AFTER_PARENT, CLONE_OP, REPLACE_WITH_NEW_OP, ERASE_FIRST_BLOCK];

/// The op around an op of the same body: `None` for an op of a function's body itself.
fn parent_in_body(rw: &Rewriter<'_>, op: Op) -> Option<Op> {
    let region = rw.body().block_of(op).and_then(|block| rw.body().region_of(block))?;
    rw.body().region_parent(region)
}

/// Moves an op before the one around it, but not out of a function.
pub(crate) const MOVE_BEFORE_PARENT: Pattern =
    Pattern::new("MoveBeforeParentOp", "test.move_before_parent_op", |rw, op| {
        let parent = parent_in_body(rw, op)?;
        rw.move_op(op, InsertPoint::Before(parent));
        Some(())
    });

/// Moves an op after the one around it, or a number of ops further.
const MOVE_AFTER_PARENT: Pattern =
    Pattern::new("MoveAfterParentOp", "test.move_after_parent_op", |rw, op| {
        let mut after = parent_in_body(rw, op)?;
        let further = rw.op(op).attr("advance").and_then(|by| by.as_i64(rw.cx()));
        for _ in 0..further.map_or(0, |number| number.max(0)) {
            after = rw.body().next_op(after)?;
        }
        let point = InsertPoint::after(rw.body(), after);
        rw.move_op(op, point);
        Some(())
    });

/// Inserts a copy of an op, which says that it is one.
pub(crate) const CLONE_OP: Pattern = Pattern::new("CloneOp", "test.clone_me", |rw, op| {
    if rw.op(op).attr("was_cloned").is_some() {
        return None;
    }
    let copy = rw.clone_op(op, &mut IrMapping::new())?;
    mark_cloned(rw, copy);
    Some(())
});

/// Marks an op that was cloned. Neither the driver nor its listener is notified, as by upstream's patterns.
fn mark_cloned(rw: &mut Rewriter<'_>, op: Op) {
    rw.unheard().unheard().set_attr(op, "was_cloned", Attr::UNIT);
}

/// Creates an op of a name alone, with operands and results of these types.
pub(crate) fn create_named(rw: &mut Rewriter<'_>, name: &str, operands: &[Value], results: &[Type]) -> Op {
    let (name, loc) = (rw.cx().op_name(name), rw.loc());
    let spec = OpSpec { name, operands, results, props: &[], attrs: Attr::EMPTY_DICT, successors: &[], loc };
    rw.create_op(&spec)
}

/// Replaces an op by another one.
pub(crate) const REPLACE_WITH_NEW_OP: Pattern =
    Pattern::new("ReplaceWithNewOp", "test.replace_with_new_op", |rw, op| {
        let new = if rw.op(op).attr("create_erase_op").is_some() {
            create_named(rw, "test.erase_op", &[], &[])
        } else {
            let operands: Vec<Value> = rw.body().operands(op).collect();
            let types: Vec<Type> = rw.op(op).results().map(|result| result.ty()).collect();
            create_named(rw, "test.new_op", &operands, &types)
        };
        let results: Vec<Value> = rw.body().results(new).collect();
        rw.replace_op(op, &results);
        Some(())
    });

/// Erases the first block in an op.
const ERASE_FIRST_BLOCK: Pattern = Pattern::new("EraseFirstBlock", "test.erase_first_block", |rw, op| {
    let block = rw.op(op).regions().find_map(|region| region.entry())?.id();
    rw.erase_block(block);
    Some(())
});
