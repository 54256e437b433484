; ModuleID = 'exceptions.cc'
source_filename = "exceptions.cc"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.square = type { %struct.base.base, i32 }
%struct.base.base = type <{ ptr, i32 }>
%class.anon = type { i8 }
%struct.nested = type { [2 x i8], %struct.anon, %union.anon }
%struct.anon = type { i32, i32 }
%union.anon = type { float }
%struct.base = type <{ ptr, i32, [4 x i8] }>

$_ZN6squareC2Ei = comdat any

$_ZN6squareD2Ev = comdat any

$_ZNK6square4areaEv = comdat any

$_Z5twiceIiET_S0_ = comdat any

$_Z5twiceIdET_S0_ = comdat any

$__clang_call_terminate = comdat any

$_Z6sharedv = comdat any

$_ZTW5local = comdat any

$_ZN4baseC2Ev = comdat any

$_ZN6squareD0Ev = comdat any

$_ZTV6square = comdat any

$_ZTI6square = comdat any

$_ZTS6square = comdat any

$_ZZ6sharedvE4once = comdat any

$_ZGVZ6sharedvE4once = comdat any

@_ZL4unit = internal global %struct.square zeroinitializer, align 8, !dbg !0
@__dso_handle = external hidden global i8
@_ZN12_GLOBAL__N_16hiddenE = internal global i32 0, align 4, !dbg !11
@_ZTIPKc = external constant ptr
@_ZTIi = external constant ptr
@lambda = internal global %class.anon undef, align 1, !dbg !57
@local = dso_local thread_local global %struct.square zeroinitializer, align 8, !dbg !15
@_ZTV4base = dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI4base, ptr @_ZN4baseD1Ev, ptr @_ZN4baseD0Ev, ptr @__cxa_pure_virtual] }, align 8, !dbg !47
@_ZTI4base = dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS4base }, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTS4base = dso_local constant [6 x i8] c"4base\00", align 1
@_ZTV6square = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI6square, ptr @_ZN6squareD2Ev, ptr @_ZN6squareD0Ev, ptr @_ZNK6square4areaEv] }, comdat, align 8, !dbg !51
@_ZTI6square = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS6square, ptr @_ZTI4base }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS6square = linkonce_odr dso_local constant [8 x i8] c"6square\00", comdat, align 1
@_ZZ6sharedvE4once = linkonce_odr dso_local global i32 0, comdat, align 4, !dbg !54
@_ZGVZ6sharedvE4once = linkonce_odr dso_local global i64 0, comdat, align 8
@__tls_guard = internal thread_local global i8 0, align 1
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_exceptions.cc, ptr null }]

@_ZN4baseD1Ev = dso_local unnamed_addr alias void (ptr), ptr @_ZN4baseD2Ev
@_ZTH5local = dso_local alias void (), ptr @__tls_init

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define dso_local void @_ZN4baseD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr #0 align 2 !dbg !69 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !70, !DIExpression(), !72)
  %3 = load ptr, ptr %2, align 8
  ret void, !dbg !73
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define dso_local void @_ZN4baseD0Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr #0 align 2 !dbg !74 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !75, !DIExpression(), !76)
  %3 = load ptr, ptr %2, align 8
  call void @llvm.trap() #11, !dbg !77
  unreachable, !dbg !77
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #1

; Function Attrs: noinline uwtable
define internal void @__cxx_global_var_init() #2 section ".text.startup" !dbg !78 {
  call void @_ZN6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) @_ZL4unit, i32 noundef 1), !dbg !81
  %1 = call i32 @__cxa_atexit(ptr @_ZN6squareD2Ev, ptr @_ZL4unit, ptr @__dso_handle) #3, !dbg !82
  ret void, !dbg !83
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) %0, i32 noundef %1) unnamed_addr #0 comdat align 2 !dbg !84 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !85, !DIExpression(), !87)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !88, !DIExpression(), !89)
  %5 = load ptr, ptr %3, align 8
  call void @_ZN4baseC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %5) #3, !dbg !90
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV6square, i32 0, i32 0, i32 2), ptr %5, align 8, !dbg !91
  %6 = getelementptr inbounds nuw %struct.square, ptr %5, i32 0, i32 1, !dbg !92
  %7 = load i32, ptr %4, align 4, !dbg !93
  store i32 %7, ptr %6, align 4, !dbg !92
  ret void, !dbg !94
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #0 comdat align 2 !dbg !95 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !99, !DIExpression(), !100)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN4baseD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %3) #3, !dbg !101
  ret void, !dbg !103
}

; Function Attrs: nounwind
declare i32 @__cxa_atexit(ptr, ptr, ptr) #3

; Function Attrs: noinline uwtable
define internal void @__cxx_global_var_init.1() #2 section ".text.startup" !dbg !104 {
  %1 = call noundef i32 @_Z9may_throwi(i32 noundef 2), !dbg !105
  store i32 %1, ptr @_ZN12_GLOBAL__N_16hiddenE, align 4, !dbg !106
  ret void, !dbg !107
}

declare noundef i32 @_Z9may_throwi(i32 noundef) #4

