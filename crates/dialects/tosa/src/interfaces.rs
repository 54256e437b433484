//! Interfaces of the dialect's ops.

/// An op on elements, whose operands may be broadcast: upstream's `TosaElementwiseOperator`.
pub trait TosaElementwiseOperator: Send + Sync {}

/// An op that makes a shape: upstream's `TosaShapeOperator`.
pub trait TosaShapeOperator: Send + Sync {}

/// The model of interfaces without methods.
pub struct Marker;

impl TosaElementwiseOperator for Marker {}
impl TosaShapeOperator for Marker {}
