//! The registers that hold poison, and its origins.

use terrace_ir::{Diag, Loc};

use crate::fault::Fault;
use crate::inst::{Inst, Reg};
use crate::int_ops::IntOp;
use crate::program::{CallSite, Callee, Program};

/// The poison mark of each register: 0 if it is not poison, the index of the origin plus one otherwise.
#[derive(Default)]
pub struct Shadow {
    slots: Vec<u32>,
    objects: Vec<u32>,
    origins: Vec<(Loc, &'static str)>,
    base: (usize, usize),
}

/// The action on an instruction.
pub enum ShadowStep {
    /// Execute it.
    Execute,
    /// Skip it: its results are poison.
    Skip,
    /// Report undefined behavior: it uses poison where it must not.
    Undefined(Fault),
}

/// The registers that an instruction reads and writes.
#[derive(Default)]
struct Accesses {
    uses: smallvec::SmallVec<[Reg; 8]>,
    defs: smallvec::SmallVec<[Reg; 4]>,
    object_uses: smallvec::SmallVec<[Reg; 2]>,
    object_defs: smallvec::SmallVec<[Reg; 2]>,
    /// Uses that must not be poison.
    strict: smallvec::SmallVec<[Reg; 8]>,
    strict_objects: bool,
}

fn accesses(program: &Program, inst: &Inst, slots: &[u64]) -> Accesses {
    let mut found = Accesses::default();
    match *inst {
        Inst::Copy { d, a } | Inst::SignExtend { d, a, .. } | Inst::Truncate { d, a, .. } => {
            found.uses.push(a);
            found.defs.push(d);
        }
        Inst::CopyObject { d, a } | Inst::MoveObject { d, a } => {
            found.object_uses.push(a);
            found.object_defs.push(d);
        }
        Inst::Add { d, a, b, .. }
        | Inst::Sub { d, a, b, .. }
        | Inst::Mul { d, a, b, .. }
        | Inst::And { d, a, b }
        | Inst::Or { d, a, b }
        | Inst::Xor { d, a, b }
        | Inst::Compare { d, a, b, .. }
        | Inst::AddF32 { d, a, b }
        | Inst::SubF32 { d, a, b }
        | Inst::MulF32 { d, a, b }
        | Inst::AddF64 { d, a, b }
        | Inst::SubF64 { d, a, b }
        | Inst::MulF64 { d, a, b }
        | Inst::Float { d, a, b, .. }
        | Inst::CompareFloat { d, a, b, .. } => {
            found.uses.extend([a, b]);
            found.defs.push(d);
        }
        Inst::Int { op, d, a, b, .. } => {
            found.uses.extend([a, b]);
            found.defs.push(d);
            use IntOp::*;
            if matches!(op, DivS | DivU | CeilDivS | CeilDivU | FloorDivS | RemS | RemU) {
                found.strict.push(b);
            }
        }
        // Poison in the unselected value is ignored.
        Inst::Select { d, a, b } => {
            let chosen = if slots.get(d as usize).is_some_and(|&c| c != 0) { a } else { b };
            found.uses.extend([d, chosen]);
            found.defs.push(d);
        }
        Inst::JumpIf { a, .. } | Inst::JumpUnless { a, .. } => found.strict.push(a),
        Inst::JumpUnlessCompare { a, b, .. } => found.strict.extend([a, b]),
        Inst::LoopNext { d, .. } => found.strict.extend([d, d + 1, d + 2]),
        Inst::Load { rank, d, mem, list, .. } => {
            found.defs.push(d);
            access(program, rank, mem, list, &mut found);
        }
        // A poison value may be stored; the machine sees to it.
        Inst::Store { rank, mem, list, .. } => access(program, rank, mem, list, &mut found),
        Inst::Native { index } => {
            let native = &program.natives[index as usize];
            found.defs.extend_from_slice(&native.defs);
            found.object_defs.extend_from_slice(&native.object_defs);
            found.object_uses.extend_from_slice(&native.object_uses);
            found.strict_objects = native.strict;
            if native.strict { &mut found.strict } else { &mut found.uses }.extend_from_slice(&native.uses);
        }
        Inst::Poison { d, n } => found.defs.extend(d..d + n),
        Inst::Call { site } => {
            if let Callee::Indirect(reg) = program.calls[site as usize].callee {
                found.strict.push(reg);
            }
        }
        Inst::Return { .. } | Inst::Jump { .. } | Inst::Kernel { .. } | Inst::Trap { .. } => {}
    }
    found
}

fn access(program: &Program, rank: u8, mem: Reg, list: u32, found: &mut Accesses) {
    let list = list as usize;
    found.strict.extend(mem..mem + 2 + 2 * u32::from(rank));
    found.strict.extend_from_slice(&program.lists[list..list + rank as usize]);
}

impl Shadow {
    /// Begins to watch registers.
    pub fn start(&mut self, slots: usize, objects: usize) {
        self.slots = vec![0; slots];
        self.objects = vec![0; objects];
    }