; Function Attrs: mustprogress noinline optnone uwtable
define dso_local noundef i32 @_Z7guardedi(i32 noundef %0) #5 personality ptr @__gxx_personality_v0 !dbg !108 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca %struct.square, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !111, !DIExpression(), !112)
    #dbg_declare(ptr %4, !113, !DIExpression(), !115)
  %9 = load i32, ptr %3, align 4, !dbg !116
  invoke void @_ZN6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) %4, i32 noundef %9)
          to label %10 unwind label %31, !dbg !115

10:                                               ; preds = %1
  %11 = invoke noundef i32 @_ZNK6square4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %4)
          to label %12 unwind label %35, !dbg !117

12:                                               ; preds = %10
  %13 = invoke noundef i32 @_Z9may_throwi(i32 noundef %11)
          to label %14 unwind label %35, !dbg !118

14:                                               ; preds = %12
  %15 = load i32, ptr %3, align 4, !dbg !119
  %16 = invoke noundef i32 @_Z5twiceIiET_S0_(i32 noundef %15)
          to label %17 unwind label %35, !dbg !120

17:                                               ; preds = %14
  %18 = add nsw i32 %13, %16, !dbg !121
  %19 = sitofp i32 %18 to double, !dbg !118
  %20 = invoke noundef double @_Z5twiceIdET_S0_(double noundef 1.500000e+00)
          to label %21 unwind label %35, !dbg !122

21:                                               ; preds = %17
  %22 = fadd double %19, %20, !dbg !123
  %23 = invoke noundef i32 @_ZNK6square4areaEv(ptr noundef nonnull align 8 dereferenceable(16) @_ZL4unit)
          to label %24 unwind label %35, !dbg !124

24:                                               ; preds = %21
  %25 = sitofp i32 %23 to double, !dbg !125
  %26 = fadd double %22, %25, !dbg !126
  %27 = load i32, ptr @_ZN12_GLOBAL__N_16hiddenE, align 4, !dbg !127
  %28 = sitofp i32 %27 to double, !dbg !127
  %29 = fadd double %26, %28, !dbg !128
  %30 = fptosi double %29 to i32, !dbg !118
  store i32 %30, ptr %2, align 4, !dbg !129
  call void @_ZN6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %4) #3, !dbg !130
  br label %63

31:                                               ; preds = %1
  %32 = landingpad { ptr, i32 }
          catch ptr @_ZTIPKc
          catch ptr @_ZTIi
          catch ptr null, !dbg !131
  %33 = extractvalue { ptr, i32 } %32, 0, !dbg !131
  store ptr %33, ptr %5, align 8, !dbg !131
  %34 = extractvalue { ptr, i32 } %32, 1, !dbg !131
  store i32 %34, ptr %6, align 4, !dbg !131
  br label %39, !dbg !131

35:                                               ; preds = %21, %17, %14, %12, %10
  %36 = landingpad { ptr, i32 }
          catch ptr @_ZTIPKc
          catch ptr @_ZTIi
          catch ptr null, !dbg !131
  %37 = extractvalue { ptr, i32 } %36, 0, !dbg !131
  store ptr %37, ptr %5, align 8, !dbg !131
  %38 = extractvalue { ptr, i32 } %36, 1, !dbg !131
  store i32 %38, ptr %6, align 4, !dbg !131
  call void @_ZN6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %4) #3, !dbg !130
  br label %39, !dbg !130

39:                                               ; preds = %35, %31
  %40 = load i32, ptr %6, align 4, !dbg !132
  %41 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIPKc) #3, !dbg !132
  %42 = icmp eq i32 %40, %41, !dbg !132
  br i1 %42, label %43, label %46, !dbg !132

43:                                               ; preds = %39
    #dbg_declare(ptr %8, !133, !DIExpression(), !137)
  %44 = load ptr, ptr %5, align 8, !dbg !138
  %45 = call ptr @__cxa_begin_catch(ptr %44) #3, !dbg !138
  store ptr %45, ptr %8, align 8, !dbg !138
  store i32 1, ptr %2, align 4, !dbg !140
  call void @__cxa_end_catch() #3, !dbg !142
  br label %63

46:                                               ; preds = %39
  %47 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi) #3, !dbg !132
  %48 = icmp eq i32 %40, %47, !dbg !132
  br i1 %48, label %49, label %54, !dbg !132

49:                                               ; preds = %46
    #dbg_declare(ptr %7, !143, !DIExpression(), !144)
  %50 = load ptr, ptr %5, align 8, !dbg !145
  %51 = call ptr @__cxa_begin_catch(ptr %50) #3, !dbg !145
  %52 = load i32, ptr %51, align 4, !dbg !145
  store i32 %52, ptr %7, align 4, !dbg !145
  %53 = load i32, ptr %7, align 4, !dbg !147
  store i32 %53, ptr %2, align 4, !dbg !148
  call void @__cxa_end_catch() #3, !dbg !138
  br label %63

54:                                               ; preds = %46
  %55 = load ptr, ptr %5, align 8, !dbg !132
  %56 = call ptr @__cxa_begin_catch(ptr %55) #3, !dbg !132
  invoke void @__cxa_rethrow() #12
          to label %73 unwind label %57, !dbg !149

