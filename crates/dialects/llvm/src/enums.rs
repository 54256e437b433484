//! Enums, under the names and with the numbers that upstream has for them.

use terrace_ir::{bit_enums, enums};

enums! {
    /// The dialect of inline assembly.
    pub enum AsmDialect("::mlir::LLVM::AsmDialect", 64) {
        ADATT = 0 => "att",
        ADIntel = 1 => "intel",
    }
    /// The operation of an atomic read-modify-write.
    pub enum AtomicBinOp("::mlir::LLVM::AtomicBinOp", 64) {
        Xchg = 0 => "xchg",
        Add = 1 => "add",
        Sub = 2 => "sub",
        And = 3 => "_and",
        Nand = 4 => "nand",
        Or = 5 => "_or",
        Xor = 6 => "_xor",
        Max = 7 => "max",
        Min = 8 => "min",
        Umax = 9 => "umax",
        Umin = 10 => "umin",
        Fadd = 11 => "fadd",
        Fsub = 12 => "fsub",
        Fmax = 13 => "fmax",
        Fmin = 14 => "fmin",
        UincWrap = 15 => "uinc_wrap",
        UdecWrap = 16 => "udec_wrap",
        UsubCond = 17 => "usub_cond",
        UsubSat = 18 => "usub_sat",
        Fmaximum = 19 => "fmaximum",
        Fminimum = 20 => "fminimum",
    }
    /// The ordering of an atomic access.
    pub enum AtomicOrdering("::mlir::LLVM::AtomicOrdering", 64) {
        NotAtomic = 0 => "not_atomic",
        Unordered = 1 => "unordered",
        Monotonic = 2 => "monotonic",
        Acquire = 4 => "acquire",
        Release = 5 => "release",
        AcqRel = 6 => "acq_rel",
        SeqCst = 7 => "seq_cst",
    }
    /// Calling conventions.
    pub enum CConv("::mlir::LLVM::cconv::CConv", 64) {
        C = 0 => "ccc",
        Fast = 8 => "fastcc",
        Cold = 9 => "coldcc",
        GHC = 10 => "cc_10",
        HiPE = 11 => "cc_11",
        AnyReg = 13 => "anyregcc",
        PreserveMost = 14 => "preserve_mostcc",
        PreserveAll = 15 => "preserve_allcc",
        Swift = 16 => "swiftcc",
        CXXFASTTLS = 17 => "cxx_fast_tlscc",
        Tail = 18 => "tailcc",
        CFGuardCheck = 19 => "cfguard_checkcc",
        SwiftTail = 20 => "swifttailcc",
        X86StdCall = 64 => "x86_stdcallcc",
        X86FastCall = 65 => "x86_fastcallcc",
        ARMAPCS = 66 => "arm_apcscc",
        ARMAAPCS = 67 => "arm_aapcscc",
        ARMAAPCSVFP = 68 => "arm_aapcs_vfpcc",
        MSP430INTR = 69 => "msp430_intrcc",
        X86ThisCall = 70 => "x86_thiscallcc",
        PTXKernel = 71 => "ptx_kernelcc",
        PTXDevice = 72 => "ptx_devicecc",
        SPIRFUNC = 75 => "spir_funccc",
        SPIRKERNEL = 76 => "spir_kernelcc",
        IntelOCLBI = 77 => "intel_ocl_bicc",
        X8664SysV = 78 => "x86_64_sysvcc",
        Win64 = 79 => "win64cc",
        X86VectorCall = 80 => "x86_vectorcallcc",
        DUMMYHHVM = 81 => "hhvmcc",
        DUMMYHHVMC = 82 => "hhvm_ccc",
        X86INTR = 83 => "x86_intrcc",
        AVRINTR = 84 => "avr_intrcc",
        AVRBUILTIN = 86 => "avr_builtincc",
        AMDGPUVS = 87 => "amdgpu_vscc",
        AMDGPUGS = 88 => "amdgpu_gscc",
        AMDGPUCS = 90 => "amdgpu_cscc",
        AMDGPUKERNEL = 91 => "amdgpu_kernelcc",
        X86RegCall = 92 => "x86_regcallcc",
        AMDGPUHS = 93 => "amdgpu_hscc",
        MSP430BUILTIN = 94 => "msp430_builtincc",
        AMDGPULS = 95 => "amdgpu_lscc",
        AMDGPUES = 96 => "amdgpu_escc",
        AArch64VectorCall = 97 => "aarch64_vectorcallcc",
        AArch64SVEVectorCall = 98 => "aarch64_sve_vectorcallcc",
        WASMEmscriptenInvoke = 99 => "wasm_emscripten_invokecc",
        AMDGPUGfx = 100 => "amdgpu_gfxcc",
        M68kINTR = 101 => "m68k_intrcc",
    }
    /// The rule by which the linker selects one of a group of sections.
    pub enum Comdat("::mlir::LLVM::comdat::Comdat", 64) {
        Any = 0 => "any",
        ExactMatch = 1 => "exactmatch",
        Largest = 2 => "largest",
        NoDeduplicate = 3 => "nodeduplicate",
        SameSize = 4 => "samesize",
    }
    /// Comparisons of floating-point numbers.
    pub enum FCmpPredicate("::mlir::LLVM::FCmpPredicate", 64) {
        False = 0 => "_false",
        Oeq = 1 => "oeq",
        Ogt = 2 => "ogt",
        Oge = 3 => "oge",
        Olt = 4 => "olt",
        Ole = 5 => "ole",
        One = 6 => "one",
        Ord = 7 => "ord",
        Ueq = 8 => "ueq",
        Ugt = 9 => "ugt",
        Uge = 10 => "uge",
        Ult = 11 => "ult",
        Ule = 12 => "ule",
        Une = 13 => "une",
        Uno = 14 => "uno",
        True = 15 => "_true",
    }
    /// The exception behavior of a constrained floating-point op.
    pub enum FPExceptionBehavior("::mlir::LLVM::FPExceptionBehavior", 64) {
        Ignore = 0 => "ignore",
        MayTrap = 1 => "maytrap",
        Strict = 2 => "strict",
    }
    /// The functions that keep a frame pointer.
    pub enum FramePointerKind("::mlir::LLVM::framePointerKind::FramePointerKind", 64) {
        None = 0 => "none",
        NonLeaf = 1 => "non-leaf",
        All = 2 => "all",
        Reserved = 3 => "reserved",
        NonLeafNoReserve = 4 => "non-leaf-no-reserve",
    }
    /// Comparisons of integers and pointers.
    pub enum ICmpPredicate("::mlir::LLVM::ICmpPredicate", 64) {
        Eq = 0 => "eq",
        Ne = 1 => "ne",
        Slt = 2 => "slt",
        Sle = 3 => "sle",
        Sgt = 4 => "sgt",
        Sge = 5 => "sge",
        Ult = 6 => "ult",
        Ule = 7 => "ule",
        Ugt = 8 => "ugt",
        Uge = 9 => "uge",
    }
    /// The amount of debug information that is emitted.
    pub enum DIEmissionKind("::mlir::LLVM::DIEmissionKind", 64) {
        None = 0 => "None",
        Full = 1 => "Full",
        LineTablesOnly = 2 => "LineTablesOnly",
        DebugDirectivesOnly = 3 => "DebugDirectivesOnly",
    }
    /// Kinds of name tables of debug information.
    pub enum DINameTableKind("::mlir::LLVM::DINameTableKind", 64) {
        Default = 0 => "Default",
        GNU = 1 => "GNU",
        None = 2 => "None",
        Apple = 3 => "Apple",
    }
    /// The origin of a profile.
    pub enum ProfileSummaryFormatKind("::mlir::LLVM::ProfileSummaryFormatKind", 64) {
        SampleProfile = 0 => "SampleProfile",
        InstrProf = 1 => "InstrProf",
        CSInstrProf = 2 => "CSInstrProf",
    }
    /// Kinds of linkage.
    pub enum Linkage("::mlir::LLVM::linkage::Linkage", 64) {
        External = 0 => "external",
        AvailableExternally = 1 => "available_externally",
        Linkonce = 2 => "linkonce",
        LinkonceODR = 3 => "linkonce_odr",
        Weak = 4 => "weak",
        WeakODR = 5 => "weak_odr",
        Appending = 6 => "appending",
        Internal = 7 => "internal",
        Private = 8 => "private",
        ExternWeak = 9 => "extern_weak",
        Common = 10 => "common",
    }
    /// The rule for merging a module flag when modules are linked.
    pub enum ModFlagBehavior("::mlir::LLVM::ModFlagBehavior", 64) {
        Error = 1 => "error",
        Warning = 2 => "warning",
        Require = 3 => "require",
        Override = 4 => "override",
        Append = 5 => "append",
        AppendUnique = 6 => "append_unique",
        Max = 7 => "max",
        Min = 8 => "min",
    }
    /// The effect on memory.
    pub enum ModRefInfo("::mlir::LLVM::ModRefInfo", 64) {
        NoModRef = 0 => "none",
        Ref = 1 => "read",
        Mod = 2 => "write",
        ModRef = 3 => "readwrite",
    }
    /// The rounding mode of floating-point ops.
    pub enum RoundingMode("::mlir::LLVM::RoundingMode", 64) {
        TowardZero = 0 => "towardzero",
        NearestTiesToEven = 1 => "tonearest",
        TowardPositive = 2 => "upward",
        TowardNegative = 3 => "downward",
        NearestTiesToAway = 4 => "tonearestaway",
        Dynamic = 7 => "dynamic",
    }
    /// Kinds of tail calls.
    pub enum TailCallKind("::mlir::LLVM::tailcallkind::TailCallKind", 64) {
        None = 0 => "none",
        NoTail = 3 => "notail",
        MustTail = 2 => "musttail",
        Tail = 1 => "tail",
    }
    /// Kinds of unwind tables.
    pub enum UWTableKind("::mlir::LLVM::uwtable::UWTableKind", 64) {
        None = 0 => "none",
        Sync = 1 => "sync",
        Async = 2 => "async",
    }
    /// The significance of a global's address.
    pub enum UnnamedAddr("::mlir::LLVM::UnnamedAddr", 64) {
        None = 0 => "",
        Local = 1 => "local_unnamed_addr",
        Global = 2 => "unnamed_addr",
    }
    /// Visibility of a symbol after linking.
    pub enum Visibility("::mlir::LLVM::Visibility", 64) {
        Default = 0 => "",
        Hidden = 1 => "hidden",
        Protected = 2 => "protected",
    }
}

