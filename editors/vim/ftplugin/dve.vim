" Comments, and :make, which lists errors, warnings and violations.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal comments=s1:/*,mb:*,ex:*/,:// commentstring=//\ %s
compiler tarry
let b:undo_ftplugin = 'setlocal comments< commentstring< makeprg< errorformat<'