57:                                               ; preds = %54
  %58 = landingpad { ptr, i32 }
          cleanup, !dbg !150
  %59 = extractvalue { ptr, i32 } %58, 0, !dbg !150
  store ptr %59, ptr %5, align 8, !dbg !150
  %60 = extractvalue { ptr, i32 } %58, 1, !dbg !150
  store i32 %60, ptr %6, align 4, !dbg !150
  invoke void @__cxa_end_catch()
          to label %61 unwind label %70, !dbg !145

61:                                               ; preds = %57
  br label %65, !dbg !145

62:                                               ; No predecessors!
  call void @llvm.trap(), !dbg !142
  unreachable, !dbg !142

63:                                               ; preds = %43, %49, %24
  %64 = load i32, ptr %2, align 4, !dbg !151
  ret i32 %64, !dbg !151

65:                                               ; preds = %61
  %66 = load ptr, ptr %5, align 8, !dbg !145
  %67 = load i32, ptr %6, align 4, !dbg !145
  %68 = insertvalue { ptr, i32 } poison, ptr %66, 0, !dbg !145
  %69 = insertvalue { ptr, i32 } %68, i32 %67, 1, !dbg !145
  resume { ptr, i32 } %69, !dbg !145

70:                                               ; preds = %57
  %71 = landingpad { ptr, i32 }
          catch ptr null, !dbg !145
  %72 = extractvalue { ptr, i32 } %71, 0, !dbg !145
  call void @__clang_call_terminate(ptr %72) #11, !dbg !145
  unreachable, !dbg !145

73:                                               ; preds = %54
  unreachable
}

declare i32 @__gxx_personality_v0(...)

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6square4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #0 comdat align 2 !dbg !152 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !153, !DIExpression(), !155)
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.square, ptr %3, i32 0, i32 1, !dbg !156
  %5 = load i32, ptr %4, align 4, !dbg !156
  %6 = getelementptr inbounds nuw %struct.square, ptr %3, i32 0, i32 1, !dbg !157
  %7 = load i32, ptr %6, align 4, !dbg !157
  %8 = mul nsw i32 %5, %7, !dbg !158
  ret i32 %8, !dbg !159
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local noundef i32 @_Z5twiceIiET_S0_(i32 noundef %0) #0 comdat !dbg !160 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !163, !DIExpression(), !164)
  %3 = load i32, ptr %2, align 4, !dbg !165
  %4 = load i32, ptr %2, align 4, !dbg !166
  %5 = add nsw i32 %3, %4, !dbg !167
  ret i32 %5, !dbg !168
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local noundef double @_Z5twiceIdET_S0_(double noundef %0) #0 comdat !dbg !169 {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
    #dbg_declare(ptr %2, !175, !DIExpression(), !176)
  %3 = load double, ptr %2, align 8, !dbg !177
  %4 = load double, ptr %2, align 8, !dbg !178
  %5 = fadd double %3, %4, !dbg !179
  ret double %5, !dbg !180
}

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #6

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_rethrow()

declare void @__cxa_end_catch()

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) #7 comdat {
  %2 = call ptr @__cxa_begin_catch(ptr %0) #3
  call void @_ZSt9terminatev() #11
  unreachable
}

declare void @_ZSt9terminatev()

; Function Attrs: mustprogress noinline optnone uwtable
define dso_local noundef i32 @_Z3usev() #5 !dbg !181 {
  %1 = call noundef i32 @_Z6sharedv(), !dbg !182
  ret i32 %1, !dbg !183
}

; Function Attrs: mustprogress noinline optnone uwtable
define linkonce_odr dso_local noundef i32 @_Z6sharedv() #5 comdat personality ptr @__gxx_personality_v0 !dbg !56 {
  %1 = alloca ptr, align 8
  %2 = alloca i32, align 4
  %3 = load atomic i8, ptr @_ZGVZ6sharedvE4once acquire, align 8, !dbg !184
  %4 = icmp eq i8 %3, 0, !dbg !184
  br i1 %4, label %5, label %11, !dbg !184, !prof !185

5:                                                ; preds = %0
  %6 = call i32 @__cxa_guard_acquire(ptr @_ZGVZ6sharedvE4once) #3, !dbg !184
  %7 = icmp ne i32 %6, 0, !dbg !184
  br i1 %7, label %8, label %11, !dbg !184

8:                                                ; preds = %5
  %9 = invoke noundef i32 @_Z9may_throwi(i32 noundef 4)
          to label %10 unwind label %13, !dbg !186

10:                                               ; preds = %8
  store i32 %9, ptr @_ZZ6sharedvE4once, align 4, !dbg !184
  call void @__cxa_guard_release(ptr @_ZGVZ6sharedvE4once) #3, !dbg !184
  br label %11, !dbg !184

11:                                               ; preds = %10, %5, %0
  %12 = load i32, ptr @_ZZ6sharedvE4once, align 4, !dbg !187
  ret i32 %12, !dbg !188

