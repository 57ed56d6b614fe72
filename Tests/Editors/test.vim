" Drives Vim with real keys: vim -es -u NONE -N -S test.vim
set nomore
let g:mdedit_command = [$MDEDIT, 'batch']
execute 'source ' . $EDITORS . '/vim/mdedit.vim'
let s:failures = []

function! s:Check(what, found, wanted)
  if a:found !=# a:wanted
    call add(s:failures, 'vim: ' . a:what . ': ' . string(a:found) . ', not ' . string(a:wanted))
  endif
endfunction

function! s:Keys(text)
  call feedkeys(a:text, 'xt')
endfunction

new
set filetype=markdown
doautocmd FileType markdown
call setline(1, ['Sow beans in May.', 'é😀 words here', 'one', 'two'])
let &undolevels = &undolevels
call s:Keys("gg0w\<C-b>")
call s:Check('a word', getline(1), 'Sow **beans** in May.')
call s:Keys('u')
call s:Check('undone', getline(1), 'Sow beans in May.')
call s:Keys("gg0wve\<C-b>")
call s:Check('selected', getline(1), 'Sow **beans** in May.')
call s:Keys("\<Esc>")
call s:Check('selection after', [getpos("'<")[2], getpos("'>")[2]], [7, 11])
call s:Keys("gv\<C-b>\<Esc>")
call s:Check('taken back', getline(1), 'Sow beans in May.')
call s:Keys("2G0Wve\\i\<Esc>")
call s:Check('units', getline(2), 'é😀 *words* here')
call s:Keys("3GVj\<C-b>\<Esc>")
call s:Check('lines', getline(3, 4), ['**one', 'two**'])
call s:Keys('u')
call s:Check('lines undone', getline(3, 4), ['one', 'two'])
call setline(5, ['', 'three'])
call s:Keys("6G0\\2")
call s:Check('heading', getline(6), '## three')
call s:Keys("6G0\\0")
call s:Keys("6G0\\*")
call s:Check('list', getline(6), '- three')
call s:Keys("6GA\<CR>four\<Tab>\<Esc>")
call s:Check('Enter and Tab', getline(6, 7), ['- three', '  - four'])
call s:Keys("7GA\<CR>\<CR>x\<Esc>")
call s:Check('an empty item', getline(8), '- x')
call s:Keys("ggOplain\<BS>\<CR>y\<Esc>")
call s:Check('plain', getline(1, 2), ['plai', 'y'])
MdeditDo link https://example.org
call s:Check('an argument', getline(2), '[y](https://example.org)')
if empty(s:failures)
  call writefile(['vim: 14 checks'], '/dev/stdout')
  qall!
endif
call writefile(s:failures, '/dev/stderr')
cquit!
