" Marks, headings, lists, quotes, links, tables and keys for Markdown in Vim 9 (8.2.1978 or later with +job):
" each edit proved by libcmark, one step to undo, the selection kept. By a job that runs `mdedit batch`.
if exists('g:loaded_mdedit') || !has('job') || !has('channel')
  finish
endif
let g:loaded_mdedit = 1
let g:mdedit_command = get(g:, 'mdedit_command', ['mdedit', 'batch'])
let g:mdedit_dialect = get(g:, 'mdedit_dialect', 'github')

let s:job = v:null
let s:last = 0

" The answer to a request: the job is started by the first one.
function! s:Ask(request) abort
  if s:job is v:null || job_status(s:job) !=# 'run'
    let s:job = job_start(g:mdedit_command, {'mode': 'nl', 'err_io': 'null', 'noblock': 1})
    if job_status(s:job) !=# 'run'
      throw 'mdedit: ' . join(g:mdedit_command) . ' does not start'
    endif
  endif
  let s:last += 1
  let l:request = extend({'id': s:last}, a:request)
  let l:answer = ch_evalraw(s:job, json_encode(l:request) . "\n", {'timeout': 5000})
  if empty(l:answer)
    throw 'mdedit: no answer'
  endif
  return json_decode(l:answer)
endfunction

" The text of the buffer, in UTF-8 and with LF between lines.
function! s:Text() abort
  return join(getline(1, '$'), "\n")
endfunction

" The offset of a line and column, both from 1, in bytes.
function! s:Offset(line, column) abort
  let l:before = a:line > 1 ? strlen(join(getline(1, a:line - 1), "\n")) + 1 : 0
  return l:before + min([a:column - 1, strlen(getline(a:line))])
endfunction

" The line and column, both from 1, of an offset in bytes.
function! s:Place(offset) abort
  let l:left = a:offset
  let l:line = 1
  while l:line < line('$') && l:left > strlen(getline(l:line))
    let l:left -= strlen(getline(l:line)) + 1
    let l:line += 1
  endwhile
  return [l:line, l:left + 1]
endfunction

" Puts text in the place of a range of bytes.
function! s:Replace(from, to, text) abort
  let [l:line, l:column] = s:Place(a:from)
  let [l:last, l:end] = s:Place(a:to)
  let l:new = strpart(getline(l:line), 0, l:column - 1) . a:text . strpart(getline(l:last), l:end - 1)
  let l:lines = split(l:new, "\n", 1)
  if l:last > l:line
    call deletebufline('%', l:line + 1, l:last)
  endif
  call setline(l:line, l:lines[0])
  if len(l:lines) > 1
    call append(l:line, l:lines[1:])
  endif
endfunction

" Toggles a mark at the cursor, or in what was selected (visual: 1).
function! MdeditToggle(mark, visual) abort
  call MdeditDo(a:mark, a:visual)
endfunction

" Carries out a command that `mdedit commands` lists, or toggles a mark; the third argument is what the
" command takes.
function! MdeditDo(name, visual, ...) abort
  if a:visual
    let [l:line, l:column] = getpos("'<")[1:2]
    let [l:last, l:end] = getpos("'>")[1:2]
    if visualmode() ==# 'V'
      let l:column = 1
      let l:end = strlen(getline(l:last))
    endif
    let l:from = s:Offset(l:line, l:column)
    " The last character is selected too: to its end.
    let l:rest = strpart(getline(l:last), l:end - 1)
    let l:to = s:Offset(l:last, l:end) + strlen(matchstr(l:rest, '^.'))
  else
    let l:from = s:Offset(line('.'), col('.'))
    let l:to = l:from
  endif
  try
    let l:answer = s:Answer(l:from, l:to, a:name, a:0 > 0 ? a:1 : '')
  catch /^mdedit:/
    echohl WarningMsg | echo v:exception | echohl None
    return
  endtry
  if has_key(l:answer, 'error') || has_key(l:answer, 'unchanged')
    echohl WarningMsg
    echo 'mdedit: ' . (has_key(l:answer, 'error') ? l:answer.error.message : l:answer.unchanged)
    echohl None
    return
  endif
  call s:CarryOut(l:answer)
  if a:visual && l:answer.end > l:answer.start
    let [l:last, l:end] = s:Place(l:answer.end)
    let l:before = strpart(getline(l:last), 0, l:end - 1)
    execute 'normal! v'
    call cursor(l:last, l:end - strlen(matchstr(l:before, '.$')))
  endif
