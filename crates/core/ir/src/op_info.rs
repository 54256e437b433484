//! The information that a context has on an op name. It refers to neither the definition nor the IR, whose types refer to
//! the context.

use std::sync::Arc;

use terrace_support::held::HeldAs;
use terrace_support::slots::AnyOnce;

use crate::attrs::Attr;
use crate::dialect::Dialect;
use crate::families::{OpTables, ParamsTables};
use crate::interface_map::InterfaceMap;
use crate::strings::Str;
use crate::trait_set::TraitSet;

/// The distribution of an op's operands or results over the slots of its definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slots {
    /// The op has no definition.
    Unknown,
    /// Each slot takes one value.
    Fixed,
    /// One variadic slot takes the rest; with the number of slots.
    One { variable: usize, slots: usize },
    /// Several are variadic; an inherent attribute, if any, has the number of values of each.
    Several { sizes: Option<usize>, slots: usize },
}

/// The registered information on an op name.
pub struct OpInfo {
    /// The full name.
    pub name: Str,
    /// The definition; `None` if the op is not registered.
    pub(crate) def: Option<HeldAs<OpTables>>,
    /// The dialect, if it is loaded.
    pub dialect: Option<Arc<Dialect>>,
    /// The definition's traits.
    pub traits: TraitSet,
    /// Names of the inherent attribute slots.
    pub prop_names: Box<[Str]>,
    /// Defaults of absent inherent attributes; [`Attr::NULL`] if there is no default.
    pub prop_defaults: Box<[Attr]>,
    /// The same for ops that code creates: flags that may be absent are there, as upstream's builders have them.
    pub built_defaults: Box<[Attr]>,
    /// The compiled format, owned by the reader and printer of the textual form.
    pub compiled: AnyOnce,
    /// The distribution of operands over their slots.
    pub(crate) operand_slots: Slots,
    /// The distribution of results over their slots.
    pub(crate) result_slots: Slots,
    /// The checks of the verifier, which computes them on first use.
    pub(crate) checks: AnyOnce,
    /// The effects declared by the definition, if they are the same for all its ops.
    pub(crate) effects: Option<OwnEffects>,
    /// The interfaces it implements.
    pub(crate) interfaces: InterfaceMap,
    /// The op checks the symbols it uses.
    pub(crate) uses_symbols: bool,
}

/// The effects of an op itself, without those of the ops in its regions: bits of [`crate::effects`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnEffects(pub(crate) u8);

impl OpInfo {
    /// Whether the op checks the symbols it uses.
    #[inline]
    pub fn uses_symbols(&self) -> bool {
        self.uses_symbols
    }

    /// Whether the op is registered.
    #[inline]
    pub fn is_registered(&self) -> bool {
        self.def.is_some()
    }

    /// Returns the op's implementation of interface `I` (a `dyn Trait`), or `None`.
    #[inline]
    pub fn interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        self.interfaces.get()
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`) by the op's dialect, or `None`.
    #[inline]
    pub fn dialect_interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        self.dialect.as_ref()?.interface()
    }

    /// Returns the namespace of the op's dialect; empty if that is not loaded.
    pub fn dialect_name(&self) -> Str {
        self.dialect.as_ref().map_or(Str::EMPTY, |dialect| dialect.name)
    }

    /// Returns the information on an op name without a definition.
    pub(crate) fn unregistered(name: Str, dialect: Option<Arc<Dialect>>) -> Self {
        Self {
            name,
            def: None,
            dialect,
            traits: TraitSet::EMPTY,
            prop_names: Box::default(),
            prop_defaults: Box::default(),
            built_defaults: Box::default(),
            compiled: AnyOnce::default(),
            operand_slots: Slots::Unknown,
            result_slots: Slots::Unknown,
            checks: AnyOnce::default(),
            effects: None,
            interfaces: InterfaceMap::default(),
            uses_symbols: false,
        }
    }

    /// Returns the names of the interfaces that the op implements, itself or by extensions, sorted.
    pub fn interface_names(&self) -> Vec<&'static str> {
        self.interfaces.names()
    }
}

/// The information on a dialect type or attribute definition within a context.
pub struct DefInfo {
    /// The full name.
    pub name: Str,
    /// The definition, of the family `ParamsTables`.
    pub(crate) def: HeldAs<ParamsTables>,
    /// The compiled format.
    pub compiled: AnyOnce,
    /// The interfaces that its types or attributes implement.
    pub interfaces: InterfaceMap,
}
