//! DWARF constants of debug information: keywords in the text, numbers in the IR.

use terrace_ir::def::{EnumCase, EnumDef, ParamKind};
use terrace_ir::enum_attr::case;
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context};

macro_rules! dwarf {
    ($($(#[$meta:meta])* $name:ident($prefix:literal) { $($word:tt = $value:literal),* $(,)? })*) => {$(
        $(#[$meta])*
        pub struct $name;

        impl $name {
            /// The keywords.
            pub const DEF: &'static EnumDef = {
                static CASES: &[EnumCase] = &[$(case(concat!($prefix, stringify!($word)), $value)),*];
                static DEF: EnumDef = EnumDef { name: "unsigned", cases: CASES, separator: None, width: 32 };
                &DEF
            };
        }

        impl ParamType for $name {
            type Value<'a> = u32;
            const KIND: ParamKind = ParamKind::Enum(Self::DEF);

            fn value(cx: &Context, attr: Attr) -> Option<u32> {
                attr.as_u64(cx)?.try_into().ok()
            }

            fn attr(cx: &Context, value: u32) -> Attr {
                terrace_ir::asm::enum_attr(cx, Self::DEF, u64::from(value))
            }

            fn placeholder<'a>() -> Self::Value<'a> {
                0
            }
        }
    )*};
}

dwarf! {
    /// Tags of nodes of debug information.
    Tag("DW_TAG_") {
        null = 0x0000, array_type = 0x0001, class_type = 0x0002, entry_point = 0x0003,
        enumeration_type = 0x0004, formal_parameter = 0x0005, imported_declaration = 0x0008, label = 0x000a,
        lexical_block = 0x000b, member = 0x000d, pointer_type = 0x000f, reference_type = 0x0010,
        compile_unit = 0x0011, string_type = 0x0012, structure_type = 0x0013, subroutine_type = 0x0015,
        typedef = 0x0016, union_type = 0x0017, unspecified_parameters = 0x0018, variant = 0x0019,
        common_block = 0x001a, common_inclusion = 0x001b, inheritance = 0x001c, inlined_subroutine = 0x001d,
        module = 0x001e, ptr_to_member_type = 0x001f, set_type = 0x0020, subrange_type = 0x0021,
        with_stmt = 0x0022, access_declaration = 0x0023, base_type = 0x0024, catch_block = 0x0025,
        const_type = 0x0026, constant = 0x0027, enumerator = 0x0028, file_type = 0x0029, friend = 0x002a,
        namelist = 0x002b, namelist_item = 0x002c, packed_type = 0x002d, subprogram = 0x002e,
        template_type_parameter = 0x002f, template_value_parameter = 0x0030, thrown_type = 0x0031,
        try_block = 0x0032, variant_part = 0x0033, variable = 0x0034, volatile_type = 0x0035,
        dwarf_procedure = 0x0036, restrict_type = 0x0037, interface_type = 0x0038, namespace = 0x0039,
        imported_module = 0x003a, unspecified_type = 0x003b, partial_unit = 0x003c, imported_unit = 0x003d,
        condition = 0x003f, shared_type = 0x0040, type_unit = 0x0041, rvalue_reference_type = 0x0042,
        template_alias = 0x0043, coarray_type = 0x0044, generic_subrange = 0x0045, dynamic_type = 0x0046,
        atomic_type = 0x0047, call_site = 0x0048, call_site_parameter = 0x0049, skeleton_unit = 0x004a,
        immutable_type = 0x004b, MIPS_loop = 0x4081, format_label = 0x4101, function_template = 0x4102,
        class_template = 0x4103, GNU_BINCL = 0x4104, GNU_EINCL = 0x4105, GNU_template_template_param = 0x4106,
        GNU_template_parameter_pack = 0x4107, GNU_formal_parameter_pack = 0x4108, GNU_call_site = 0x4109,
        GNU_call_site_parameter = 0x410a, APPLE_property = 0x4200, SUN_function_template = 0x4201,
        SUN_class_template = 0x4202, SUN_struct_template = 0x4203, SUN_union_template = 0x4204,
        SUN_indirect_inheritance = 0x4205, SUN_codeflags = 0x4206, SUN_memop_info = 0x4207,
        SUN_omp_child_func = 0x4208, SUN_rtti_descriptor = 0x4209, SUN_dtor_info = 0x420a, SUN_dtor = 0x420b,
        SUN_f90_interface = 0x420c, SUN_fortran_vax_structure = 0x420d, SUN_hi = 0x42ff,
        LLVM_ptrauth_type = 0x4300, ALTIUM_circ_type = 0x5101, ALTIUM_mwa_circ_type = 0x5102,
        ALTIUM_rev_carry_type = 0x5103, ALTIUM_rom = 0x5111, LLVM_annotation = 0x6000, GHS_namespace = 0x8004,
        GHS_using_namespace = 0x8005, GHS_using_declaration = 0x8006, GHS_template_templ_param = 0x8007,
        UPC_shared_type = 0x8765, UPC_strict_type = 0x8766, UPC_relaxed = 0x8767, PGI_kanji_type = 0xa000,
        PGI_interface_block = 0xa020, BORLAND_property = 0xb000, BORLAND_Delphi_string = 0xb001,
        BORLAND_Delphi_dynamic_array = 0xb002, BORLAND_Delphi_set = 0xb003, BORLAND_Delphi_variant = 0xb004,
    }
    /// Encodings of basic types.
    Encoding("DW_ATE_") {
        address = 0x01, boolean = 0x02, complex_float = 0x03, float = 0x04, signed = 0x05, signed_char = 0x06,
        unsigned = 0x07, unsigned_char = 0x08, imaginary_float = 0x09, packed_decimal = 0x0a,
        numeric_string = 0x0b, edited = 0x0c, signed_fixed = 0x0d, unsigned_fixed = 0x0e,
        decimal_float = 0x0f, UTF = 0x10, UCS = 0x11, ASCII = 0x12, HP_complex_float = 0x81,
        HP_float128 = 0x82, HP_complex_float128 = 0x83, HP_floathpintel = 0x84, HP_imaginary_float90 = 0x85,
        HP_imaginary_float128 = 0x86,
    }
    /// Source languages.
    Language("DW_LANG_") {
        C89 = 0x0001, C = 0x0002, Ada83 = 0x0003, C_plus_plus = 0x0004, Cobol74 = 0x0005, Cobol85 = 0x0006,
        Fortran77 = 0x0007, Fortran90 = 0x0008, Pascal83 = 0x0009, Modula2 = 0x000a, Java = 0x000b,
        C99 = 0x000c, Ada95 = 0x000d, Fortran95 = 0x000e, PLI = 0x000f, ObjC = 0x0010,
        ObjC_plus_plus = 0x0011, UPC = 0x0012, D = 0x0013, Python = 0x0014, OpenCL = 0x0015, Go = 0x0016,
        Modula3 = 0x0017, Haskell = 0x0018, C_plus_plus_03 = 0x0019, C_plus_plus_11 = 0x001a, OCaml = 0x001b,
        Rust = 0x001c, C11 = 0x001d, Swift = 0x001e, Julia = 0x001f, Dylan = 0x0020, C_plus_plus_14 = 0x0021,
        Fortran03 = 0x0022, Fortran08 = 0x0023, RenderScript = 0x0024, BLISS = 0x0025, Kotlin = 0x0026,
        Zig = 0x0027, Crystal = 0x0028, C_plus_plus_17 = 0x002a, C_plus_plus_20 = 0x002b, C17 = 0x002c,
        Fortran18 = 0x002d, Ada2005 = 0x002e, Ada2012 = 0x002f, HIP = 0x0030, Assembly = 0x0031,
        C_sharp = 0x0032, Mojo = 0x0033, GLSL = 0x0034, GLSL_ES = 0x0035, HLSL = 0x0036, OpenCL_CPP = 0x0037,
        CPP_for_OpenCL = 0x0038, SYCL = 0x0039, Metal = 0x003d, Ruby = 0x0040, Move = 0x0041, Hylo = 0x0042,
        Mips_Assembler = 0x8001, GOOGLE_RenderScript = 0x8e57, BORLAND_Delphi = 0xb000,
    }
    /// Calling conventions of subprograms.
    CallingConvention("DW_CC_") {
        normal = 0x01, program = 0x02, nocall = 0x03, pass_by_reference = 0x04, pass_by_value = 0x05,
        GNU_renesas_sh = 0x40, GNU_borland_fastcall_i386 = 0x41, BORLAND_safecall = 0xb0,
        BORLAND_stdcall = 0xb1, BORLAND_pascal = 0xb2, BORLAND_msfastcall = 0xb3, BORLAND_msreturn = 0xb4,
        BORLAND_thiscall = 0xb5, BORLAND_fastcall = 0xb6, LLVM_vectorcall = 0xc0, LLVM_Win64 = 0xc1,
        LLVM_X86_64SysV = 0xc2, LLVM_AAPCS = 0xc3, LLVM_AAPCS_VFP = 0xc4, LLVM_IntelOclBicc = 0xc5,
        LLVM_SpirFunction = 0xc6, LLVM_DeviceKernel = 0xc7, LLVM_Swift = 0xc8, LLVM_PreserveMost = 0xc9,
        LLVM_PreserveAll = 0xca, LLVM_X86RegCall = 0xcb, LLVM_M68kRTD = 0xcc, LLVM_PreserveNone = 0xcd,
        LLVM_RISCVVectorCall = 0xce, LLVM_SwiftTail = 0xcf, LLVM_RISCVVLSCall = 0xd0, GDB_IBM_OpenCL = 0xff,
    }
    /// Operations of expressions that locate variables.
    Operation("DW_OP_") {
        addr = 0x03, deref = 0x06, const1u = 0x08, const1s = 0x09, const2u = 0x0a, const2s = 0x0b,
        const4u = 0x0c, const4s = 0x0d, const8u = 0x0e, const8s = 0x0f, constu = 0x10, consts = 0x11,
        dup = 0x12, drop = 0x13, over = 0x14, pick = 0x15, swap = 0x16, rot = 0x17, xderef = 0x18, abs = 0x19,
        and = 0x1a, div = 0x1b, minus = 0x1c, mod = 0x1d, mul = 0x1e, neg = 0x1f, not = 0x20, or = 0x21,
        plus = 0x22, plus_uconst = 0x23, shl = 0x24, shr = 0x25, shra = 0x26, xor = 0x27, bra = 0x28,
        eq = 0x29, ge = 0x2a, gt = 0x2b, le = 0x2c, lt = 0x2d, ne = 0x2e, skip = 0x2f, lit0 = 0x30,
        lit1 = 0x31, lit2 = 0x32, lit3 = 0x33, lit4 = 0x34, lit5 = 0x35, lit6 = 0x36, lit7 = 0x37,
        lit8 = 0x38, lit9 = 0x39, lit10 = 0x3a, lit11 = 0x3b, lit12 = 0x3c, lit13 = 0x3d, lit14 = 0x3e,
        lit15 = 0x3f, lit16 = 0x40, lit17 = 0x41, lit18 = 0x42, lit19 = 0x43, lit20 = 0x44, lit21 = 0x45,
        lit22 = 0x46, lit23 = 0x47, lit24 = 0x48, lit25 = 0x49, lit26 = 0x4a, lit27 = 0x4b, lit28 = 0x4c,
        lit29 = 0x4d, lit30 = 0x4e, lit31 = 0x4f, reg0 = 0x50, reg1 = 0x51, reg2 = 0x52, reg3 = 0x53,
        reg4 = 0x54, reg5 = 0x55, reg6 = 0x56, reg7 = 0x57, reg8 = 0x58, reg9 = 0x59, reg10 = 0x5a,
        reg11 = 0x5b, reg12 = 0x5c, reg13 = 0x5d, reg14 = 0x5e, reg15 = 0x5f, reg16 = 0x60, reg17 = 0x61,
        reg18 = 0x62, reg19 = 0x63, reg20 = 0x64, reg21 = 0x65, reg22 = 0x66, reg23 = 0x67, reg24 = 0x68,
        reg25 = 0x69, reg26 = 0x6a, reg27 = 0x6b, reg28 = 0x6c, reg29 = 0x6d, reg30 = 0x6e, reg31 = 0x6f,
        breg0 = 0x70, breg1 = 0x71, breg2 = 0x72, breg3 = 0x73, breg4 = 0x74, breg5 = 0x75, breg6 = 0x76,
        breg7 = 0x77, breg8 = 0x78, breg9 = 0x79, breg10 = 0x7a, breg11 = 0x7b, breg12 = 0x7c, breg13 = 0x7d,
        breg14 = 0x7e, breg15 = 0x7f, breg16 = 0x80, breg17 = 0x81, breg18 = 0x82, breg19 = 0x83,
        breg20 = 0x84, breg21 = 0x85, breg22 = 0x86, breg23 = 0x87, breg24 = 0x88, breg25 = 0x89,
        breg26 = 0x8a, breg27 = 0x8b, breg28 = 0x8c, breg29 = 0x8d, breg30 = 0x8e, breg31 = 0x8f, regx = 0x90,
        fbreg = 0x91, bregx = 0x92, piece = 0x93, deref_size = 0x94, xderef_size = 0x95, nop = 0x96,
        push_object_address = 0x97, call2 = 0x98, call4 = 0x99, call_ref = 0x9a, form_tls_address = 0x9b,
        call_frame_cfa = 0x9c, bit_piece = 0x9d, implicit_value = 0x9e, stack_value = 0x9f,
        implicit_pointer = 0xa0, addrx = 0xa1, constx = 0xa2, entry_value = 0xa3, const_type = 0xa4,
        regval_type = 0xa5, deref_type = 0xa6, xderef_type = 0xa7, convert = 0xa8, reinterpret = 0xa9,
        GNU_push_tls_address = 0xe0, HP_is_value = 0xe1, HP_fltconst4 = 0xe2, HP_fltconst8 = 0xe3,
        HP_mod_range = 0xe4, HP_unmod_range = 0xe5, HP_tls = 0xe6, INTEL_bit_piece = 0xe8,
        WASM_location = 0xed, WASM_location_int = 0xee, APPLE_uninit = 0xf0, GNU_implicit_pointer = 0xf2,
        GNU_entry_value = 0xf3, PGI_omp_thread_num = 0xf8, GNU_addr_index = 0xfb, GNU_const_index = 0xfc,
        LLVM_user = 0xe9, LLVM_fragment = 0x1000, LLVM_convert = 0x1001, LLVM_tag_offset = 0x1002,
        LLVM_entry_value = 0x1003, LLVM_implicit_pointer = 0x1004, LLVM_arg = 0x1005,
        LLVM_extract_bits_sext = 0x1006, LLVM_extract_bits_zext = 0x1007,
    }
}
