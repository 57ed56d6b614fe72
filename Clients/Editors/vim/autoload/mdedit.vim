" Commands for Markdown in Vim, by a job that runs `mdedit batch`. :help mdedit

" ---- The commands ----

" The commands that `mdedit commands` lists. A test compares the two lists.
let mdedit#names = split('strong emphasis code strikethrough highlight
      \ heading-1 heading-2 heading-3 heading-4 heading-5 heading-6 heading paragraph promote demote
      \ bullet-list ordered-list task-list task-toggle task-cycle renumber-list list-sort
      \ list-cycle move-done
      \ quote callout code-block comment horizontal-rule
      \ link unlink image paste paste-html paste-url reference-links inline-links sort-definitions
      \ keyboard underline subscript superscript wiki-link
      \ footnote footnote-jump footnote-delete footnote-renumber date clear-formatting case
      \ table-insert table-next-cell table-previous-cell table-add-row table-add-column table-delete-row
      \ table-delete-column table-move-row-up table-move-row-down table-move-column-left
      \ table-move-column-right table-sort table-from-text table-to-text table-format
      \ align-left align-center align-right indent outdent move-line-up move-line-down duplicate-line
      \ reflow join-lines
      \ move-section-up move-section-down select-section delete-section table-of-contents
      \ newline line-break backspace insert-text')
let s:marks = mdedit#names[:4]
" The question for an argument, and the answers that complete it.
let s:questions = {'link': ['Address: '], 'image': ['Address: '],
      \ 'callout': ['Kind: ', 'note', 'tip', 'important', 'warning', 'caution'],
      \ 'promote': ['', 'section'], 'demote': ['', 'section'], 'renumber-list': ['', 'keep'],
      \ 'table-of-contents': ['', '2-3'], 'wiki-link': [''], 'date': ['', '%Y-%m-%d', '%H:%M'],
      \ 'reference-links': ['', 'document', 'text', 'document text'], 'inline-links': ['', 'document'],
      \ 'reflow': ['', '72', '80', '100'], 'move-done': ['', 'Done'],
      \ 'case': ['', 'upper', 'lower', 'title', 'sentence'],
      \ 'list-sort': ['Order: ', 'text', 'number', 'date', 'checked', 'text descending', 'number descending', 'date descending'],
      \ 'table-insert': ['Rows and columns: ', '2x2', '2x3', '3x3'],
      \ 'table-sort': ['Order: ', 'ascending', 'descending'], 'table-to-text': ['Format: ', 'csv', 'tsv']}
" The keys after the prefix. A mark's key is an operator, and doubled it acts at the cursor.
let s:keys = {'strong': 'b', 'emphasis': 'i', 'code': 'c', 'strikethrough': 'x', 'highlight': 'h',
      \ 'heading-1': '1', 'heading-2': '2', 'heading-3': '3', 'heading-4': '4', 'heading-5': '5',
      \ 'heading-6': '6', 'paragraph': '0', 'bullet-list': '*', 'ordered-list': '#', 'task-list': '-',
      \ 'task-toggle': '<Space>', 'quote': 'q', 'code-block': '`', 'indent': '>', 'outdent': '<lt>', 'link': 'l',
      \ 'unlink': 'u', 'table-insert': 'T', 'table-format': '=', 'move-line-up': 'k', 'move-line-down': 'j'}
" The keys of insert mode and their commands: the first that applies is carried out.
let mdedit#typing = {'<CR>': ['newline'], '<BS>': ['backspace'],
      \ '<Tab>': ['table-next-cell', 'indent'], '<S-Tab>': ['table-previous-cell', 'outdent']}

" ---- The job ----

let s:job = v:null
let s:last = 0

" Starts the job, if it is not running. Returns whether there is one.
function! s:Start() abort
  let l:command = get(g:, 'mdedit_command', ['mdedit', 'batch'])
  if s:job isnot v:null && job_status(s:job) ==# 'run'
    return 1
  elseif executable(l:command[0])
    let s:job = job_start(l:command, {'mode': 'raw', 'err_io': 'null', 'noblock': 1})
  endif
  return executable(l:command[0])
endfunction

