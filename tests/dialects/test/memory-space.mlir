// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @read(%{{.*}}: !ptr.ptr<#test.const_memory_space>, %{{.*}}: !ptr.ptr<#test.const_memory_space<1>>)
func.func @read(%p: !ptr.ptr<#test.const_memory_space>, %q: !ptr.ptr<#test.const_memory_space<1>>) -> f32 {
  %0 = ptr.load %p : !ptr.ptr<#test.const_memory_space> -> f32
  return %0 : f32
}

// -----

func.func @write(%p: !ptr.ptr<#test.const_memory_space>, %x: f32) {
  // expected-error @+1 {{memory space is read-only}}
  ptr.store %x, %p : f32, !ptr.ptr<#test.const_memory_space>
  return
}
