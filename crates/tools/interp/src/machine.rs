//! Runs compiled programs.
//!
//! Frames of calls are in vectors, so recursion of a program uses no native stack. There are three instances
//! of one interpreter loop: the fast one tracks neither poison nor parallel iterations. Within parallel
//! iterations the machine uses one that checks accesses for races; once a register holds poison, it continues
//! in the last, which also tracks the origin of poison for each register and reports its uses.

use std::io::Write;

use terrace_ir::{Diag, Loc};

use crate::budget;
use crate::fault::{Fault, Outcome};
use crate::float_ops::{as_f32, binary, compare as compare_floats, of_f32};
use crate::heap::{Heap, Lifetime};
use crate::inst::Inst;
use crate::int_ops::{compare, mask, narrow, not_overflowing, signed};
use crate::memref::address;
use crate::object::Object;
use crate::program::{Callee, Env, Program};
use crate::races::ElementAccess;
use crate::shadow::{Shadow, ShadowStep};

/// Resource limits and checks of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of executed instructions.
    pub steps: u64,
    /// Calls inside of each other.
    pub depth: usize,
    /// Bytes of memory in use at once.
    pub memory: Option<u64>,
    /// Whether loops over elements may be run by [kernels](crate::kernel).
    pub kernels: bool,
    /// Whether initialization of memory is tracked; otherwise uninitialized memory is zero.
    pub checked: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: u64::MAX, depth: 100_000, memory: None, kernels: true, checked: true }
    }
}

/// The slots that all frames may have together.
const MAX_FRAME_SLOTS: usize = 1 << 27;

#[derive(Clone, Copy)]
struct Frame {
    function: u32,
    pc: u32,
    slots: usize,
    objects: usize,
    /// The depth of the heap's stack before the call.
    stack: usize,
    /// The call site that made it.
    site: u32,
}

/// A callback that is called from time to time with the number of executed steps; an error stops the run with its
/// message.
pub type Watch<'a> = Box<dyn FnMut(u64) -> Result<(), String> + 'a>;

/// The interval, in steps, of calls to the watch.
const WATCH_STEPS: u64 = 1 << 24;

/// A program that is run.
pub struct Machine<'a> {
    program: &'a Program,
    limits: Limits,
    frames: Vec<Frame>,
    slots: Vec<u64>,
    objects: Vec<Object>,
    shadow: Shadow,
    /// The memory.
    pub heap: Heap,
    /// The number of executed instructions.
    pub steps: u64,
    /// Ops whose work was done by kernels.
    pub kernels: u64,
    has_globals: bool,
    watch: Option<Watch<'a>>,
    /// The next step at which limits are checked.
    checkpoint: u64,
    out: &'a mut dyn Write,
}

/// The loop that knows neither of poison nor of parallel iterations.
const PLAIN: u8 = 0;
/// The loop that looks for races between parallel iterations.
const WATCHED: u8 = 1;
/// The loop that does that and knows of poison.
const POISON: u8 = 2;

/// The results of a program: their slots and their objects.
pub type Results = (Vec<u64>, Vec<Object>);

/// The reason why an execution loop ended.
enum End {
    Done,
    /// Poison exists from now on.
    Poisoned,
    /// Parallel iterations have begun or ended.
    Watched,
}

impl<'a> Machine<'a> {
    /// A machine for a program that prints to `out`.
    pub fn new(program: &'a Program, limits: Limits, out: &'a mut dyn Write) -> Self {
        budget::set_limit(limits.memory);
        let mut heap = Heap::default();
        heap.unchecked = !limits.checked;
        Self {
            program,
            limits,
            frames: Vec::new(),
            slots: Vec::new(),
            objects: Vec::new(),
            shadow: Shadow::default(),
            heap,
            steps: 0,
            kernels: 0,
            has_globals: false,
            watch: None,
            checkpoint: limits.steps,
            out,
        }
    }

