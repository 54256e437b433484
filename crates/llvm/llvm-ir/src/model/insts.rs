//! Instructions and the bodies of functions.

use std::ops::Range;

use terrace_support::apint::ApInt;

use super::metadata::Metadata;
use crate::ids::{BlockId, ConstId, GlobalId, LocalId, NodeId};
use crate::opcodes::{Flags, Opcode};
use crate::strings::Str;
use crate::types::Type;

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A value of the function.
    Local(LocalId),
    /// A constant.
    Const(ConstId),
    /// Metadata as the argument of a call.
    Metadata(Metadata),
}

/// An instruction.
#[derive(Debug)]
pub struct Inst {
    /// Its kind.
    pub kind: InstKind,
    /// The type of its result.
    pub ty: Type,
    /// Its result; `None` if it is `void`.
    pub result: Option<LocalId>,
    /// Its operands, among those of the function.
    pub operands: Range<u32>,
    /// Its attachments, among those of the function.
    pub attachments: Range<u32>,
    /// The records before it, among those of the function.
    pub records: Range<u32>,
    /// Its flags.
    pub flags: Flags,
    /// Its start and end offsets in the text.
    pub span: Range<u32>,
}

/// The ordering of a memory access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ordering {
    /// The keyword; `None` if the access is not atomic.
    pub order: Option<&'static str>,
    /// The scope in which it is seen; `None` for all of the system.
    pub scope: Option<Str>,
}

/// The kind of an instruction.
#[derive(Debug)]
pub enum InstKind {
    /// An op on one or two operands.
    Simple(Opcode),
    /// A comparison by the keyword of a predicate.
    ICmp(Str),
    /// A comparison of floating-point numbers.
    FCmp(Str),
    /// One of two values.
    Select,
    /// A value that is not poison.
    Freeze,
    /// The next argument.
    VaArg,
    /// An element of a vector.
    ExtractElement,
    /// A vector with another element.
    InsertElement,
    /// Elements of two vectors.
    ShuffleVector(Box<[i32]>),
    /// A part of an aggregate.
    ExtractValue(Box<[u32]>),
    /// An aggregate with another part.
    InsertValue(Box<[u32]>),
    /// A variable on the stack.
    Alloca {
        /// Its type.
        ty: Type,
        /// Its alignment in bytes.
        align: Option<u64>,
    },
    /// A read.
    Load {
        /// The alignment in bytes.
        align: Option<u64>,
        /// The ordering.
        ordering: Ordering,
    },
    /// A write.
    Store {
        /// The alignment in bytes.
        align: Option<u64>,
        /// The ordering.
        ordering: Ordering,
    },
    /// An order between accesses.
    Fence(Ordering),
    /// An exchange if a value is as expected.
    CmpXchg {
        /// The ordering on success.
        success: Ordering,
        /// The ordering on failure.
        failure: &'static str,
        /// The alignment in bytes.
        align: Option<u64>,
    },
    /// An atomic read-modify-write operation.
    AtomicRmw {
        /// The keyword of the op.
        op: Str,
        /// The ordering.
        ordering: Ordering,
        /// The alignment in bytes.
        align: Option<u64>,
    },
    /// An address in an object of a type.
    Gep(Type),
    /// The end of a function.
    Ret,
    /// A branch, to one block or two.
    Br(Box<[BlockId]>),
    /// A branch to one of the cases; the default block comes first.
    Switch(Box<[BlockId]>),
    /// A branch to the address of a block.
    IndirectBr(Box<[BlockId]>),
    /// A call with places to go to.
    Invoke(Box<Call>, BlockId, BlockId),
    /// A call.
    Call(Box<Call>),
    /// Resumes unwinding.
    Resume,
    /// Is never reached.
    Unreachable,
    /// A value for each predecessor; operands and blocks are in the same order.
    Phi(Box<[BlockId]>),
    /// The clauses of a landing pad: for each operand, whether it is a filter.
    LandingPad(Box<[bool]>),
    /// A call of inline assembly that may branch; the block after it comes first.
    CallBr(Box<Call>, Box<[BlockId]>),
    /// The end of a cleanup, and the unwind destination; `None` for the caller.
    CleanupRet(Option<BlockId>),
    /// The end of a catch.
    CatchRet(BlockId),
    /// A choice among handlers, and the unwind destination; `None` for the caller.
    CatchSwitch(Box<[BlockId]>, Option<BlockId>),
    /// The start of a catch: the first operand is the switch, the others are arguments.
    CatchPad,
    /// The start of a cleanup: the first operand is the parent pad, the others are arguments.
    CleanupPad,
}