endfunction

" What a command would do from an offset to another.
function! s:Answer(from, to, name, argument) abort
  let l:request = {'text': s:Text(), 'start': a:from, 'end': a:to, 'unit': 'utf8',
        \ 'command': a:name, 'dialect': g:mdedit_dialect}
  if !empty(a:argument)
    let l:request.argument = a:argument
  endif
  return s:Ask(l:request)
endfunction

" Makes the edits, and puts the cursor where the selection begins.
function! s:CarryOut(answer) abort
  for l:edit in reverse(copy(a:answer.edits))
    call s:Replace(l:edit.start, l:edit.end, l:edit.text)
  endfor
  let [l:line, l:column] = s:Place(a:answer.start)
  call cursor(l:line, l:column)
endfunction

" Whether an answer is only what the key does by itself.
function! s:IsOwn(answer, name) abort
  if len(a:answer.edits) != 1
    return 0
  endif
  let l:edit = a:answer.edits[0]
  if a:name ==# 'newline'
    return l:edit.text ==# "\n" && l:edit.start == l:edit.end
  endif
  return a:name ==# 'backspace' && l:edit.text ==# '' && l:edit.end - l:edit.start == 1
endfunction

" A key of insert mode: the first of some commands that applies, else the key itself.
function! MdeditKey(key, ...) abort
  let l:at = s:Offset(line('.'), col('.'))
  for l:name in pumvisible() ? [] : a:000
    try
      let l:answer = s:Answer(l:at, l:at, l:name, '')
    catch /^mdedit:/
      break
    endtry
    if has_key(l:answer, 'error') || has_key(l:answer, 'unchanged') || s:IsOwn(l:answer, l:name)
      continue
    endif
    let &undolevels = &undolevels
    return s:CarryOut(l:answer)
  endfor
  call feedkeys(a:key, 'ni')
endfunction

function! s:Keys() abort
  for [l:key, l:name] in items(get(g:, 'mdedit_keys',
        \ {'<C-b>': 'strong', '<Leader>i': 'emphasis', '<Leader>c': 'code', '<Leader>x': 'strikethrough',
        \ '<Leader>1': 'heading-1', '<Leader>2': 'heading-2', '<Leader>3': 'heading-3',
        \ '<Leader>4': 'heading-4', '<Leader>5': 'heading-5', '<Leader>6': 'heading-6',
        \ '<Leader>0': 'paragraph', '<Leader>*': 'bullet-list', '<Leader>#': 'ordered-list',
        \ '<Leader>-': 'task-list', '<Leader><Space>': 'task-toggle', '<Leader>q': 'quote',
        \ '<Leader>`': 'code-block', '<Leader>>': 'indent', '<Leader><': 'outdent'}))
    let l:key = substitute(l:key, '<$', '<lt>', '')
    execute printf('nnoremap <buffer> <silent> %s :<C-u>call MdeditDo("%s", 0)<CR>', l:key, l:name)
    execute printf('xnoremap <buffer> <silent> %s :<C-u>call MdeditDo("%s", 1)<CR>', l:key, l:name)
  endfor
  " :MdeditDo heading-2, :MdeditDo link https://example.org
  command! -buffer -nargs=+ MdeditDo call call('MdeditDo', [split(<q-args>)[0], 0] + split(<q-args>)[1:])
  if get(g:, 'mdedit_typing', 1)
    inoremap <buffer> <silent> <CR> <Cmd>call MdeditKey("\<lt>CR>", 'newline')<CR>
    inoremap <buffer> <silent> <BS> <Cmd>call MdeditKey("\<lt>BS>", 'backspace')<CR>
    inoremap <buffer> <silent> <Tab> <Cmd>call MdeditKey("\<lt>Tab>", 'table-next-cell', 'indent')<CR>
    inoremap <buffer> <silent> <S-Tab> <Cmd>call MdeditKey("\<lt>S-Tab>", 'table-previous-cell', 'outdent')<CR>
  endif
endfunction

augroup mdedit
  autocmd!
  autocmd FileType markdown call s:Keys()
augroup END
