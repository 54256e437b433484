//! Interfaces of types and attributes: dialect-independent queries of the IR and of analyses.

/// Marks types that can be elements of vectors. Integers, `index` and floating-point types always can.
pub trait VectorElementTypeInterface: Send + Sync {}

/// Marks types that can be elements of memrefs. All builtin types that memrefs may have always can.
pub trait MemRefElementTypeInterface: Send + Sync {}

/// Marks the attributes of a dialect that are locations.
pub trait LocationLike: Send + Sync {}

/// Implements the interfaces that have no methods.
pub struct Marker;

impl VectorElementTypeInterface for Marker {}
impl MemRefElementTypeInterface for Marker {}
impl LocationLike for Marker {}
