// RUN: terrace-opt %s --arith-emulate-wide-int=widest-int-supported=16 | FileCheck %s

// Integers of 32 bits are vectors of two halves, the low one first.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @arithmetic(
// CHECK-SAME: %[[ARG0:.*]]: vector<2xi16>, %[[ARG1:.*]]: vector<2xi16>) -> (vector<2xi16>, vector<2xi16>, vector<2xi16>, vector<2xi16>) {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[22136, 4660]> : vector<2xi16>
// CHECK-NEXT: %[[V0:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V2:.*]] = vector.extract %[[CST]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V3:.*]] = vector.extract %[[CST]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[SUM:.*]], %[[OVERFLOW:.*]] = arith.addui_extended %[[V0]], %[[V2]] : i16, i1
// CHECK-NEXT: %[[V4:.*]] = arith.extui %[[OVERFLOW]] : i1 to i16
// CHECK-NEXT: %[[V5:.*]] = arith.addi %[[V4]], %[[V1]] : i16
// CHECK-NEXT: %[[V6:.*]] = arith.addi %[[V5]], %[[V3]] : i16
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V7:.*]] = vector.insert %[[SUM]], %[[CST_0]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V8:.*]] = vector.insert %[[V6]], %[[V7]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V9:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V10:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V11:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V12:.*]] = vector.extract %[[ARG1]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V13:.*]] = arith.subi %[[V9]], %[[V11]] : i16
// CHECK-NEXT: %[[V14:.*]] = arith.cmpi ult, %[[V9]], %[[V11]] : i16
// CHECK-NEXT: %[[V15:.*]] = arith.extui %[[V14]] : i1 to i16
// CHECK-NEXT: %[[V16:.*]] = arith.subi %[[V10]], %[[V15]] : i16
// CHECK-NEXT: %[[V17:.*]] = arith.subi %[[V16]], %[[V12]] : i16
// CHECK-NEXT: %[[CST_1:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V18:.*]] = vector.insert %[[V13]], %[[CST_1]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V19:.*]] = vector.insert %[[V17]], %[[V18]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V20:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V21:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V22:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V23:.*]] = vector.extract %[[ARG1]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %[[V20]], %[[V22]] : i16
// CHECK-NEXT: %[[V24:.*]] = arith.muli %[[V20]], %[[V23]] : i16
// CHECK-NEXT: %[[V25:.*]] = arith.muli %[[V21]], %[[V22]] : i16
// CHECK-NEXT: %[[V26:.*]] = arith.addi %[[HIGH]], %[[V24]] : i16
// CHECK-NEXT: %[[V27:.*]] = arith.addi %[[V26]], %[[V25]] : i16
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V28:.*]] = vector.insert %[[LOW]], %[[CST_2]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V29:.*]] = vector.insert %[[V27]], %[[V28]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V30:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V31:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V32:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V33:.*]] = vector.extract %[[ARG1]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V34:.*]] = arith.xori %[[V30]], %[[V32]] : i16
// CHECK-NEXT: %[[V35:.*]] = arith.xori %[[V31]], %[[V33]] : i16
// CHECK-NEXT: %[[CST_3:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V36:.*]] = vector.insert %[[V34]], %[[CST_3]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V37:.*]] = vector.insert %[[V35]], %[[V36]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: return %[[V8]], %[[V19]], %[[V29]], %[[V37]] : vector<2xi16>, vector<2xi16>, vector<2xi16>, vector<2xi16>
// CHECK-NEXT: }
func.func @arithmetic(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %c = arith.constant 0x12345678 : i32
  %0 = arith.addi %a, %c : i32
  %1 = arith.subi %a, %b : i32
  %2 = arith.muli %a, %b : i32
  %3 = arith.xori %a, %b : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @comparisons(
// CHECK-SAME: %[[ARG0:.*]]: vector<2xi16>, %[[ARG1:.*]]: vector<2xi16>) -> (i1, i1, i1, vector<2xi16>) {
// CHECK-NEXT: %[[V0:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V2:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V3:.*]] = vector.extract %[[ARG1]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi eq, %[[V0]], %[[V2]] : i16
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi eq, %[[V1]], %[[V3]] : i16
// CHECK-NEXT: %[[V6:.*]] = arith.andi %[[V4]], %[[V5]] : i1
// CHECK-NEXT: %[[V7:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V8:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V9:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V10:.*]] = vector.extract %[[ARG1]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V11:.*]] = arith.cmpi ult, %[[V7]], %[[V9]] : i16
// CHECK-NEXT: %[[V12:.*]] = arith.cmpi slt, %[[V8]], %[[V10]] : i16
// CHECK-NEXT: %[[V13:.*]] = arith.cmpi eq, %[[V8]], %[[V10]] : i16
// CHECK-NEXT: %[[V14:.*]] = arith.select %[[V13]], %[[V11]], %[[V12]] : i1
// CHECK-NEXT: %[[V15:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V16:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V17:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V18:.*]] = vector.extract %[[ARG1]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V19:.*]] = arith.cmpi ne, %[[V15]], %[[V17]] : i16
// CHECK-NEXT: %[[V20:.*]] = arith.cmpi ne, %[[V16]], %[[V18]] : i16
// CHECK-NEXT: %[[V21:.*]] = arith.ori %[[V19]], %[[V20]] : i1
// CHECK-NEXT: %[[V22:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V23:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V24:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V25:.*]] = vector.extract %[[ARG1]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V26:.*]] = arith.cmpi ugt, %[[V22]], %[[V24]] : i16
// CHECK-NEXT: %[[V27:.*]] = arith.cmpi ugt, %[[V23]], %[[V25]] : i16
// CHECK-NEXT: %[[V28:.*]] = arith.cmpi eq, %[[V23]], %[[V25]] : i16
// CHECK-NEXT: %[[V29:.*]] = arith.select %[[V28]], %[[V26]], %[[V27]] : i1
// CHECK-NEXT: %[[V30:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V31:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V32:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V33:.*]] = vector.extract %[[ARG1]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V34:.*]] = arith.select %[[V29]], %[[V30]], %[[V32]] : i16
// CHECK-NEXT: %[[V35:.*]] = arith.select %[[V29]], %[[V31]], %[[V33]] : i16
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V36:.*]] = vector.insert %[[V34]], %[[CST]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V37:.*]] = vector.insert %[[V35]], %[[V36]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: return %[[V6]], %[[V14]], %[[V21]], %[[V37]] : i1, i1, i1, vector<2xi16>
// CHECK-NEXT: }
func.func @comparisons(%a: i32, %b: i32) -> (i1, i1, i1, i32) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi slt, %a, %b : i32
  %2 = arith.cmpi ne, %a, %b : i32
  %3 = arith.maxui %a, %b : i32
  return %0, %1, %2, %3 : i1, i1, i1, i32
}