impl InstKind {
    /// Whether it is one of the instructions of funclets, or a call that may branch.
    pub fn is_without_op(&self) -> bool {
        matches!(
            self,
            InstKind::CallBr(..)
                | InstKind::CleanupRet(_)
                | InstKind::CatchRet(_)
                | InstKind::CatchSwitch(..)
                | InstKind::CatchPad
                | InstKind::CleanupPad
        )
    }

    /// The blocks that the instruction may go to, in the order of its text.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            InstKind::Br(blocks)
            | InstKind::Switch(blocks)
            | InstKind::IndirectBr(blocks)
            | InstKind::CallBr(_, blocks) => blocks.to_vec(),
            InstKind::Invoke(_, normal, unwind) => vec![*normal, *unwind],
            InstKind::CatchRet(to) => vec![*to],
            InstKind::CleanupRet(unwind) => unwind.iter().copied().collect(),
            InstKind::CatchSwitch(handlers, unwind) => handlers.iter().chain(unwind).copied().collect(),
            _ => Vec::new(),
        }
    }
}

/// A call.
#[derive(Debug)]
pub struct Call {
    /// The callee.
    pub callee: Callee,
    /// The function type.
    pub function: Type,
    /// The number of the calling convention.
    pub convention: u32,
    /// The keyword before `call`: `tail`, `musttail`, `notail`; empty if there is none.
    pub tail: &'static str,
    /// Attributes of the result.
    pub result: AttributeSet,
    /// Attributes of each argument.
    pub arguments: Vec<AttributeSet>,
    /// Whether the variadic arguments of the caller are passed on.
    pub forwards: bool,
    /// Attributes of the call.
    pub attributes: AttributeSet,
    /// Bundles: names and how many operands each has, which come after the arguments.
    pub bundles: Vec<(Str, u32)>,
}

/// The callee of a call.
#[derive(Debug, Clone, Copy)]
pub enum Callee {
    /// A value.
    Value(Value),
    /// Inline assembly.
    Assembly(Assembly),
}

/// Inline assembly.
#[derive(Debug, Clone, Copy)]
pub struct Assembly {
    /// The text.
    pub text: Str,
    /// The constraints.
    pub constraints: Str,
    /// Whether it has effects that its operands do not show.
    pub side_effects: bool,
    /// Whether the stack is aligned for it.
    pub align_stack: bool,
    /// Whether it is in Intel's dialect.
    pub intel: bool,
    /// Whether it may unwind.
    pub unwind: bool,
}

/// Attributes of a function, a call, an argument or a result.
#[derive(Debug, Default, Clone)]
pub struct AttributeSet {
    /// The attributes that are written out, in order.
    pub items: Vec<Attribute>,
    /// The groups that are referred to.
    pub groups: Vec<u32>,
}

impl AttributeSet {
    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.groups.is_empty()
    }
}

/// An attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attribute {
    /// Its name, a keyword or a string.
    pub name: Str,
    /// Its value.
    pub value: AttributeValue,
}

/// The value of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttributeValue {
    /// Nothing.
    Flag,
    /// A number.
    Number(u64),
    /// A type.
    Type(Type),
    /// The bounds of a range.
    Range(ApInt, ApInt),
    /// A string; the name is one, too.
    Text(Str),
    /// The text between the parentheses.
    Words(Str),
}

