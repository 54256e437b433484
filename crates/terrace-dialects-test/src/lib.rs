//! The test dialect: accepts any operation.
