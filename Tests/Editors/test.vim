" Drives Vim with real keys. Vim is started with the plug-in and the settings of the README.
set nomore nofixendofline fileformats=unix,dos noexpandtab
let s:failures = []
let s:checks = 0

function! s:Check(what, found, wanted)
  let s:checks += 1
  if a:found !=# a:wanted
    call add(s:failures, 'vim: ' . a:what . ': ' . string(a:found) . ', not ' . string(a:wanted))
  endif
endfunction

" Types keys, in which names such as <CR> are keys.
function! s:Keys(text)
  call feedkeys(substitute(a:text, '<[A-Z][A-Za-z-]*>', '\=eval("\"\\" . submatch(0) . "\"")', 'g'), 'xt')
endfunction

function! s:Open(text)
  let l:path = tempname() . '.md'
  call writefile(split(a:text, "\n", 1), l:path, 'b')
  execute 'edit! ' . l:path
  set noexpandtab
  return l:path
endfunction

" Tries keys on a text, in a file of its own.
function! s:Try(what, before, keys, after)
  call s:Open(a:before . "\n")
  call s:Keys(a:keys)
  call s:Check(a:what, join(getline(1, '$'), "\n"), a:after)
endfunction

" A selection: visual mode ends, and gv selects the same characters, so that a second command removes the mark.
call s:Try('selected', 'Sow beans in May.', 'gg0wvegsb', 'Sow **beans** in May.')
call s:Check('the mode after', mode(), 'n')
call s:Check('the selection after', [getpos("'<")[2], getpos("'>")[2]], [7, 11])
call s:Keys('gvgsb')
call s:Check('removed', getline(1), 'Sow beans in May.')
call s:Keys('u')
call s:Check('undone in one step', getline(1), 'Sow **beans** in May.')
call s:Try('after characters of several bytes', 'é😀 words here', 'gg0Wvegsi', 'é😀 *words* here')

" Abbreviations, before the first dot: after one that was fed, Vim 9.0 expands no abbreviation that is fed.
iabbrev teh the
call s:Try('an abbreviation before Enter', 'a', "A teh\<CR>x\<Esc>", "a the\nx")
iunabbrev teh

" The keys and the command, as in Neovim; the keys of insert mode do what the commands do if these apply, else what they always do.
imap <C-g> <Plug>(mdedit-strong)
let s:rows = json_decode(join(readfile('Tests/Editors/vim-keys.json')))
for s:row in s:rows.typed
  call call('s:Try', s:row)
endfor
call s:Check('completed', getcompletion('Mdedit heading-', 'cmdline'),
      \ ['heading-1', 'heading-2', 'heading-3', 'heading-4', 'heading-5', 'heading-6'])
call s:Check('an argument completed', getcompletion('Mdedit table-sort ', 'cmdline'), ['ascending', 'descending'])
call s:Check('the list of commands', mdedit#names, systemlist("mdedit commands | cut -d' ' -f1"))

" Mappings: no standard key is mapped, and the user's own stay.
call s:Check('Ctrl-b', maparg('<C-b>', 'n') . maparg('<C-b>', 'i'), '')
nnoremap gs1 :let g:mine = 1<CR>
nmap ,b <Plug>(mdedit-strong)
inoremap <Tab> mine
call s:Try('a mapping of one''s own', 'one two', "gggs1,bA\<Tab>\<Esc>", '**one** twomine')
call s:Check('the user''s mapping', get(g:, 'mine'), 1)
call s:Check('not mapped twice', maparg('gsbb', 'n'), '')
nunmap gs1
nunmap ,b
iunmap <Tab>

" CRLF, no final line ending, a byte order mark, and two files in turn: the file is saved with all it had, and the edit.
function! s:Saved(text, keys)
  let l:path = s:Open(a:text)
  call s:Keys(a:keys)
  stopinsert
  write
  return join(readfile(l:path, 'b'), "\n")
endfunction
for s:ending in ["\n", "\r\n"]
  for s:last in [s:ending, '']
    for [s:what, s:before, s:keys, s:after] in s:rows.saved
      call s:Check(s:what . string(s:ending . s:last),
            \ s:Saved(substitute(s:before, "\n", s:ending, 'g') . s:last, s:keys),
            \ substitute(s:after, "\n", s:ending, 'g') . s:last)
    endfor
  endfor
endfor
call s:Check('a byte order mark', s:Saved("\ufeffone two\n", 'gg0vegsb'), "\ufeff**one** two\n")
let s:first = s:Open("one two\n")
call s:Keys('gg0vegsb')
write
let s:second = s:Open("three\r\nfour\r\n")
call s:Keys('gg0gs2')
write
execute 'edit ' . s:first
call s:Keys('gg0vEgsi')
call s:Check('the first file again', getline(1, '$'), ['***one*** two'])
write
execute 'edit ' . s:second
call s:Check('the second file again', getline(1, '$'), ['## three', 'four'])

" An answer of more than 64 kB, which arrives in pieces.
call s:Open(repeat("some words in a line\n", 5000))
call s:Keys('ggVGgs*')
call s:Check('a long text', len(filter(getline(1, '$'), 'v:val =~# "^- some"')), 5000)

" The manual.
helptags ALL
help mdedit-prefix
call s:Check('help', expand('%:t'), 'mdedit.txt')

if empty(s:failures)
  call writefile(['vim: ' . s:checks . ' checks'], $HOME . '/report')
  qall!
endif
call writefile(s:failures, $HOME . '/report')
cquit!
