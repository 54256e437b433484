//! Identified types: two are the same if their definition and name are, and their body, which may contain the type itself, is
//! set once.
//!
//! A structure that points to itself is one. It is made by its name, then given a body that refers to it. The text of such a
//! type repeats only its name inside the body; reader and printer know which types they are in the body of.

use std::sync::{OnceLock, RwLock};

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_support::append_vec::AppendVec;

use crate::attrs::Attr;
use crate::context::Context;
use crate::context_slot;
use crate::def::{TypeDef, TypeDefId};
use crate::strings::Str;
use crate::types::{Type, TypeData};

/// The bodies of the identified types of a context.
#[derive(Default)]
struct IdentifiedTypes {
    slots: RwLock<FxHashMap<(TypeDefId, Str), u32>>,
    bodies: AppendVec<OnceLock<Box<[Attr]>>>,
}

context_slot!(IdentifiedTypes);

/// The identified types whose bodies are being read or written, the outermost first.
#[derive(Clone, Default, Debug)]
pub struct CyclicTypes {
    open: Vec<Type>,
    known: FxHashSet<Type>,
}

impl CyclicTypes {
    /// Returns whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns how many there are.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Begins the body of a type; false, and no change, if it is begun already.
    pub fn start(&mut self, ty: Type) -> bool {
        let starts = self.known.insert(ty);
        if starts {
            self.open.push(ty);
        }
        starts
    }

    /// Ends the body that was begun last.
    pub fn end(&mut self) {
        if let Some(ty) = self.open.pop() {
            self.known.remove(&ty);
        }
    }

    /// Ends bodies until there are no more than `depth`.
    pub fn end_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            self.end();
        }
    }
}

/// The body of an identified type was set to something else before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BodyConflict;

impl Context {
    /// Returns the identified type of a definition with this name. It has no body unless that was set before.
    pub fn identified_type(&self, def: TypeDefId, name: Str) -> Type {
        let all = self.slot::<IdentifiedTypes>();
        let known = all.slots.read().unwrap_or_else(|e| e.into_inner()).get(&(def, name)).copied();
        let slot = known.unwrap_or_else(|| {
            let mut slots = all.slots.write().unwrap_or_else(|e| e.into_inner());
            *slots.entry((def, name)).or_insert_with(|| all.bodies.push(OnceLock::new()))
        });
        self.ty(TypeData::Identified { def, name, slot })
    }

    /// Returns the id of a type definition, whose dialect is loaded if need be; `None` if it is not registered.
    pub fn type_def_id(&self, def: &'static TypeDef) -> Option<TypeDefId> {
        let (prefix, mnemonic) = def.name.split_once('.')?;
        self.dialect(prefix)?.type_def(mnemonic).filter(|&id| self.type_def(id).is(def))
    }

    /// Returns the name of an identified type of a definition; `None` for other types.
    pub fn identified_name(&self, ty: Type, def: &'static TypeDef) -> Option<Str> {
        match self.type_data(ty) {
            TypeData::Identified { def: id, name, .. } if self.type_def(*id).is(def) => Some(*name),
            _ => None,
        }
    }

    /// Returns the body of an identified type; `None` for other types, and if it was not set.
    pub fn identified_body(&self, ty: Type) -> Option<&[Attr]> {
        let TypeData::Identified { slot, .. } = self.type_data(ty) else { return None };
        self.slot::<IdentifiedTypes>().bodies[*slot].get().map(|body| &**body)
    }

    /// Sets the body of an identified type.
    ///
    /// # Errors
    ///
    /// If it has another body. That it has the same is no error.
    ///
    /// # Panics
    ///
    /// If the type is not identified.
    pub fn set_identified_body(&self, ty: Type, body: &[Attr]) -> Result<(), BodyConflict> {
        let TypeData::Identified { slot, .. } = self.type_data(ty) else {
            panic!("'{}' is not an identified type", self.type_text(ty))
        };
        let set = self.slot::<IdentifiedTypes>().bodies[*slot].get_or_init(|| body.into());
        if **set == *body { Ok(()) } else { Err(BodyConflict) }
    }
}
