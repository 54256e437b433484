//! Instructions on one or two operands, and the flags of instructions.

/// The flags of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Flags(pub u32);

macro_rules! flags {
    ($($(#[doc = $doc:literal])* $name:ident = $bit:literal, $word:literal;)*) => {
        impl Flags {
            $($(#[doc = $doc])* pub const $name: Flags = Flags(1 << $bit);)*

            /// The flag that a keyword is.
            pub fn from_keyword(word: &[u8]) -> Option<Flags> {
                $(if word == $word.as_bytes() { return Some(Flags::$name); })*
                None
            }
        }
    };
}

flags! {
    /// The sum does not wrap as an unsigned number.
    NUW = 0, "nuw";
    /// The sum does not wrap as a signed number.
    NSW = 1, "nsw";
    /// There is no rest.
    EXACT = 2, "exact";
    /// No bit is set in both.
    DISJOINT = 3, "disjoint";
    /// The operand is not negative.
    NNEG = 4, "nneg";
    /// Both have the same sign.
    SAMESIGN = 5, "samesign";
    /// The address is in the object.
    INBOUNDS = 6, "inbounds";
    /// The address does not wrap.
    NUSW = 7, "nusw";
    /// Numbers may be added in another order.
    REASSOC = 8, "reassoc";
    /// There is no NaN.
    NNAN = 9, "nnan";
    /// There is no infinity.
    NINF = 10, "ninf";
    /// The sign of zero is ignored.
    NSZ = 11, "nsz";
    /// Divisions may be multiplications.
    ARCP = 12, "arcp";
    /// Operations may be fused.
    CONTRACT = 13, "contract";
    /// Functions may be approximated.
    AFN = 14, "afn";
    /// The access is volatile.
    VOLATILE = 15, "volatile";
    /// The variable is the argument of an `inalloca` call.
    INALLOCA = 16, "inalloca";
    /// The variable holds a Swift error.
    SWIFTERROR = 17, "swifterror";
    /// The landing pad is a cleanup.
    CLEANUP = 18, "cleanup";
    /// The exchange may fail spuriously.
    WEAK = 19, "weak";
    /// All flags of floating-point numbers.
    FAST = 20, "fast";
    /// The access is atomic.
    ATOMIC = 21, "atomic";
}

impl Flags {
    /// Whether all flags of another set are in this one.
    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds flags; `fast` are seven.
    pub fn add(&mut self, other: Flags) {
        self.0 |= if other == Flags::FAST { 0x7f << 8 } else { other.0 };
    }

    /// The keywords after the name of an operation, in LLVM's order.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        // `inbounds` implies `nusw`.
        let plain = match self.contains(Flags::INBOUNDS) {
            true => self.0 & !Flags::NUSW.0,
            false => self.0,
        };
        let has = move |&(flag, _): &(Flags, &str)| plain & flag.0 != 0;
        self.fastmath_words()
            .into_iter()
            .chain(ORDER.iter().filter(move |entry| has(entry)).map(|(_, word)| *word))
    }

    /// The keywords of those of floating-point numbers.
    pub fn fastmath_words(self) -> Vec<&'static str> {
        const WORDS: [&str; 7] = ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"];
        match self.fastmath() {
            0x7f => vec!["fast"],
            bits => (0..7).filter(|bit| bits >> bit & 1 != 0).map(|bit| WORDS[bit]).collect(),
        }
    }

    /// The flags of floating-point numbers with these bits, of which the lowest is that of [`Flags::REASSOC`].
    pub fn of_fastmath(bits: u32) -> Flags {
        Flags((bits & 0x7f) << 8)
    }

    /// The bits of those of floating-point numbers.
    pub fn fastmath(self) -> u32 {
        self.0 >> 8 & 0x7f
    }
}

/// The flags of operations but those of floating-point numbers, in the order in which they are written.
const ORDER: &[(Flags, &str)] = &[
    (Flags::INBOUNDS, "inbounds"),
    (Flags::NUSW, "nusw"),
    (Flags::NUW, "nuw"),
    (Flags::NSW, "nsw"),
    (Flags::EXACT, "exact"),
    (Flags::DISJOINT, "disjoint"),
    (Flags::NNEG, "nneg"),
    (Flags::SAMESIGN, "samesign"),
];

macro_rules! opcodes {
    ($($name:ident = $word:literal,)*) => {
        /// An op on one or two operands.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "each is named as LLVM's instruction")]
        pub enum Opcode { $($name,)* }

        impl Opcode {
            /// The op of a keyword.
            pub fn from_keyword(word: &[u8]) -> Option<Self> {
                $(if word == $word.as_bytes() { return Some(Opcode::$name); })*
                None
            }

            /// The keyword.
            pub fn keyword(self) -> &'static str {
                match self { $(Opcode::$name => $word,)* }
            }
        }
    };
}

opcodes! {
    Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
    Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
    FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem", FNeg = "fneg",
    Trunc = "trunc", ZExt = "zext", SExt = "sext", FPTrunc = "fptrunc", FPExt = "fpext", FPToUI = "fptoui",
    FPToSI = "fptosi", UIToFP = "uitofp", SIToFP = "sitofp", PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr",
    IntToPtr = "inttoptr", BitCast = "bitcast", AddrSpaceCast = "addrspacecast",
}

impl Opcode {
    /// Whether it takes a value to another type.
    pub fn is_cast(self) -> bool {
        self as u8 >= Opcode::Trunc as u8
    }

    /// Whether it takes two operands of the same type.
    pub fn is_binary(self) -> bool {
        (self as u8) < Opcode::FNeg as u8
    }

    /// Whether its operands are floating-point numbers.
    pub fn is_float(self) -> bool {
        (Opcode::FAdd as u8..=Opcode::FNeg as u8).contains(&(self as u8))
    }
}
