" :make runs `tarry check` on the file; the quickfix list has its errors and warnings, and the statements at which properties are violated.
if exists('current_compiler')
  finish
endif
let current_compiler = 'tarry'
CompilerSet makeprg=tarry\ check\ $*\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%*[^:\ ]\ at\ %f:%l:\ %m,%-G%.%#
