/* The functions of libcmark that packed.c replaces. There is no include guard, because the test
   that compares both versions declares them under two names. */
void cmark_utf8proc_case_fold(cmark_strbuf *, const uint8_t *, int32_t);
void cmark_utf8proc_encode_char(int32_t, cmark_strbuf *);
int cmark_utf8proc_iterate(const uint8_t *, int32_t, int32_t *);
void cmark_utf8proc_check(cmark_strbuf *, const uint8_t *, int32_t);
int cmark_utf8proc_is_space(int32_t);
int cmark_utf8proc_is_punctuation(int32_t);
int32_t houdini_unescape_ent(cmark_strbuf *, const uint8_t *, int32_t);
int houdini_unescape_html(cmark_strbuf *, const uint8_t *, int32_t);
void houdini_unescape_html_f(cmark_strbuf *, const uint8_t *, int32_t);
