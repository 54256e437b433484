//! From ops to instructions. The module `natives` appends calls of native functions, and `graphs` orders ops of graphs.

mod graphs;
mod natives;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Block, BlockRef, Context, Loc, OpHandle, OpRef, RegionRef, Type, ValueHandle, ValueRef};

use crate::float_ops::Zeros;
use crate::inst::{Inst, Reg};
use crate::kernel::{Kernel, KernelParts};
use crate::layout::{Element, Repr, repr};
use crate::program::{Function, Global, Program};

/// The lowering of an op to instructions, implemented by its dialect.
pub trait Interpret: Send + Sync {
    /// Appends the instructions of an op.
    ///
    /// # Errors
    ///
    /// Why it has none.
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered;
}

impl<F: Fn(&mut Lowering<'_>, OpRef<'_>) -> Lowered + Send + Sync> Interpret for F {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        self(lw, op)
    }
}

/// The result of lowering an op; an error stops the program when it reaches the op.
pub type Lowered<T = ()> = Result<T, String>;

/// The storage of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValuePlace {
    /// In slots from this one on.
    Slots(Reg, u32),
    /// In an object register.
    Object(Reg),
}

/// A place in the code that may not be known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

/// The target of a region's terminator: the places of its operands, and the label it jumps to.
pub struct Exit {
    /// The places of the operands.
    pub targets: Vec<ValuePlace>,
    /// The label to jump to.
    pub label: Label,
}

/// Compiles functions.
pub struct Lowering<'a> {
    /// The context.
    pub cx: &'a Context,
    pub(crate) program: Program,
    tables: Arc<SymbolTables>,
    numbers: FxHashMap<OpHandle, u32>,
    globals: FxHashMap<OpHandle, u32>,
    pending: Vec<(u32, OpHandle)>,
    f: Function,
    places: FxHashMap<ValueHandle, ValuePlace>,
    constants: FxHashMap<u64, Reg>,
    labels: Vec<u32>,
    blocks: FxHashMap<(terrace_ir::BodyId, terrace_ir::Block), Label>,
    exits: Vec<Exit>,
    /// The registers of the results that tensors shared by parallel iterations become, by the values they are inside.
    pub shared: FxHashMap<ValueHandle, Reg>,
    /// The slots of the variables of the iterations of the enclosing loops, for ops that query them.
    pub iterations: Vec<Vec<Reg>>,
    loc: Loc,
    /// The last instruction that a label names, which must stay where it is.
    bound: usize,
}

const UNBOUND: u32 = u32::MAX;

/// Compiles a function and all it may call. An op that is no function is compiled as one that runs its first region.
pub fn compile(entry: OpRef<'_>, index_bits: u32) -> Program {
    compile_with_zeros(entry, index_bits, Zeros::Ordered)
}

/// The same, for which zeros `maxnumf` and `minnumf` return where either is allowed.
pub fn compile_with_zeros(entry: OpRef<'_>, index_bits: u32, zeros: Zeros) -> Program {
    let mut lw = Lowering {
        cx: entry.cx(),
        program: Program { index_bits, zeros, ..Program::default() },
        tables: entry.ir().symbol_tables(),
        numbers: FxHashMap::default(),
        globals: FxHashMap::default(),
        pending: Vec::new(),
        f: Function::default(),
        places: FxHashMap::default(),
        constants: FxHashMap::default(),
        labels: Vec::new(),
        blocks: FxHashMap::default(),
        exits: Vec::new(),
        iterations: Vec::new(),
        shared: FxHashMap::default(),
        loc: entry.loc(),
        bound: 0,
    };
    lw.function_number(entry);
    while let Some((number, handle)) = lw.pending.pop() {
        let op = entry.ir().op(handle);
        lw.function(op);
        let done = std::mem::take(&mut lw.f);
        lw.program.functions[number as usize] = done;
    }
    lw.program
}

impl<'a> Lowering<'a> {
    /// The number of a function, which is compiled in its turn.
    pub fn function_number(&mut self, op: OpRef<'_>) -> u32 {
        let next = self.program.functions.len() as u32;
        let number = *self.numbers.entry(op.handle()).or_insert(next);
        if number == next {
            self.program.functions.push(Function::default());
            self.pending.push((number, op.handle()));
        }
        number
    }

