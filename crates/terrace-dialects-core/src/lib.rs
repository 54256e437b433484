//! The dialects builtin, func, arith, cf, scf, index, math, complex and ub.
