//! Calls of native functions among the instructions.

use rustc_hash::FxHashSet;
use terrace_ir::{OpRef, ValueRef};

use super::{Lowered, Lowering, ValuePlace};
use crate::fault::Outcome;
use crate::inst::{Inst, Reg};
use crate::program::{Env, Native, NativeFn};

impl Lowering<'_> {
    /// Appends a call of a native function, which reads the operands of `op` and writes its results.
    ///
    /// Results are poison if an operand is, unless the function is strict: then poison is reported.
    ///
    /// # Errors
    ///
    /// If values of the type of an operand or a result are not supported.
    pub fn native(
        &mut self,
        op: OpRef<'_>,
        strict: bool,
        run: impl Fn(&mut Env<'_>) -> Outcome + 'static,
    ) -> Lowered {
        self.boxed_native(op, strict, Box::new(run))
    }

    /// [`Lowering::native`], compiled once.
    pub(crate) fn boxed_native(&mut self, op: OpRef<'_>, strict: bool, run: NativeFn) -> Lowered {
        let mut native = Native {
            run,
            uses: Vec::new(),
            defs: Vec::new(),
            object_uses: Vec::new(),
            object_defs: Vec::new(),
            strict,
        };
        for value in op.operands() {
            match self.place(value)? {
                ValuePlace::Slots(first, n) => native.uses.extend(first..first + n),
                ValuePlace::Object(reg) => native.object_uses.push(reg),
            }
        }
        for value in op.results() {
            match self.place(value)? {
                ValuePlace::Slots(first, n) => native.defs.extend(first..first + n),
                ValuePlace::Object(reg) => native.object_defs.push(reg),
            }
        }
        let index = self.program.natives.len() as u32;
        self.program.natives.push(native);
        self.emit(Inst::Native { index });
        Ok(())
    }

    /// Appends a call of a native function that accepts poison in these operands.
    ///
    /// # Errors
    ///
    /// If values of the type of an operand or a result are not supported.
    pub fn native_seeing(
        &mut self,
        op: OpRef<'_>,
        seen: &[ValueRef<'_>],
        run: impl Fn(&mut Env<'_>) -> Outcome + 'static,
    ) -> Lowered {
        self.boxed_native_seeing(op, seen, Box::new(run))
    }

    fn boxed_native_seeing(&mut self, op: OpRef<'_>, seen: &[ValueRef<'_>], run: NativeFn) -> Lowered {
        self.boxed_native(op, false, run)?;
        let mut regs = FxHashSet::default();
        for &value in seen {
            if let ValuePlace::Slots(first, n) = self.place(value)? {
                regs.extend(first..first + n);
            }
        }
        if let Some(native) = self.program.natives.last_mut() {
            native.uses.retain(|reg| !regs.contains(reg));
        }
        Ok(())
    }

    /// Appends a call of a native function that reads the operands of `op`, none of which may be poison, and writes no
    /// value of the program.
    ///
    /// # Errors
    ///
    /// If values of the type of an operand or a result are not supported.
    pub fn native_reading(
        &mut self,
        op: OpRef<'_>,
        run: impl Fn(&mut Env<'_>) -> Outcome + 'static,
    ) -> Lowered {
        self.native(op, true, run)?;
        if let Some(native) = self.program.natives.last_mut() {
            native.defs.clear();
            native.object_defs.clear();
        }
        Ok(())
    }

    /// Appends a call of a native function that reads and writes these slots, and may not read poison.
    pub fn native_on(
        &mut self,
        uses: Vec<Reg>,
        defs: Vec<Reg>,
        run: impl Fn(&mut Env<'_>) -> Outcome + 'static,
    ) {
        self.action(run);
        if let Some(native) = self.program.natives.last_mut() {
            (native.uses, native.defs) = (uses, defs);
        }
    }

    /// Appends a call of a native function that reads and writes no value of the program.
    pub fn action(&mut self, run: impl Fn(&mut Env<'_>) -> Outcome + 'static) {
        self.boxed_action(Box::new(run));
    }

    fn boxed_action(&mut self, run: NativeFn) {
        let index = self.program.natives.len() as u32;
        self.program.natives.push(Native {
            run,
            uses: Vec::new(),
            defs: Vec::new(),
            object_uses: Vec::new(),
            object_defs: Vec::new(),
            strict: true,
        });
        self.emit(Inst::Native { index });
    }

    /// Removes the instructions that `body` appends and returns them, with the native functions they call and the
    /// number of the first of those.
    ///
    /// # Errors
    ///
    /// The error of `body`.
    pub fn take(
        &mut self,
        body: impl FnOnce(&mut Self) -> Lowered,
    ) -> Lowered<(Vec<Inst>, Vec<Native>, u32)> {
        let (code, natives, bound) = (self.f.code.len(), self.program.natives.len(), self.bound);
        let done = body(self);
        let taken = self.f.code.split_off(code);
        self.f.locs.truncate(code);
        self.bound = bound;
        let natives_taken = self.program.natives.split_off(natives);
        done.map(|()| (taken, natives_taken, natives as u32))
    }
}
