//! The declarative assembly format: grammar and compiled form.