    /// Whether a slot of the frame that starts at `base` is poison.
    pub fn is_poison(&self, base: usize, reg: Reg) -> bool {
        self.slots.get(base + reg as usize).is_some_and(|&origin| origin != 0)
    }

    /// The fault of a use of poison of an origin.
    pub fn used(&self, origin: u32) -> Fault {
        let (loc, why) = self.origins[origin as usize - 1];
        Fault::new("use of a poison value").note(loc, format!("poison comes from here: {why}"))
    }

    /// Checks the operands of an instruction before it is executed in the frame that starts there.
    pub fn before(
        &mut self,
        program: &Program,
        inst: &Inst,
        slots: &[u64],
        slot_base: usize,
        object_base: usize,
    ) -> ShadowStep {
        self.base = (slot_base, object_base);
        let found = accesses(program, inst, slots);
        let of = |reg: &Reg| self.slots[slot_base + *reg as usize];
        let object = |reg: &Reg| self.objects[object_base + *reg as usize];
        let first = |list: &[u32]| list.iter().copied().find(|&origin| origin != 0);
        let strict = found.strict.iter().map(of).find(|&o| o != 0);
        let objects = found.object_uses.iter().map(object).find(|&o| o != 0);
        let strict = strict.or(objects.filter(|_| found.strict_objects));
        if let Some(origin) = strict {
            return ShadowStep::Undefined(self.used(origin));
        }
        let used = found.uses.iter().map(of).find(|&o| o != 0).or(objects);
        let origin = first(&[used.unwrap_or(0)]).unwrap_or(0);
        for reg in found.defs {
            self.slots[slot_base + reg as usize] = origin;
        }
        for reg in found.object_defs {
            self.objects[object_base + reg as usize] = origin;
        }
        if origin == 0 { ShadowStep::Execute } else { ShadowStep::Skip }
    }

    /// The origin of the poison in a slot, by its number among all slots; 0 where there is none.
    pub fn origin(&self, slot: usize) -> u32 {
        self.slots.get(slot).copied().unwrap_or(0)
    }

    /// The number of an origin of poison.
    pub fn new_origin(&mut self, loc: Loc, why: &'static str) -> u32 {
        if self.origins.last() != Some(&(loc, why)) {
            self.origins.push((loc, why));
        }
        self.origins.len() as u32
    }

    /// Sets the results of an instruction to poison of an origin.
    pub fn poison(&mut self, program: &Program, inst: &Inst, origin: u32) {
        let found = accesses(program, inst, &[]);
        for reg in found.defs {
            self.slots[self.base.0 + reg as usize] = origin;
        }
        for reg in found.object_defs {
            self.objects[self.base.1 + reg as usize] = origin;
        }
    }

    /// Follows a call from the caller's frame to the callee's.
    pub fn enter(&mut self, call: &CallSite, from: (usize, usize), to: (usize, usize)) {
        self.slots.truncate(to.0);
        self.objects.truncate(to.1);
        for &reg in &call.args {
            self.slots.push(self.slots[from.0 + reg as usize]);
        }
        for &reg in &call.objects {
            self.objects.push(self.objects[from.1 + reg as usize]);
        }
    }

    /// Grows the marks for the registers of the top frame.
    pub fn grow(&mut self, slots: usize, objects: usize) {
        self.slots.resize(slots, 0);
        self.objects.resize(objects, 0);
    }

    /// Follows a return: the registers in `regs`, the first `n` of them slots, go to those of the call.
    pub fn leave(
        &mut self,
        call: Option<&CallSite>,
        regs: &[Reg],
        n: usize,
        from: (usize, usize),
        to: Option<(usize, usize)>,
    ) {
        let slots: Vec<u32> = regs[..n].iter().map(|&reg| self.slots[from.0 + reg as usize]).collect();
        let objects: Vec<u32> = regs[n..].iter().map(|&reg| self.objects[from.1 + reg as usize]).collect();
        self.slots.truncate(from.0);
        self.objects.truncate(from.1);
        match (call, to) {
            (Some(call), Some(to)) => {
                for (&reg, origin) in call.results.iter().zip(slots) {
                    self.slots[to.0 + reg as usize] = origin;
                }
                for (&reg, origin) in call.object_results.iter().zip(objects) {
                    self.objects[to.1 + reg as usize] = origin;
                }
            }
            _ => (self.slots, self.objects) = (slots, objects),
        }
    }

    /// The report about a result of the program that is poison.
    pub fn in_results(&self, slots: usize, objects: usize, loc: Loc) -> Option<Box<Diag>> {
        let mut all = self.slots.iter().take(slots).chain(self.objects.iter().take(objects));
        let &origin = all.find(|&&origin| origin != 0)?;
        let (made, why) = self.origins[origin as usize - 1];
        let diag = Diag::error(loc, "the program returns a poison value");
        Some(diag.note(made, format!("poison comes from here: {why}")))
    }
}