    /// Runs the program's first function; the arguments are its slots and objects.
    ///
    /// # Errors
    ///
    /// The fault that ends the program, or that the arguments do not fit the function.
    pub fn run(&mut self, slots: &[u64], objects: &[Object]) -> Result<Results, Box<Diag>> {
        let entry = &self.program.functions[0];
        let loc = entry.loc.unwrap_or(Loc::UNKNOWN);
        if slots.len() != entry.arg_slots as usize || objects.len() != entry.arg_objects as usize {
            return Err(Diag::error(loc, "the arguments do not fit the function"));
        }
        self.make_globals()?;
        self.push(0, u32::MAX).map_err(|fault| fault.into_diag(loc))?;
        self.slots[..slots.len()].copy_from_slice(slots);
        self.objects[..objects.len()].clone_from_slice(objects);
        let mut end = self.execute::<PLAIN>();
        while let Ok(End::Watched) = end {
            end = if self.heap.is_watched() { self.execute::<WATCHED>() } else { self.execute::<PLAIN>() };
        }
        if let Ok(End::Poisoned) = end {
            self.shadow.start(self.slots.len(), self.objects.len());
            end = self.execute::<POISON>();
        }
        match end {
            Ok(_) => {
                let result_slots = entry.result_slots as usize;
                if let Some(diag) = self.shadow.in_results(result_slots, entry.result_objects as usize, loc) {
                    return Err(diag);
                }
                let objects = self.objects[..entry.result_objects as usize].to_vec();
                Ok((self.slots[..result_slots].to_vec(), objects))
            }
            Err(fault) => {
                let mut diag = fault.into_diag(self.here());
                let callers = self.frames.iter().rev().skip(1).take(MAX_CALLERS);
                for frame in callers {
                    let loc = self.program.functions[frame.function as usize].locs[frame.pc as usize];
                    diag.notes.push((loc, "called from here".to_owned()));
                }
                Err(diag)
            }
        }
    }

    /// Sets the watch callback, called once every few million steps.
    pub fn watch(&mut self, watch: Watch<'a>) {
        self.watch = Some(watch);
        self.checkpoint = self.limits.steps.min(WATCH_STEPS);
    }

    /// The program that is run.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// Creates the global buffers, whose numbers are their handles, if they are not there yet.
    pub(crate) fn make_globals(&mut self) -> Result<(), Box<Diag>> {
        if std::mem::replace(&mut self.has_globals, true) {
            return Ok(());
        }
        for global in &self.program.globals {
            let made = match &global.bytes {
                Some(constant) => constant
                    .bytes()
                    .and_then(|bytes| self.heap.allocate_filled(bytes, Lifetime::Static, global.loc)),
                None => self.heap.allocate(global.size, global.unit, Lifetime::Static, global.loc),
            };
            let handle = made.map_err(|fault| fault.into_diag(global.loc))?;
            if global.constant {
                self.heap.make_constant(handle);
            }
        }
        Ok(())
    }

    /// Returns the location of the current instruction.
    fn here(&self) -> Loc {
        let loc = |frame: &Frame| {
            self.program.functions[frame.function as usize].locs.get(frame.pc as usize).copied()
        };
        self.frames.last().and_then(loc).unwrap_or(Loc::UNKNOWN)
    }

    /// Adds a frame whose arguments are not there yet.
    fn push(&mut self, number: u32, site: u32) -> Outcome {
        let function = &self.program.functions[number as usize];
        let (slots, objects) = (self.slots.len(), self.objects.len());
        if self.frames.len() >= self.limits.depth {
            return Err(Fault::new(format!("more than {} calls inside of each other", self.limits.depth)));
        }
        if slots + objects + function.slots as usize + function.objects as usize > MAX_FRAME_SLOTS {
            return Err(Fault::new("out of memory: the frames of calls inside of each other are too large"));
        }
        self.slots.resize(slots + function.slots as usize, 0);
        self.objects.resize(objects + function.objects as usize, None);
        for &(reg, bits) in &function.constants {
            self.slots[slots + reg as usize] = bits;
        }
        self.frames.push(Frame {
            function: number,
            pc: 0,
            slots,
            objects,
            stack: self.heap.stack_depth(),
            site,
        });
        Ok(())
    }