13:                                               ; preds = %8
  %14 = landingpad { ptr, i32 }
          cleanup, !dbg !189
  %15 = extractvalue { ptr, i32 } %14, 0, !dbg !189
  store ptr %15, ptr %1, align 8, !dbg !189
  %16 = extractvalue { ptr, i32 } %14, 1, !dbg !189
  store i32 %16, ptr %2, align 4, !dbg !189
  call void @__cxa_guard_abort(ptr @_ZGVZ6sharedvE4once) #3, !dbg !184
  br label %17, !dbg !184

17:                                               ; preds = %13
  %18 = load ptr, ptr %1, align 8, !dbg !184
  %19 = load i32, ptr %2, align 4, !dbg !184
  %20 = insertvalue { ptr, i32 } poison, ptr %18, 0, !dbg !184
  %21 = insertvalue { ptr, i32 } %20, i32 %19, 1, !dbg !184
  resume { ptr, i32 } %21, !dbg !184
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define dso_local noundef i32 @_Z4callv() #0 !dbg !190 {
  %1 = call noundef i32 @"_ZNK3$_0clEi"(ptr noundef nonnull align 1 dereferenceable(1) @lambda, i32 noundef 2) #3, !dbg !191
  ret i32 %1, !dbg !192
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define internal noundef i32 @"_ZNK3$_0clEi"(ptr noundef nonnull align 1 dereferenceable(1) %0, i32 noundef %1) #0 align 2 !dbg !193 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !199, !DIExpression(), !201)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !202, !DIExpression(), !203)
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4, !dbg !204
  %7 = add nsw i32 %6, 1, !dbg !205
  ret i32 %7, !dbg !206
}

; Function Attrs: noinline uwtable
define internal void @__cxx_global_var_init.2() #2 section ".text.startup" !dbg !207 {
  call void @_ZN6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) @local, i32 noundef 5), !dbg !208
  %1 = call i32 @__cxa_thread_atexit(ptr @_ZN6squareD2Ev, ptr @local, ptr @__dso_handle) #3, !dbg !209
  ret void, !dbg !210
}

; Function Attrs: nounwind
declare i32 @__cxa_thread_atexit(ptr, ptr, ptr) #3

; Function Attrs: mustprogress noinline optnone uwtable
define dso_local noundef i32 @_Z10local_areav() #5 !dbg !211 {
  %1 = call ptr @_ZTW5local(), !dbg !212
  %2 = call noundef i32 @_ZNK6square4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %1), !dbg !213
  ret i32 %2, !dbg !214
}

; Function Attrs: noinline uwtable
define weak_odr hidden noundef ptr @_ZTW5local() #8 comdat {
  call void @_ZTH5local()
  %1 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @local)
  ret ptr %1
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define dso_local { i64, i64 } @_Z4makev() #0 !dbg !215 {
  %1 = alloca %struct.nested, align 4
  %2 = getelementptr inbounds nuw %struct.nested, ptr %1, i32 0, i32 0, !dbg !235
  store i8 0, ptr %2, align 1, !dbg !236
  %3 = getelementptr inbounds i8, ptr %2, i64 1, !dbg !236
  store i8 1, ptr %3, align 1, !dbg !236
  %4 = getelementptr inbounds nuw %struct.nested, ptr %1, i32 0, i32 1, !dbg !235
  %5 = getelementptr inbounds nuw %struct.anon, ptr %4, i32 0, i32 0, !dbg !237
  store i32 1, ptr %5, align 4, !dbg !237
  %6 = getelementptr inbounds nuw %struct.anon, ptr %4, i32 0, i32 1, !dbg !237
  store i32 2, ptr %6, align 4, !dbg !237
  %7 = getelementptr inbounds nuw %struct.nested, ptr %1, i32 0, i32 2, !dbg !235
  store float 1.000000e+00, ptr %7, align 4, !dbg !238
  %8 = load { i64, i64 }, ptr %1, align 4, !dbg !239
  ret { i64, i64 } %8, !dbg !239
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN4baseC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr #0 comdat align 2 !dbg !240 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !242, !DIExpression(), !243)
  %3 = load ptr, ptr %2, align 8
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV4base, i32 0, i32 0, i32 2), ptr %3, align 8, !dbg !244
  %4 = getelementptr inbounds nuw %struct.base, ptr %3, i32 0, i32 1, !dbg !245
  store i32 3, ptr %4, align 8, !dbg !245
  ret void, !dbg !244
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN6squareD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #0 comdat align 2 !dbg !246 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !247, !DIExpression(), !248)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %3) #3, !dbg !249
  call void @_ZdlPvm(ptr noundef %3, i64 noundef 16) #13, !dbg !249
  ret void, !dbg !249
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) #9

; Function Attrs: nounwind
declare i32 @__cxa_guard_acquire(ptr) #3

; Function Attrs: nounwind
declare void @__cxa_guard_abort(ptr) #3

; Function Attrs: nounwind
declare void @__cxa_guard_release(ptr) #3

; Function Attrs: noinline uwtable
define internal void @_GLOBAL__sub_I_exceptions.cc() #2 section ".text.startup" !dbg !250 {
  call void @__cxx_global_var_init(), !dbg !252
  call void @__cxx_global_var_init.1(), !dbg !252
  ret void
}

