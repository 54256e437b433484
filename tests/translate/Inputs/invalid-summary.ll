^0 = 8
; // -----
^0 = flags: x
; // -----
^1 = gv: (name: "f", summaries: (function: (module: ^0)
