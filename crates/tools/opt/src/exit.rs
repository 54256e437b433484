//! The exit codes of all commands.

/// The command did what it was asked to.
pub const SUCCESS: u8 = 0;

/// A file cannot be read or written, or what it contains is refused.
pub const REFUSED: u8 = 1;

/// The command line is wrong: an option, a value, the options of a pass.
pub const WRONG_COMMAND_LINE: u8 = 2;

/// An internal error: a defect of the program, whatever the input.
pub const INTERNAL_ERROR: i32 = 70;
