" The languages that Tarry reads. Promela is called tarry here, since Vim's own promela does not know the words for store buffers.
autocmd BufRead,BufNewFile *.pml,*.prom,*.promela,*.spin set filetype=tarry
autocmd BufRead,BufNewFile *.pimp set filetype=pimp
autocmd BufRead,BufNewFile *.dve,*.mdve set filetype=dve
autocmd BufRead,BufNewFile *.litmus set filetype=litmus