    /// Runs until the first function returns, or until there is what this loop knows nothing of.
    fn execute<const MODE: u8>(&mut self) -> Outcome<End> {
        let program = self.program;
        // One turn for each piece between calls and returns.
        while let Some(&frame) = self.frames.last() {
            let function = &program.functions[frame.function as usize];
            let code = &function.code[..];
            let mut pc = frame.pc as usize;
            let mut start = pc;
            let mut steps = self.steps;
            let mut limit = self.checkpoint;
            let slots = &mut self.slots[frame.slots..];
            let objects = &mut self.objects[frame.objects..];

            macro_rules! get {
                ($reg:expr) => {
                    slots[$reg as usize]
                };
            }
            // Leaves this frame's registers with what stopped it.
            macro_rules! stop {
                ($end:expr) => {{
                    self.steps = steps + (pc + 1 - start) as u64;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.pc = pc as u32;
                    }
                    return $end;
                }};
            }
            macro_rules! jump {
                ($to:expr) => {{
                    steps += (pc + 1 - start) as u64;
                    if steps > limit {
                        start = pc + 1;
                        match more_steps(steps, self.limits.steps, &mut self.watch) {
                            Ok(more) => (self.checkpoint, limit) = (more, more),
                            Err(fault) => stop!(Err(fault)),
                        }
                    }
                    pc = $to as usize;
                    start = pc;
                    continue;
                }};
            }
            // The result of an instruction, or the control flow if it has none.
            macro_rules! check {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(fault) => match Fault::from(fault) {
                            fault @ (Fault::Poison(_) | Fault::Origin(_)) => {
                                if MODE != POISON {
                                    stop!(Ok(End::Poisoned));
                                }
                                let origin = match fault {
                                    Fault::Origin(origin) => origin,
                                    Fault::Poison(why) => self.shadow.new_origin(function.locs[pc], why),
                                    Fault::Undefined(_) => 0,
                                };
                                if let Inst::Native { index } = code[pc]
                                    && !program.natives[index as usize].gives_values()
                                {
                                    stop!(Err(self.shadow.used(origin)));
                                }
                                self.shadow.poison(program, &code[pc], origin);
                                pc += 1;
                                continue;
                            }
                            fault => stop!(Err(fault)),
                        },
                    }
                };
            }

            loop {
                let inst = code[pc];
                if MODE == POISON {
                    match self.shadow.before(program, &inst, slots, frame.slots, frame.objects) {
                        ShadowStep::Execute => {}
                        ShadowStep::Skip => {
                            pc += 1;
                            continue;
                        }
                        ShadowStep::Undefined(fault) => stop!(Err(fault)),
                    }
                }
                match inst {
                    Inst::Copy { d, a } => get!(d) = get!(a),
                    Inst::CopyObject { d, a } => objects[d as usize] = objects[a as usize].clone(),
                    Inst::MoveObject { d, a } => objects[d as usize] = objects[a as usize].take(),
                    Inst::Add { w, d, a, b } => get!(d) = get!(a).wrapping_add(get!(b)) & mask(w),
                    Inst::Sub { w, d, a, b } => get!(d) = get!(a).wrapping_sub(get!(b)) & mask(w),
                    Inst::Mul { w, d, a, b } => get!(d) = get!(a).wrapping_mul(get!(b)) & mask(w),
                    Inst::And { d, a, b } => get!(d) = get!(a) & get!(b),
                    Inst::Or { d, a, b } => get!(d) = get!(a) | get!(b),
                    Inst::Xor { d, a, b } => get!(d) = get!(a) ^ get!(b),
                    Inst::Int { op, w, flags, d, a, b } => {
                        get!(d) = check!(narrow(op, get!(a), get!(b), w, flags));
                    }
                    Inst::Compare { predicate, w, d, a, b } => {
                        get!(d) = u64::from(compare(predicate, get!(a), get!(b), w));
                    }
                    Inst::SignExtend { w, to, d, a } => get!(d) = signed(get!(a), w) as u64 & mask(to),
                    Inst::Truncate { w, d, a } => get!(d) = get!(a) & mask(w),
                    Inst::AddF32 { d, a, b } => get!(d) = of_f32(as_f32(get!(a)) + as_f32(get!(b))),
                    Inst::SubF32 { d, a, b } => get!(d) = of_f32(as_f32(get!(a)) - as_f32(get!(b))),
                    Inst::MulF32 { d, a, b } => get!(d) = of_f32(as_f32(get!(a)) * as_f32(get!(b))),
                    Inst::AddF64 { d, a, b } => {
                        get!(d) = (f64::from_bits(get!(a)) + f64::from_bits(get!(b))).to_bits();
                    }
                    Inst::SubF64 { d, a, b } => {
                        get!(d) = (f64::from_bits(get!(a)) - f64::from_bits(get!(b))).to_bits();
                    }
                    Inst::MulF64 { d, a, b } => {
                        get!(d) = (f64::from_bits(get!(a)) * f64::from_bits(get!(b))).to_bits();
                    }
                    Inst::Float { op, kind, d, a, b } => get!(d) = binary(op, kind, get!(a), get!(b)),
                    Inst::CompareFloat { predicate, kind, d, a, b } => {
                        get!(d) = u64::from(compare_floats(predicate, kind, get!(a), get!(b)));
                    }
                    Inst::Select { d, a, b } => get!(d) = if get!(d) != 0 { get!(a) } else { get!(b) },
                    Inst::Jump { to } => jump!(to),
                    Inst::JumpIf { a, to } => {
                        if get!(a) != 0 {
                            jump!(to);
                        }
                    }
                    Inst::JumpUnless { a, to } => {
                        if get!(a) == 0 {
                            jump!(to);
                        }
                    }
                    Inst::JumpUnlessCompare { predicate, w, a, b, to } => {
                        if !compare(predicate, get!(a), get!(b), w) {
                            jump!(to);
                        }
                    }
                    Inst::LoopNext { w, unsigned, d, to } => {
                        let (iv, step, end) = (get!(d), get!(d + 1), get!(d + 2));
                        let goes_on = if unsigned {
                            iv.checked_add(step).filter(|&next| next < end)
                        } else {
                            let next = signed(iv, w).checked_add(signed(step, w));
                            next.filter(|&next| next < signed(end, w)).map(|next| next as u64 & mask(w))
                        };
                        if let Some(next) = goes_on {
                            get!(d) = next;
                            jump!(to);
                        }
                        check!(not_overflowing(iv, step, w, unsigned));
                    }
                    Inst::Load { size, rank, d, mem, list } => {
                        let (handle, at) =
                            check!(address(slots, &program.lists, size, rank, mem, list, &self.heap));
                        if MODE != PLAIN {
                            self.heap.here = function.locs[pc];
                            check!(self.heap.watch(handle, at, size as usize, ElementAccess::Read));
                        }
                        let bytes = check!(self.heap.read_unwatched(handle, at, size as usize));
                        get!(d) = match *bytes {
                            [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
                            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
                            [a, b] => u64::from(u16::from_le_bytes([a, b])),
                            [a] => u64::from(a),
                            _ => 0,
                        };
                    }
                    Inst::Store { size, rank, a, mem, list } => {
                        let (handle, at) =
                            check!(address(slots, &program.lists, size, rank, mem, list, &self.heap));
                        if MODE != PLAIN {
                            self.heap.here = function.locs[pc];
                            check!(self.heap.watch(handle, at, size as usize, ElementAccess::Write));
                        }
                        if MODE == POISON && self.shadow.is_poison(frame.slots, a) {
                            check!(self.heap.forget(handle, at, size as usize));
                        } else {
                            let bytes = check!(self.heap.write_unwatched(handle, at, size as usize));
                            let value = get!(a).to_le_bytes();
                            match bytes.len() {
                                8 => bytes.copy_from_slice(&value),
                                4 => bytes.copy_from_slice(&value[..4]),
                                2 => bytes.copy_from_slice(&value[..2]),
                                _ => bytes[0] = value[0],
                            }
                        }
                    }
                    Inst::Native { index } => {
                        let native = &program.natives[index as usize];
                        if MODE != PLAIN {
                            self.heap.here = function.locs[pc];
                        }
                        let mut env = Env {
                            slots,
                            objects,
                            heap: &mut self.heap,
                            out: &mut *self.out,
                            shadow: &mut self.shadow,
                            base: frame.slots,
                        };
                        check!((native.run)(&mut env));
                        check!(budget::check_live());
                        // Parallel loops begin and end in native functions.
                        if MODE != POISON && self.heap.is_watched() != (MODE == WATCHED) {
                            self.steps = steps + (pc + 1 - start) as u64;
                            if let Some(frame) = self.frames.last_mut() {
                                frame.pc = pc as u32 + 1;
                            }
                            return Ok(End::Watched);
                        }
                    }
                    // A kernel knows nothing of poison.
                    Inst::Kernel { .. } if MODE == POISON || !self.limits.kernels => {}
                    Inst::Kernel { index, to } => {
                        if MODE != PLAIN {
                            self.heap.here = function.locs[pc];
                        }
                        let mut env = Env {
                            slots,
                            objects,
                            heap: &mut self.heap,
                            out: &mut *self.out,
                            shadow: &mut self.shadow,
                            base: frame.slots,
                        };
                        let budget = self.limits.steps.saturating_sub(steps);
                        if let Some(taken) = program.kernels[index as usize].run(&mut env, budget) {
                            steps += taken;
                            self.kernels += 1;
                            jump!(to);
                        }
                    }
                    Inst::Call { site } => {
                        let call = &program.calls[site as usize];
                        let number = match call.callee {
                            Callee::Function(number) => number,
                            Callee::Indirect(reg) => get!(reg) as u32,
                        };
                        let callee = check!(program.functions.get(number as usize).ok_or_else(not_callable));
                        if callee.arg_slots as usize != call.args.len()
                            || callee.arg_objects as usize != call.objects.len()
                            || callee.result_slots as usize != call.results.len()
                            || callee.result_objects as usize != call.object_results.len()
                        {
                            stop!(Err(not_callable()));
                        }
                        steps += (pc + 1 - start) as u64;
                        start = pc + 1;
                        if steps > limit {
                            match more_steps(steps, self.limits.steps, &mut self.watch) {
                                Ok(more) => self.checkpoint = more,
                                Err(fault) => stop!(Err(fault)),
                            }
                        }
                        if let Some(frame) = self.frames.last_mut() {
                            frame.pc = pc as u32;
                        }
                        self.steps = steps;
                        self.push(number, site)?;
                        let (slots, objects) = (
                            self.slots.len() - callee.slots as usize,
                            self.objects.len() - callee.objects as usize,
                        );
                        for (i, &reg) in call.args.iter().enumerate() {
                            self.slots[slots + i] = self.slots[frame.slots + reg as usize];
                        }
                        for (i, &reg) in call.objects.iter().enumerate() {
                            self.objects[objects + i] = self.objects[frame.objects + reg as usize].clone();
                        }
                        if MODE == POISON {
                            self.shadow.enter(call, (frame.slots, frame.objects), (slots, objects));
                            self.shadow.grow(self.slots.len(), self.objects.len());
                        }
                        break;
                    }
                    Inst::Return { list } => {
                        self.steps = steps + (pc + 1 - start) as u64;
                        self.leave::<MODE>(frame, list as usize, function.locs[pc]);
                        break;
                    }
                    Inst::Poison { d, n } => {
                        if MODE != POISON {
                            stop!(Ok(End::Poisoned));
                        }
                        let _ = (d, n);
                        let origin = self.shadow.new_origin(function.locs[pc], "an op that makes poison");
                        self.shadow.poison(program, &inst, origin);
                    }
                    Inst::Trap { message } => {
                        stop!(Err(Fault::new(program.messages[message as usize].clone())));
                    }
                }
                pc += 1;
            }
        }
        Ok(End::Done)
    }

    /// Ends a frame: its results go to the registers of the call, or to the front where there was none.
    fn leave<const MODE: u8>(&mut self, frame: Frame, list: usize, loc: Loc) {
        let function = &self.program.functions[frame.function as usize];
        let (n, m) = (function.result_slots as usize, function.result_objects as usize);
        let regs = &self.program.lists[list..list + n + m];
        let slots: smallvec::SmallVec<[u64; 8]> =
            regs[..n].iter().map(|&reg| self.slots[frame.slots + reg as usize]).collect();
        // One object may be several results; the frame's own go with it.
        let objects: Vec<Object> =
            regs[n..].iter().map(|&reg| self.objects[frame.objects + reg as usize].clone()).collect();
        self.heap.unwind(frame.stack, loc);
        self.frames.pop();
        let call = self.program.calls.get(frame.site as usize);
        let caller = self.frames.last_mut();
        if MODE == POISON {
            let to = caller.as_ref().map(|caller| (caller.slots, caller.objects));
            self.shadow.leave(call, regs, n, (frame.slots, frame.objects), to);
        }
        match (call, caller) {
            (Some(call), Some(caller)) => {
                self.slots.truncate(frame.slots);
                self.objects.truncate(frame.objects);
                caller.pc += 1;
                for (&reg, value) in call.results.iter().zip(slots) {
                    self.slots[caller.slots + reg as usize] = value;
                }
                for (&reg, value) in call.object_results.iter().zip(objects) {
                    self.objects[caller.objects + reg as usize] = value;
                }
            }
            _ => {
                self.slots = slots.to_vec();
                self.objects = objects;
            }
        }
    }
}

/// The next checkpoint, if the program may continue.
#[cold]
fn more_steps(steps: u64, limit: u64, watch: &mut Option<Watch<'_>>) -> Outcome<u64> {
    if steps > limit {
        return Err(Fault::new(format!("more than {limit} steps")));
    }
    match watch {
        Some(watch) => watch(steps).map_err(Fault::new)?,
        None => return Ok(limit),
    }
    Ok(limit.min(steps.saturating_add(WATCH_STEPS)))
}

/// Calls that a report names.
const MAX_CALLERS: usize = 8;

fn not_callable() -> Fault {
    Fault::new("call of a value that is no function of this type")
}
