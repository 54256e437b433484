define i32 @f() {
  ret i32 1
}

^0 = module: (path: "a(.o", hash: (0, 1, 2, 3, 4))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, live: 0), insts: 1))) ; guid = 1
^2 = flags: 8
^3 = blockcount: 0

define i32 @g() {
  ret i32 2
}
