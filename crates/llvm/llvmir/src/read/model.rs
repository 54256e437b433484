//! A module of LLVM IR in memory.

use std::ops::Range;

pub use super::opcodes::{Flags, Opcode};
use rustc_hash::FxHashMap;
use terrace_ir::{Context, Str, Type};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

/// A constant of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstId(pub u32);

/// A variable, a function, an alias or an ifunc of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GlobalId(pub u32);

/// A node of metadata.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(pub u32);

/// An argument of a function or the result of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LocalId(pub u32);

/// A block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BlockId(pub u32);

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

/// Metadata, as an operand of a node or by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Metadata {
    /// `null`
    Null,
    /// A node.
    Node(NodeId),
    /// A string.
    Text(Str),
    /// A constant with its type.
    Const(ConstId),
    /// A value of the function that is read.
    Local(LocalId),
}

/// A node of metadata.
#[derive(Debug, Default)]
pub struct Node {
    /// Whether it is told from others with the same operands.
    pub distinct: bool,
    /// Its kind.
    pub kind: NodeKind,
    /// The number that the text has it under.
    pub number: Option<u32>,
}

/// The kind of a metadata node.
#[derive(Debug, Default)]
pub enum NodeKind {
    /// It is referred to, but not defined yet.
    #[default]
    Undefined,
    /// `!{...}`
    Tuple(Box<[Metadata]>),
    /// A node with named fields: `!DILocation(line: 1)`.
    Special(Special),
    /// `!DIExpression(...)`: operators and their arguments, and the source text of those.
    Expression(Box<[ExpressionItem]>),
    /// `!DIArgList(...)`
    Arguments(Box<[Metadata]>),
}

/// A part of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionItem {
    /// `DW_OP_deref`, `DW_ATE_signed`
    Word(Str),
    /// A number.
    Number(u64),
}

/// A node with named fields.
#[derive(Debug)]
pub struct Special {
    /// The name after the exclamation mark.
    pub name: Str,
    /// The fields that are written, in order.
    pub fields: Box<[(Str, Field)]>,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// Metadata.
    Metadata(Metadata),
    /// A string.
    Text(Str),
    /// A number.
    Number(i128),
    /// `true` or `false`
    Bool(bool),
    /// A keyword, or several between bars: `DIFlagPublic | DIFlagVector`.
    Words(Box<[Str]>),
}

/// A constant with its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Const {
    /// The type.
    pub ty: Type,
    /// The value.
    pub kind: ConstKind,
}

/// The value of a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstKind {
    /// An integer.
    Int(ApInt),
    /// A floating-point number, by its bits.
    Float(u128),
    /// The null pointer.
    Null,
    /// All elements of an aggregate or a vector are zero; the zero of a target extension type.
    Zero,
    /// Any value.
    Undef,
    /// The result of what must not be.
    Poison,
    /// `none` of a token.
    None,
    /// The elements of an array or a vector of integers of 8, 16, 32 or 64 bits, or of such floating-point numbers, little endian.
    Numbers(Box<[u8]>),
    /// The elements of another aggregate or vector.
    Elements(Box<[ConstId]>),
    /// The same in every element of a scalable vector.
    Splat(ConstId),
    /// The address of a global.
    Global(GlobalId),
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(GlobalId),
    /// `no_cfi @f`
    NoCfi(GlobalId),
    /// `ptrauth (...)`
    PtrAuth(Box<[ConstId]>),
    /// The address of a block: a block of the function by its number among those whose addresses are taken.
    BlockAddress(GlobalId, u32),
    /// An expression.
    Expression(Expression),
}

/// A constant expression: an instruction on constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expression {
    /// The instruction.
    pub opcode: ExpressionCode,
    /// Its operands.
    pub operands: Box<[ConstId]>,
    /// Its flags.
    pub flags: Flags,
}

/// The operation of a constant expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExpressionCode {
    /// An op on two numbers.
    Binary(Opcode),
    /// A cast.
    Cast(Opcode),
    /// An address in an object of a type, and the bounds of the part of it that the address stays in, as they are written.
    Gep(Type, Option<Str>),
    /// An element of a vector.
    ExtractElement,
    /// A vector with another element.
    InsertElement,
    /// Elements of two vectors.
    ShuffleVector(Box<[i32]>),
}

/// The constants of a module, each of which is there once.
#[derive(Default)]
pub struct Constants {
    data: Vec<Const>,
    ids: FxHashMap<Const, ConstId>,
}

impl Constants {
    /// The constant.
    pub fn get(&self, id: ConstId) -> &Const {
        &self.data[id.0 as usize]
    }

    /// The number of constants.
    pub fn count(&self) -> usize {
        self.data.len()
    }

    /// The number of a constant that is there.
    pub fn find(&self, constant: &Const) -> Option<ConstId> {
        self.ids.get(constant).copied()
    }

    /// The number of a constant.
    pub fn add(&mut self, constant: Const) -> ConstId {
        if let Some(&id) = self.ids.get(&constant) {
            return id;
        }
        let id = ConstId(self.data.len() as u32);
        self.data.push(constant.clone());
        self.ids.insert(constant, id);
        id
    }