/// A record of debug information between instructions.
#[derive(Debug)]
pub struct Record {
    /// The keyword without its beginning: `value`, `declare`, `assign`, `label`.
    pub kind: Str,
    /// Its operands; the last is its location.
    pub operands: Vec<Metadata>,
    /// Its start and end offsets in the text.
    pub span: Range<u32>,
}

/// A block.
#[derive(Debug, Default)]
pub struct Block {
    /// Its instructions, among those of the function.
    pub insts: Range<u32>,
    /// Its name, if it has one.
    pub name: Option<Str>,
    /// Its predecessors in the order in which a comment names them; `None` for the reverse order of their terminators.
    pub predecessors: Option<Box<[BlockId]>>,
}

/// An order of the uses of a value, as numbers of the uses in their present order.
#[derive(Debug, Clone)]
pub struct UseListOrder {
    /// The value.
    pub of: UseListOf,
    /// The order.
    pub indexes: Box<[u32]>,
}

/// The value that an order of uses is of.
#[derive(Debug, Clone, Copy)]
pub enum UseListOf {
    /// A value with its type.
    Value(Type, Value),
    /// A block of the function.
    Block(BlockId),
    /// A block of a function by its number among those whose addresses are taken.
    BlockOf(GlobalId, u32),
}

/// The body of a function.
#[derive(Default, Debug)]
pub struct Body {
    /// The blocks in their order in the text; ids are numbers in here.
    pub blocks: Vec<Block>,
    /// The order of the blocks in the text.
    pub order: Vec<BlockId>,
    /// All instructions.
    pub insts: Vec<Inst>,
    /// The operands of all instructions.
    pub operands: Vec<Value>,
    /// The metadata attachments of instructions: kind and node.
    pub attachments: Vec<(Str, NodeId)>,
    /// Records before instructions.
    pub records: Vec<Record>,
    /// The types of arguments and results.
    pub locals: Vec<Type>,
    /// The names of arguments and results; `None` for those that are counted, empty if names are not kept.
    pub names: Vec<Option<Str>>,
    /// The orders of uses.
    pub use_lists: Vec<UseListOrder>,
}

impl Body {
    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// The instructions of a block.
    pub fn insts_of(&self, id: BlockId) -> &[Inst] {
        let range = &self.block(id).insts;
        &self.insts[range.start as usize..range.end as usize]
    }

    /// The operands of an instruction.
    pub fn operands_of(&self, inst: &Inst) -> &[Value] {
        &self.operands[inst.operands.start as usize..inst.operands.end as usize]
    }

    /// The attachments of an instruction.
    pub fn attachments_of(&self, inst: &Inst) -> &[(Str, NodeId)] {
        &self.attachments[inst.attachments.start as usize..inst.attachments.end as usize]
    }

    /// The records before an instruction.
    pub fn records_of(&self, inst: &Inst) -> &[Record] {
        &self.records[inst.records.start as usize..inst.records.end as usize]
    }

    /// The name of a value; `None` for one that is counted.
    pub fn local_name(&self, id: LocalId) -> Option<Str> {
        self.names.get(id.0 as usize).copied().flatten()
    }

    /// Moves the contents out, without excess capacity.
    pub(crate) fn take(&mut self) -> Self {
        fn exact<T>(items: &mut Vec<T>) -> Vec<T> {
            let mut exact = Vec::with_capacity(items.len());
            exact.append(items);
            exact
        }
        Self {
            blocks: exact(&mut self.blocks),
            order: exact(&mut self.order),
            insts: exact(&mut self.insts),
            operands: exact(&mut self.operands),
            attachments: exact(&mut self.attachments),
            records: exact(&mut self.records),
            locals: exact(&mut self.locals),
            names: exact(&mut self.names),
            use_lists: exact(&mut self.use_lists),
        }
    }
}