// CHECK-LABEL: func.func @shifts(
// CHECK-SAME: %[[ARG0:.*]]: vector<2xi16>, %[[ARG1:.*]]: vector<2xi16>) -> (vector<2xi16>, vector<2xi16>, vector<2xi16>) {
// CHECK-NEXT: %[[V0:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V2:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[C0_I16:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[C16_I16:.*]] = arith.constant 16 : i16
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi uge, %[[V2]], %[[C16_I16]] : i16
// CHECK-NEXT: %[[V4:.*]] = arith.shli %[[V0]], %[[V2]] : i16
// CHECK-NEXT: %[[V5:.*]] = arith.select %[[V3]], %[[C0_I16]], %[[V4]] : i16
// CHECK-NEXT: %[[V6:.*]] = arith.select %[[V3]], %[[C16_I16]], %[[V2]] : i16
// CHECK-NEXT: %[[V7:.*]] = arith.subi %[[C16_I16]], %[[V6]] : i16
// CHECK-NEXT: %[[V8:.*]] = arith.shrui %[[V0]], %[[V7]] : i16
// CHECK-NEXT: %[[V9:.*]] = arith.subi %[[V2]], %[[C16_I16]] : i16
// CHECK-NEXT: %[[V10:.*]] = arith.shli %[[V0]], %[[V9]] : i16
// CHECK-NEXT: %[[V11:.*]] = arith.shli %[[V1]], %[[V2]] : i16
// CHECK-NEXT: %[[V12:.*]] = arith.select %[[V3]], %[[C0_I16]], %[[V11]] : i16
// CHECK-NEXT: %[[V13:.*]] = arith.select %[[V3]], %[[V10]], %[[V8]] : i16
// CHECK-NEXT: %[[V14:.*]] = arith.cmpi eq, %[[V2]], %[[C0_I16]] : i16
// CHECK-NEXT: %[[V15:.*]] = arith.select %[[V14]], %[[C0_I16]], %[[V13]] : i16
// CHECK-NEXT: %[[V16:.*]] = arith.ori %[[V15]], %[[V12]] : i16
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V17:.*]] = vector.insert %[[V5]], %[[CST]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V18:.*]] = vector.insert %[[V16]], %[[V17]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V19:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V20:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V21:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[C0_I16_0:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[C16_I16_1:.*]] = arith.constant 16 : i16
// CHECK-NEXT: %[[V22:.*]] = arith.cmpi uge, %[[V21]], %[[C16_I16_1]] : i16
// CHECK-NEXT: %[[V23:.*]] = arith.shrui %[[V19]], %[[V21]] : i16
// CHECK-NEXT: %[[V24:.*]] = arith.select %[[V22]], %[[C0_I16_0]], %[[V23]] : i16
// CHECK-NEXT: %[[V25:.*]] = arith.shrui %[[V20]], %[[V21]] : i16
// CHECK-NEXT: %[[V26:.*]] = arith.select %[[V22]], %[[C0_I16_0]], %[[V25]] : i16
// CHECK-NEXT: %[[V27:.*]] = arith.select %[[V22]], %[[C16_I16_1]], %[[V21]] : i16
// CHECK-NEXT: %[[V28:.*]] = arith.subi %[[C16_I16_1]], %[[V27]] : i16
// CHECK-NEXT: %[[V29:.*]] = arith.shli %[[V20]], %[[V28]] : i16
// CHECK-NEXT: %[[V30:.*]] = arith.subi %[[V21]], %[[C16_I16_1]] : i16
// CHECK-NEXT: %[[V31:.*]] = arith.shrui %[[V20]], %[[V30]] : i16
// CHECK-NEXT: %[[V32:.*]] = arith.select %[[V22]], %[[V31]], %[[V29]] : i16
// CHECK-NEXT: %[[V33:.*]] = arith.cmpi eq, %[[V21]], %[[C0_I16_0]] : i16
// CHECK-NEXT: %[[V34:.*]] = arith.select %[[V33]], %[[C0_I16_0]], %[[V32]] : i16
// CHECK-NEXT: %[[V35:.*]] = arith.ori %[[V24]], %[[V34]] : i16
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V36:.*]] = vector.insert %[[V35]], %[[CST_2]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V37:.*]] = vector.insert %[[V26]], %[[V36]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V38:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V39:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[C0_I16_3:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[V40:.*]] = arith.cmpi slt, %[[V38]], %[[C0_I16_3]] : i16
// CHECK-NEXT: %[[V41:.*]] = arith.extsi %[[V40]] : i1 to i16
// CHECK-NEXT: %[[C0_I16_4:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[V42:.*]] = arith.cmpi slt, %[[V41]], %[[C0_I16_4]] : i16
// CHECK-NEXT: %[[V43:.*]] = arith.extsi %[[V42]] : i1 to i16
// CHECK-NEXT: %[[CST_5:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V44:.*]] = vector.insert %[[V41]], %[[CST_5]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V45:.*]] = vector.insert %[[V43]], %[[V44]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[C32_I16:.*]] = arith.constant 32 : i16
// CHECK-NEXT: %[[V46:.*]] = arith.subi %[[C32_I16]], %[[V39]] : i16
// CHECK-NEXT: %[[CST_6:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V47:.*]] = vector.insert %[[V46]], %[[CST_6]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V48:.*]] = vector.extract %[[V45]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V49:.*]] = vector.extract %[[V45]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V50:.*]] = vector.extract %[[V47]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[C0_I16_7:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[C16_I16_8:.*]] = arith.constant 16 : i16
// CHECK-NEXT: %[[V51:.*]] = arith.cmpi uge, %[[V50]], %[[C16_I16_8]] : i16
// CHECK-NEXT: %[[V52:.*]] = arith.shli %[[V48]], %[[V50]] : i16
// CHECK-NEXT: %[[V53:.*]] = arith.select %[[V51]], %[[C0_I16_7]], %[[V52]] : i16
// CHECK-NEXT: %[[V54:.*]] = arith.select %[[V51]], %[[C16_I16_8]], %[[V50]] : i16
// CHECK-NEXT: %[[V55:.*]] = arith.subi %[[C16_I16_8]], %[[V54]] : i16
// CHECK-NEXT: %[[V56:.*]] = arith.shrui %[[V48]], %[[V55]] : i16
// CHECK-NEXT: %[[V57:.*]] = arith.subi %[[V50]], %[[C16_I16_8]] : i16
// CHECK-NEXT: %[[V58:.*]] = arith.shli %[[V48]], %[[V57]] : i16
// CHECK-NEXT: %[[V59:.*]] = arith.shli %[[V49]], %[[V50]] : i16
// CHECK-NEXT: %[[V60:.*]] = arith.select %[[V51]], %[[C0_I16_7]], %[[V59]] : i16
// CHECK-NEXT: %[[V61:.*]] = arith.select %[[V51]], %[[V58]], %[[V56]] : i16
// CHECK-NEXT: %[[V62:.*]] = arith.cmpi eq, %[[V50]], %[[C0_I16_7]] : i16
// CHECK-NEXT: %[[V63:.*]] = arith.select %[[V62]], %[[C0_I16_7]], %[[V61]] : i16
// CHECK-NEXT: %[[V64:.*]] = arith.ori %[[V63]], %[[V60]] : i16
// CHECK-NEXT: %[[CST_9:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V65:.*]] = vector.insert %[[V53]], %[[CST_9]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V66:.*]] = vector.insert %[[V64]], %[[V65]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V67:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V68:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V69:.*]] = vector.extract %[[ARG1]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[C0_I16_10:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[C16_I16_11:.*]] = arith.constant 16 : i16
// CHECK-NEXT: %[[V70:.*]] = arith.cmpi uge, %[[V69]], %[[C16_I16_11]] : i16
// CHECK-NEXT: %[[V71:.*]] = arith.shrui %[[V67]], %[[V69]] : i16
// CHECK-NEXT: %[[V72:.*]] = arith.select %[[V70]], %[[C0_I16_10]], %[[V71]] : i16
// CHECK-NEXT: %[[V73:.*]] = arith.shrui %[[V68]], %[[V69]] : i16
// CHECK-NEXT: %[[V74:.*]] = arith.select %[[V70]], %[[C0_I16_10]], %[[V73]] : i16
// CHECK-NEXT: %[[V75:.*]] = arith.select %[[V70]], %[[C16_I16_11]], %[[V69]] : i16
// CHECK-NEXT: %[[V76:.*]] = arith.subi %[[C16_I16_11]], %[[V75]] : i16
// CHECK-NEXT: %[[V77:.*]] = arith.shli %[[V68]], %[[V76]] : i16
// CHECK-NEXT: %[[V78:.*]] = arith.subi %[[V69]], %[[C16_I16_11]] : i16
// CHECK-NEXT: %[[V79:.*]] = arith.shrui %[[V68]], %[[V78]] : i16
// CHECK-NEXT: %[[V80:.*]] = arith.select %[[V70]], %[[V79]], %[[V77]] : i16
// CHECK-NEXT: %[[V81:.*]] = arith.cmpi eq, %[[V69]], %[[C0_I16_10]] : i16
// CHECK-NEXT: %[[V82:.*]] = arith.select %[[V81]], %[[C0_I16_10]], %[[V80]] : i16
// CHECK-NEXT: %[[V83:.*]] = arith.ori %[[V72]], %[[V82]] : i16
// CHECK-NEXT: %[[CST_12:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V84:.*]] = vector.insert %[[V83]], %[[CST_12]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V85:.*]] = vector.insert %[[V74]], %[[V84]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V86:.*]] = vector.extract %[[V85]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V87:.*]] = vector.extract %[[V85]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V88:.*]] = vector.extract %[[V66]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V89:.*]] = vector.extract %[[V66]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V90:.*]] = arith.ori %[[V86]], %[[V88]] : i16
// CHECK-NEXT: %[[V91:.*]] = arith.ori %[[V87]], %[[V89]] : i16
// CHECK-NEXT: %[[CST_13:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V92:.*]] = vector.insert %[[V90]], %[[CST_13]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V93:.*]] = vector.insert %[[V91]], %[[V92]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V94:.*]] = arith.cmpi eq, %[[V39]], %[[C0_I16_3]] : i16
// CHECK-NEXT: %[[V95:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V96:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V97:.*]] = vector.extract %[[V93]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V98:.*]] = vector.extract %[[V93]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V99:.*]] = arith.select %[[V94]], %[[V95]], %[[V97]] : i16
// CHECK-NEXT: %[[V100:.*]] = arith.select %[[V94]], %[[V96]], %[[V98]] : i16
// CHECK-NEXT: %[[CST_14:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V101:.*]] = vector.insert %[[V99]], %[[CST_14]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V102:.*]] = vector.insert %[[V100]], %[[V101]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: return %[[V18]], %[[V37]], %[[V102]] : vector<2xi16>, vector<2xi16>, vector<2xi16>
// CHECK-NEXT: }
func.func @shifts(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.shli %a, %b : i32
  %1 = arith.shrui %a, %b : i32
  %2 = arith.shrsi %a, %b : i32
  return %0, %1, %2 : i32, i32, i32
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[ARG0:.*]]: vector<2xi16>, %[[ARG1:.*]]: i8, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> (i16, i8, vector<2xi16>, vector<2xi16>, index, vector<2xi16>, f32, f32, vector<2xi16>, vector<2xi16>) {
// CHECK-NEXT: %[[V0:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V2:.*]] = arith.trunci %[[V1]] : i16 to i8
// CHECK-NEXT: %[[V3:.*]] = arith.extsi %[[ARG1]] : i8 to i16
// CHECK-NEXT: %[[C0_I16:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi slt, %[[V3]], %[[C0_I16]] : i16
// CHECK-NEXT: %[[V5:.*]] = arith.extsi %[[V4]] : i1 to i16
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V6:.*]] = vector.insert %[[V3]], %[[CST]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V7:.*]] = vector.insert %[[V5]], %[[V6]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V8:.*]] = arith.extui %[[ARG1]] : i8 to i16
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V9:.*]] = vector.insert %[[V8]], %[[CST_0]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V10:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V11:.*]] = arith.index_cast %[[V10]] : i16 to index
// CHECK-NEXT: %[[V12:.*]] = arith.index_castui %[[ARG2]] : index to i16
// CHECK-NEXT: %[[CST_1:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V13:.*]] = vector.insert %[[V12]], %[[CST_1]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V14:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V15:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V16:.*]] = vector.extract %[[CST_2]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V17:.*]] = vector.extract %[[CST_2]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V18:.*]] = arith.cmpi ult, %[[V14]], %[[V16]] : i16
// CHECK-NEXT: %[[V19:.*]] = arith.cmpi slt, %[[V15]], %[[V17]] : i16
// CHECK-NEXT: %[[V20:.*]] = arith.cmpi eq, %[[V15]], %[[V17]] : i16
// CHECK-NEXT: %[[V21:.*]] = arith.select %[[V20]], %[[V18]], %[[V19]] : i1
// CHECK-NEXT: %[[V22:.*]] = vector.extract %[[CST_2]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V23:.*]] = vector.extract %[[CST_2]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V24:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V25:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V26:.*]] = arith.subi %[[V22]], %[[V24]] : i16
// CHECK-NEXT: %[[V27:.*]] = arith.cmpi ult, %[[V22]], %[[V24]] : i16
// CHECK-NEXT: %[[V28:.*]] = arith.extui %[[V27]] : i1 to i16
// CHECK-NEXT: %[[V29:.*]] = arith.subi %[[V23]], %[[V28]] : i16
// CHECK-NEXT: %[[V30:.*]] = arith.subi %[[V29]], %[[V25]] : i16
// CHECK-NEXT: %[[CST_3:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V31:.*]] = vector.insert %[[V26]], %[[CST_3]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V32:.*]] = vector.insert %[[V30]], %[[V31]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V33:.*]] = vector.extract %[[V32]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V34:.*]] = vector.extract %[[V32]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V35:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V36:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V37:.*]] = arith.select %[[V21]], %[[V33]], %[[V35]] : i16
// CHECK-NEXT: %[[V38:.*]] = arith.select %[[V21]], %[[V34]], %[[V36]] : i16
// CHECK-NEXT: %[[CST_4:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V39:.*]] = vector.insert %[[V37]], %[[CST_4]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V40:.*]] = vector.insert %[[V38]], %[[V39]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V41:.*]] = vector.extract %[[V40]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V42:.*]] = vector.extract %[[V40]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[C0_I16_5:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[V43:.*]] = arith.cmpi eq, %[[V42]], %[[C0_I16_5]] : i16
// CHECK-NEXT: %[[V44:.*]] = arith.uitofp %[[V41]] : i16 to f32
// CHECK-NEXT: %[[V45:.*]] = arith.uitofp %[[V42]] : i16 to f32
// CHECK-NEXT: %[[CST_6:.*]] = arith.constant 6.553600e+04 : f32
// CHECK-NEXT: %[[V46:.*]] = arith.mulf %[[V45]], %[[CST_6]] : f32
// CHECK-NEXT: %[[V47:.*]] = arith.addf %[[V44]], %[[V46]] : f32
// CHECK-NEXT: %[[V48:.*]] = arith.select %[[V43]], %[[V44]], %[[V47]] : f32
// CHECK-NEXT: %[[V49:.*]] = arith.negf %[[V48]] : f32
// CHECK-NEXT: %[[V50:.*]] = arith.select %[[V21]], %[[V49]], %[[V48]] : f32
// CHECK-NEXT: %[[V51:.*]] = vector.extract %[[ARG0]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V52:.*]] = vector.extract %[[ARG0]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[C0_I16_7:.*]] = arith.constant 0 : i16
// CHECK-NEXT: %[[V53:.*]] = arith.cmpi eq, %[[V52]], %[[C0_I16_7]] : i16
// CHECK-NEXT: %[[V54:.*]] = arith.uitofp %[[V51]] : i16 to f32
// CHECK-NEXT: %[[V55:.*]] = arith.uitofp %[[V52]] : i16 to f32
// CHECK-NEXT: %[[CST_8:.*]] = arith.constant 6.553600e+04 : f32
// CHECK-NEXT: %[[V56:.*]] = arith.mulf %[[V55]], %[[CST_8]] : f32
// CHECK-NEXT: %[[V57:.*]] = arith.addf %[[V54]], %[[V56]] : f32
// CHECK-NEXT: %[[V58:.*]] = arith.select %[[V53]], %[[V54]], %[[V57]] : f32
// CHECK-NEXT: %[[CST_9:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[CST_10:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V59:.*]] = arith.cmpf olt, %[[ARG3]], %[[CST_9]] : f32
// CHECK-NEXT: %[[V60:.*]] = arith.negf %[[ARG3]] : f32
// CHECK-NEXT: %[[V61:.*]] = arith.select %[[V59]], %[[V60]], %[[ARG3]] : f32
// CHECK-NEXT: %[[CST_11:.*]] = arith.constant 6.553600e+04 : f32
// CHECK-NEXT: %[[V62:.*]] = arith.divf %[[V61]], %[[CST_11]] : f32
// CHECK-NEXT: %[[V63:.*]] = arith.fptoui %[[V62]] : f32 to i16
// CHECK-NEXT: %[[V64:.*]] = arith.remf %[[V61]], %[[CST_11]] : f32
// CHECK-NEXT: %[[V65:.*]] = arith.fptoui %[[V64]] : f32 to i16
// CHECK-NEXT: %[[CST_12:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V66:.*]] = vector.insert %[[V65]], %[[CST_12]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V67:.*]] = vector.insert %[[V63]], %[[V66]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V68:.*]] = vector.extract %[[CST_10]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V69:.*]] = vector.extract %[[CST_10]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V70:.*]] = vector.extract %[[V67]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V71:.*]] = vector.extract %[[V67]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V72:.*]] = arith.subi %[[V68]], %[[V70]] : i16
// CHECK-NEXT: %[[V73:.*]] = arith.cmpi ult, %[[V68]], %[[V70]] : i16
// CHECK-NEXT: %[[V74:.*]] = arith.extui %[[V73]] : i1 to i16
// CHECK-NEXT: %[[V75:.*]] = arith.subi %[[V69]], %[[V74]] : i16
// CHECK-NEXT: %[[V76:.*]] = arith.subi %[[V75]], %[[V71]] : i16
// CHECK-NEXT: %[[CST_13:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V77:.*]] = vector.insert %[[V72]], %[[CST_13]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V78:.*]] = vector.insert %[[V76]], %[[V77]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V79:.*]] = vector.extract %[[V78]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V80:.*]] = vector.extract %[[V78]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V81:.*]] = vector.extract %[[V67]][0] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V82:.*]] = vector.extract %[[V67]][1] : i16 from vector<2xi16>
// CHECK-NEXT: %[[V83:.*]] = arith.select %[[V59]], %[[V79]], %[[V81]] : i16
// CHECK-NEXT: %[[V84:.*]] = arith.select %[[V59]], %[[V80]], %[[V82]] : i16
// CHECK-NEXT: %[[CST_14:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V85:.*]] = vector.insert %[[V83]], %[[CST_14]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V86:.*]] = vector.insert %[[V84]], %[[V85]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: %[[CST_15:.*]] = arith.constant 6.553600e+04 : f32
// CHECK-NEXT: %[[V87:.*]] = arith.divf %[[ARG3]], %[[CST_15]] : f32
// CHECK-NEXT: %[[V88:.*]] = arith.fptoui %[[V87]] : f32 to i16
// CHECK-NEXT: %[[V89:.*]] = arith.remf %[[ARG3]], %[[CST_15]] : f32
// CHECK-NEXT: %[[V90:.*]] = arith.fptoui %[[V89]] : f32 to i16
// CHECK-NEXT: %[[CST_16:.*]] = arith.constant dense<0> : vector<2xi16>
// CHECK-NEXT: %[[V91:.*]] = vector.insert %[[V90]], %[[CST_16]] [0] : i16 into vector<2xi16>
// CHECK-NEXT: %[[V92:.*]] = vector.insert %[[V88]], %[[V91]] [1] : i16 into vector<2xi16>
// CHECK-NEXT: return %[[V0]], %[[V2]], %[[V7]], %[[V9]], %[[V11]], %[[V13]], %[[V50]], %[[V58]], %[[V86]], %[[V92]] : i16, i8, vector<2xi16>, vector<2xi16>, index, vector<2xi16>, f32, f32, vector<2xi16>, vector<2xi16>
// CHECK-NEXT: }
func.func @casts(%a: i32, %b: i8, %i: index, %x: f32) -> (i16, i8, i32, i32, index, i32, f32, f32, i32, i32) {
  %0 = arith.trunci %a : i32 to i16
  %1 = arith.trunci %a : i32 to i8
  %2 = arith.extsi %b : i8 to i32
  %3 = arith.extui %b : i8 to i32
  %4 = arith.index_cast %a : i32 to index
  %5 = arith.index_castui %i : index to i32
  %6 = arith.sitofp %a : i32 to f32
  %7 = arith.uitofp %a : i32 to f32
  %8 = arith.fptosi %x : f32 to i32
  %9 = arith.fptoui %x : f32 to i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i16, i8, i32, i32, index, i32, f32, f32, i32, i32
}

