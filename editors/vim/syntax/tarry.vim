" Promela as Tarry reads it, with its words for store buffers and those of mmlib.
if exists('b:current_syntax')
  finish
endif
syntax case match

syntax keyword tarryType bit bool byte chan int mtype pid short unsigned
syntax keyword tarryStorage D_proctype active hidden inline init local ltl never notrace proctype show trace typedef xr xs ghost
syntax keyword tarryStatement assert atomic break d_step do else fi for goto if od printf printm priority provided return run select skip timeout unless of
syntax keyword tarryFunction empty enabled eval full get_priority len nempty nfull pc_value set_priority view
syntax keyword tarryMemory store load sync mfence sfence membarrier await xchg fetch_add cas cmpxchg
syntax keyword tarryMemory WRITE FENCE INIT READ SVAR GSVAR
syntax keyword tarryConstant true false
syntax keyword tarryVariable _ _last _nr_pr _pid np_
syntax keyword tarryCode c_code c_decl c_expr c_state c_track

syntax match tarryNumber "\<\d\+\>"
syntax match tarryLabel "^\s*\h\w*\ze\s*:\%([^:]\|$\)"
syntax match tarryOperator "->\|::\|&&\|||\|[!=<>]=\|<<\|>>\|[-+*/%!?~^&|<>=]"
syntax region tarryString start=+"+ skip=+\\"+ end=+"+ oneline
syntax match tarryCharacter "'\\\?.'"
syntax region tarryPreProc start="^\s*#" skip="\\$" end="$" contains=tarryComment,tarryString keepend
syntax match tarryComment "//.*$" contains=tarryTodo
syntax region tarryComment start="/\*" end="\*/" contains=tarryTodo
syntax keyword tarryTodo TODO FIXME XXX contained
syntax sync ccomment tarryComment

highlight default link tarryType Type
highlight default link tarryStorage StorageClass
highlight default link tarryStatement Statement
highlight default link tarryFunction Function
highlight default link tarryMemory Special
highlight default link tarryConstant Constant
highlight default link tarryVariable Identifier
highlight default link tarryCode PreProc
highlight default link tarryNumber Number
highlight default link tarryLabel Label
highlight default link tarryOperator Operator
highlight default link tarryString String
highlight default link tarryCharacter Character
highlight default link tarryPreProc PreProc
highlight default link tarryComment Comment
highlight default link tarryTodo Todo
let b:current_syntax = 'tarry'
