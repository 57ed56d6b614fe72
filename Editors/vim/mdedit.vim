" Strong, emphasis and code for Markdown in Vim 9 (8.2 or later with +job): each edit proved by libcmark,
" one step to undo, the selection kept. By a job that runs `mdedit batch`.
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
    let l:answer = s:Ask({'text': s:Text(), 'start': l:from, 'end': l:to, 'unit': 'utf8',
          \ 'command': a:mark, 'dialect': g:mdedit_dialect})
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
  for l:edit in reverse(copy(l:answer.edits))
    call s:Replace(l:edit.start, l:edit.end, l:edit.text)
  endfor
  let [l:line, l:column] = s:Place(l:answer.start)
  call cursor(l:line, l:column)
  if a:visual && l:answer.end > l:answer.start
    let [l:last, l:end] = s:Place(l:answer.end)
    let l:before = strpart(getline(l:last), 0, l:end - 1)
    execute 'normal! v'
    call cursor(l:last, l:end - strlen(matchstr(l:before, '.$')))
  endif
endfunction

function! s:Keys() abort
  for [l:key, l:mark] in items(get(g:, 'mdedit_keys',
        \ {'<C-b>': 'strong', '<Leader>i': 'emphasis', '<Leader>c': 'code', '<Leader>x': 'strikethrough'}))
    execute printf('nnoremap <buffer> <silent> %s :<C-u>call MdeditToggle("%s", 0)<CR>', l:key, l:mark)
    execute printf('xnoremap <buffer> <silent> %s :<C-u>call MdeditToggle("%s", 1)<CR>', l:key, l:mark)
  endfor
endfunction

augroup mdedit
  autocmd!
  autocmd FileType markdown call s:Keys()
augroup END
