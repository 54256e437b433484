//! The results of analyses, kept without knowing their types.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::ids::{OpHandle, Region};

/// Edit counts of a body, by the kind of edit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EditCounts {
    /// All edits.
    pub all: u64,
    /// Edits of the control flow: blocks and branches that come, go, move or get other successors.
    pub control_flow: u64,
}

type Computed = Arc<dyn Any + Send + Sync>;

/// The results of one analysis.
struct Results<K> {
    /// The count on which they depend.
    stamp: u64,
    by_key: FxHashMap<K, Computed>,
    /// The number of computations.
    computations: u64,
    /// The name of the analysis, and how long its computations took.
    name: &'static str,
    time: Duration,
}

/// The results of analyses, by type. A copy is empty.
pub(super) struct Cache<K> {
    results: OnceLock<Box<Mutex<FxHashMap<TypeId, Results<K>>>>>,
}

impl<K> Default for Cache<K> {
    fn default() -> Self {
        Self { results: OnceLock::new() }
    }
}

impl<K: std::hash::Hash + Eq + Copy> Cache<K> {
    fn lock(&self) -> MutexGuard<'_, FxHashMap<TypeId, Results<K>>> {
        self.results.get_or_init(Box::default).lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get<A: Send + Sync + 'static>(
        &self,
        key: K,
        (name, stamp): (&'static str, u64),
        compute: impl FnOnce() -> A,
    ) -> Arc<A> {
        let known = self
            .lock()
            .get(&TypeId::of::<A>())
            .filter(|results| results.stamp == stamp)
            .and_then(|results| Arc::clone(results.by_key.get(&key)?).downcast::<A>().ok());
        if let Some(known) = known {
            return known;
        }
        // Computed without the lock, since it may query others.
        let start = Instant::now();
        let computed = Arc::new(compute());
        let time = start.elapsed();
        let mut all = self.lock();
        let results = all.entry(TypeId::of::<A>()).or_insert_with(|| Results {
            stamp,
            by_key: FxHashMap::default(),
            computations: 0,
            name,
            time: Duration::ZERO,
        });
        if results.stamp != stamp {
            results.stamp = stamp;
            results.by_key.clear();
        }
        results.computations += 1;
        results.time += time;
        results.by_key.insert(key, computed.clone());
        computed
    }

    pub(super) fn restamp(&self, analysis: TypeId, from: u64, to: u64) {
        if let Some(results) = self.lock().get_mut(&analysis).filter(|results| results.stamp == from) {
            results.stamp = to;
        }
    }

    /// The names of the analyses that were computed, sorted, and how long that took.
    pub(super) fn times(&self) -> Vec<(&'static str, Duration)> {
        let mut times: Vec<_> = self.lock().values().map(|results| (results.name, results.time)).collect();
        times.sort_unstable();
        times
    }

    pub(super) fn computations(&self, analysis: TypeId) -> u64 {
        self.lock().get(&analysis).map_or(0, |results| results.computations)
    }
}

/// The analyses of a body.
#[derive(Default)]
pub(crate) struct BodyAnalyses(pub(super) Cache<Region>);

impl Clone for BodyAnalyses {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The analyses of an IR.
#[derive(Default)]
pub(crate) struct IrAnalyses {
    pub(super) cache: Cache<OpHandle>,
    /// The symbols of tables, which track edits.
    pub(crate) symbol_tables: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Clone for IrAnalyses {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for IrAnalyses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IrAnalyses").finish_non_exhaustive()
    }
}
