//! The information that is computed from definitions when their dialect is loaded.

use std::sync::Arc;

use terrace_support::held::Held;
use terrace_support::slots::AnyOnce;

use crate::attr_kind::{AttrKind, BoolAttr};
use crate::attrs::Attr;
use crate::context::Context;
use crate::def::{Arity, OpTable, OpTables, Optionality, ParamsTables, PropDef};
use crate::dialect::Dialect;
use crate::effects::MemoryEffects;
use crate::extension::{Extended, Extensions, attached_by_predicate, attachments};
use crate::interface_map::InterfaceMap;
use crate::interfaces::SymbolUser;
use crate::op_info::{DefInfo, OpInfo, OwnEffects, Slots};
use crate::strings::Str;
use crate::traits::TraitSet;

impl Slots {
    fn of(def: &OpTable<'_>, arities: impl ExactSizeIterator<Item = Arity> + Clone, sizes: &str) -> Self {
        let slots = arities.len();
        let mut variable = arities.enumerate().filter(|(_, arity)| *arity != Arity::One).map(|(i, _)| i);
        match (variable.next(), variable.next()) {
            (None, _) => Self::Fixed,
            (Some(variable), None) => Self::One { variable, slots },
            _ => Self::Several { sizes: def.props.iter().position(|prop| prop.name == sizes), slots },
        }
    }
}

impl OpInfo {
    /// Returns the information on a registered op, with the interfaces attached by extensions of its dialect.
    pub(crate) fn registered(cx: &Context, name: Str, held: Held<OpTables>, dialect: &Arc<Dialect>) -> Self {
        let def = held.get();
        let default = |prop: &PropDef<'_>| match prop.presence {
            Optionality::Default(make) => make(cx),
            _ => Attr::NULL,
        };
        let built = |prop: &PropDef<'_>| match prop.presence {
            Optionality::OptionalDefault(make) if std::ptr::eq(prop.constraint, BoolAttr::CONSTRAINT) => {
                make(cx)
            }
            _ => default(prop),
        };
        let arities = def.operands.iter().map(|operand| operand.arity);
        let result_arities = def.results.iter().map(|result| result.arity);
        let attachments = attachments(Extended::Ops, def.name, dialect.extensions());
        let mut info = Self {
            def: Some(held.clone().into()),
            traits: TraitSet::of(def.traits),
            prop_names: def.props.iter().map(|prop| cx.str(prop.name)).collect(),
            prop_defaults: def.props.iter().map(default).collect(),
            built_defaults: def.props.iter().map(built).collect(),
            operand_slots: Slots::of(def, arities, "operandSegmentSizes"),
            result_slots: Slots::of(def, result_arities, "resultSegmentSizes"),
            effects: OwnEffects::of(def),
            interfaces: InterfaceMap::new(def.interfaces, attachments),
            ..Self::unregistered(name, Some(Arc::clone(dialect)))
        };
        if let Some(extensions) = dialect.extensions() {
            info.attach_by_predicate(extensions);
        }
        info.uses_symbols = info.may_use_symbols(def);
        info
    }

    /// The slot of an inherent attribute. A value that upstream keeps as it is has a slot, but is no attribute: an attribute
    /// of its name is discardable.
    pub fn inherent_attr_slot(&self, name: Str) -> Option<usize> {
        let slot = self.prop_names.iter().position(|&known| known == name)?;
        let is_attr = |def: &OpTable<'_>| def.props[slot].constraint.native.is_none();
        self.def().is_none_or(is_attr).then_some(slot)
    }

    fn attach_by_predicate(&mut self, extensions: &Extensions) {
        let by_predicate = attached_by_predicate(self, extensions);
        if let Some(attachments) = self.interfaces.attachments_mut() {
            attachments.set_by_predicate(by_predicate);
        }
        if self.interfaces.may_be_extended::<dyn MemoryEffects>()
            && self.interfaces.attachments().is_some_and(|all| all.find::<dyn MemoryEffects>().is_some())
        {
            self.effects = None;
        }
    }

    /// Whether the definition or an extension has the interface for users of symbols.
    fn may_use_symbols(&self, def: &OpTable<'_>) -> bool {
        let attached =
            self.interfaces.attachments().filter(|_| self.interfaces.may_be_extended::<dyn SymbolUser>());
        def.interfaces.iter().any(|entry| entry.is::<dyn SymbolUser>())
            || attached.is_some_and(|all| all.all().any(|entry| entry.is::<dyn SymbolUser>()))
    }
}

impl DefInfo {
    /// Returns the information on a definition, with the interfaces attached by extensions of its dialect.
    pub(crate) fn new(
        cx: &Context,
        of: Extended,
        held: Held<ParamsTables>,
        extensions: Option<&Extensions>,
    ) -> Self {
        let def = held.get();
        let interfaces = InterfaceMap::new(def.interfaces, attachments(of, def.name, extensions));
        Self { name: cx.str(def.name), compiled: AnyOnce::default(), interfaces, def: held.into() }
    }
}
