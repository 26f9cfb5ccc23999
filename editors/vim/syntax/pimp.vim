" PIMP, the small language of threads that docs/pimp.md describes.
if exists('b:current_syntax')
  finish
endif
syntax case match

syntax keyword pimpStructure program thread violation
syntax keyword pimpStatement assert else if skip wait while
syntax keyword pimpMemory mfence sfence
syntax keyword pimpOperator and not or
syntax keyword pimpConstant false true

syntax match pimpNumber "\<\d\+\>"
syntax match pimpLabel "\<\h\w*\ze\s*:\%([^=]\|$\)"
syntax match pimpOperator ":=\|[!<>]=\|[-+<>=@]"
syntax match pimpComment "//.*$"
syntax region pimpComment start="/\*" end="\*/"
syntax sync ccomment pimpComment

highlight default link pimpStructure Structure
highlight default link pimpStatement Statement
highlight default link pimpMemory Special
highlight default link pimpOperator Operator
highlight default link pimpConstant Constant
highlight default link pimpNumber Number
highlight default link pimpLabel Label
highlight default link pimpComment Comment
let b:current_syntax = 'pimp'
