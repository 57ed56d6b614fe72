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

function! s:Keys(text)
  call feedkeys(a:text, 'xt')
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
call s:Try('lines', "one\ntwo", 'ggVjgsb', "**one\ntwo**")
call s:Try('lines undone', "one\ntwo", 'ggVjgsbu', "one\ntwo")

" Abbreviations, before the first dot: after one that was fed, Vim 9.0 expands no abbreviation that is fed.
iabbrev teh the
call s:Try('an abbreviation before Enter', 'a', "A teh\<CR>x\<Esc>", "a the\nx")
iunabbrev teh

" Operators, counts and the dot.
call s:Try('a word', 'Sow beans in May.', 'gg0wgsbb', 'Sow **beans** in May.')
call s:Try('an operator', 'one two three', 'gg0gsbw', '**one** two three')
call s:Try('a motion with a count', 'one two three', 'gg0gsb2e', '**one two** three')
call s:Try('a text object', 'one two three', 'gg0wgsciw', 'one `two` three')
call s:Try('repeated', 'one two three', 'gg0gsbe2W.', '**one** two **three**')
call s:Try('repeated with another count', 'one two six ten end', 'gg0gsbe2W2.', '**one** two **six ten** end')
call s:Try('a doubled key repeated', "one\n\ntwo", 'gg0gsbb2j.', "**one**\n\n**two**")
call s:Try('a selection repeated', "one two\n\nsix ten", 'gg0vegsb2j0.', "**one** two\n\n**six** ten")
call s:Try('three tasks', "- [ ] a\n- [ ] b\n- [ ] c\n- [ ] d", 'gg3gs ', "- [x] a\n- [x] b\n- [x] c\n- [ ] d")
call s:Try('moved down twice', "- a\n- b\n- c", 'gg2gsj', "- b\n- c\n- a")
call s:Try('a heading repeated', "one\n\ntwo", 'gggs2jj.', "## one\n\n## two")
call s:Try('a link, and its address once', 'one two', "gg0vegslx.html\<CR>W.", '[one](x.html) [two](x.html)')
call s:Try('a link, cancelled', 'one two', "gg0vegsl\<Esc>\<Esc>", 'one two')

" Blocks: each row by itself, by columns of the screen.
call s:Try('a block', "one 1\ntwo 2\nsix 6", "gg0\<C-v>jjllgsb", "**one** 1\n**two** 2\n**six** 6")
call s:Try('a block after wide characters', "ab one\né😀 two", "gg0W\<C-v>jegsb", "ab **one**\né😀 **two**")
call s:Try('a block to the ends', "a sixty\na one", "gg0W\<C-v>j$gsb", "a **sixty**\na **one**")

" The command, its ranges and its completion.
call s:Try('the command at the cursor', "one\ntwo", "2G:Mdedit heading-2\<CR>", "one\n## two")
call s:Try('a range', "one\ntwo\n\nsix", "gg:1,2Mdedit bullet-list\<CR>", "- one\n- two\n\nsix")
call s:Try('all lines', "one\n\ntwo", "gg:%Mdedit emphasis\<CR>", "*one*\n\n*two*")
call s:Try('a selection', 'one two six', "gg0wve:Mdedit strong\<CR>", 'one **two** six')
call s:Try('a range of one line after a selection', 'one two', "gg0ve\<Esc>:.Mdedit strong\<CR>", '**one two**')
call s:Try('an argument', 'one two', "gg0ve:Mdedit link https://example.org/a b\<CR>",
      \ '[one](<https://example.org/a b>) two')
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

" The keys of insert mode: they do what the commands do if these apply, else what they always do.
call s:Try('Enter and Tab in a list', "- one\n\nplain", "ggA\<CR>two\<Tab> more\<Esc>", "- one\n  - two more\n\nplain")
call s:Try('Enter on an empty item', '- one', "A\<CR>\<CR>x\<Esc>", "- one\n\nx")
call s:Try('Backspace removes the marker', "one\n\n- two", "G0wi\<BS>\<Esc>", "one\n\ntwo")
call s:Try('in plain text', 'plain', "A more\<BS>\<CR>x\<Tab>y\<Esc>", "plain mor\nx\ty")
call s:Try('Enter undone', '- one', "A two\<CR>six\<Esc>u", '- one two')
imap <C-g> <Plug>(mdedit-strong)
call s:Try('an empty pair', 'a ', "A\<C-g>word\<Esc>", 'a **word**')

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
    for [s:what, s:before, s:keys, s:after] in [
          \ ['Enter', "- one\n- two", "gg0A\<CR>x\<Esc>", "- one\n- x\n- two"],
          \ ['Enter at the end', "- one\n- two", "GA\<CR>x\<Esc>", "- one\n- two\n- x"],
          \ ['Enter in plain text', "one\ntwo", "GA\<CR>x\<Esc>", "one\ntwo\nx"],
          \ ['the last line', "one\n\ntwo", 'G0gs2', "one\n\n## two"],
          \ ['lines', "one\ntwo\n\nthree", 'gg0Vjgs*', "- one\n- two\n\nthree"],
          \ ['a code block', "one\n\ntwo", 'G0gs`', "one\n\n```\ntwo\n```"],
          \ ['a mark', "one\nmore two", 'G0wvegsb', "one\nmore **two**"],
          \ ['moved', "- one\n- two", 'G0gsk', "- two\n- one"]]
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