bit_enums! {
    /// Flags of debug information.
    pub struct DIFlags("::mlir::LLVM::DIFlags", 32, "|") {
        ZERO = 0 => "Zero",
        PRIVATE = 1 => "Private",
        PROTECTED = 2 => "Protected",
        BIT0 = 1 => "Bit0",
        BIT1 = 2 => "Bit1",
        PUBLIC = 3 => "Public",
        FWD_DECL = 4 => "FwdDecl",
        APPLE_BLOCK = 8 => "AppleBlock",
        RESERVED_BIT4 = 16 => "ReservedBit4",
        VIRTUAL = 32 => "Virtual",
        ARTIFICIAL = 64 => "Artificial",
        EXPLICIT = 128 => "Explicit",
        PROTOTYPED = 256 => "Prototyped",
        OBJC_CLASS_COMPLETE = 512 => "ObjcClassComplete",
        OBJECT_POINTER = 1024 => "ObjectPointer",
        VECTOR = 2048 => "Vector",
        STATIC_MEMBER = 4096 => "StaticMember",
        LVALUE_REFERENCE = 8192 => "LValueReference",
        RVALUE_REFERENCE = 16384 => "RValueReference",
        EXPORT_SYMBOLS = 32768 => "ExportSymbols",
        SINGLE_INHERITANCE = 65536 => "SingleInheritance",
        MULTIPLE_INHERITANCE = 65536 => "MultipleInheritance",
        VIRTUAL_INHERITANCE = 65536 => "VirtualInheritance",
        INTRODUCED_VIRTUAL = 262144 => "IntroducedVirtual",
        BIT_FIELD = 524288 => "BitField",
        NO_RETURN = 1048576 => "NoReturn",
        TYPE_PASS_BY_VALUE = 4194304 => "TypePassByValue",
        TYPE_PASS_BY_REFERENCE = 8388608 => "TypePassByReference",
        ENUM_CLASS = 16777216 => "EnumClass",
        THUNK = 33554432 => "Thunk",
        NON_TRIVIAL = 67108864 => "NonTrivial",
        BIG_ENDIAN = 134217728 => "BigEndian",
        LITTLE_ENDIAN = 268435456 => "LittleEndian",
        ALL_CALLS_DESCRIBED = 536870912 => "AllCallsDescribed",
    }
    /// Flags of subprograms in debug information.
    pub struct DISubprogramFlags("::mlir::LLVM::DISubprogramFlags", 32, "|") {
        VIRTUAL = 1 => "Virtual",
        PURE_VIRTUAL = 2 => "PureVirtual",
        LOCAL_TO_UNIT = 4 => "LocalToUnit",
        DEFINITION = 8 => "Definition",
        OPTIMIZED = 16 => "Optimized",
        PURE = 32 => "Pure",
        ELEMENTAL = 64 => "Elemental",
        RECURSIVE = 128 => "Recursive",
        MAIN_SUBPROGRAM = 256 => "MainSubprogram",
        DELETED = 512 => "Deleted",
        OBJC_DIRECT = 2048 => "ObjCDirect",
    }
    /// The fast-math flags of a floating-point op.
    pub struct FastmathFlags("::mlir::LLVM::FastmathFlags", 32, ", ") {
        NONE = 0 => "none",
        NNAN = 1 => "nnan",
        NINF = 2 => "ninf",
        NSZ = 4 => "nsz",
        ARCP = 8 => "arcp",
        CONTRACT = 16 => "contract",
        AFN = 32 => "afn",
        REASSOC = 64 => "reassoc",
        FAST = 127 => "fast",
    }
    /// The no-wrap guarantees of an address computation.
    pub struct GEPNoWrapFlags("::mlir::LLVM::GEPNoWrapFlags", 32, "|") {
        NONE = 0 => "none",
        INBOUNDS = 3 => "inbounds",
        INBOUNDS_FLAG = 1 => "inbounds_flag",
        NUSW = 2 => "nusw",
        NUW = 4 => "nuw",
    }
    /// The overflows of an integer op that result in poison.
    pub struct IntegerOverflowFlags("::mlir::LLVM::IntegerOverflowFlags", 32, ", ") {
        NONE = 0 => "none",
        NSW = 1 => "nsw",
        NUW = 2 => "nuw",
    }
}
