#a = !t<#b>
#b = #a
!t = tensor<4x#a>
m.n @f(%x : !t, "a") attributes {k = #a, l, m = [1, {n = 2}]} {
  o.p %x {
  } else {
  }
}
{-# d: { e: "0x00" } #-}