    /// The op that a symbol reference names, as seen from `op`.
    pub fn symbol<'b>(&self, op: OpRef<'b>, symbol: terrace_ir::Attr) -> Option<OpRef<'b>> {
        self.tables.lookup_nearest(op, symbol)
    }

    fn function(&mut self, op: OpRef<'_>) {
        self.places.clear();
        self.constants.clear();
        self.labels.clear();
        self.blocks.clear();
        self.exits.clear();
        (self.bound, self.loc) = (usize::MAX, op.loc());
        self.f.loc = Some(op.loc());
        self.f.name = op.symbol_name().map_or(String::new(), |name| name.text(self.cx).to_owned());
        if let Err(message) = self.body(op) {
            self.trap(message);
        }
        let mut code = std::mem::take(&mut self.f.code);
        for inst in &mut code {
            if let Some(to) = inst.target_mut() {
                // A label that nothing bound is one in code that cannot be reached.
                *to = self.labels[*to as usize].min(self.f.locs.len() as u32 - 1);
            }
        }
        self.f.code = code;
    }

    fn body(&mut self, op: OpRef<'_>) -> Lowered {
        let not_a_function = || format!("'{}' is no function", self.f.name);
        let region = op.regions().next().ok_or_else(not_a_function)?;
        let Some(function) = op.interface::<dyn FunctionOp>() else {
            return self.body_of_no_function(region);
        };
        (self.f.inputs, self.f.outputs) = (function.argument_types(op), function.result_types(op));
        for ty in self.f.outputs.clone() {
            match self.repr(ty)? {
                Repr::Slots(n) => self.f.result_slots += n,
                Repr::Object => self.f.result_objects += 1,
            }
        }
        let Some(entry) = region.entry() else {
            return Err(format!("the function '{}' has no body and is not known", self.f.name));
        };
        for arg in entry.args() {
            self.place(arg)?;
        }
        (self.f.arg_slots, self.f.arg_objects) = (self.f.slots, self.f.objects);
        let label = self.label();
        self.region(region, Exit { targets: Vec::new(), label });
        self.loc = op.loc();
        self.bind(label);
        self.trap("the function does not return".to_owned());
        Ok(())
    }

    /// Lowers a region that is the whole program: it takes nothing and returns nothing at its end.
    fn body_of_no_function(&mut self, region: RegionRef<'_>) -> Lowered {
        if region.entry().is_some_and(|entry| entry.args().next().is_some()) {
            return Err("an op that is no function has arguments that nobody passes".to_owned());
        }
        let label = self.label();
        self.region(region, Exit { targets: Vec::new(), label });
        self.bind(label);
        let list = self.list(&[]);
        self.emit(Inst::Return { list });
        Ok(())
    }

    /// Returns the storage of a type's values.
    ///
    /// # Errors
    ///
    /// If values of the type are not supported.
    pub fn repr(&self, ty: Type) -> Lowered<Repr> {
        repr(self.cx, ty, self.program.index_bits).ok_or_else(|| {
            format!("values of type {} are not supported by the interpreter", self.cx.type_text(ty))
        })
    }

    /// The number or complex number that a type holds.
    ///
    /// # Errors
    ///
    /// If the type does not hold such.
    pub fn element(&self, ty: Type) -> Lowered<Element> {
        Element::of(self.cx, ty, self.program.index_bits).ok_or_else(|| {
            format!("elements of type {} are not supported by the interpreter", self.cx.type_text(ty))
        })
    }

    /// Allocates `n` new slots.
    pub fn new_slots(&mut self, n: u32) -> Reg {
        let first = self.f.slots;
        self.f.slots += n;
        first
    }

    /// New registers of the kind of a place.
    pub fn fresh(&mut self, like: ValuePlace) -> ValuePlace {
        match like {
            ValuePlace::Slots(_, n) => ValuePlace::Slots(self.new_slots(n), n),
            ValuePlace::Object(_) => {
                self.f.objects += 1;
                ValuePlace::Object(self.f.objects - 1)
            }
        }
    }

    /// Returns the storage of a value, allocating registers on first use.
    ///
    /// # Errors
    ///
    /// If values of its type are not supported.
    pub fn place(&mut self, value: ValueRef<'_>) -> Lowered<ValuePlace> {
        if let Some(&place) = self.places.get(&value.handle()) {
            return Ok(place);
        }
        let place = match self.repr(value.ty())? {
            Repr::Slots(n) => ValuePlace::Slots(self.new_slots(n), n),
            Repr::Object => {
                self.f.objects += 1;
                ValuePlace::Object(self.f.objects - 1)
            }
        };
        self.places.insert(value.handle(), place);
        Ok(place)
    }

    /// The first slot of a value.
    ///
    /// # Errors
    ///
    /// If its values are not scalars.
    pub fn slot(&mut self, value: ValueRef<'_>) -> Lowered<Reg> {
        match self.place(value)? {
            ValuePlace::Slots(first, _) => Ok(first),
            ValuePlace::Object(_) => Err("a scalar is expected".to_owned()),
        }
    }

    /// The object register of a value.
    ///
    /// # Errors
    ///
    /// If its values are not tensors or vectors.
    pub fn object(&mut self, value: ValueRef<'_>) -> Lowered<Reg> {
        match self.place(value)? {
            ValuePlace::Object(reg) => Ok(reg),
            ValuePlace::Slots(..) => Err("a tensor or vector is expected".to_owned()),
        }
    }

    /// Sets the storage of a value to that of another, which is never written again.
    pub fn alias(&mut self, value: ValueRef<'_>, place: ValuePlace) {
        self.places.insert(value.handle(), place);
    }

    /// A slot that holds a constant.
    pub fn constant(&mut self, bits: u64) -> Reg {
        if let Some(&reg) = self.constants.get(&bits) {
            return reg;
        }
        let reg = self.new_slots(1);
        self.constants.insert(bits, reg);
        self.f.constants.push((reg, bits));
        reg
    }

    /// Slots that hold constants one after the other.
    pub fn constants(&mut self, bits: &[u64]) -> Reg {
        if let [bits] = bits {
            return self.constant(*bits);
        }
        let first = self.new_slots(bits.len() as u32);
        self.f.constants.extend((first..).zip(bits.iter().copied()));
        first
    }

    /// A list of registers that an instruction names by its start.
    pub fn list(&mut self, regs: &[Reg]) -> u32 {
        let start = self.program.lists.len() as u32;
        self.program.lists.extend_from_slice(regs);
        start
    }

    /// Appends an instruction.
    pub fn emit(&mut self, inst: Inst) {
        self.f.code.push(inst);
        self.f.locs.push(self.loc);
    }

    /// Returns the location of the op being lowered.
    pub fn loc(&self) -> Loc {
        self.loc
    }

    /// Appends an instruction that stops with a message.
    pub fn trap(&mut self, message: String) {
        let index = self.program.messages.len() as u32;
        self.program.messages.push(message);
        self.emit(Inst::Trap { message: index });
    }

    /// Appends a kernel that on success jumps to a label; on failure the instructions that follow are executed.
    pub fn kernel(&mut self, parts: KernelParts, behind: Label) {
        if let Some(kernel) = Kernel::new(parts) {
            let index = self.program.kernels.len() as u32;
            self.program.kernels.push(kernel);
            self.emit(Inst::Kernel { index, to: behind.0 });
        }
    }

    /// The bits of `index`.
    pub fn index_bits(&self) -> u32 {
        self.program.index_bits
    }

    /// The handle of a global buffer: its number.
    pub fn global(&mut self, op: OpRef<'_>, global: Global) -> u64 {
        let next = self.program.globals.len() as u32;
        let number = *self.globals.entry(op.handle()).or_insert(next);
        if number == next {
            self.program.globals.push(global);
        }
        u64::from(number)
    }

    /// A label that is bound later.
    pub fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Label(self.labels.len() as u32 - 1)
    }

    /// Binds a label to the next instruction.
    pub fn bind(&mut self, label: Label) {
        let here = self.f.code.len();
        if self.bound != here && self.f.code.last() == Some(&Inst::Jump { to: label.0 }) {
            self.f.code.pop();
            self.f.locs.pop();
        }
        self.bound = self.f.code.len();
        self.labels[label.0 as usize] = self.bound as u32;
    }

    /// Jumps to a label.
    pub fn jump(&mut self, label: Label) {
        self.emit(Inst::Jump { to: label.0 });
    }

    /// Jumps to a label if a condition is true.
    pub fn jump_if(&mut self, a: Reg, label: Label) {
        self.emit(Inst::JumpIf { a, to: label.0 });
    }

    /// Jumps to a label if a condition is false.
    ///
    /// # Errors
    ///
    /// If the condition is not a scalar.
    pub fn jump_unless(&mut self, condition: ValueRef<'_>, label: Label) -> Lowered {
        let a = self.slot(condition)?;
        let mut uses = condition.uses();
        let alone = uses.next().is_some() && uses.next().is_none();
        let inst = match self.f.code.last() {
            Some(&Inst::Compare { predicate, w, d, a: lhs, b })
                if alone && d == a && self.bound != self.f.code.len() =>
            {
                self.f.code.pop();
                self.f.locs.pop();
                Inst::JumpUnlessCompare { predicate, w, a: lhs, b, to: label.0 }
            }
            _ => Inst::JumpUnless { a, to: label.0 },
        };
        self.emit(inst);
        Ok(())
    }

    /// Ends an iteration: see [`Inst::LoopNext`].
    pub fn loop_next(&mut self, w: u8, unsigned: bool, d: Reg, label: Label) {
        self.emit(Inst::LoopNext { w, unsigned, d, to: label.0 });
    }

    /// The label of a block.
    pub fn block_label(&mut self, block: BlockRef<'_>) -> Label {
        let key = (block.body_id(), block.id());
        if let Some(&label) = self.blocks.get(&key) {
            return label;
        }
        let label = self.label();
        self.blocks.insert(key, label);
        label
    }

    /// Lowers the blocks of a region; its terminators go to `exit`.
    pub fn region(&mut self, region: RegionRef<'_>, exit: Exit) {
        self.exits.push(exit);
        stacker::maybe_grow(64 << 10, 1 << 20, || {
            for block in in_order_of_control(region) {
                if !block.has_no_predecessors() {
                    let label = self.block_label(block);
                    self.bind(label);
                }
                // Symbols are not executed: they are referenced by name.
                let ops = graphs::in_order_of_values(block).into_iter();
                ops.filter(|op| op.symbol_name().is_none()).for_each(|op| self.op(op));
            }
        });
        self.exits.pop();
    }

    fn op(&mut self, op: OpRef<'_>) {
        let around = std::mem::replace(&mut self.loc, op.loc());
        let lowered = match op.interface::<dyn Interpret>() {
            Some(interpret) => interpret.lower(self, op),
            None => Err(format!("'{}' op is not supported by the interpreter", op.name_text())),
        };
        if let Err(message) = lowered {
            self.trap(message);
        }
        self.loc = around;
    }

    /// Passes an op's operands to the exit of the enclosing region and jumps there.
    ///
    /// # Errors
    ///
    /// If there is no enclosing region, or its exit takes values of other types.
    pub fn leave(&mut self, op: OpRef<'_>) -> Lowered {
        let Some(exit) = self.exits.last() else { return Err("a terminator without a region".to_owned()) };
        let (targets, label) = (exit.targets.clone(), exit.label);
        self.pass(op, op.operands(), &targets)?;
        self.jump(label);
        Ok(())
    }

    /// The register of the result that a tensor shared by parallel iterations becomes.
    pub fn shared(&self, value: ValueRef<'_>) -> Option<Reg> {
        self.shared.get(&value.handle()).copied()
    }

    /// The exit of the region that is lowered.
    pub fn exit(&self) -> Option<&Exit> {
        self.exits.last()
    }

    /// The places of values.
    ///
    /// # Errors
    ///
    /// If values of the type of one are not supported.
    pub fn places<'b>(&mut self, values: impl Iterator<Item = ValueRef<'b>>) -> Lowered<Vec<ValuePlace>> {
        values.map(|value| self.place(value)).collect()
    }

    /// Copies places to others, which none of them is.
    ///
    /// # Errors
    ///
    /// If values of one kind are to go to places of another.
    pub fn copy(&mut self, from: &[ValuePlace], to: &[ValuePlace]) -> Lowered {
        for (&from, &to) in from.iter().zip(to) {
            match (from, to) {
                (ValuePlace::Slots(a, n), ValuePlace::Slots(d, m)) if n == m => {
                    (0..n).for_each(|i| self.emit(Inst::Copy { d: d + i, a: a + i }));
                }
                (ValuePlace::Object(a), ValuePlace::Object(d)) => self.emit(Inst::MoveObject { d, a }),
                _ => return Err("a value goes where another kind of value is expected".to_owned()),
            }
        }
        Ok(())
    }

    /// Moves operands of `op` to other places, all at once.
    ///
    /// # Errors
    ///
    /// If values of one kind are to go to places of another.
    pub fn pass<'b>(
        &mut self,
        op: OpRef<'b>,
        values: impl Iterator<Item = ValueRef<'b>>,
        to: &[ValuePlace],
    ) -> Lowered {
        let (mut slots, mut objects) = (Vec::new(), Vec::new());
        for (value, &to) in values.zip(to) {
            match (self.place(value)?, to) {
                (ValuePlace::Slots(from, n), ValuePlace::Slots(to, m)) if n == m => {
                    slots.extend((to..to + n).zip(from..))
                }
                (ValuePlace::Object(from), ValuePlace::Object(to)) => {
                    objects.push((to, from, is_last_use(value, op)))
                }
                _ => return Err("a value goes where another kind of value is expected".to_owned()),
            }
        }
        let fresh = self.new_slots(1);
        for (d, a) in in_order(&slots, fresh) {
            self.emit(Inst::Copy { d, a });
        }
        // Objects are copied through temporary registers if one is still to be read.
        let written: rustc_hash::FxHashSet<Reg> = objects.iter().map(|&(to, _, _)| to).collect();
        let mut late = Vec::new();
        for (to, from, last) in objects {
            if to == from {
                continue;
            }
            if !written.contains(&from) {
                late.push((to, from, last));
                continue;
            }
            let through = self.f.objects;
            self.f.objects += 1;
            self.emit(move_object(through, from, last));
            late.push((to, through, true));
        }
        for (to, from, last) in late {
            self.emit(move_object(to, from, last));
        }
        Ok(())
    }
}

