//! Accesses to memory, and what is known of memory while a function is written.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::{AddressOfOp, GlobalOp, parent_module};
use terrace_ir::{Attr, Block, Ir, Loc, Op, OpHandle, OptionalAttr, Str, Type, Value};
use terrace_target::TargetKey;

use super::lanes::Lanes;
use crate::functions::ops_of;
use crate::shape::Shape;

/// The largest number of rows that an access is divided into.
pub(super) const MAX_ROWS: usize = 64;
/// The largest number of interleaved accesses.
const MAX_STEP: usize = 16;

/// The properties that all accesses of an op share.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) element: Type,
    pub(super) size: i64,
    pub(super) alignment: i64,
    pub(super) tbaa: Option<Attr>,
    /// Whether elements that are not active may have any value.
    pub(super) leaves_inactive: bool,
}

/// Addresses of a row: a pointer, and the number of bytes that each element is after it.
pub(super) struct Row<'a> {
    pub(super) pointer: Value,
    pub(super) numbers: &'a [i64],
    pub(super) shape: Shape,
}

/// The distance of addresses, in elements, if it is constant and more than one.
pub(super) fn step_of(numbers: &[i64], size: i64) -> Option<usize> {
    let (first, second) = (numbers.first()?, numbers.get(1)?);
    let bytes = second.wrapping_sub(*first);
    let is_even = numbers.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == bytes);
    let step = usize::try_from(bytes / size).ok()?;
    (is_even && bytes % size == 0 && (2..=MAX_STEP).contains(&step)).then_some(step)
}

/// The distance of numbers, in bytes, if it is constant and not zero.
pub(super) fn even_step(numbers: &[i64]) -> Option<i64> {
    let step = numbers.get(1)?.checked_sub(numbers[0]).filter(|&step| step != 0)?;
    numbers.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == step).then_some(step)
}

/// Loads of every so many elements, from one address on.
pub(super) struct LoadGroup {
    pub(super) pointer: Value,
    pub(super) element: Type,
    /// The number of elements from one to the next.
    pub(super) step: usize,
    /// The number of elements that are read, if they are not all.
    pub(super) first: Option<Value>,
    /// For each load where it begins, in bytes from the pointer, and the shuffle by which its elements are picked.
    pub(super) members: Vec<(i64, Op)>,
    /// The reports of the loads.
    pub(super) reports: Vec<Option<usize>>,
    /// The locations of the loads.
    pub(super) places: Vec<Loc>,
    /// Whether what lies between the first and the last element is read once.
    pub(super) is_whole: bool,
}

/// Stores of which each writes one of so many elements.
pub(super) struct StoreGroup {
    pub(super) base: Value,
    pub(super) step: usize,
    pub(super) active: Option<Value>,
    pub(super) access: Access,
    pub(super) shape: Shape,
    pub(super) loc: Loc,
    /// Addresses and values, in the order of the program.
    pub(super) members: Vec<(Lanes, Value)>,
    /// The addresses in any case, if indices may wrap.
    pub(super) plain: Vec<Lanes>,
    /// Bits of which one is set if an index wraps.
    pub(super) wraps: Vec<Value>,
    /// The objects that are written, if they are known.
    pub(super) objects: Vec<Option<Value>>,
    /// The reports of the stores.
    pub(super) reports: Vec<Option<usize>>,
}

/// A function that copies elements, of which each module gets one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum CopyFunction {
    /// Elements of so many bytes that are equally far apart; a mask may say which ones.
    Strided { size: i64, is_masked: bool },
    /// Elements whose addresses are in memory, to elements that follow each other.
    Gather { size: i64, is_masked: bool },
    /// Elements that follow each other, to addresses that are in memory.
    Scatter { size: i64, is_masked: bool },
    /// Bytes, of which the first ones are copied, and the others become zero.
    Filled,
    /// Elements that follow each other, of which the bits of a number say which ones.
    ByBits { size: i64 },
    /// Returns elements that follow each other under a mask; others are zero.
    MaskedLoad { size: i64, lanes: usize },
    /// Stores elements that follow each other under a mask.
    MaskedStore { size: i64, lanes: usize },
}

impl CopyFunction {
    /// The size of elements that are copied by bits, or under a mask.
    pub(super) fn bits_size(self) -> Option<i64> {
        match self {
            Self::ByBits { size } | Self::MaskedLoad { size, .. } | Self::MaskedStore { size, .. } => {
                Some(size)
            }
            _ => None,
        }
    }

    /// Whether vectors are passed to it or returned, in the registers of its target.
    pub(super) fn passes_vectors(self) -> bool {
        matches!(self, Self::MaskedLoad { .. } | Self::MaskedStore { .. })
    }

    /// The name of the function for callers with a target, among those that it has for others; a new one if none fits.
    pub(super) fn name_for(
        self,
        caller: TargetKey,
        names: &mut Vec<(Option<TargetKey>, Str)>,
        reserve: impl FnOnce() -> Str,
    ) -> Str {
        let target = self.passes_vectors().then_some(caller);
        if let Some(&(_, name)) = names.iter().find(|(known, _)| *known == target) {
            return name;
        }
        let name = reserve();
        names.push((target, name));
        name
    }

