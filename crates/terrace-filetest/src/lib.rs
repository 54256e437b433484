//! Runs file tests in-process, with its own FileCheck.
