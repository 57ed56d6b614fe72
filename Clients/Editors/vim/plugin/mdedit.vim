" The command :Mdedit, and <Plug> mappings for each command of mdedit. No key is mapped here.
if exists('g:loaded_mdedit') || !has('job') || !has('channel')
  finish
endif
let g:loaded_mdedit = 1

command! -nargs=+ -range -complete=customlist,mdedit#Complete Mdedit
      \ call mdedit#Command(<range>, <line1>, <line2>, <q-args>)

for s:name in g:mdedit#names
  let s:plug = '<Plug>(mdedit-' . s:name
  execute printf('nnoremap <expr> <silent> %s) mdedit#Keys("%s", "cursor")', s:plug, s:name)
  execute printf('nnoremap <expr> <silent> %s-operator) mdedit#Keys("%s", "operator")', s:plug, s:name)
  execute printf('xnoremap <expr> <silent> %s) mdedit#Keys("%s", "visual")', s:plug, s:name)
  execute printf('inoremap <silent> %s) <Cmd>call mdedit#AtCursor("%s")<CR>', s:plug, s:name)
endfor
for [s:key, s:names] in items(g:mdedit#typing)
  execute printf('inoremap <silent> <Plug>(mdedit-key-%s) <Cmd>call mdedit#Press(%s, "\<lt>%s")<CR>',
        \ s:names[0], string(s:names), s:key[1:])
endfor
nnoremap <silent> <Plug>(mdedit-open-below) <Cmd>call mdedit#Open('o')<CR>
nnoremap <silent> <Plug>(mdedit-open-above) <Cmd>call mdedit#Open('O')<CR>
