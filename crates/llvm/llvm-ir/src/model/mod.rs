//! A module of LLVM IR in memory.

mod insts;
mod metadata;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::strings::{Str, Strings};
use crate::types::{Type, Types};

pub use crate::constants::{Const, ConstKind, Constants, Expression, ExpressionCode};
pub use crate::ids::{BlockId, ConstId, GlobalId, LocalId, NodeId};
pub use crate::opcodes::{Flags, Opcode};
pub use insts::{
    Assembly, Attribute, AttributeSet, AttributeValue, Block, Body, Call, Callee, Inst, InstKind, Ordering,
    Record, UseListOf, UseListOrder, Value,
};
pub use metadata::{ExpressionItem, Field, Metadata, Node, NodeKind, Special};

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
        /// The value type.
        ty: Type,
        /// The aliasee.
        target: ConstId,
    },
    /// A function that another one chooses.
    IFunc {
        /// The value type.
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
    /// The alignment in bytes that is best for it.
    pub preferred_align: Option<u64>,
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
    /// The strings of all parts.
    pub strings: Strings,
    /// The types of all parts.
    pub types: Types,
    /// The name that the comment at the start has.
    pub id: Option<Str>,
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
    pub groups: BTreeMap<u32, Vec<Attribute>>,
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Named metadata, in order.
    pub named: Vec<(Str, Vec<NodeId>)>,
    /// Constants.
    pub constants: Constants,
    /// The orders of uses of globals.
    pub use_lists: Vec<UseListOrder>,
    /// Entries of the summary for link-time optimization, as they are written.
    pub summary: Vec<Str>,
    /// The blocks whose addresses are taken: by function, the block of each number.
    pub addresses: FxHashMap<GlobalId, Vec<BlockId>>,
    /// Uniqued nodes, by their contents.
    pub(crate) unique_nodes: FxHashMap<NodeKind, NodeId>,
    /// The numbers of groups that were added.
    pub(crate) group_numbers: FxHashMap<Vec<Attribute>, u32>,
    /// Globals that were added, by name.
    pub(crate) symbols: FxHashMap<Str, GlobalId>,
}

impl Module {
    /// The bytes of a string.
    pub fn bytes(&self, text: Str) -> &[u8] {
        self.strings.bytes(text)
    }

    /// Moves the bodies of all functions out of the module.
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

    /// The type of a value.
    pub fn value_type(&self, body: &Body, value: Value) -> Type {
        match value {
            Value::Local(local) => body.locals[local.0 as usize],
            Value::Const(constant) => self.constants.get(constant).ty,
            Value::Metadata(_) => Type::METADATA,
        }
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A global that is changed.
    pub fn global_mut(&mut self, id: GlobalId) -> &mut Global {
        &mut self.globals[id.0 as usize]
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

    /// The operands of a tuple; other nodes have fields in place of operands.
    pub fn operands(&self, id: NodeId) -> &[Metadata] {
        self.tuple(id).unwrap_or(&[])
    }
}
