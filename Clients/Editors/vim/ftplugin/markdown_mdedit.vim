if exists('g:loaded_mdedit') | call mdedit#Map() | endif
