//! Blobs that attributes refer to by key, and the other entries of a file's metadata.

use std::sync::RwLock;

use rustc_hash::FxHashMap;

use crate::blob::Blob;

/// The value of a metadata entry.
#[derive(Clone, PartialEq, Debug)]
pub enum ResourceValue {
    /// `"0x..."`: an alignment and bytes.
    Blob {
        /// Alignment in bytes, a power of two.
        align: u32,
        /// The bytes.
        data: Blob,
    },
    /// `true` or `false`.
    Bool(bool),
    /// `"text"`.
    String(Box<str>),
}

/// A group of entries, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct ResourceGroup {
    entries: Vec<(String, Option<ResourceValue>)>,
    index: FxHashMap<String, usize>,
}

impl ResourceGroup {
    /// The entry with this key.
    pub fn get(&self, key: &str) -> Option<&ResourceValue> {
        self.index.get(key).and_then(|&i| self.entries[i].1.as_ref())
    }

    /// Keys and values in order; a key that is only referred to has no value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Option<&ResourceValue>)> {
        self.entries.iter().map(|(k, v)| (&**k, v.as_ref()))
    }

    /// Declares a key without a value, if it is new.
    pub fn declare(&mut self, key: &str) {
        if !self.index.contains_key(key) {
            self.index.insert(key.to_string(), self.entries.len());
            self.entries.push((key.to_string(), None));
        }
    }

    /// Declares a key that no entry has: the given one, or with a number after it. Returns the key.
    pub fn declare_new(&mut self, key: &str) -> String {
        let mut free = key.to_string();
        let mut count = 0;
        while self.contains(&free) {
            count += 1;
            free = format!("{key}_{count}");
        }
        self.declare(&free);
        free
    }

    /// Sets the value of a key.
    pub fn set(&mut self, key: &str, value: ResourceValue) {
        self.declare(key);
        let at = self.index[key];
        self.entries[at].1 = Some(value);
    }

    /// Whether the key is there, with or without a value.
    pub fn contains(&self, key: &str) -> bool {
        self.index.contains_key(key)
    }
}

/// All resources of a context: those of dialects, and external ones.
#[derive(Default)]
pub struct Resources {
    dialect: RwLock<FxHashMap<String, ResourceGroup>>,
}

impl Resources {
    /// Reads or changes a dialect's group.
    pub fn with_dialect<R>(&self, dialect: &str, f: impl FnOnce(&mut ResourceGroup) -> R) -> R {
        let mut groups = self.dialect.write().unwrap_or_else(|e| e.into_inner());
        f(groups.entry(dialect.to_string()).or_default())
    }

    /// The blob of a `dense_resource` key.
    pub fn builtin_blob(&self, key: &str) -> Option<(u32, Blob)> {
        let groups = self.dialect.read().unwrap_or_else(|e| e.into_inner());
        match groups.get("builtin")?.get(key)? {
            ResourceValue::Blob { align, data } => Some((*align, data.clone())),
            _ => None,
        }
    }
}
