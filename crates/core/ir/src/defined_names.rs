//! The names of ops by their definitions, which are found by the address of the definition.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::context::Context;
use crate::def::OpDef;
use crate::ids::OpName;

/// The number of cache entries; a power of two.
const PLACES: usize = 512;

/// The distance of consecutive definitions, in bytes.
const SPACING: usize = size_of::<OpDef>();

/// For each entry, one more than the name of the definition looked up last; zero if empty.
pub(crate) struct DefinedNames([AtomicU32; PLACES]);

impl DefinedNames {
    /// Remembers nothing yet.
    pub(crate) const fn new() -> Self {
        Self([const { AtomicU32::new(0) }; PLACES])
    }

    #[inline]
    fn place(&self, def: &'static OpDef) -> &AtomicU32 {
        &self.0[std::ptr::from_ref(def).addr() / SPACING % PLACES]
    }
}

impl Context {
    /// The op name of a definition; loads its dialect.
    #[inline]
    pub fn op_name_of(&self, def: &'static OpDef) -> OpName {
        let place = self.defined_names.place(def);
        if let Some(known) = place.load(Ordering::Relaxed).checked_sub(1) {
            let name = OpName::from_u32(known);
            if self.op_info(name).def().is_some_and(|found| std::ptr::eq(found, def)) {
                return name;
            }
        }
        let name = self.op_name(def.name);
        place.store(name.as_u32() + 1, Ordering::Relaxed);
        name
    }
}
