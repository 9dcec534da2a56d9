;sexp
; A loop with two statements. It uses its variable and the statements before they are defined.

(tir.For
    loop_var=%i
    min=(ir.IntImm dtype=:int32 value=0)
    extent=(ir.IntImm dtype=:int32 value=16)
    kind=0
    annotations={}
    body=(tir.SeqStmt seq=[%first (tir.Evaluate value=%i)
                           (tir.Evaluate value=(ir.FloatImm dtype=:float32 value=0.5))]))

%first = (tir.Evaluate value=(tir.Add dtype=:int32 a=%i b=(ir.IntImm dtype=:int32 value=1)))

%i = (tir.Var name="i" dtype=:int32 type_annotation=(ir.PrimType dtype=:int32))
