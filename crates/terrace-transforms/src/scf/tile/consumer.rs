//! Fusion of consumers.
