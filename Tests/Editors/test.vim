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

" CRLF, no final line ending, a byte order mark, and two files in turn: what is saved is what the file had,
" and the edit.
function! s:Open(text)
  let l:path = tempname() . '.md'
  call writefile(split(a:text, "\n", 1), l:path, 'b')
  execute 'edit! ' . l:path
  set filetype=markdown
  doautocmd FileType markdown
  return l:path
endfunction
function! s:Saved(text, keys)
  let l:path = s:Open(a:text)
  call s:Keys(a:keys)
  stopinsert
  write
  return join(readfile(l:path, 'b'), "\n")
endfunction
set fileformats=unix,dos nofixendofline
for s:ending in ["\n", "\r\n"]
  for s:last in [s:ending, '']
    for [s:what, s:before, s:keys, s:after] in [
          \ ['Enter', "- one\n- two", "gg0A\<CR>x\<Esc>", "- one\n- x\n- two"],
          \ ['Enter at the end', "- one\n- two", "GA\<CR>x\<Esc>", "- one\n- two\n- x"],
          \ ['Enter in plain text', "one\ntwo", "GA\<CR>x\<Esc>", "one\ntwo\nx"],
          \ ['the last line', "one\n\ntwo", "G0\\2", "one\n\n## two"],
          \ ['lines', "one\ntwo\n\nthree", "gg0Vj\\*\<Esc>", "- one\n- two\n\nthree"],
          \ ['a code block', "one\n\ntwo", "G0\\`", "one\n\n```\ntwo\n```"],
          \ ['a mark', "one\ntwo", "G0ve\<C-b>\<Esc>", "one\n**two**"]]
      call s:Check(s:what . string(s:ending . s:last),
            \ s:Saved(substitute(s:before, "\n", s:ending, 'g') . s:last, s:keys),
            \ substitute(s:after, "\n", s:ending, 'g') . s:last)
    endfor
  endfor
endfor
call s:Check('a byte order mark', s:Saved("\ufeffone two\n", "gg0ve\<C-b>\<Esc>"), "\ufeff**one** two\n")
let s:first = s:Open("one two\n")
call s:Keys("gg0ve\<C-b>\<Esc>")
write
let s:second = s:Open("three\r\nfour\r\n")
call s:Keys("gg0\\2")
write
execute 'edit ' . s:first
call s:Keys("gg0vE\\i\<Esc>")
call s:Check('the first file again', getline(1, '$'), ['***one*** two'])
write
execute 'edit ' . s:second
call s:Check('the second file again', getline(1, '$'), ['## three', 'four'])

if empty(s:failures)
  call writefile(['vim: 14 checks'], '/dev/stdout')
  qall!
endif
call writefile(s:failures, '/dev/stderr')
cquit!