// Vectors get one more dimension.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @vectors(
// CHECK-SAME: %[[ARG0:.*]]: vector<3x2x2xi16>, %[[ARG1:.*]]: vector<3x2xi1>) -> vector<3x2x2xi16> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<{{\[\[}}[1, 0], [2, 0]], {{\[\[}}3, 0], [0, 1]], {{\[\[}}-1, -1], [6, 0]]]> : vector<3x2x2xi16>
// CHECK-NEXT: %[[V0:.*]] = vector.extract_strided_slice %[[ARG0]] {offsets = [0, 0, 0], sizes = [3, 2, 1], strides = [1, 1, 1]} : vector<3x2x2xi16> to vector<3x2x1xi16>
// CHECK-NEXT: %[[V1:.*]] = vector.extract_strided_slice %[[ARG0]] {offsets = [0, 0, 1], sizes = [3, 2, 1], strides = [1, 1, 1]} : vector<3x2x2xi16> to vector<3x2x1xi16>
// CHECK-NEXT: %[[V2:.*]] = vector.extract_strided_slice %[[CST]] {offsets = [0, 0, 0], sizes = [3, 2, 1], strides = [1, 1, 1]} : vector<3x2x2xi16> to vector<3x2x1xi16>
// CHECK-NEXT: %[[V3:.*]] = vector.extract_strided_slice %[[CST]] {offsets = [0, 0, 1], sizes = [3, 2, 1], strides = [1, 1, 1]} : vector<3x2x2xi16> to vector<3x2x1xi16>
// CHECK-NEXT: %[[SUM:.*]], %[[OVERFLOW:.*]] = arith.addui_extended %[[V0]], %[[V2]] : vector<3x2x1xi16>, vector<3x2x1xi1>
// CHECK-NEXT: %[[V4:.*]] = arith.extui %[[OVERFLOW]] : vector<3x2x1xi1> to vector<3x2x1xi16>
// CHECK-NEXT: %[[V5:.*]] = arith.addi %[[V4]], %[[V1]] : vector<3x2x1xi16>
// CHECK-NEXT: %[[V6:.*]] = arith.addi %[[V5]], %[[V3]] : vector<3x2x1xi16>
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<0> : vector<3x2x2xi16>
// CHECK-NEXT: %[[V7:.*]] = vector.insert_strided_slice %[[SUM]], %[[CST_0]] {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<3x2x1xi16> into vector<3x2x2xi16>
// CHECK-NEXT: %[[V8:.*]] = vector.insert_strided_slice %[[V6]], %[[V7]] {offsets = [0, 0, 1], strides = [1, 1, 1]} : vector<3x2x1xi16> into vector<3x2x2xi16>
// CHECK-NEXT: %[[V9:.*]] = vector.extract_strided_slice %[[V8]] {offsets = [0, 0, 0], sizes = [3, 2, 1], strides = [1, 1, 1]} : vector<3x2x2xi16> to vector<3x2x1xi16>
// CHECK-NEXT: %[[V10:.*]] = vector.extract_strided_slice %[[V8]] {offsets = [0, 0, 1], sizes = [3, 2, 1], strides = [1, 1, 1]} : vector<3x2x2xi16> to vector<3x2x1xi16>
// CHECK-NEXT: %[[V11:.*]] = vector.extract_strided_slice %[[ARG0]] {offsets = [0, 0, 0], sizes = [3, 2, 1], strides = [1, 1, 1]} : vector<3x2x2xi16> to vector<3x2x1xi16>
// CHECK-NEXT: %[[V12:.*]] = vector.extract_strided_slice %[[ARG0]] {offsets = [0, 0, 1], sizes = [3, 2, 1], strides = [1, 1, 1]} : vector<3x2x2xi16> to vector<3x2x1xi16>
// CHECK-NEXT: %[[V13:.*]] = vector.shape_cast %[[ARG1]] : vector<3x2xi1> to vector<3x2x1xi1>
// CHECK-NEXT: %[[V14:.*]] = arith.select %[[V13]], %[[V9]], %[[V11]] : vector<3x2x1xi1>, vector<3x2x1xi16>
// CHECK-NEXT: %[[V15:.*]] = arith.select %[[V13]], %[[V10]], %[[V12]] : vector<3x2x1xi1>, vector<3x2x1xi16>
// CHECK-NEXT: %[[CST_1:.*]] = arith.constant dense<0> : vector<3x2x2xi16>
// CHECK-NEXT: %[[V16:.*]] = vector.insert_strided_slice %[[V14]], %[[CST_1]] {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<3x2x1xi16> into vector<3x2x2xi16>
// CHECK-NEXT: %[[V17:.*]] = vector.insert_strided_slice %[[V15]], %[[V16]] {offsets = [0, 0, 1], strides = [1, 1, 1]} : vector<3x2x1xi16> into vector<3x2x2xi16>
// CHECK-NEXT: vector.print %[[V17]] : vector<3x2x2xi16>
// CHECK-NEXT: return %[[V17]] : vector<3x2x2xi16>
// CHECK-NEXT: }
func.func @vectors(%a: vector<3x2xi32>, %c: vector<3x2xi1>) -> vector<3x2xi32> {
  %k = arith.constant dense<[[1, 2], [3, 65536], [-1, 6]]> : vector<3x2xi32>
  %0 = arith.addi %a, %k : vector<3x2xi32>
  %1 = arith.select %c, %0, %a : vector<3x2xi1>, vector<3x2xi32>
  vector.print %1 : vector<3x2xi32>
  return %1 : vector<3x2xi32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[ARG0:.*]]: vector<3x2x2xi16>, %[[ARG1:.*]]: vector<3x2xi1>) -> vector<3x2x2xi16> {
// CHECK-NEXT: %[[V0:.*]] = call @vectors(%[[ARG0]], %[[ARG1]]) : (vector<3x2x2xi16>, vector<3x2xi1>) -> vector<3x2x2xi16>
// CHECK-NEXT: return %[[V0]] : vector<3x2x2xi16>
// CHECK-NEXT: }
func.func @calls(%a: vector<3x2xi32>, %c: vector<3x2xi1>) -> vector<3x2xi32> {
  %0 = call @vectors(%a, %c) : (vector<3x2xi32>, vector<3x2xi1>) -> vector<3x2xi32>
  return %0 : vector<3x2xi32>
}

// AUTOGENERATED CHECKS
