//! State of transform ops during a run of a script, by type.

use std::any::{Any, TypeId};

use rustc_hash::FxHashMap;

/// One value of each type.
#[derive(Default)]
pub struct Extensions(FxHashMap<TypeId, Box<dyn Any>>);

impl Extensions {
    /// Adds a value; returns `false`, with nothing changed, if there is one of its type.
    pub fn add<T: Any>(&mut self, value: T) -> bool {
        let at = self.0.entry(TypeId::of::<T>());
        match at {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(Box::new(value));
                true
            }
        }
    }

    /// Returns the value of a type; `None` if there is none.
    #[must_use]
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Returns the value of a type, to change it; `None` if there is none.
    #[must_use]
    pub fn get_mut<T: Any>(&mut self) -> Option<&mut T> {
        self.0.get_mut(&TypeId::of::<T>())?.downcast_mut()
    }

    /// Removes the value of a type; returns whether there was one.
    pub fn remove<T: Any>(&mut self) -> bool {
        self.0.remove(&TypeId::of::<T>()).is_some()
    }
}
