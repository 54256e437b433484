//! Values that are known: constants, and ranges of integers.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use terrace_analysis::{
    Constant, ConstantPropagation, DataFlowConfig, DataFlowSolver, IntegerRange, IntegerRanges, ValueStates,
};
use terrace_asm::{Entity, PrintOptions, WrittenOp, print_op};
use terrace_ir::int_range::Range;
use terrace_ir::{BodyId, Ir, ValueRef};
use terrace_support::apint::ApInt;

/// The most values of a function that is analyzed: more take longer than an answer may.
const MOST: usize = 20_000;

/// The states of the values of a function.
struct Known {
    constants: ValueStates<Constant>,
    ranges: ValueStates<IntegerRange>,
}

/// The IR of a part of a file, with what is known of its values, by function.
pub(crate) struct Values {
    ir: Ir,
    known: RefCell<FxHashMap<BodyId, Option<Known>>>,
}

impl Values {
    /// The values of IR that was verified.
    pub(crate) fn new(ir: Ir) -> Self {
        Self { ir, known: RefCell::default() }
    }

    /// The values that a name stands for.
    pub(crate) fn of(&self, entity: &Entity) -> impl Iterator<Item = ValueRef<'_>> + use<'_> {
        entity.values(&self.ir)
    }

    /// The generic form of an op, without what is in its regions.
    pub(crate) fn generic_form(&self, op: &WrittenOp) -> Option<String> {
        let options = PrintOptions::default().generic(true).skip_regions(true).local_scope(true);
        let options = options.elide_elements_above(Some(8)).parallel(false);
        Some(print_op(op.op_in(&self.ir)?, &options))
    }

    /// The constant that a value is, or its range, as `= 3` or `in [0, 9]`; `None` if that is no more than its type says.
    pub(crate) fn text(&self, value: ValueRef<'_>) -> Option<String> {
        let mut known = self.known.borrow_mut();
        let known = known.entry(value.body_id()).or_insert_with(|| self.analyze(value)).as_ref()?;
        let cx = value.cx();
        if let Constant::Known(attr, _) = known.constants.of(value) {
            let text = cx.attr_text(*attr).to_string();
            // The type is that of the value, large constants are no hint.
            let number = text.split(" : ").next().unwrap_or(&text);
            return (number.len() <= 40 && !number.contains('\n')).then(|| format!("= {number}"));
        }
        let range = known.ranges.of(value).range.as_ref().filter(|range| range.width() > 0)?;
        if let Some(number) = range.constant_value() {
            return Some(format!("= {number}"));
        }
        let (min, max) = (range.smin(), range.smax());
        let full = Range::full(range.width());
        // A loop up to a limit that is not known leaves out the last number.
        let one = ApInt::new(range.width(), 1);
        let is_open = max == full.smax() || range.width() >= 32 && *max == full.smax().sub(&one);
        match (min == full.smin(), is_open) {
            (true, true) => None,
            (true, false) => Some(format!("<= {max}")),
            (false, true) => Some(format!(">= {min}")),
            (false, false) => Some(format!("in [{min}, {max}]")),
        }
    }

    /// Analyzes the isolated op around a value; `None` if it is too large, or the outermost one.
    fn analyze(&self, value: ValueRef<'_>) -> Option<Known> {
        let around = value.body().parent().filter(|_| value.body().num_values() <= MOST)?;
        let config = DataFlowConfig::default().interprocedural(false);
        let mut solver = DataFlowSolver::with_config(self.ir.op(around), config);
        solver.load(ConstantPropagation);
        solver.load(IntegerRanges);
        solver.run();
        let mut results = solver.finish();
        Some(Known { constants: results.take_value_states(), ranges: results.take_value_states() })
    }
}