; Function Attrs: noinline uwtable
define internal void @__tls_init() #2 !dbg !253 {
  %1 = load i8, ptr @__tls_guard, align 1, !dbg !254
  %2 = icmp eq i8 %1, 0, !dbg !254
  br i1 %2, label %3, label %4, !dbg !254, !prof !255

3:                                                ; preds = %0
  store i8 1, ptr @__tls_guard, align 1, !dbg !254
  call void @__cxx_global_var_init.2(), !dbg !254
  br label %4, !dbg !254

4:                                                ; preds = %3, %0
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #10

attributes #0 = { mustprogress noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #2 = { noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress noinline optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind memory(none) }
attributes #7 = { noinline noreturn nounwind uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { noinline uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { noreturn nounwind }
attributes #12 = { noreturn }
attributes #13 = { builtin nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!61, !62, !63, !64, !65, !66, !67}
!llvm.ident = !{!68}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "unit", linkageName: "_ZL4unit", scope: !2, file: !3, line: 7, type: !17, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !10, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "exceptions.cc", directory: "/src", checksumkind: CSK_MD5, checksum: "88dfe36eba278581b3a2d7695ec2e9e8")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !3, line: 21, baseType: !6, size: 8, flags: DIFlagEnumClass, elements: !7, identifier: "_ZTS5color")
!6 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!7 = !{!8, !9}
!8 = !DIEnumerator(name: "red", value: 0, isUnsigned: true)
!9 = !DIEnumerator(name: "green", value: 1, isUnsigned: true)
!10 = !{!0, !11, !15, !47, !51, !54, !57}
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "hidden", linkageName: "_ZN12_GLOBAL__N_16hiddenE", scope: !13, file: !3, line: 8, type: !14, isLocal: true, isDefinition: true)
!13 = !DINamespace(scope: null)
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(name: "local", scope: !2, file: !3, line: 19, type: !17, isLocal: false, isDefinition: true)
!17 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "square", file: !3, line: 3, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !18, vtableHolder: !20, identifier: "_ZTS6square")
!18 = !{!19, !37, !38, !42}
!19 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !17, baseType: !20, extraData: i32 0)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "base", file: !3, line: 2, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !21, vtableHolder: !20)
!21 = !{!22, !27, !28, !32}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$base", scope: !3, file: !3, baseType: !23, size: 64, flags: DIFlagArtificial)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !25, size: 64)
!25 = !DISubroutineType(types: !26)
!26 = !{!14}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !20, file: !3, line: 2, baseType: !14, size: 32, offset: 64)
!28 = !DISubprogram(name: "~base", linkageName: "_ZN4baseD4Ev", scope: !20, file: !3, line: 2, type: !29, scopeLine: 2, containingType: !20, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!29 = !DISubroutineType(types: !30)
!30 = !{null, !31}
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!32 = !DISubprogram(name: "area", linkageName: "_ZNK4base4areaEv", scope: !20, file: !3, line: 2, type: !33, scopeLine: 2, containingType: !20, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual)
!33 = !DISubroutineType(types: !34)
!34 = !{!14, !35}
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!36 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !17, file: !3, line: 3, baseType: !14, size: 32, offset: 96)
!38 = !DISubprogram(name: "square", linkageName: "_ZN6squareC4Ei", scope: !17, file: !3, line: 3, type: !39, scopeLine: 3, flags: DIFlagPrototyped, spFlags: 0)
!39 = !DISubroutineType(types: !40)
!40 = !{null, !41, !14}
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!42 = !DISubprogram(name: "area", linkageName: "_ZNK6square4areaEv", scope: !17, file: !3, line: 3, type: !43, scopeLine: 3, containingType: !17, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!43 = !DISubroutineType(types: !44)
!44 = !{!14, !45}
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !46, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!46 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !17)
!47 = !DIGlobalVariableExpression(var: !48, expr: !DIExpression())
!48 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "_ZTV4base", scope: !2, file: !3, type: !49, isLocal: false, isDefinition: true, declaration: !50, align: 64)
!49 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!50 = !DIDerivedType(tag: DW_TAG_variable, name: "_vtable$", scope: !20, file: !3, baseType: !49, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!51 = !DIGlobalVariableExpression(var: !52, expr: !DIExpression())
!52 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "_ZTV6square", scope: !2, file: !3, type: !49, isLocal: false, isDefinition: true, declaration: !53, align: 64)
!53 = !DIDerivedType(tag: DW_TAG_variable, name: "_vtable$", scope: !17, file: !3, baseType: !49, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!54 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!55 = distinct !DIGlobalVariable(name: "once", scope: !56, file: !3, line: 15, type: !14, isLocal: false, isDefinition: true)
!56 = distinct !DISubprogram(name: "shared", linkageName: "_Z6sharedv", scope: !3, file: !3, line: 15, type: !25, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!57 = !DIGlobalVariableExpression(var: !58, expr: !DIExpression())
!58 = distinct !DIGlobalVariable(name: "lambda", scope: !2, file: !3, line: 17, type: !59, isLocal: true, isDefinition: true)
!59 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !3, line: 17, size: 8, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !60)
!60 = !{}
!61 = !{i32 7, !"Dwarf Version", i32 5}
!62 = !{i32 2, !"Debug Info Version", i32 3}
!63 = !{i32 1, !"wchar_size", i32 4}
!64 = !{i32 8, !"PIC Level", i32 2}
!65 = !{i32 7, !"PIE Level", i32 2}
!66 = !{i32 7, !"uwtable", i32 2}
!67 = !{i32 7, !"frame-pointer", i32 2}
!68 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!69 = distinct !DISubprogram(name: "~base", linkageName: "_ZN4baseD2Ev", scope: !20, file: !3, line: 4, type: !29, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !28, retainedNodes: !60)
!70 = !DILocalVariable(name: "this", arg: 1, scope: !69, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!72 = !DILocation(line: 0, scope: !69)
!73 = !DILocation(line: 4, column: 16, scope: !69)
!74 = distinct !DISubprogram(name: "~base", linkageName: "_ZN4baseD0Ev", scope: !20, file: !3, line: 4, type: !29, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !28, retainedNodes: !60)
!75 = !DILocalVariable(name: "this", arg: 1, scope: !74, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!76 = !DILocation(line: 0, scope: !74)
!77 = !DILocation(line: 4, column: 15, scope: !74)
!78 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !3, file: !3, type: !79, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!79 = !DISubroutineType(types: !80)
!80 = !{null}
!81 = !DILocation(line: 7, column: 15, scope: !78)
!82 = !DILocation(line: 0, scope: !78)
!83 = !DILocation(line: 7, column: 20, scope: !78)
!84 = distinct !DISubprogram(name: "square", linkageName: "_ZN6squareC2Ei", scope: !17, file: !3, line: 3, type: !39, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !38, retainedNodes: !60)
!85 = !DILocalVariable(name: "this", arg: 1, scope: !84, type: !86, flags: DIFlagArtificial | DIFlagObjectPointer)
!86 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!87 = !DILocation(line: 0, scope: !84)
!88 = !DILocalVariable(name: "s", arg: 2, scope: !84, file: !3, line: 3, type: !14)
!89 = !DILocation(line: 3, column: 45, scope: !84)
!90 = !DILocation(line: 3, column: 34, scope: !84)
!91 = !DILocation(line: 3, column: 58, scope: !84)
!92 = !DILocation(line: 3, column: 50, scope: !84)
!93 = !DILocation(line: 3, column: 55, scope: !84)
!94 = !DILocation(line: 3, column: 59, scope: !84)
!95 = distinct !DISubprogram(name: "~square", linkageName: "_ZN6squareD2Ev", scope: !17, file: !3, line: 3, type: !96, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !98, retainedNodes: !60)
!96 = !DISubroutineType(types: !97)
!97 = !{null, !41}
!98 = !DISubprogram(name: "~square", linkageName: "_ZN6squareD4Ev", scope: !17, type: !96, containingType: !17, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!99 = !DILocalVariable(name: "this", arg: 1, scope: !95, type: !86, flags: DIFlagArtificial | DIFlagObjectPointer)
!100 = !DILocation(line: 0, scope: !95)
!101 = !DILocation(line: 3, column: 8, scope: !102)
!102 = distinct !DILexicalBlock(scope: !95, file: !3, line: 3, column: 8)
!103 = !DILocation(line: 3, column: 8, scope: !95)
!104 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !3, file: !3, type: !79, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!105 = !DILocation(line: 8, column: 26, scope: !104)
!106 = !DILocation(line: 0, scope: !104)
!107 = !DILocation(line: 8, column: 36, scope: !104)
!108 = distinct !DISubprogram(name: "guarded", linkageName: "_Z7guardedi", scope: !3, file: !3, line: 9, type: !109, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !60)
!109 = !DISubroutineType(types: !110)
!110 = !{!14, !14}
!111 = !DILocalVariable(name: "n", arg: 1, scope: !108, file: !3, line: 9, type: !14)
!112 = !DILocation(line: 9, column: 17, scope: !108)
!113 = !DILocalVariable(name: "s", scope: !114, file: !3, line: 10, type: !17)
!114 = distinct !DILexicalBlock(scope: !108, file: !3, line: 10, column: 7)
!115 = !DILocation(line: 10, column: 16, scope: !114)
!116 = !DILocation(line: 10, column: 18, scope: !114)
!117 = !DILocation(line: 10, column: 41, scope: !114)
!118 = !DILocation(line: 10, column: 29, scope: !114)
!119 = !DILocation(line: 10, column: 57, scope: !114)
!120 = !DILocation(line: 10, column: 51, scope: !114)
!121 = !DILocation(line: 10, column: 49, scope: !114)
!122 = !DILocation(line: 10, column: 62, scope: !114)
!123 = !DILocation(line: 10, column: 60, scope: !114)
!124 = !DILocation(line: 10, column: 80, scope: !114)
!125 = !DILocation(line: 10, column: 75, scope: !114)
!126 = !DILocation(line: 10, column: 73, scope: !114)
!127 = !DILocation(line: 10, column: 89, scope: !114)
!128 = !DILocation(line: 10, column: 87, scope: !114)
!129 = !DILocation(line: 10, column: 22, scope: !114)
!130 = !DILocation(line: 10, column: 97, scope: !108)
!131 = !DILocation(line: 14, column: 1, scope: !114)
!132 = !DILocation(line: 10, column: 97, scope: !114)
!133 = !DILocalVariable(scope: !108, file: !3, line: 11, type: !134)
!134 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !135, size: 64)
!135 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !136)
!136 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!137 = !DILocation(line: 11, column: 22, scope: !108)
!138 = !DILocation(line: 12, column: 29, scope: !139)
!139 = distinct !DILexicalBlock(scope: !108, file: !3, line: 12, column: 17)
!140 = !DILocation(line: 11, column: 26, scope: !141)
!141 = distinct !DILexicalBlock(scope: !108, file: !3, line: 11, column: 24)
!142 = !DILocation(line: 11, column: 36, scope: !141)
!143 = !DILocalVariable(name: "i", scope: !108, file: !3, line: 12, type: !14)
!144 = !DILocation(line: 12, column: 14, scope: !108)
!145 = !DILocation(line: 13, column: 24, scope: !146)
!146 = distinct !DILexicalBlock(scope: !108, file: !3, line: 13, column: 15)
!147 = !DILocation(line: 12, column: 26, scope: !139)
!148 = !DILocation(line: 12, column: 19, scope: !139)
!149 = !DILocation(line: 13, column: 17, scope: !146)
!150 = !DILocation(line: 14, column: 1, scope: !146)
!151 = !DILocation(line: 14, column: 1, scope: !108)
!152 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6square4areaEv", scope: !17, file: !3, line: 3, type: !43, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !42, retainedNodes: !60)
!153 = !DILocalVariable(name: "this", arg: 1, scope: !152, type: !154, flags: DIFlagArtificial | DIFlagObjectPointer)
!154 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !46, size: 64)
!155 = !DILocation(line: 0, scope: !152)
!156 = !DILocation(line: 3, column: 96, scope: !152)
!157 = !DILocation(line: 3, column: 103, scope: !152)
!158 = !DILocation(line: 3, column: 101, scope: !152)
!159 = !DILocation(line: 3, column: 89, scope: !152)
!160 = distinct !DISubprogram(name: "twice<int>", linkageName: "_Z5twiceIiET_S0_", scope: !3, file: !3, line: 6, type: !109, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, templateParams: !161, retainedNodes: !60)
!161 = !{!162}
!162 = !DITemplateTypeParameter(name: "T", type: !14)
!163 = !DILocalVariable(name: "value", arg: 1, scope: !160, file: !3, line: 6, type: !14)
!164 = !DILocation(line: 6, column: 30, scope: !160)
!165 = !DILocation(line: 6, column: 46, scope: !160)
!166 = !DILocation(line: 6, column: 54, scope: !160)
!167 = !DILocation(line: 6, column: 52, scope: !160)
!168 = !DILocation(line: 6, column: 39, scope: !160)
!169 = distinct !DISubprogram(name: "twice<double>", linkageName: "_Z5twiceIdET_S0_", scope: !3, file: !3, line: 6, type: !170, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, templateParams: !173, retainedNodes: !60)
!170 = !DISubroutineType(types: !171)
!171 = !{!172, !172}
!172 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!173 = !{!174}
!174 = !DITemplateTypeParameter(name: "T", type: !172)
!175 = !DILocalVariable(name: "value", arg: 1, scope: !169, file: !3, line: 6, type: !172)
!176 = !DILocation(line: 6, column: 30, scope: !169)
!177 = !DILocation(line: 6, column: 46, scope: !169)
!178 = !DILocation(line: 6, column: 54, scope: !169)
!179 = !DILocation(line: 6, column: 52, scope: !169)
!180 = !DILocation(line: 6, column: 39, scope: !169)
!181 = distinct !DISubprogram(name: "use", linkageName: "_Z3usev", scope: !3, file: !3, line: 16, type: !25, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!182 = !DILocation(line: 16, column: 20, scope: !181)
!183 = !DILocation(line: 16, column: 13, scope: !181)
!184 = !DILocation(line: 15, column: 23, scope: !56)
!185 = !{!"branch_weights", i32 1, i32 1048575}
!186 = !DILocation(line: 15, column: 41, scope: !56)
!187 = !DILocation(line: 15, column: 62, scope: !56)
!188 = !DILocation(line: 15, column: 55, scope: !56)
!189 = !DILocation(line: 15, column: 68, scope: !56)
!190 = distinct !DISubprogram(name: "call", linkageName: "_Z4callv", scope: !3, file: !3, line: 18, type: !25, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!191 = !DILocation(line: 18, column: 21, scope: !190)
!192 = !DILocation(line: 18, column: 14, scope: !190)
!193 = distinct !DISubprogram(name: "operator()", linkageName: "_ZNK3$_0clEi", scope: !59, file: !3, line: 17, type: !194, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, declaration: !198, retainedNodes: !60)
!194 = !DISubroutineType(types: !195)
!195 = !{!14, !196, !14}
!196 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !197, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!197 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !59)
!198 = !DISubprogram(name: "operator()", linkageName: "_ZNK3$_0clEi", scope: !59, file: !3, line: 17, type: !194, scopeLine: 17, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!199 = !DILocalVariable(name: "this", arg: 1, scope: !193, type: !200, flags: DIFlagArtificial | DIFlagObjectPointer)
!200 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !197, size: 64)
!201 = !DILocation(line: 0, scope: !193)
!202 = !DILocalVariable(name: "a", arg: 2, scope: !193, file: !3, line: 17, type: !14)
!203 = !DILocation(line: 17, column: 22, scope: !193)
!204 = !DILocation(line: 17, column: 43, scope: !193)
!205 = !DILocation(line: 17, column: 45, scope: !193)
!206 = !DILocation(line: 17, column: 36, scope: !193)
!207 = distinct !DISubprogram(name: "__cxx_global_var_init.2", scope: !3, file: !3, type: !79, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!208 = !DILocation(line: 19, column: 21, scope: !207)
!209 = !DILocation(line: 0, scope: !207)
!210 = !DILocation(line: 19, column: 27, scope: !207)
!211 = distinct !DISubprogram(name: "local_area", linkageName: "_Z10local_areav", scope: !3, file: !3, line: 20, type: !25, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!212 = !DILocation(line: 20, column: 27, scope: !211)
!213 = !DILocation(line: 20, column: 33, scope: !211)
!214 = !DILocation(line: 20, column: 20, scope: !211)
!215 = distinct !DISubprogram(name: "make", linkageName: "_Z4makev", scope: !3, file: !3, line: 23, type: !216, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!216 = !DISubroutineType(types: !217)
!217 = !{!218}
!218 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "nested", file: !3, line: 22, size: 128, flags: DIFlagTypePassByValue, elements: !219, identifier: "_ZTS6nested")
!219 = !{!220, !224, !229}
!220 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !218, file: !3, line: 22, baseType: !221, size: 16)
!221 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 16, elements: !222)
!222 = !{!223}
!223 = !DISubrange(count: 2)
!224 = !DIDerivedType(tag: DW_TAG_member, name: "point", scope: !218, file: !3, line: 22, baseType: !225, size: 64, offset: 32)
!225 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !218, file: !3, line: 22, size: 64, flags: DIFlagTypePassByValue, elements: !226, identifier: "_ZTSN6nestedUt_E")
!226 = !{!227, !228}
!227 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !225, file: !3, line: 22, baseType: !14, size: 32)
!228 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !225, file: !3, line: 22, baseType: !14, size: 32, offset: 32)
!229 = !DIDerivedType(tag: DW_TAG_member, scope: !218, file: !3, line: 22, baseType: !230, size: 32, offset: 96)
!230 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !218, file: !3, line: 22, size: 32, flags: DIFlagExportSymbols | DIFlagTypePassByValue, elements: !231, identifier: "_ZTSN6nestedUt0_E")
!231 = !{!232, !234}
!232 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !230, file: !3, line: 22, baseType: !233, size: 32)
!233 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!234 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !230, file: !3, line: 22, baseType: !14, size: 32)
!235 = !DILocation(line: 23, column: 24, scope: !215)
!236 = !DILocation(line: 23, column: 25, scope: !215)
!237 = !DILocation(line: 23, column: 53, scope: !215)
!238 = !DILocation(line: 23, column: 61, scope: !215)
!239 = !DILocation(line: 23, column: 17, scope: !215)
!240 = distinct !DISubprogram(name: "base", linkageName: "_ZN4baseC2Ev", scope: !20, file: !3, line: 2, type: !29, scopeLine: 2, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !241, retainedNodes: !60)
!241 = !DISubprogram(name: "base", linkageName: "_ZN4baseC4Ev", scope: !20, type: !29, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!242 = !DILocalVariable(name: "this", arg: 1, scope: !240, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!243 = !DILocation(line: 0, scope: !240)
!244 = !DILocation(line: 2, column: 8, scope: !240)
!245 = !DILocation(line: 2, column: 66, scope: !240)
!246 = distinct !DISubprogram(name: "~square", linkageName: "_ZN6squareD0Ev", scope: !17, file: !3, line: 3, type: !96, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !98, retainedNodes: !60)
!247 = !DILocalVariable(name: "this", arg: 1, scope: !246, type: !86, flags: DIFlagArtificial | DIFlagObjectPointer)
!248 = !DILocation(line: 0, scope: !246)
!249 = !DILocation(line: 3, column: 8, scope: !246)
!250 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_exceptions.cc", scope: !3, file: !3, type: !251, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!251 = !DISubroutineType(types: !60)
!252 = !DILocation(line: 0, scope: !250)
!253 = distinct !DISubprogram(linkageName: "__tls_init", scope: !3, file: !3, type: !251, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!254 = !DILocation(line: 0, scope: !253)
!255 = !{!"branch_weights", i32 1, i32 1023}