    /// The integer that a constant is.
    pub fn as_int(&self, id: ConstId) -> Option<&ApInt> {
        match &self.get(id).kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The floating-point number that a constant is.
    pub fn as_float(&self, cx: &Context, id: ConstId) -> Option<ApFloat> {
        let constant = self.get(id);
        match constant.kind {
            ConstKind::Float(bits) => Some(ApFloat::from_bits(constant.ty.float_kind(cx)?, bits)),
            _ => None,
        }
    }
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
    /// An op on what is in memory.
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
    /// Goes on unwinding.
    Resume,
    /// Is never reached.
    Unreachable,
    /// A value for each predecessor; operands and blocks are in the same order.
    Phi(Box<[BlockId]>),
    /// The clauses of a landing pad: for each operand, whether it is a filter.
    LandingPad(Box<[bool]>),
    /// An instruction without a corresponding op; the keyword.
    Other(Str, Box<[BlockId]>),
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
#[derive(Debug, Clone)]
pub struct Attribute {
    /// Its name, a keyword or a string.
    pub name: Str,
    /// Its value.
    pub value: AttributeValue,
}

/// The value of an attribute.
#[derive(Debug, Clone)]
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
}

impl Body {
    /// Takes what is in here out, without the room for more.
    pub(super) fn take(&mut self) -> Self {
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
        }
    }
}

/// The common parts of all globals.
#[derive(Default, Debug)]
pub struct Global {
    /// The name; `None` for those that are counted.
    pub name: Option<Str>,
    /// The keyword of the linkage; empty for the external one.
    pub linkage: Str0,
    /// The keyword of the visibility.
    pub visibility: Str0,
    /// Whether it is known to be in this part of the program.
    pub dso_local: bool,
    /// `unnamed_addr`, `local_unnamed_addr`, or nothing.
    pub unnamed_addr: Str0,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// The keyword of the thread-local storage model; empty for the general one.
    pub tls_model: Str0,
    /// The keyword of the DLL storage class.
    pub dll_storage: Str0,
    /// Properties that are written after a comma or a function: the keyword, and its string if it has one.
    pub properties: Vec<(Str0, Option<Str>)>,
    /// The section.
    pub section: Option<Str>,
    /// The comdat.
    pub comdat: Option<Str>,
    /// The alignment in bytes.
    pub align: Option<u64>,
    /// The address space.
    pub space: u32,
    /// The metadata attachments.
    pub attachments: Vec<(Str, NodeId)>,
    /// Attributes.
    pub attributes: AttributeSet,
    /// Its kind.
    pub kind: GlobalKind,
    /// Its offset in the text.
    pub offset: usize,
}

/// A keyword; empty if there is none.
pub type Str0 = &'static str;

/// The kind of a global.
#[derive(Default, Debug)]
pub enum GlobalKind {
    /// It is referred to, but not defined yet.
    #[default]
    Undefined,
    /// A variable.
    Variable {
        /// Its type.
        ty: Type,
        /// Whether it never changes.
        is_constant: bool,
        /// Whether something else sets its initial value.
        externally_initialized: bool,
        /// Its initial value.
        initializer: Option<ConstId>,
    },
    /// A function.
    Function(Box<Function>),
    /// Another name.
    Alias {
        /// The type of what is there.
        ty: Type,
        /// The aliasee.
        target: ConstId,
    },
    /// A function that another one chooses.
    IFunc {
        /// The type of what is there.
        ty: Type,
        /// The resolver function.
        resolver: ConstId,
    },
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its type.
    pub ty: Type,
    /// The number of its calling convention.
    pub convention: u32,
    /// Attributes of the result.
    pub result: AttributeSet,
    /// Attributes of each argument.
    pub arguments: Vec<AttributeSet>,
    /// The name of its garbage collector.
    pub gc: Option<Str>,
    /// The personality function.
    pub personality: Option<ConstId>,
    /// The data before the function.
    pub prefix: Option<ConstId>,
    /// The data at the start of the function.
    pub prologue: Option<ConstId>,
    /// Its body, if it has one that was not taken out.
    pub body: Option<Body>,
    /// The nodes that are attached in a body that was taken out.
    pub attached: Box<[NodeId]>,
}

/// A comdat.
#[derive(Debug)]
pub struct Comdat {
    /// Its name.
    pub name: Str,
    /// The selection kind.
    pub selection: &'static str,
}

/// A module.
#[derive(Default)]
pub struct Module {
    /// The name of the source.
    pub source: Option<Str>,
    /// The data layout.
    pub layout: String,
    /// The target.
    pub triple: Option<Str>,
    /// Assembly, line by line.
    pub assembly: Vec<u8>,
    /// Everything with a symbol, in order.
    pub globals: Vec<Global>,
    /// The order in which globals are in the text.
    pub order: Vec<GlobalId>,
    /// Comdats, in order.
    pub comdats: Vec<Comdat>,
    /// Groups of attributes by number.
    pub groups: FxHashMap<u32, Vec<Attribute>>,
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Named metadata, in order.
    pub named: Vec<(Str, Vec<NodeId>)>,
    /// Constants.
    pub constants: Constants,
    /// The blocks whose addresses are taken: by function, the block of each number.
    pub addresses: FxHashMap<GlobalId, Vec<BlockId>>,
}

impl Module {
    /// Takes the bodies of all functions out of the module.
    pub fn take_bodies(&mut self) -> FxHashMap<GlobalId, Body> {
        let body = |(index, global): (usize, &mut Global)| match &mut global.kind {
            GlobalKind::Function(function) => {
                let body = function.body.take()?;
                function.attached = body.attachments.iter().map(|&(_, node)| node).collect();
                Some((GlobalId(index as u32), body))
            }
            _ => None,
        };
        self.globals.iter_mut().enumerate().filter_map(body).collect()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A global.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    /// The operands of a tuple; `None` for other nodes.
    pub fn tuple(&self, id: NodeId) -> Option<&[Metadata]> {
        match &self.node(id).kind {
            NodeKind::Tuple(operands) => Some(operands),
            _ => None,
        }
    }
}
