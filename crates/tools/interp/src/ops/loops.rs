//! Loops that ops of several dialects are lowered to.

use terrace_dialects_core::arith::CmpIPredicate;
use terrace_ir::ValueRef;
use terrace_ir::matchers::m_scalar_i64;

use crate::fault::Fault;
use crate::inst::{Inst, Reg};
use crate::int_ops::signed;
use crate::lower::{Lowered, Lowering, ValuePlace};

/// A loop: the slots of its bounds and its step.
#[derive(Clone, Copy)]
pub struct Loop {
    /// The lower bound.
    pub lower: Reg,
    /// The upper bound, exclusive.
    pub upper: Reg,
    /// The step.
    pub step: Reg,
    /// Whether the step is known to be positive.
    pub checked: bool,
}

impl Loop {
    /// The loop from one value to another.
    ///
    /// # Errors
    ///
    /// If any of the values is not a scalar.
    pub fn of(
        lw: &mut Lowering<'_>,
        lower: ValueRef<'_>,
        upper: ValueRef<'_>,
        step: ValueRef<'_>,
    ) -> Lowered<Self> {
        let checked = m_scalar_i64(step).is_some_and(|step| step > 0);
        Ok(Self { lower: lw.slot(lower)?, upper: lw.slot(upper)?, step: lw.slot(step)?, checked })
    }
}

/// Appends loops inside of each other, with integers of width `w` as their variables, around what `body` appends,
/// which sees the slots of the variables; `variables` are values that are those.
///
/// # Errors
///
/// The error of `body`.
pub fn nest(
    lw: &mut Lowering<'_>,
    (w, unsigned): (u8, bool),
    loops: &[Loop],
    variables: &[ValueRef<'_>],
    body: impl FnOnce(&mut Lowering<'_>, &[Reg]) -> Lowered,
) -> Lowered {
    let mut open = Vec::new();
    for (i, &Loop { lower, upper, step, checked }) in loops.iter().enumerate() {
        if !checked {
            lw.native_on(vec![step], Vec::new(), move |env| {
                let step = env.slots[step as usize];
                if step == 0 || !unsigned && signed(step, w) < 0 {
                    return Err(Fault::new("a loop with a step that is not positive"));
                }
                Ok(())
            });
        }
        // The instruction at the end of an iteration finds the step and the bound after the variable.
        let state = lw.new_slots(3);
        for (d, a) in [(state, lower), (state + 1, step), (state + 2, upper)] {
            lw.emit(Inst::Copy { d, a });
        }
        if let Some(&variable) = variables.get(i) {
            lw.alias(variable, ValuePlace::Slots(state, 1));
        }
        let (body, end) = (lw.label(), lw.label());
        let (d, predicate) =
            (lw.new_slots(1), if unsigned { CmpIPredicate::Uge } else { CmpIPredicate::Sge });
        lw.emit(Inst::Compare { predicate, w, d, a: lower, b: upper });
        lw.jump_if(d, end);
        lw.bind(body);
        open.push((state, body, end));
    }
    let slots: Vec<Reg> = open.iter().map(|&(state, ..)| state).collect();
    body(lw, &slots)?;
    for (state, body, end) in open.into_iter().rev() {
        lw.loop_next(w, unsigned, state, body);
        lw.bind(end);
    }
    Ok(())
}

/// The same for iterations that run at the same time, or in any order.
///
/// # Errors
///
/// The error of `body`.
pub fn parallel_nest(
    lw: &mut Lowering<'_>,
    (w, unsigned): (u8, bool),
    loops: &[Loop],
    variables: &[ValueRef<'_>],
    body: impl FnOnce(&mut Lowering<'_>, &[Reg]) -> Lowered,
) -> Lowered {
    lw.action(|env| {
        env.heap.races().begin();
        Ok(())
    });
    nest(lw, (w, unsigned), loops, variables, |lw, variables| {
        lw.action(|env| {
            env.heap.races().next();
            Ok(())
        });
        body(lw, variables)
    })?;
    lw.action(|env| {
        env.heap.races().end();
        Ok(())
    });
    Ok(())
}