/// Returns the blocks of a region, each after its dominators, whatever their order in the text: values are defined
/// before they are used. Unreachable blocks are last.
fn in_order_of_control(region: RegionRef<'_>) -> Vec<BlockRef<'_>> {
    if region.has_one_block() {
        return region.blocks().collect();
    }
    let tree = region.body().analysis::<DomTree>(region.id());
    let view = |&id: &Block| BlockRef::in_body(region.ir(), region.body(), region.body_id(), id);
    let unreached = region.blocks().filter(|block| !tree.is_reachable(block.id()));
    tree.blocks().iter().map(view).chain(unreached).collect()
}

fn move_object(d: Reg, a: Reg, last: bool) -> Inst {
    if last { Inst::MoveObject { d, a } } else { Inst::CopyObject { d, a } }
}

/// Whether an op is the only one that uses a value, and at most once for each time it is made.
pub fn is_last_use(value: ValueRef<'_>, op: OpRef<'_>) -> bool {
    let mut uses = value.uses();
    let block = value.owner_block().or_else(|| value.defining_op().and_then(OpRef::block));
    uses.next().is_some_and(|(user, _)| user == op) && uses.next().is_none() && block == op.block()
}

/// An order of copies, written register first, such that each reads the value before all copies; cycles are
/// broken with the register `fresh`.
pub fn in_order(copies: &[(Reg, Reg)], fresh: Reg) -> Vec<(Reg, Reg)> {
    let mut source: FxHashMap<Reg, Reg> = copies.iter().copied().filter(|(d, a)| d != a).collect();
    let mut readers: FxHashMap<Reg, u32> = FxHashMap::default();
    for &(_, a) in copies.iter().filter(|(d, a)| d != a) {
        *readers.entry(a).or_default() += 1;
    }
    let mut out = Vec::with_capacity(source.len());
    let free = |d: &Reg, readers: &FxHashMap<Reg, u32>| readers.get(d).is_none_or(|&n| n == 0);
    let mut ready: Vec<Reg> = copies.iter().map(|&(d, _)| d).filter(|d| free(d, &readers)).collect();
    let mut next = 0;
    loop {
        while let Some(d) = ready.pop() {
            let Some(a) = source.remove(&d) else { continue };
            out.push((d, a));
            if let Some(n) = readers.get_mut(&a) {
                *n -= 1;
                if *n == 0 && source.contains_key(&a) {
                    ready.push(a);
                }
            }
        }
        // The remaining copies are cycles: one register of each is saved.
        while next < copies.len() && !source.contains_key(&copies[next].0) {
            next += 1;
        }
        let Some(&(d, _)) = copies.get(next) else { return out };
        out.push((fresh, d));
        let mut reader = d;
        while let Some(a) = source.get_mut(&reader) {
            if *a == d {
                *a = fresh;
                break;
            }
            reader = *a;
        }
        readers.insert(d, 0);
        ready.push(d);
    }
}
