module attributes {app.version = 3 : i32} {
  llvm.mlir.global private constant @weights(dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e-01, 2.500000e-01, 1.250000e-01, 6.250000e-02], [-1.000000e+00, -2.000000e+00, -3.000000e+00, -4.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00]]> : tensor<4x4xf32>) {addr_space = 0 : i32} : !llvm.array<4 x array<4 x f32>>
  llvm.func @stencil(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: !llvm.ptr, %arg8: !llvm.ptr, %arg9: i64, %arg10: i64, %arg11: i64, %arg12: i64, %arg13: i64) attributes {llvm.emit_c_interface} {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %1 = llvm.insertvalue %arg7, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %2 = llvm.insertvalue %arg8, %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %3 = llvm.insertvalue %arg9, %2[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %4 = llvm.insertvalue %arg10, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %5 = llvm.insertvalue %arg12, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %6 = llvm.insertvalue %arg11, %5[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %7 = llvm.insertvalue %arg13, %6[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %8 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %9 = llvm.insertvalue %arg0, %8[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %10 = llvm.insertvalue %arg1, %9[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %11 = llvm.insertvalue %arg2, %10[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %12 = llvm.insertvalue %arg3, %11[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %13 = llvm.insertvalue %arg5, %12[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %14 = llvm.insertvalue %arg4, %13[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %15 = llvm.insertvalue %arg6, %14[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %16 = llvm.mlir.constant(3 : index) : i64
    %17 = llvm.mlir.constant(2 : index) : i64
    %18 = llvm.mlir.constant(63 : index) : i64
    %19 = llvm.mlir.constant(2.000000e+00 : f32) : f32
    %20 = llvm.mlir.constant(0 : index) : i64
    %21 = llvm.mlir.constant(126 : index) : i64
    %22 = llvm.mlir.constant(1 : index) : i64
    llvm.br ^bb1(%20 : i64)
  ^bb1(%23: i64):  // 2 preds: ^bb0, ^bb5
    %24 = llvm.icmp "slt" %23, %21 : i64
    llvm.cond_br %24, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %25 = llvm.add %23, %22 : i64
    %26 = llvm.add %23, %17 : i64
    %27 = llvm.add %23, %17 : i64
    llvm.br ^bb3(%20 : i64)
  ^bb3(%28: i64):  // 2 preds: ^bb2, ^bb4
    %29 = llvm.icmp "slt" %28, %18 : i64
    llvm.cond_br %29, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %30 = llvm.mul %28, %17 overflow<nsw> : i64
    %31 = llvm.add %30, %22 : i64
    %32 = llvm.extractvalue %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %33 = llvm.mlir.constant(128 : index) : i64
    %34 = llvm.mul %23, %33 overflow<nsw, nuw> : i64
    %35 = llvm.add %34, %31 overflow<nsw, nuw> : i64
    %36 = llvm.getelementptr inbounds|nuw %32[%35] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %37 = llvm.load %36 : !llvm.ptr -> f32
    %38 = llvm.extractvalue %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %39 = llvm.mlir.constant(128 : index) : i64
    %40 = llvm.mul %26, %39 overflow<nsw, nuw> : i64
    %41 = llvm.add %40, %31 overflow<nsw, nuw> : i64
    %42 = llvm.getelementptr inbounds|nuw %38[%41] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %43 = llvm.load %42 : !llvm.ptr -> f32
    %44 = llvm.extractvalue %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %45 = llvm.mlir.constant(128 : index) : i64
    %46 = llvm.mul %25, %45 overflow<nsw, nuw> : i64
    %47 = llvm.add %46, %30 overflow<nsw, nuw> : i64
    %48 = llvm.getelementptr inbounds|nuw %44[%47] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %49 = llvm.load %48 : !llvm.ptr -> f32
    %50 = llvm.add %30, %17 : i64
    %51 = llvm.extractvalue %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %52 = llvm.mlir.constant(128 : index) : i64
    %53 = llvm.mul %25, %52 overflow<nsw, nuw> : i64
    %54 = llvm.add %53, %50 overflow<nsw, nuw> : i64
    %55 = llvm.getelementptr inbounds|nuw %51[%54] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %56 = llvm.load %55 : !llvm.ptr -> f32
    %57 = llvm.fadd %37, %43 : f32
    %58 = llvm.fadd %49, %56 : f32
    %59 = llvm.fadd %57, %58 : f32
    %60 = llvm.fmul %59, %19 : f32
    %61 = llvm.extractvalue %7[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %62 = llvm.mlir.constant(128 : index) : i64
    %63 = llvm.mul %25, %62 overflow<nsw, nuw> : i64
    %64 = llvm.add %63, %31 overflow<nsw, nuw> : i64
    %65 = llvm.getelementptr inbounds|nuw %61[%64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %60, %65 : f32, !llvm.ptr
    %66 = llvm.add %30, %17 : i64
    %67 = llvm.extractvalue %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %68 = llvm.mlir.constant(128 : index) : i64
    %69 = llvm.mul %23, %68 overflow<nsw, nuw> : i64
    %70 = llvm.add %69, %66 overflow<nsw, nuw> : i64
    %71 = llvm.getelementptr inbounds|nuw %67[%70] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %72 = llvm.load %71 : !llvm.ptr -> f32
    %73 = llvm.add %30, %17 : i64
    %74 = llvm.extractvalue %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %75 = llvm.mlir.constant(128 : index) : i64
    %76 = llvm.mul %27, %75 overflow<nsw, nuw> : i64
    %77 = llvm.add %76, %73 overflow<nsw, nuw> : i64
    %78 = llvm.getelementptr inbounds|nuw %74[%77] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %79 = llvm.load %78 : !llvm.ptr -> f32
    %80 = llvm.extractvalue %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %81 = llvm.mlir.constant(128 : index) : i64
    %82 = llvm.mul %25, %81 overflow<nsw, nuw> : i64
    %83 = llvm.add %82, %31 overflow<nsw, nuw> : i64
    %84 = llvm.getelementptr inbounds|nuw %80[%83] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %85 = llvm.load %84 : !llvm.ptr -> f32
    %86 = llvm.add %30, %16 : i64
    %87 = llvm.extractvalue %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %88 = llvm.mlir.constant(128 : index) : i64
    %89 = llvm.mul %25, %88 overflow<nsw, nuw> : i64
    %90 = llvm.add %89, %86 overflow<nsw, nuw> : i64
    %91 = llvm.getelementptr inbounds|nuw %87[%90] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %92 = llvm.load %91 : !llvm.ptr -> f32
    %93 = llvm.fadd %72, %79 : f32
    %94 = llvm.fadd %85, %92 : f32
    %95 = llvm.fadd %93, %94 : f32
    %96 = llvm.fmul %95, %19 : f32
    %97 = llvm.add %30, %17 : i64
    %98 = llvm.extractvalue %7[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %99 = llvm.mlir.constant(128 : index) : i64
    %100 = llvm.mul %25, %99 overflow<nsw, nuw> : i64
    %101 = llvm.add %100, %97 overflow<nsw, nuw> : i64
    %102 = llvm.getelementptr inbounds|nuw %98[%101] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %96, %102 : f32, !llvm.ptr
    %103 = llvm.add %28, %22 : i64
    llvm.br ^bb3(%103 : i64)
  ^bb5:  // pred: ^bb3
    %104 = llvm.add %23, %22 : i64
    llvm.br ^bb1(%104 : i64)
  ^bb6:  // pred: ^bb1
    llvm.return
  }
  llvm.func @_mlir_ciface_stencil(%arg0: !llvm.ptr, %arg1: !llvm.ptr) attributes {llvm.emit_c_interface} {
    %0 = llvm.load %arg0 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %1 = llvm.extractvalue %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %2 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %3 = llvm.extractvalue %0[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %4 = llvm.extractvalue %0[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %5 = llvm.extractvalue %0[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %6 = llvm.extractvalue %0[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %7 = llvm.extractvalue %0[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %8 = llvm.load %arg1 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %9 = llvm.extractvalue %8[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %10 = llvm.extractvalue %8[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %11 = llvm.extractvalue %8[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %12 = llvm.extractvalue %8[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %13 = llvm.extractvalue %8[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %14 = llvm.extractvalue %8[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %15 = llvm.extractvalue %8[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    llvm.call @stencil(%1, %2, %3, %4, %5, %6, %7, %9, %10, %11, %12, %13, %14, %15) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64) -> ()
    llvm.return
  }
}
// -----
module {
  llvm.func @collatz(%arg0: i64) -> i64 {
    %0 = ub.poison : i64
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(1 : i64) : i64
    %3 = llvm.mlir.constant(2 : i64) : i64
    %4 = llvm.mlir.constant(3 : i64) : i64
    llvm.br ^bb1(%arg0, %1 : i64, i64)
  ^bb1(%5: i64, %6: i64):  // 2 preds: ^bb0, ^bb5
    %7 = llvm.icmp "sle" %5, %2 : i64
    %8 = llvm.icmp "sgt" %5, %2 : i64
    llvm.cond_br %7, ^bb5(%0, %0 : i64, i64), ^bb2
  ^bb2:  // pred: ^bb1
    %9 = llvm.urem %5, %3 : i64
    %10 = llvm.icmp "eq" %9, %1 : i64
    %11 = llvm.add %6, %2 : i64
    llvm.cond_br %10, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    %12 = llvm.udiv %5, %3 : i64
    llvm.br ^bb5(%12, %11 : i64, i64)
  ^bb4:  // pred: ^bb2
    %13 = llvm.mul %5, %4 : i64
    %14 = llvm.add %13, %2 : i64
    llvm.br ^bb5(%14, %11 : i64, i64)
  ^bb5(%15: i64, %16: i64):  // 3 preds: ^bb1, ^bb3, ^bb4
    llvm.cond_br %8, ^bb1(%15, %16 : i64, i64), ^bb6
  ^bb6:  // pred: ^bb5
    llvm.return %6 : i64
  }
}
// -----
module {
  llvm.func @prefix(%arg0: i64, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: !llvm.ptr, %arg7: !llvm.ptr, %arg8: i64, %arg9: i64, %arg10: i64) {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.insertvalue %arg6, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %2 = llvm.insertvalue %arg7, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %3 = llvm.insertvalue %arg8, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %4 = llvm.insertvalue %arg9, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %5 = llvm.insertvalue %arg10, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %6 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %7 = llvm.insertvalue %arg1, %6[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %8 = llvm.insertvalue %arg2, %7[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %9 = llvm.insertvalue %arg3, %8[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %10 = llvm.insertvalue %arg4, %9[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %11 = llvm.insertvalue %arg5, %10[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %12 = llvm.mlir.constant(0 : i32) : i32
    %13 = llvm.mlir.constant(1 : index) : i64
    %14 = llvm.mlir.constant(0 : index) : i64
    llvm.br ^bb1(%14, %12 : i64, i32)
  ^bb1(%15: i64, %16: i32):  // 3 preds: ^bb0, ^bb2, ^bb3
    %17 = llvm.icmp "slt" %15, %arg0 : i64
    llvm.cond_br %17, ^bb2(%15, %16 : i64, i32), ^bb4
  ^bb2(%18: i64, %19: i32):  // pred: ^bb1
    %20 = llvm.add %18, %13 : i64
    %21 = llvm.extractvalue %11[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %22 = llvm.getelementptr inbounds|nuw %21[%18] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %23 = llvm.load %22 : !llvm.ptr -> i32
    %24 = llvm.add %19, %23 : i32
    %25 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %26 = llvm.getelementptr inbounds|nuw %25[%18] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %24, %26 : i32, !llvm.ptr
    %27 = llvm.srem %24, %23 : i32
    %28 = llvm.icmp "eq" %27, %12 : i32
    llvm.cond_br %28, ^bb3, ^bb1(%20, %24 : i64, i32)
  ^bb3:  // pred: ^bb2
    %29 = llvm.add %24, %24 : i32
    llvm.br ^bb1(%20, %29 : i64, i32)
  ^bb4:  // pred: ^bb1
    llvm.call @use(%16) : (i32) -> ()
    llvm.return
  }
  llvm.func @use(i32) attributes {sym_visibility = "private"}
  llvm.func @dead(%arg0: i32) -> i32 {
    %0 = llvm.add %arg0, %arg0 : i32
    %1 = llvm.mul %0, %0 : i32
    llvm.return %1 : i32
  }
}
// -----
module {
  llvm.func @malloc(i64) -> !llvm.ptr
  llvm.func @matmul(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: !llvm.ptr, %arg8: !llvm.ptr, %arg9: i64, %arg10: i64, %arg11: i64, %arg12: i64, %arg13: i64, %arg14: !llvm.ptr, %arg15: !llvm.ptr, %arg16: i64, %arg17: i64, %arg18: i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.insertvalue %arg14, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %2 = llvm.insertvalue %arg15, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %3 = llvm.insertvalue %arg16, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %4 = llvm.insertvalue %arg17, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %5 = llvm.insertvalue %arg18, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %6 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %7 = llvm.insertvalue %arg7, %6[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %8 = llvm.insertvalue %arg8, %7[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %9 = llvm.insertvalue %arg9, %8[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %10 = llvm.insertvalue %arg10, %9[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %11 = llvm.insertvalue %arg12, %10[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %12 = llvm.insertvalue %arg11, %11[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %13 = llvm.insertvalue %arg13, %12[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %14 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %15 = llvm.insertvalue %arg0, %14[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %16 = llvm.insertvalue %arg1, %15[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %17 = llvm.insertvalue %arg2, %16[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %18 = llvm.insertvalue %arg3, %17[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %19 = llvm.insertvalue %arg5, %18[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %20 = llvm.insertvalue %arg4, %19[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %21 = llvm.insertvalue %arg6, %20[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %22 = llvm.mlir.constant(128 : index) : i64
    %23 = llvm.mlir.constant(1 : index) : i64
    %24 = llvm.mlir.constant(32 : index) : i64
    %25 = llvm.mlir.constant(8 : index) : i64
    %26 = llvm.mlir.constant(64 : index) : i64
    %27 = llvm.mlir.constant(0 : index) : i64
    %28 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %29 = llvm.mlir.constant(64 : index) : i64
    %30 = llvm.mlir.constant(32 : index) : i64
    %31 = llvm.mlir.constant(1 : index) : i64
    %32 = llvm.mlir.constant(2048 : index) : i64
    %33 = llvm.mlir.zero : !llvm.ptr
    %34 = llvm.getelementptr %33[%32] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %35 = llvm.ptrtoint %34 : !llvm.ptr to i64
    %36 = llvm.mlir.constant(64 : index) : i64
    %37 = llvm.add %35, %36 : i64
    %38 = llvm.call @malloc(%37) : (i64) -> !llvm.ptr
    %39 = llvm.ptrtoint %38 : !llvm.ptr to i64
    %40 = llvm.mlir.constant(1 : index) : i64
    %41 = llvm.sub %36, %40 : i64
    %42 = llvm.add %39, %41 : i64
    %43 = llvm.urem %42, %36 : i64
    %44 = llvm.sub %42, %43 : i64
    %45 = llvm.inttoptr %44 : i64 to !llvm.ptr
    %46 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %47 = llvm.insertvalue %38, %46[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %48 = llvm.insertvalue %45, %47[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %49 = llvm.mlir.constant(0 : index) : i64
    %50 = llvm.insertvalue %49, %48[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %51 = llvm.insertvalue %29, %50[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %52 = llvm.insertvalue %30, %51[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %53 = llvm.insertvalue %30, %52[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %54 = llvm.insertvalue %31, %53[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    llvm.br ^bb1(%27 : i64)
  ^bb1(%55: i64):  // 2 preds: ^bb0, ^bb14
    %56 = llvm.icmp "slt" %55, %26 : i64
    llvm.cond_br %56, ^bb2, ^bb15
  ^bb2:  // pred: ^bb1
    llvm.br ^bb3(%27 : i64)
  ^bb3(%57: i64):  // 2 preds: ^bb2, ^bb13
    %58 = llvm.icmp "slt" %57, %24 : i64
    llvm.cond_br %58, ^bb4, ^bb14
  ^bb4:  // pred: ^bb3
    %59 = llvm.add %55, %25 : i64
    llvm.br ^bb5(%55 : i64)
  ^bb5(%60: i64):  // 2 preds: ^bb4, ^bb12
    %61 = llvm.icmp "slt" %60, %59 : i64
    llvm.cond_br %61, ^bb6, ^bb13
  ^bb6:  // pred: ^bb5
    %62 = llvm.add %57, %25 : i64
    llvm.br ^bb7(%57 : i64)
  ^bb7(%63: i64):  // 2 preds: ^bb6, ^bb11
    %64 = llvm.icmp "slt" %63, %62 : i64
    llvm.cond_br %64, ^bb8, ^bb12
  ^bb8:  // pred: ^bb7
    %65 = llvm.extractvalue %54[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %66 = llvm.mlir.constant(32 : index) : i64
    %67 = llvm.mul %60, %66 overflow<nsw, nuw> : i64
    %68 = llvm.add %67, %63 overflow<nsw, nuw> : i64
    %69 = llvm.getelementptr inbounds|nuw %65[%68] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %28, %69 : f32, !llvm.ptr
    llvm.br ^bb9(%27 : i64)
  ^bb9(%70: i64):  // 2 preds: ^bb8, ^bb10
    %71 = llvm.icmp "slt" %70, %22 : i64
    llvm.cond_br %71, ^bb10, ^bb11
  ^bb10:  // pred: ^bb9
    %72 = llvm.extractvalue %21[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %73 = llvm.extractvalue %21[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %74 = llvm.getelementptr %72[%73] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %75 = llvm.extractvalue %21[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %76 = llvm.mul %60, %75 overflow<nsw, nuw> : i64
    %77 = llvm.extractvalue %21[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %78 = llvm.mul %70, %77 overflow<nsw, nuw> : i64
    %79 = llvm.add %76, %78 overflow<nsw, nuw> : i64
    %80 = llvm.getelementptr inbounds|nuw %74[%79] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %81 = llvm.load %80 : !llvm.ptr -> f32
    %82 = llvm.extractvalue %13[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %83 = llvm.extractvalue %13[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %84 = llvm.getelementptr %82[%83] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %85 = llvm.extractvalue %13[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %86 = llvm.mul %70, %85 overflow<nsw, nuw> : i64
    %87 = llvm.extractvalue %13[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %88 = llvm.mul %63, %87 overflow<nsw, nuw> : i64
    %89 = llvm.add %86, %88 overflow<nsw, nuw> : i64
    %90 = llvm.getelementptr inbounds|nuw %84[%89] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %91 = llvm.load %90 : !llvm.ptr -> f32
    %92 = llvm.extractvalue %54[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %93 = llvm.mlir.constant(32 : index) : i64
    %94 = llvm.mul %60, %93 overflow<nsw, nuw> : i64
    %95 = llvm.add %94, %63 overflow<nsw, nuw> : i64
    %96 = llvm.getelementptr inbounds|nuw %92[%95] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %97 = llvm.load %96 : !llvm.ptr -> f32
    %98 = llvm.fmul %81, %91 : f32
    %99 = llvm.fadd %97, %98 : f32
    %100 = llvm.extractvalue %54[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %101 = llvm.mlir.constant(32 : index) : i64
    %102 = llvm.mul %60, %101 overflow<nsw, nuw> : i64
    %103 = llvm.add %102, %63 overflow<nsw, nuw> : i64
    %104 = llvm.getelementptr inbounds|nuw %100[%103] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %99, %104 : f32, !llvm.ptr
    %105 = llvm.add %70, %23 : i64
    llvm.br ^bb9(%105 : i64)
  ^bb11:  // pred: ^bb9
    %106 = llvm.extractvalue %54[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %107 = llvm.mlir.constant(32 : index) : i64
    %108 = llvm.mul %60, %107 overflow<nsw, nuw> : i64
    %109 = llvm.add %108, %63 overflow<nsw, nuw> : i64
    %110 = llvm.getelementptr inbounds|nuw %106[%109] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %111 = llvm.load %110 : !llvm.ptr -> f32
    %112 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %113 = llvm.extractvalue %5[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %114 = llvm.getelementptr %112[%113] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %115 = llvm.extractvalue %5[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %116 = llvm.mul %63, %115 overflow<nsw, nuw> : i64
    %117 = llvm.getelementptr inbounds|nuw %114[%116] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %118 = llvm.load %117 : !llvm.ptr -> f32
    %119 = llvm.fadd %111, %118 : f32
    %120 = llvm.intr.maximum(%119, %28) : (f32, f32) -> f32
    %121 = llvm.extractvalue %54[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %122 = llvm.mlir.constant(32 : index) : i64
    %123 = llvm.mul %60, %122 overflow<nsw, nuw> : i64
    %124 = llvm.add %123, %63 overflow<nsw, nuw> : i64
    %125 = llvm.getelementptr inbounds|nuw %121[%124] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %120, %125 : f32, !llvm.ptr
    %126 = llvm.add %63, %23 : i64
    llvm.br ^bb7(%126 : i64)
  ^bb12:  // pred: ^bb7
    %127 = llvm.add %60, %23 : i64
    llvm.br ^bb5(%127 : i64)
  ^bb13:  // pred: ^bb5
    %128 = llvm.add %57, %25 : i64
    llvm.br ^bb3(%128 : i64)
  ^bb14:  // pred: ^bb3
    %129 = llvm.add %55, %25 : i64
    llvm.br ^bb1(%129 : i64)
  ^bb15:  // pred: ^bb1
    llvm.return %54 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  }
}
// -----
module {
  llvm.func @memrefCopy(i64, !llvm.ptr, !llvm.ptr)
  llvm.func @malloc(i64) -> !llvm.ptr
  llvm.func @net(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: i64, %arg8: i64, %arg9: i64, %arg10: i64, %arg11: !llvm.ptr, %arg12: !llvm.ptr, %arg13: i64, %arg14: i64, %arg15: i64, %arg16: i64, %arg17: i64, %arg18: i64, %arg19: i64, %arg20: i64, %arg21: i64, %arg22: !llvm.ptr, %arg23: !llvm.ptr, %arg24: i64, %arg25: i64, %arg26: i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.insertvalue %arg22, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %2 = llvm.insertvalue %arg23, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %3 = llvm.insertvalue %arg24, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %4 = llvm.insertvalue %arg25, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %5 = llvm.insertvalue %arg26, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %6 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %7 = llvm.insertvalue %arg11, %6[0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %8 = llvm.insertvalue %arg12, %7[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %9 = llvm.insertvalue %arg13, %8[2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %10 = llvm.insertvalue %arg14, %9[3, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %11 = llvm.insertvalue %arg18, %10[4, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %12 = llvm.insertvalue %arg15, %11[3, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %13 = llvm.insertvalue %arg19, %12[4, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %14 = llvm.insertvalue %arg16, %13[3, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %15 = llvm.insertvalue %arg20, %14[4, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %16 = llvm.insertvalue %arg17, %15[3, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %17 = llvm.insertvalue %arg21, %16[4, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %18 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %19 = llvm.insertvalue %arg0, %18[0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %20 = llvm.insertvalue %arg1, %19[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %21 = llvm.insertvalue %arg2, %20[2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %22 = llvm.insertvalue %arg3, %21[3, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %23 = llvm.insertvalue %arg7, %22[4, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %24 = llvm.insertvalue %arg4, %23[3, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %25 = llvm.insertvalue %arg8, %24[4, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %26 = llvm.insertvalue %arg5, %25[3, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %27 = llvm.insertvalue %arg9, %26[4, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %28 = llvm.insertvalue %arg6, %27[3, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %29 = llvm.insertvalue %arg10, %28[4, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %30 = llvm.mlir.constant(3 : index) : i64
    %31 = llvm.mlir.constant(8 : index) : i64
    %32 = llvm.mlir.constant(28 : index) : i64
    %33 = llvm.mlir.constant(30 : index) : i64
    %34 = llvm.mlir.constant(1 : index) : i64
    %35 = llvm.mlir.constant(0 : index) : i64
    %36 = llvm.mlir.constant(6.000000e+00 : f32) : f32
    %37 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %38 = llvm.mlir.constant(1 : index) : i64
    %39 = llvm.mlir.constant(30 : index) : i64
    %40 = llvm.mlir.constant(30 : index) : i64
    %41 = llvm.mlir.constant(1 : index) : i64
    %42 = llvm.mlir.constant(1 : index) : i64
    %43 = llvm.mlir.constant(900 : index) : i64
    %44 = llvm.mlir.constant(900 : index) : i64
    %45 = llvm.mlir.zero : !llvm.ptr
    %46 = llvm.getelementptr %45[%44] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %47 = llvm.ptrtoint %46 : !llvm.ptr to i64
    %48 = llvm.mlir.constant(64 : index) : i64
    %49 = llvm.add %47, %48 : i64
    %50 = llvm.call @malloc(%49) : (i64) -> !llvm.ptr
    %51 = llvm.ptrtoint %50 : !llvm.ptr to i64
    %52 = llvm.mlir.constant(1 : index) : i64
    %53 = llvm.sub %48, %52 : i64
    %54 = llvm.add %51, %53 : i64
    %55 = llvm.urem %54, %48 : i64
    %56 = llvm.sub %54, %55 : i64
    %57 = llvm.inttoptr %56 : i64 to !llvm.ptr
    %58 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %59 = llvm.insertvalue %50, %58[0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %60 = llvm.insertvalue %57, %59[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %61 = llvm.mlir.constant(0 : index) : i64
    %62 = llvm.insertvalue %61, %60[2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %63 = llvm.insertvalue %38, %62[3, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %64 = llvm.insertvalue %39, %63[3, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %65 = llvm.insertvalue %40, %64[3, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %66 = llvm.insertvalue %41, %65[3, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %67 = llvm.insertvalue %43, %66[4, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %68 = llvm.insertvalue %40, %67[4, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %69 = llvm.insertvalue %41, %68[4, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %70 = llvm.insertvalue %42, %69[4, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %71 = builtin.unrealized_conversion_cast %70 : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> to memref<1x30x30x1xf32>
    llvm.br ^bb1(%35 : i64)
  ^bb1(%72: i64):  // 2 preds: ^bb0, ^bb5
    %73 = llvm.icmp "slt" %72, %33 : i64
    llvm.cond_br %73, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    llvm.br ^bb3(%35 : i64)
  ^bb3(%74: i64):  // 2 preds: ^bb2, ^bb4
    %75 = llvm.icmp "slt" %74, %33 : i64
    llvm.cond_br %75, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %76 = llvm.extractvalue %70[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %77 = llvm.mlir.constant(900 : index) : i64
    %78 = llvm.mul %35, %77 overflow<nsw, nuw> : i64
    %79 = llvm.mlir.constant(30 : index) : i64
    %80 = llvm.mul %72, %79 overflow<nsw, nuw> : i64
    %81 = llvm.add %78, %80 overflow<nsw, nuw> : i64
    %82 = llvm.add %81, %74 overflow<nsw, nuw> : i64
    %83 = llvm.add %82, %35 overflow<nsw, nuw> : i64
    %84 = llvm.getelementptr inbounds|nuw %76[%83] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %37, %84 : f32, !llvm.ptr
    %85 = llvm.add %74, %34 : i64
    llvm.br ^bb3(%85 : i64)
  ^bb5:  // pred: ^bb3
    %86 = llvm.add %72, %34 : i64
    llvm.br ^bb1(%86 : i64)
  ^bb6:  // pred: ^bb1
    %subview = memref.subview %71[0, 1, 1, 0] [1, 28, 28, 1] [1, 1, 1, 1] : memref<1x30x30x1xf32> to memref<1x28x28x1xf32, strided<[900, 30, 1, 1], offset: 31>>
    %87 = builtin.unrealized_conversion_cast %subview : memref<1x28x28x1xf32, strided<[900, 30, 1, 1], offset: 31>> to !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %88 = llvm.intr.stacksave : !llvm.ptr
    %89 = llvm.mlir.constant(4 : i64) : i64
    %90 = llvm.mlir.constant(1 : index) : i64
    %91 = llvm.alloca %90 x !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> : (i64) -> !llvm.ptr
    llvm.store %29, %91 : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, !llvm.ptr
    %92 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
    %93 = llvm.insertvalue %89, %92[0] : !llvm.struct<(i64, ptr)> 
    %94 = llvm.insertvalue %91, %93[1] : !llvm.struct<(i64, ptr)> 
    %95 = llvm.mlir.constant(4 : i64) : i64
    %96 = llvm.mlir.constant(1 : index) : i64
    %97 = llvm.alloca %96 x !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> : (i64) -> !llvm.ptr
    llvm.store %87, %97 : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, !llvm.ptr
    %98 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
    %99 = llvm.insertvalue %95, %98[0] : !llvm.struct<(i64, ptr)> 
    %100 = llvm.insertvalue %97, %99[1] : !llvm.struct<(i64, ptr)> 
    %101 = llvm.mlir.constant(1 : index) : i64
    %102 = llvm.alloca %101 x !llvm.struct<(i64, ptr)> : (i64) -> !llvm.ptr
    llvm.store %94, %102 : !llvm.struct<(i64, ptr)>, !llvm.ptr
    %103 = llvm.alloca %101 x !llvm.struct<(i64, ptr)> : (i64) -> !llvm.ptr
    llvm.store %100, %103 : !llvm.struct<(i64, ptr)>, !llvm.ptr
    %104 = llvm.mlir.zero : !llvm.ptr
    %105 = llvm.getelementptr %104[1] : (!llvm.ptr) -> !llvm.ptr, f32
    %106 = llvm.ptrtoint %105 : !llvm.ptr to i64
    llvm.call @memrefCopy(%106, %102, %103) : (i64, !llvm.ptr, !llvm.ptr) -> ()
    llvm.intr.stackrestore %88 : !llvm.ptr
    %107 = llvm.mlir.constant(1 : index) : i64
    %108 = llvm.mlir.constant(28 : index) : i64
    %109 = llvm.mlir.constant(28 : index) : i64
    %110 = llvm.mlir.constant(8 : index) : i64
    %111 = llvm.mlir.constant(1 : index) : i64
    %112 = llvm.mlir.constant(224 : index) : i64
    %113 = llvm.mlir.constant(6272 : index) : i64
    %114 = llvm.mlir.constant(6272 : index) : i64
    %115 = llvm.mlir.zero : !llvm.ptr
    %116 = llvm.getelementptr %115[%114] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %117 = llvm.ptrtoint %116 : !llvm.ptr to i64
    %118 = llvm.mlir.constant(64 : index) : i64
    %119 = llvm.add %117, %118 : i64
    %120 = llvm.call @malloc(%119) : (i64) -> !llvm.ptr
    %121 = llvm.ptrtoint %120 : !llvm.ptr to i64
    %122 = llvm.mlir.constant(1 : index) : i64
    %123 = llvm.sub %118, %122 : i64
    %124 = llvm.add %121, %123 : i64
    %125 = llvm.urem %124, %118 : i64
    %126 = llvm.sub %124, %125 : i64
    %127 = llvm.inttoptr %126 : i64 to !llvm.ptr
    %128 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %129 = llvm.insertvalue %120, %128[0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %130 = llvm.insertvalue %127, %129[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %131 = llvm.mlir.constant(0 : index) : i64
    %132 = llvm.insertvalue %131, %130[2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %133 = llvm.insertvalue %107, %132[3, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %134 = llvm.insertvalue %108, %133[3, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %135 = llvm.insertvalue %109, %134[3, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %136 = llvm.insertvalue %110, %135[3, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %137 = llvm.insertvalue %113, %136[4, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %138 = llvm.insertvalue %112, %137[4, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %139 = llvm.insertvalue %110, %138[4, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %140 = llvm.insertvalue %111, %139[4, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    llvm.br ^bb7(%35 : i64)
  ^bb7(%141: i64):  // 2 preds: ^bb6, ^bb14
    %142 = llvm.icmp "slt" %141, %32 : i64
    llvm.cond_br %142, ^bb8, ^bb15
  ^bb8:  // pred: ^bb7
    llvm.br ^bb9(%35 : i64)
  ^bb9(%143: i64):  // 2 preds: ^bb8, ^bb13
    %144 = llvm.icmp "slt" %143, %32 : i64
    llvm.cond_br %144, ^bb10, ^bb14
  ^bb10:  // pred: ^bb9
    llvm.br ^bb11(%35 : i64)
  ^bb11(%145: i64):  // 2 preds: ^bb10, ^bb12
    %146 = llvm.icmp "slt" %145, %31 : i64
    llvm.cond_br %146, ^bb12, ^bb13
  ^bb12:  // pred: ^bb11
    %147 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %148 = llvm.extractvalue %5[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %149 = llvm.getelementptr %147[%148] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %150 = llvm.extractvalue %5[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %151 = llvm.mul %145, %150 overflow<nsw, nuw> : i64
    %152 = llvm.getelementptr inbounds|nuw %149[%151] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %153 = llvm.load %152 : !llvm.ptr -> f32
    %154 = llvm.extractvalue %140[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %155 = llvm.mlir.constant(6272 : index) : i64
    %156 = llvm.mul %35, %155 overflow<nsw, nuw> : i64
    %157 = llvm.mlir.constant(224 : index) : i64
    %158 = llvm.mul %141, %157 overflow<nsw, nuw> : i64
    %159 = llvm.add %156, %158 overflow<nsw, nuw> : i64
    %160 = llvm.mlir.constant(8 : index) : i64
    %161 = llvm.mul %143, %160 overflow<nsw, nuw> : i64
    %162 = llvm.add %159, %161 overflow<nsw, nuw> : i64
    %163 = llvm.add %162, %145 overflow<nsw, nuw> : i64
    %164 = llvm.getelementptr inbounds|nuw %154[%163] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %153, %164 : f32, !llvm.ptr
    %165 = llvm.add %145, %34 : i64
    llvm.br ^bb11(%165 : i64)
  ^bb13:  // pred: ^bb11
    %166 = llvm.add %143, %34 : i64
    llvm.br ^bb9(%166 : i64)
  ^bb14:  // pred: ^bb9
    %167 = llvm.add %141, %34 : i64
    llvm.br ^bb7(%167 : i64)
  ^bb15:  // pred: ^bb7
    llvm.br ^bb16(%35 : i64)
  ^bb16(%168: i64):  // 2 preds: ^bb15, ^bb29
    %169 = llvm.icmp "slt" %168, %32 : i64
    llvm.cond_br %169, ^bb17, ^bb30
  ^bb17:  // pred: ^bb16
    llvm.br ^bb18(%35 : i64)
  ^bb18(%170: i64):  // 2 preds: ^bb17, ^bb28
    %171 = llvm.icmp "slt" %170, %32 : i64
    llvm.cond_br %171, ^bb19, ^bb29
  ^bb19:  // pred: ^bb18
    llvm.br ^bb20(%35 : i64)
  ^bb20(%172: i64):  // 2 preds: ^bb19, ^bb27
    %173 = llvm.icmp "slt" %172, %31 : i64
    llvm.cond_br %173, ^bb21, ^bb28
  ^bb21:  // pred: ^bb20
    llvm.br ^bb22(%35 : i64)
  ^bb22(%174: i64):  // 2 preds: ^bb21, ^bb26
    %175 = llvm.icmp "slt" %174, %30 : i64
    llvm.cond_br %175, ^bb23, ^bb27
  ^bb23:  // pred: ^bb22
    llvm.br ^bb24(%35 : i64)
  ^bb24(%176: i64):  // 2 preds: ^bb23, ^bb25
    %177 = llvm.icmp "slt" %176, %30 : i64
    llvm.cond_br %177, ^bb25, ^bb26
  ^bb25:  // pred: ^bb24
    %178 = llvm.add %168, %174 : i64
    %179 = llvm.add %170, %176 : i64
    %180 = llvm.extractvalue %70[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %181 = llvm.mlir.constant(900 : index) : i64
    %182 = llvm.mul %35, %181 overflow<nsw, nuw> : i64
    %183 = llvm.mlir.constant(30 : index) : i64
    %184 = llvm.mul %178, %183 overflow<nsw, nuw> : i64
    %185 = llvm.add %182, %184 overflow<nsw, nuw> : i64
    %186 = llvm.add %185, %179 overflow<nsw, nuw> : i64
    %187 = llvm.add %186, %35 overflow<nsw, nuw> : i64
    %188 = llvm.getelementptr inbounds|nuw %180[%187] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %189 = llvm.load %188 : !llvm.ptr -> f32
    %190 = llvm.extractvalue %17[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %191 = llvm.extractvalue %17[2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %192 = llvm.getelementptr %190[%191] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %193 = llvm.extractvalue %17[4, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %194 = llvm.mul %172, %193 overflow<nsw, nuw> : i64
    %195 = llvm.extractvalue %17[4, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %196 = llvm.mul %174, %195 overflow<nsw, nuw> : i64
    %197 = llvm.add %194, %196 overflow<nsw, nuw> : i64
    %198 = llvm.extractvalue %17[4, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %199 = llvm.mul %176, %198 overflow<nsw, nuw> : i64
    %200 = llvm.add %197, %199 overflow<nsw, nuw> : i64
    %201 = llvm.extractvalue %17[4, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %202 = llvm.mul %35, %201 overflow<nsw, nuw> : i64
    %203 = llvm.add %200, %202 overflow<nsw, nuw> : i64
    %204 = llvm.getelementptr inbounds|nuw %192[%203] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %205 = llvm.load %204 : !llvm.ptr -> f32
    %206 = llvm.extractvalue %140[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %207 = llvm.mlir.constant(6272 : index) : i64
    %208 = llvm.mul %35, %207 overflow<nsw, nuw> : i64
    %209 = llvm.mlir.constant(224 : index) : i64
    %210 = llvm.mul %168, %209 overflow<nsw, nuw> : i64
    %211 = llvm.add %208, %210 overflow<nsw, nuw> : i64
    %212 = llvm.mlir.constant(8 : index) : i64
    %213 = llvm.mul %170, %212 overflow<nsw, nuw> : i64
    %214 = llvm.add %211, %213 overflow<nsw, nuw> : i64
    %215 = llvm.add %214, %172 overflow<nsw, nuw> : i64
    %216 = llvm.getelementptr inbounds|nuw %206[%215] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %217 = llvm.load %216 : !llvm.ptr -> f32
    %218 = llvm.fmul %189, %205 : f32
    %219 = llvm.fadd %217, %218 : f32
    %220 = llvm.extractvalue %140[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %221 = llvm.mlir.constant(6272 : index) : i64
    %222 = llvm.mul %35, %221 overflow<nsw, nuw> : i64
    %223 = llvm.mlir.constant(224 : index) : i64
    %224 = llvm.mul %168, %223 overflow<nsw, nuw> : i64
    %225 = llvm.add %222, %224 overflow<nsw, nuw> : i64
    %226 = llvm.mlir.constant(8 : index) : i64
    %227 = llvm.mul %170, %226 overflow<nsw, nuw> : i64
    %228 = llvm.add %225, %227 overflow<nsw, nuw> : i64
    %229 = llvm.add %228, %172 overflow<nsw, nuw> : i64
    %230 = llvm.getelementptr inbounds|nuw %220[%229] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %219, %230 : f32, !llvm.ptr
    %231 = llvm.add %176, %34 : i64
    llvm.br ^bb24(%231 : i64)
  ^bb26:  // pred: ^bb24
    %232 = llvm.add %174, %34 : i64
    llvm.br ^bb22(%232 : i64)
  ^bb27:  // pred: ^bb22
    %233 = llvm.add %172, %34 : i64
    llvm.br ^bb20(%233 : i64)
  ^bb28:  // pred: ^bb20
    %234 = llvm.add %170, %34 : i64
    llvm.br ^bb18(%234 : i64)
  ^bb29:  // pred: ^bb18
    %235 = llvm.add %168, %34 : i64
    llvm.br ^bb16(%235 : i64)
  ^bb30:  // pred: ^bb16
    llvm.br ^bb31(%35 : i64)
  ^bb31(%236: i64):  // 2 preds: ^bb30, ^bb38
    %237 = llvm.icmp "slt" %236, %32 : i64
    llvm.cond_br %237, ^bb32, ^bb39
  ^bb32:  // pred: ^bb31
    llvm.br ^bb33(%35 : i64)
  ^bb33(%238: i64):  // 2 preds: ^bb32, ^bb37
    %239 = llvm.icmp "slt" %238, %32 : i64
    llvm.cond_br %239, ^bb34, ^bb38
  ^bb34:  // pred: ^bb33
    llvm.br ^bb35(%35 : i64)
  ^bb35(%240: i64):  // 2 preds: ^bb34, ^bb36
    %241 = llvm.icmp "slt" %240, %31 : i64
    llvm.cond_br %241, ^bb36, ^bb37
  ^bb36:  // pred: ^bb35
    %242 = llvm.extractvalue %140[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %243 = llvm.mlir.constant(6272 : index) : i64
    %244 = llvm.mul %35, %243 overflow<nsw, nuw> : i64
    %245 = llvm.mlir.constant(224 : index) : i64
    %246 = llvm.mul %236, %245 overflow<nsw, nuw> : i64
    %247 = llvm.add %244, %246 overflow<nsw, nuw> : i64
    %248 = llvm.mlir.constant(8 : index) : i64
    %249 = llvm.mul %238, %248 overflow<nsw, nuw> : i64
    %250 = llvm.add %247, %249 overflow<nsw, nuw> : i64
    %251 = llvm.add %250, %240 overflow<nsw, nuw> : i64
    %252 = llvm.getelementptr inbounds|nuw %242[%251] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %253 = llvm.load %252 : !llvm.ptr -> f32
    %254 = llvm.intr.minimum(%253, %36) : (f32, f32) -> f32
    %255 = llvm.intr.maximum(%254, %37) : (f32, f32) -> f32
    %256 = llvm.extractvalue %140[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %257 = llvm.mlir.constant(6272 : index) : i64
    %258 = llvm.mul %35, %257 overflow<nsw, nuw> : i64
    %259 = llvm.mlir.constant(224 : index) : i64
    %260 = llvm.mul %236, %259 overflow<nsw, nuw> : i64
    %261 = llvm.add %258, %260 overflow<nsw, nuw> : i64
    %262 = llvm.mlir.constant(8 : index) : i64
    %263 = llvm.mul %238, %262 overflow<nsw, nuw> : i64
    %264 = llvm.add %261, %263 overflow<nsw, nuw> : i64
    %265 = llvm.add %264, %240 overflow<nsw, nuw> : i64
    %266 = llvm.getelementptr inbounds|nuw %256[%265] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %255, %266 : f32, !llvm.ptr
    %267 = llvm.add %240, %34 : i64
    llvm.br ^bb35(%267 : i64)
  ^bb37:  // pred: ^bb35
    %268 = llvm.add %238, %34 : i64
    llvm.br ^bb33(%268 : i64)
  ^bb38:  // pred: ^bb33
    %269 = llvm.add %236, %34 : i64
    llvm.br ^bb31(%269 : i64)
  ^bb39:  // pred: ^bb31
    llvm.return %140 : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
  }
}
// -----
module {
  llvm.func @saxpy(%arg0: i64, %arg1: f32, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: !llvm.ptr, %arg8: !llvm.ptr, %arg9: i64, %arg10: i64, %arg11: i64) {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.insertvalue %arg7, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %2 = llvm.insertvalue %arg8, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %3 = llvm.insertvalue %arg9, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %4 = llvm.insertvalue %arg10, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %5 = llvm.insertvalue %arg11, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %6 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %7 = llvm.insertvalue %arg2, %6[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %8 = llvm.insertvalue %arg3, %7[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %9 = llvm.insertvalue %arg4, %8[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %10 = llvm.insertvalue %arg5, %9[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %11 = llvm.insertvalue %arg6, %10[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %12 = llvm.mlir.constant(dense<0.000000e+00> : vector<8xf32>) : vector<8xf32>
    %13 = llvm.mlir.constant(dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>) : vector<8xi32>
    %14 = llvm.mlir.constant(0 : index) : i64
    %15 = llvm.mlir.constant(8 : index) : i64
    %16 = llvm.mlir.poison : vector<8xf32>
    %17 = llvm.mlir.constant(0 : i32) : i32
    %18 = llvm.insertelement %arg1, %16[%17 : i32] : vector<8xf32>
    %19 = llvm.shufflevector %18, %16 [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32> 
    omp.parallel {
      omp.wsloop {
        omp.loop_nest (%arg12) : i64 = (%14) to (%arg0) step (%15) {
          %20 = llvm.sub %arg0, %arg12 : i64
          %21 = llvm.intr.smin(%20, %15) : (i64, i64) -> i64
          %22 = llvm.trunc %21 : i64 to i32
          %23 = llvm.mlir.poison : vector<8xi32>
          %24 = llvm.mlir.constant(0 : i32) : i32
          %25 = llvm.insertelement %22, %23[%24 : i32] : vector<8xi32>
          %26 = llvm.shufflevector %25, %23 [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32> 
          %27 = llvm.icmp "sgt" %26, %13 : vector<8xi32>
          %28 = llvm.extractvalue %11[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
          %29 = llvm.getelementptr %28[%arg12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
          %30 = llvm.intr.masked.load %29, %27, %12 {alignment = 4 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
          %31 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
          %32 = llvm.getelementptr %31[%arg12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
          %33 = llvm.intr.masked.load %32, %27, %12 {alignment = 4 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
          %34 = llvm.intr.fmuladd(%19, %30, %33) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
          %35 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
          %36 = llvm.getelementptr %35[%arg12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
          llvm.intr.masked.store %34, %36, %27 {alignment = 4 : i32} : vector<8xf32>, vector<8xi1> into !llvm.ptr
          omp.yield
        }
      }
      omp.terminator
    }
    llvm.return
  }
}
