//! The payload of a transform op's results.

use terrace_ir::{Attr, OpHandle, ValueHandle};

use crate::types::HandleKind;

/// The payload of a handle or a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mapping {
    /// Ops of the payload.
    Ops(Vec<OpHandle>),
    /// Values of the payload.
    Values(Vec<ValueHandle>),
    /// Attributes.
    Params(Vec<Attr>),
}

impl Mapping {
    /// Returns an empty mapping.
    #[must_use]
    pub fn empty(kind: HandleKind) -> Self {
        match kind {
            HandleKind::Op => Self::Ops(Vec::new()),
            HandleKind::Value => Self::Values(Vec::new()),
            HandleKind::Param => Self::Params(Vec::new()),
        }
    }

    /// Returns the kind of the payload.
    #[must_use]
    pub fn kind(&self) -> HandleKind {
        match self {
            Self::Ops(_) => HandleKind::Op,
            Self::Values(_) => HandleKind::Value,
            Self::Params(_) => HandleKind::Param,
        }
    }

    /// Returns the number of payload objects.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Ops(ops) => ops.len(),
            Self::Values(values) => values.len(),
            Self::Params(params) => params.len(),
        }
    }

    /// Returns whether the mapping is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the payload of another mapping of the same kind. Returns `false`, without modifications, if
    /// the kinds differ.
    pub fn append(&mut self, other: Mapping) -> bool {
        match (self, other) {
            (Self::Ops(all), Self::Ops(more)) => all.extend(more),
            (Self::Values(all), Self::Values(more)) => all.extend(more),
            (Self::Params(all), Self::Params(more)) => all.extend(more),
            _ => return false,
        }
        true
    }

    /// Returns one for each payload object.
    #[must_use]
    pub fn split(self) -> Vec<Mapping> {
        match self {
            Self::Ops(ops) => ops.into_iter().map(|op| Self::Ops(vec![op])).collect(),
            Self::Values(values) => values.into_iter().map(|value| Self::Values(vec![value])).collect(),
            Self::Params(params) => params.into_iter().map(|param| Self::Params(vec![param])).collect(),
        }
    }

    /// Returns the part for one payload object; `None` past the end.
    #[must_use]
    pub fn part(&self, index: usize) -> Option<Mapping> {
        Some(match self {
            Self::Ops(ops) => Self::Ops(vec![*ops.get(index)?]),
            Self::Values(values) => Self::Values(vec![*values.get(index)?]),
            Self::Params(params) => Self::Params(vec![*params.get(index)?]),
        })
    }
}

/// The payload of an op's results.
#[derive(Debug)]
pub struct TransformResults {
    results: Vec<Option<Mapping>>,
}

impl TransformResults {
    /// Creates the results of an op with `len` results.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Self { results: vec![None; len] }
    }

    /// Maps a result to payload.
    pub fn set_mapped(&mut self, result: usize, mapping: Mapping) {
        if let Some(slot) = self.results.get_mut(result) {
            *slot = Some(mapping);
        }
    }

    /// Maps a result to ops.
    pub fn set(&mut self, result: usize, ops: Vec<OpHandle>) {
        self.set_mapped(result, Mapping::Ops(ops));
    }

    /// Maps the results from the given one on to ops: one result for each list.
    pub fn set_from(&mut self, first: usize, lists: Vec<Vec<OpHandle>>) {
        for (at, ops) in lists.into_iter().enumerate() {
            self.set(first + at, ops);
        }
    }

    /// Maps a result to values.
    pub fn set_values(&mut self, result: usize, values: Vec<ValueHandle>) {
        self.set_mapped(result, Mapping::Values(values));
    }

    /// Maps a result to attributes.
    pub fn set_params(&mut self, result: usize, params: Vec<Attr>) {
        self.set_mapped(result, Mapping::Params(params));
    }

    /// Returns whether the payload of a result was set.
    #[must_use]
    pub fn is_set(&self, result: usize) -> bool {
        self.results.get(result).is_some_and(Option::is_some)
    }

    /// Returns the payload of the results, `None` if it was not set.
    #[must_use]
    pub fn into_mappings(self) -> Vec<Option<Mapping>> {
        self.results
    }
}