" The answer to a request.
function! s:Ask(request) abort
  if !s:Start()
    throw 'mdedit: The program mdedit was not found. Is it on the PATH?'
  endif
  let s:last += 1
  call ch_sendraw(s:job, json_encode(extend({'id': s:last}, a:request)) . "\n")
  " A long line arrives in pieces.
  let l:answer = ''
  while l:answer !~# "\n$"
    let l:piece = ch_readraw(s:job, {'timeout': 5000})
    if empty(l:piece)
      call job_stop(s:job)
      let s:job = v:null
      throw 'mdedit: The program mdedit does not answer.'
    endif
    let l:answer .= l:piece
  endwhile
  return json_decode(l:answer)
endfunction

" ---- Positions: [line, column], both from 1 in bytes; offsets count one byte for a line ending ----

function! s:Offset(line, column) abort
  let l:start = a:line > 1 ? line2byte(a:line) - 1 - (&fileformat ==# 'dos' ? a:line - 1 : 0) : 0
  return l:start + min([a:column - 1, strlen(getline(a:line))])
endfunction

function! s:Position(offset) abort
  let [l:low, l:high] = [1, line('$')]
  while l:low < l:high
    let l:middle = (l:low + l:high + 1) / 2
    let [l:low, l:high] = s:Offset(l:middle, 1) <= a:offset ? [l:middle, l:high] : [l:low, l:middle - 1]
  endwhile
  return [l:low, a:offset - s:Offset(l:low, 1) + 1]
endfunction

function! s:Mark(name) abort
  let [l:line, l:column] = getpos(a:name)[1:2]
  return [l:line, max([l:column, 1])]
endfunction

" The column after the character at a column.
function! s:After(line, column) abort
  return a:column + strlen(matchstr(strpart(a:line, a:column - 1), '^.'))
endfunction

" The selection of a row between two columns of the screen; empty if the row is shorter.
function! s:Columns(row, left, right) abort
  let [l:line, l:column, l:width, l:from, l:to] = [getline(a:row), 1, 0, 0, 0]
  while l:column <= strlen(l:line) && l:width < a:right
    let l:next = s:After(l:line, l:column)
    let l:wide = strdisplaywidth(strpart(l:line, l:column - 1, l:next - l:column), l:width)
    if l:width + l:wide > a:left
      let [l:from, l:to] = [l:from > 0 ? l:from : l:column, l:next]
    endif
    let [l:column, l:width] = [l:next, l:width + l:wide]
  endwhile
  return l:from > 0 ? [{'start': s:Offset(a:row, l:from), 'end': s:Offset(a:row, l:to)}] : []
endfunction

" The selections between two characters, both included: one for each row of a block.
function! s:Between(kind, a, b, to_ends = 0) abort
  let [l:first, l:last] = [getline(a:a[0]), getline(a:b[0])]
  if a:kind ==# 'line'
    return [{'start': s:Offset(a:a[0], 1), 'end': s:Offset(a:b[0], strlen(l:last) + 1)}]
  elseif a:kind ==# 'char'
    return [{'start': s:Offset(a:a[0], a:a[1]), 'end': s:Offset(a:b[0], s:After(l:last, a:b[1]))}]
  endif
  let l:Width = {line, column -> strdisplaywidth(strpart(line, 0, column - 1))}
  let l:left = min([l:Width(l:first, a:a[1]), l:Width(l:last, a:b[1])])
  let l:right = max([l:Width(l:first, s:After(l:first, a:a[1])), l:Width(l:last, s:After(l:last, a:b[1]))])
  if a:to_ends
    let l:right = 2147483647
  endif
  let l:selections = []
  for l:row in range(a:a[0], a:b[0])
    let l:selections += s:Columns(l:row, l:left, l:right)
  endfor
  return l:selections
endfunction

function! s:Caret() abort
  let l:offset = s:Offset(line('.'), col('.'))
  return [{'start': l:offset, 'end': l:offset}]
endfunction

" ---- Carrying out ----

" What a command would do.
function! s:Plan(name, argument, selections) abort
  let l:request = {'text': join(getline(1, '$'), "\n"), 'selections': a:selections, 'unit': 'utf8',
        \ 'command': a:name, 'dialect': get(g:, 'mdedit_dialect', 'github')}
  let l:argument = empty(a:argument) && a:name ==# 'date' ? get(g:, 'mdedit_date_format', '') : a:argument
  if !empty(l:argument)
    let l:request.argument = l:argument
  endif
  return s:Ask(l:request)
endfunction

" Puts text in the place of a range of bytes.
function! s:Replace(from, to, text) abort
  let [l:line, l:column] = s:Position(a:from)
  let [l:last, l:end] = s:Position(a:to)
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

" Makes the edits, and moves the cursor to the start of the selection. gv then selects its end too.
function! s:CarryOut(answer, visual) abort
  for l:edit in reverse(copy(a:answer.edits))
    call s:Replace(l:edit.start, l:edit.end, l:edit.text)
  endfor
  let l:from = s:Position(a:answer.selections[0].start)
  call cursor(l:from)
  if a:visual
    let [l:line, l:column] = s:Position(a:answer.selections[-1].end)
    let l:last = strlen(matchstr(strpart(getline(l:line), 0, l:column - 1), '.$'))
    call setpos("'<", [0] + l:from + [0])
    call setpos("'>", [0, l:line, l:column - l:last, 0])
  endif
endfunction

" Asks what a command would do; the answer has a 'problem', a sentence, if it does nothing.
function! s:Find(name, argument, selections) abort
  if !&modifiable || &readonly
    return {'problem': &modifiable ? 'The file is read-only.' : 'The buffer cannot be changed.'}
  elseif index(g:mdedit#names, a:name) < 0
    return {'problem': 'There is no command “' . a:name . '”.'}
  elseif empty(a:selections)
    return {'problem': 'Nothing is selected.'}
  endif
  try
    let l:answer = s:Plan(a:name, a:argument, a:selections)
  catch /^mdedit:/
    return {'problem': v:exception[8:]}
  endtry
  let l:problem = get(get(l:answer, 'error', l:answer), 'message', '')
  return empty(l:problem) ? l:answer : {'problem': substitute(l:problem, '^.', '\u&', '')}
endfunction

" Shows why a command did nothing. Returns whether it did something.
function! s:IsDone(answer) abort
  if has_key(a:answer, 'problem')
    echohl WarningMsg | echo a:answer.problem | echohl None
  endif
  return !has_key(a:answer, 'problem')
endfunction

" Carries out a command on some selections. Returns whether it did.
function! mdedit#Perform(name, argument, selections, visual) abort
  let l:answer = s:Find(a:name, a:argument, a:selections)
  if !s:IsDone(l:answer)
    return 0
  endif
  call s:CarryOut(l:answer, a:visual)
  return 1
endfunction

" ---- Operators, repeated by . ----

let s:pending = {}

" For mappings with <expr>: returns the keys that start an operator. The form is cursor, operator or visual.
function! mdedit#Keys(name, form) abort
  " $ extends a block to the end of each line.
  let l:to_ends = mode() ==# "\<C-v>" && winsaveview().curswant >= 2147483647
  let s:pending = {'name': a:name, 'form': a:form, 'to_ends': l:to_ends}
  set operatorfunc=mdedit#Operate
  return a:form ==# 'cursor' ? 'g@l' : 'g@'
endfunction

" Asks for the argument of a command, once for all its repetitions. Returns 0 if the user cancels.
function! s:AskArgument() abort
  let l:question = get(s:questions, s:pending.name, [''])[0]
  if has_key(s:pending, 'argument') || empty(l:question)
    return 1
  endif
  let l:answer = inputdialog(l:question, '', "\e")
  if l:answer !=# "\e"
    let s:pending.argument = l:answer
  endif
  return l:answer !=# "\e"
endfunction

" The function of 'operatorfunc'.
function! mdedit#Operate(kind) abort
  let l:count = v:count
  if !s:AskArgument()
    return
  endif
  " Some commands are repeated by a count. Others are carried out on as many lines as it says.
  let l:at_cursor = s:pending.form ==# 'cursor'
  let l:repeated = l:at_cursor && s:pending.name =~# 'move\|^table-\a\+-[rc]\|cell$'
  for l:time in range(l:repeated ? max([l:count, 1]) : 1)
    if !l:at_cursor
      let l:selections = s:Between(a:kind, s:Mark("'["), s:Mark("']"), s:pending.to_ends)
    elseif l:count > 0 && !l:repeated
      let l:selections = s:Between('line', [line('.'), 1], [min([line('.') + l:count - 1, line('$')]), 1])
    else
      let l:selections = s:Caret()
    endif
    let l:visual = s:pending.form ==# 'visual'
    if !mdedit#Perform(s:pending.name, get(s:pending, 'argument', ''), l:selections, l:visual)
      break
    endif
  endfor
  if s:pending.form ==# 'visual'
    let s:pending.form = 'operator'
  endif
endfunction

" :[range]Mdedit COMMAND [ARGUMENT]
function! mdedit#Command(range, first, last, arguments) abort
  let [l:name, l:argument] = matchlist(a:arguments, '^\(\S\+\)\s*\(.*\)$')[1:2]
  " A range is lines, but '<,'> as visual mode writes it is the selection.
  let l:visual = a:range > 0 && histget('cmd', -1) =~# "^'<,'>\\s*Md" && line("'<") == a:first
  if a:range == 0
    let l:selections = s:Caret()
  elseif l:visual
    let l:kind = get({'v': 'char', "\<C-v>": 'block'}, visualmode(), 'line')
    let l:selections = s:Between(l:kind, s:Mark("'<"), s:Mark("'>"))
  else
    let l:selections = s:Between('line', [a:first, 1], [a:last, 1])
  endif
  call mdedit#Perform(l:name, l:argument, l:selections, l:visual)
endfunction

" Completes the arguments of :Mdedit.
function! mdedit#Complete(lead, line, position) abort
  let l:name = matchstr(a:line, 'Mdedit\s\+\zs\S\+\ze\s')
  let l:words = empty(l:name) ? g:mdedit#names : get(s:questions, l:name, [''])[1:]
  return filter(copy(l:words), 'stridx(v:val, a:lead) == 0')
endfunction

" ---- Insert mode: a change is typed, so that . and u are about it and the text around it as about one insertion ----

let [s:left, s:right] = ["\<C-g>U\<Left>", "\<C-g>U\<Right>"]
let s:markers = '^\s*\%(>\s*\|\%([-*+]\|\d\{1,9}[.)]\)\s\+\)*\%(\[.\]\s\+\)\?'
" The texts before and after the cursor that the next calls of mdedit#Fit() type, and the lines to replace below.
let s:fits = []

" The lines from the first to the last that an answer changes, with the cursor's: their numbers before, and their text after.
function! s:Changes(answer) abort
  let [l:first, l:last] = [line('.'), line('.')]
  for l:edit in a:answer.edits
    let l:first = min([l:first, s:Position(l:edit.start)[0]])
    let l:last = max([l:last, s:Position(l:edit.end)[0]])
  endfor
  let l:start = s:Offset(l:first, 1)
  let l:text = join(getline(l:first, l:last), "\n")
  for l:edit in reverse(copy(a:answer.edits))
    let l:text = strpart(l:text, 0, l:edit.start - l:start) . l:edit.text . strpart(l:text, l:edit.end - l:start)
  endfor
  " The line with the cursor afterwards, and its text before the cursor; 0 if the cursor goes to another line.
  let l:offset = a:answer.selections[0].start - l:start
  let l:before = split(strpart(l:text, 0, l:offset), "\n", 1)
  let l:row = l:offset < 0 || l:offset > strlen(l:text) ? 0 : l:first + len(l:before) - 1
  return [l:first, l:last, split(l:text, "\n", 1), l:row, l:before[-1]]
endfunction

" Replaces lines by others, of which those that are equal stay as they are.
function! s:SetLines(first, last, lines) abort
  let l:count = a:last - a:first + 1
  for l:index in range(min([l:count, len(a:lines)]))
    if getline(a:first + l:index) !=# a:lines[l:index]
      call setline(a:first + l:index, a:lines[l:index])
    endif
  endfor
  if l:count > len(a:lines)
    call deletebufline('%', a:first + len(a:lines), a:last)
  elseif l:count < len(a:lines)
    call append(a:last, a:lines[l:count :])
  endif
endfunction

" How many characters two lists have in common at the start.
function! s:Same(old, new) abort
  let l:same = 0
  while l:same < min([len(a:old), len(a:new)]) && a:old[l:same] ==# a:new[l:same]
    let l:same += 1
  endwhile
  return l:same
endfunction

" The keys that turn the text before the cursor into another. They do no harm where they are repeated and the user's options
" indent otherwise: in a line that is all typed, Ctrl-U and Ctrl-D remove what is there.
function! s:Keys(old, new, is_all_typed) abort
  let [l:old, l:new] = [split(a:old, '\zs'), split(a:new, '\zs')]
  let l:same = s:Same(l:old, l:new)
  let l:end = s:Same(reverse(l:old[l:same :]), reverse(l:new[l:same :]))
  let [l:removed, l:added] = [len(l:old) - l:same - l:end, len(l:new) - l:same - l:end]
  if l:removed > 0 && (a:is_all_typed || a:old !~# '\S')
    return (a:old =~# '\S' ? "\<C-u>" : '') . "0\<C-d>" . s:Typed(a:new)
  elseif l:removed + l:added == 0
    return ''
  endif
  return repeat(s:left, l:removed + l:end) . repeat("\<Del>", l:removed)
        \ . (l:added > 0 ? s:Typed(join(l:new[l:same :][: l:added - 1], '')) : '') . repeat(s:right, l:end)
endfunction

" The keys of a text: a tab is not to become blanks.
function! s:Typed(text) abort
  return substitute(a:text, "\t", "\<C-v>\t", 'g')
endfunction

" Types what makes the texts before and after the cursor the next ones: the user's options may have indented the line.
function! mdedit#Fit() abort
  let [l:before, l:after, l:below] = remove(s:fits, 0)
  if !empty(l:below)
    call s:SetLines(line('.') + 1, line('.') + l:below[0], l:below[1])
  endif
  let [l:found, l:rest] = [strpart(getline('.'), 0, col('.') - 1), strpart(getline('.'), col('.') - 1)]
  let l:is_all_typed = line('.') > get(b:, 'mdedit_from', [line('.')])[0]
  let l:added = strpart(l:after, 0, strlen(l:after) - strlen(l:rest))
  call feedkeys(s:Keys(l:found, l:before, l:is_all_typed) . s:Typed(l:added) . repeat(s:left, strchars(l:added, 1)), 'ni')
endfunction

" Types lines after some keys: the last one goes on with a text after the cursor.
function! s:Type(keys, lines, after, below) abort
  let s:fits = map(copy(a:lines), {index, line -> [line, a:after, index == 0 ? a:below : []]})
  call feedkeys(a:keys . join(repeat(["\<Cmd>call mdedit#Fit()\<CR>"], len(a:lines)), "\<CR>"), 'ni')
endfunction

" Carries out an answer. What it replaces must have been typed since insert mode began: typed again elsewhere, the keys would
" remove other text. Otherwise, as with cursor keys, a new insertion begins.
function! s:Insert(answer, moves) abort
  let [l:first, l:last, l:lines, l:row, l:before] = s:Changes(a:answer)
  let [l:line, l:added] = [line('.'), len(l:lines) - (l:last - l:first + 1)]
  let [l:head, l:rest] = [strpart(getline('.'), 0, col('.') - 1), strpart(getline('.'), col('.') - 1)]
  let l:typed = l:added < 0 || l:row != l:line + l:added ? [''] : l:lines[l:line - l:first : l:row - l:first]
  let l:after = strpart(l:typed[-1], strlen(l:before))
  let l:typed[-1] = l:before
  let l:same = s:Same(split(l:head, '\zs'), split(l:typed[0], '\zs'))
  let l:place = strlen(matchstr(l:head, '^.\{' . l:same . '}')) + 1
  let l:from = get(b:, 'mdedit_from', [l:line, col('.')])
  if a:moves || l:row != l:line + l:added || strpart(l:after, strlen(l:after) - strlen(l:rest)) !=# l:rest
        \ || l:line < l:from[0] || l:line == l:from[0] && l:place < l:from[1]
    let &undolevels = &undolevels
    call s:CarryOut(a:answer, 0)
    let b:mdedit_from = [line('.'), col('.')]
    return feedkeys(printf("\<Home>\<Cmd>call cursor(%d, %d)\<CR>", line('.'), col('.')), 'ni')
  endif
  call s:SetLines(l:line + 1, l:last, l:lines[l:row - l:first + 1 :])
  if l:line > l:first
    call s:SetLines(l:first, l:line - 1, l:lines[: l:line - l:first - 1])
  endif
  call s:Type('', l:typed, l:after, [])
endfunction

" For mappings of insert mode: a command at the cursor.
function! mdedit#AtCursor(name) abort
  let l:answer = s:Find(a:name, '', s:Caret())
  if s:IsDone(l:answer)
    call s:Insert(l:answer, 0)
  endif
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

" Carries out the first command of a key that applies; if there is none, types the key.
function! mdedit#Press(names, key) abort
  " A menu of completions and replace mode keep their keys.
  for l:name in pumvisible() || mode() !=# 'i' ? [] : a:names
    let l:answer = s:Find(l:name, '', s:Caret())
    if !has_key(l:answer, 'problem') && !s:IsOwn(l:answer, l:name)
      return s:Insert(l:answer, l:name =~# 'cell$')
    endif
  endfor
  call feedkeys(a:key, 'ni')
endfunction

" Opens a line as o and O do, with the marker of the next item or quote: what Enter does at the end of the line, or, for the line
" above, after the markers.
function! mdedit#Open(key) abort
  let [l:line, l:text, l:is_below] = [line('.'), getline('.'), a:key ==# 'o']
  let l:column = l:is_below ? strlen(l:text) : strlen(matchstr(l:text, s:markers))
  let l:offset = s:Offset(l:line, l:column + 1)
  let l:answer = s:Find('newline', '', [{'start': l:offset, 'end': l:offset}])
  if !has_key(l:answer, 'problem') && foldclosed(l:line) < 0
    let [l:first, l:last, l:lines, l:row, l:before] = s:Changes(l:answer)
    if l:first == l:line && l:row > l:line && (!l:is_below || l:lines[0] ==# l:text)
      let l:after = l:is_below ? strpart(l:lines[l:row - l:line], strlen(l:before)) : ''
      let l:opened = l:is_below ? l:lines[1 : l:row - l:line - 1] + [l:before] : l:lines[: 0]
      let l:rest = l:lines[l:is_below ? l:row - l:line + 1 : 1 :]
      if join(l:opened) !=# ''
        return s:Type(v:count1 . a:key, l:opened, l:after, [l:last - l:line + !l:is_below, l:rest])
      endif
    endif
  endif
  call feedkeys(v:count1 . a:key, 'ni')
endfunction

" ---- Mappings ----

" Maps a key in the buffer, unless the user has mapped the key, or another key to the same command.
function! s:Map(mode, key, plug, first) abort
  if empty(maparg(a:key, a:mode)) && !hasmapto(a:plug, a:mode)
    execute a:mode . 'map <buffer>' a:key a:first . a:plug
  endif
endfunction

" Maps the keys that the user wants in the buffer.
function! mdedit#Map() abort
  let l:prefix = get(g:, 'mdedit_prefix', '')
  for [l:name, l:key] in empty(l:prefix) ? [] : items(s:keys)
    let l:plug = '<Plug>(mdedit-' . l:name
    call s:Map('x', l:prefix . l:key, l:plug . ')', '')
    if index(s:marks, l:name) >= 0
      call s:Map('n', l:prefix . l:key, l:plug . '-operator)', '')
      let l:key .= l:key
    endif
    call s:Map('n', l:prefix . l:key, l:plug . ')', '')
  endfor
  if get(g:, 'mdedit_typing', 0)
    " A key that waits for the start could keep Escape waiting, which Vim takes for the start of a function key.
    call s:Start()
    augroup mdedit
      autocmd! * <buffer>
      autocmd InsertEnter <buffer> let b:mdedit_from = getpos('.')[1:2]
    augroup END
  endif
  for l:key in get(g:, 'mdedit_typing', 0) ? ['o', 'O'] : []
    call s:Map('n', l:key, '<Plug>(mdedit-open-' . (l:key ==# 'o' ? 'below' : 'above') . ')', '')
  endfor
  for [l:key, l:names] in get(g:, 'mdedit_typing', 0) ? items(g:mdedit#typing) : []
    " Ctrl-] expands an abbreviation, as Enter and Tab do.
    call s:Map('i', l:key, '<Plug>(mdedit-key-' . l:names[0] . ')', l:key ==# '<BS>' ? '' : '<C-]>')
  endfor
endfunction