    /// The name of the function, unless the module has another one by that name.
    pub(super) fn name(self) -> String {
        let name = |what: &str, size: i64, is_masked: bool| {
            format!("__ripple_{what}{}_{size}", if is_masked { "_masked" } else { "" })
        };
        match self {
            Self::Strided { size, is_masked } => name("copy", size, is_masked),
            Self::Gather { size, is_masked } => name("gather", size, is_masked),
            Self::Scatter { size, is_masked } => name("scatter", size, is_masked),
            Self::Filled => "__ripple_copy_filled".to_owned(),
            Self::ByBits { size } => name("copy_by_bits", size, false),
            Self::MaskedLoad { size, lanes } => name(&format!("load_{lanes}"), size, true),
            Self::MaskedStore { size, lanes } => name(&format!("store_{lanes}"), size, true),
        }
    }
}

/// Elements in memory: where the first one is, and how many bytes later the next one.
#[derive(Clone, Copy)]
pub(super) struct Strided {
    pub(super) pointer: Value,
    pub(super) step: Value,
}

/// The objects of a function of which something is known.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    /// Addresses of globals that are constant.
    pub(crate) constant: FxHashSet<Value>,
    /// Parameters that point to what nothing else of the function points to, if it is written.
    pub(crate) unaliased: FxHashSet<Value>,
}

impl Objects {
    /// The objects of a function.
    pub(crate) fn of(ir: &Ir, function: OpHandle) -> Self {
        let (view, cx) = (ir.op(function), ir.cx());
        let tables = ir.symbol_tables();
        let is_constant = |address: terrace_ir::OpRef<'_>| {
            let name = address.cast::<AddressOfOp>()?.global_name_attr().as_flat_symbol_ref(cx)?;
            Some(tables.lookup(parent_module(address)?, name)?.cast::<GlobalOp>()?.constant())
        };
        let constant = ops_of(view)
            .filter(|&op| is_constant(op) == Some(true))
            .map(|op| op.single_result().id())
            .collect();
        let attrs = view.inherent_attr("arg_attrs").optional_elements(cx);
        let args = view.region(0).entry().into_iter().flat_map(|entry| entry.args());
        let unaliased = args
            .zip(attrs)
            .filter(|(_, attrs)| attrs.dict_get(cx, cx.str("llvm.noalias")).is_some())
            .map(|(arg, _)| arg.id())
            .collect();
        Self { constant, unaliased }
    }

    /// Whether nothing else of the function points to what a parameter points to, if it is written.
    pub(crate) fn is_unaliased(&self, parameter: Value) -> bool {
        self.unaliased.contains(&parameter)
    }
}

/// A value that was loaded.
#[derive(Clone)]
pub(super) struct Loaded {
    /// The block of the original.
    pub block: Block,
    /// The result of the load of the original.
    pub result: Value,
    pub lanes: Lanes,
}

/// The state of memory, and the accesses that wait for others.
#[derive(Default)]
pub(super) struct Memory {
    /// The sizes of the objects that values of the original point to.
    pub object_sizes: FxHashMap<Value, usize>,
    /// The bytes of constant tables that values of the original point to.
    pub constant_tables: FxHashMap<Value, Vec<u8>>,
    /// The objects of the original of which more is known.
    pub objects: Objects,
    /// Values loaded since memory was written, by address and type.
    pub loaded: FxHashMap<(Value, Type), Loaded>,
    /// For results of loads of the original, those of loads before them that read the same.
    pub same: FxHashMap<Value, Value>,
    /// The blocks of the original that loaded from an address, whatever was written since.
    pub read_once: FxHashMap<(Value, Type), Block>,
    /// Loads of every so many elements in the block since memory was written.
    pub load_groups: Vec<LoadGroup>,
    /// Stores that wait for those of the elements between theirs.
    pub group: Option<StoreGroup>,
    /// The load of the original before which the stores are emitted that wait.
    pub interrupting: Option<Op>,
    /// The memory to which new vectors are written for accesses to rows of theirs.
    pub rows: FxHashMap<Value, Value>,
    /// The number of writes to memory that may have been executed.
    pub writes: u64,
    /// Whether elements that are not active may be read, where the page that they are in is.
    pub reads_pages: bool,
}

/// Memory of the function through which values pass.
#[derive(Default)]
pub(super) struct Scratch {
    /// The memory, by the type of values, and a number of those in a block.
    pub slots: FxHashMap<(Type, usize), Value>,
    /// The number of these that the block that is being written uses.
    pub in_use: FxHashMap<Type, usize>,
    /// Values read from such memory that are unused, since more was read at once.
    pub superseded: Vec<Value>,
    /// The blocks that copy elements by calls.
    pub blocks: FxHashSet<Block>,
}

/// The elements that masks set.
#[derive(Default)]
pub(super) struct Prefixes {
    /// The number of active elements of masks whose first ones are set.
    pub counts: FxHashMap<Value, Value>,
    /// Masks of the elements that have an iteration left after full blocks, or have not: the number of the former, and
    /// whether the mask is theirs.
    pub rests: FxHashMap<Value, (Value, bool)>,
}
