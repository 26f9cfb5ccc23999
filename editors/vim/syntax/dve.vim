" DVE, the language of DiVinE that docs/dve.md describes.
if exists('b:current_syntax')
  finish
endif
syntax case match

syntax keyword dveType byte channel const int
syntax keyword dveStructure async process property system
syntax keyword dveStatement accept assert commit effect guard init state sync trans
syntax keyword dveOperator and imply not or
syntax keyword dveConstant false true

syntax match dveNumber "\<\d\+\>"
syntax match dveOperator "->\|&&\|||\|[!=<>]=\|<<\|>>\|[-+*/%!?~^&|<>=]"
syntax match dveComment "//.*$"
syntax region dveComment start="/\*" end="\*/"
syntax sync ccomment dveComment

highlight default link dveType Type
highlight default link dveStructure Structure
highlight default link dveStatement Statement
highlight default link dveOperator Operator
highlight default link dveConstant Constant
highlight default link dveNumber Number
highlight default link dveComment Comment
let b:current_syntax = 'dve'
