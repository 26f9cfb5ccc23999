" x86 litmus tests, as herd and Tarry read them.
if exists('b:current_syntax')
  finish
endif
syntax case ignore

syntax keyword litmusInstruction add and cmp cmpxchg dec inc je jmp jne jnz jz lfence lock mov nop or sub test xadd xchg xor
syntax keyword litmusMemory mfence sfence
syntax keyword litmusCondition exists filter final forall locations observed
syntax match litmusCondition "\~\s*exists"

syntax match litmusRegister "%\?\<[er]\=[abcd]x\>\|%\?\<[er]\=[sd]i\>\|%\?\<r\d\+d\=\>"
syntax match litmusNumber "\$\?\<\d\+\>"
syntax match litmusProcess "\<P\?\d\+\ze\s*[|;:]"
syntax match litmusOperator "/\\\|\\/\|[|;=]"
syntax region litmusString start=+"+ end=+"+
syntax region litmusComment start="(\*" end="\*)"

highlight default link litmusInstruction Statement
highlight default link litmusMemory Special
highlight default link litmusCondition Conditional
highlight default link litmusRegister Identifier
highlight default link litmusNumber Number
highlight default link litmusProcess Type
highlight default link litmusOperator Operator
highlight default link litmusString String
highlight default link litmusComment Comment
let b:current_syntax = 'litmus'
