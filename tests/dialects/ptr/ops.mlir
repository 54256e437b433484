// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --mlir-print-op-generic | terrace-opt --allow-unregistered-dialect | FileCheck %s

// Each op, with and without what may be left out.

!p = !ptr.ptr<#ptr.generic_space>
func.func @ops(%p: !p, %v: f32, %m: memref<?xf32, #ptr.generic_space>, %i: index, %mask: vector<4xi1>, %vec: vector<4xf32>, %ptrs: vector<4x!p>, %o: vector<4xi64>) {
  %0 = ptr.load volatile %p atomic syncscope("workgroup") acquire nontemporal invariant invariant_group alignment = 8 : !p -> f32
  %1 = ptr.load %p : !p -> f32
  ptr.store %v, %p atomic monotonic alignment = 4 : f32, !p
  ptr.store %v, %p invariant_group nontemporal : f32, !p
  %2 = ptr.to_ptr %m : memref<?xf32, #ptr.generic_space> -> !p
  %3 = ptr.get_metadata %m : memref<?xf32, #ptr.generic_space>
  %4 = ptr.from_ptr %2 metadata %3 : !p -> memref<?xf32, #ptr.generic_space>
  %5 = ptr.from_ptr %2 : !p -> memref<?xf32, #ptr.generic_space>
  %6 = ptr.ptr_add %p, %i : !p, index
  %7 = ptr.ptr_add nusw %p, %i : !p, index
  %8 = ptr.ptr_add inbounds %ptrs, %o : vector<4x!p>, vector<4xi64>
  %9 = ptr.ptr_add none %p, %o : !p, vector<4xi64>
  %10 = ptr.ptr_diff %p, %p : !p -> index
  %11 = ptr.ptr_diff nuw | nsw %p, %p : !p -> index
  %12 = ptr.ptr_diff nuw %ptrs, %ptrs : vector<4x!p> -> vector<4xi64>
  %13 = ptr.type_offset f32 : index
  %14 = ptr.constant #ptr.null : !p
  %15 = ptr.constant #ptr.address<0x1000> : !p
  %16 = ptr.gather %ptrs, %mask, %vec alignment = 8 : vector<4x!p> -> vector<4xf32>
  %17 = ptr.masked_load %p, %mask, %vec : !p -> vector<4xf32>
  ptr.masked_store %vec, %p, %mask alignment = 8 : vector<4xf32>, !p
  ptr.scatter %vec, %ptrs, %mask : vector<4xf32>, vector<4x!p>
  return
}
func.func private @metadata_of_memref(!ptr.ptr_metadata<memref<f32>>)
func.func private @attributes_on_function() attributes {a = #ptr.spec<size = 64, abi = 64, preferred = 128, index = 64>, b = #ptr.spec<size = 64, abi = 64, preferred = 128>, c = #ptr.generic_space, d = #ptr.null : !p, e = #ptr.address<12> : !ptr.ptr<#ptr.generic_space>}

// CHECK:      module {
// CHECK-NEXT:   func.func @ops(%arg0: !ptr.ptr<#ptr.generic_space>, %arg1: f32, %arg2: memref<?xf32, #ptr.generic_space>, %arg3: index, %arg4: vector<4xi1>, %arg5: vector<4xf32>, %arg6: vector<4x!ptr.ptr<#ptr.generic_space>>, %arg7: vector<4xi64>) {
// CHECK-NEXT:     %0 = ptr.load volatile %arg0 atomic syncscope("workgroup") acquire nontemporal invariant invariant_group alignment = 8 : !ptr.ptr<#ptr.generic_space> -> f32
// CHECK-NEXT:     %1 = ptr.load %arg0 : !ptr.ptr<#ptr.generic_space> -> f32
// CHECK-NEXT:     ptr.store %arg1, %arg0 atomic monotonic alignment = 4 : f32, !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     ptr.store %arg1, %arg0 nontemporal invariant_group : f32, !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     %2 = ptr.to_ptr %arg2 : memref<?xf32, #ptr.generic_space> -> <#ptr.generic_space>
// CHECK-NEXT:     %3 = ptr.get_metadata %arg2 : memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:     %4 = ptr.from_ptr %2 metadata %3 : <#ptr.generic_space> -> memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:     %5 = ptr.from_ptr %2 : <#ptr.generic_space> -> memref<?xf32, #ptr.generic_space>
// CHECK-NEXT:     %6 = ptr.ptr_add %arg0, %arg3 : !ptr.ptr<#ptr.generic_space>, index
// CHECK-NEXT:     %7 = ptr.ptr_add nusw %arg0, %arg3 : !ptr.ptr<#ptr.generic_space>, index
// CHECK-NEXT:     %8 = ptr.ptr_add inbounds %arg6, %arg7 : vector<4x!ptr.ptr<#ptr.generic_space>>, vector<4xi64>
// CHECK-NEXT:     %9 = ptr.ptr_add %arg0, %arg7 : !ptr.ptr<#ptr.generic_space>, vector<4xi64>
// CHECK-NEXT:     %10 = ptr.ptr_diff %arg0, %arg0 : !ptr.ptr<#ptr.generic_space> -> index
// CHECK-NEXT:     %11 = ptr.ptr_diff nuw|nsw %arg0, %arg0 : !ptr.ptr<#ptr.generic_space> -> index
// CHECK-NEXT:     %12 = ptr.ptr_diff nuw %arg6, %arg6 : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xi64>
// CHECK-NEXT:     %13 = ptr.type_offset f32 : index
// CHECK-NEXT:     %14 = ptr.constant #ptr.null : !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     %15 = ptr.constant #ptr.address<4096> : !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     %16 = ptr.gather %arg6, %arg4, %arg5 alignment = 8 : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xf32>
// CHECK-NEXT:     %17 = ptr.masked_load %arg0, %arg4, %arg5 : !ptr.ptr<#ptr.generic_space> -> vector<4xf32>
// CHECK-NEXT:     ptr.masked_store %arg5, %arg0, %arg4 alignment = 8 : vector<4xf32>, !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:     ptr.scatter %arg5, %arg6, %arg4 : vector<4xf32>, vector<4x!ptr.ptr<#ptr.generic_space>>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @metadata_of_memref(!ptr.ptr_metadata<memref<f32>>)
// CHECK-NEXT:   func.func private @attributes_on_function() attributes {a = #ptr.spec<size = 64, abi = 64, preferred = 128, index = 64>, b = #ptr.spec<size = 64, abi = 64, preferred = 128>, c = #ptr.generic_space, d = #ptr.null : !ptr.ptr<#ptr.generic_space>, e = #ptr.address<12> : !ptr.ptr<#ptr.generic_space>}
// CHECK-NEXT: }
