;;; markdown-editing.el --- Markdown commands that never break the document -*- lexical-binding: t -*-

;; Author: The MarkdownEditing contributors
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: text, wp, convenience
;; URL: https://github.com/OWNER/MarkdownEditing

;;; Commentary:

;; Marks, headings, lists, quotes, links, tables and keys as commands.  Each edit is verified by libcmark, is
;; one step to undo, and keeps the region.  The mode line shows the marks of the region.
;;
;;   (require 'markdown-editing)
;;   (add-hook 'markdown-mode-hook #'markdown-editing-mode)
;;
;; The mode asks a process, `mdedit batch', for the edits.  It uses no language server, so those of eglot and
;; lsp-mode work as before.

;;; Code:

(require 'easymenu)

(defgroup markdown-editing nil
  "Markdown commands that never break the document."
  :group 'text)

(defcustom markdown-editing-program '("mdedit" "batch")
  "Program and arguments that answer commands."
  :type '(repeat string))

(defcustom markdown-editing-dialect "github"
  "Dialect of the document."
  :type '(choice (const "commonmark") (const "github") (const "obsidian") (const "hugo"))
  :safe #'stringp)

(defcustom markdown-editing-date-format nil
  "Format of the date that `markdown-editing-date' inserts, as of strftime.
If nil, the date is that of ISO 8601."
  :type '(choice (const :tag "ISO 8601" nil) string))

(defcustom markdown-editing-idle 0.05
  "Seconds without a key before the mode line shows the marks of the region."
  :type 'number)

;;;; The process, which keeps a copy of each buffer

(defvar markdown-editing--process nil)
(defvar markdown-editing--count 0 "Number of buffers that were opened.")
(defvar-local markdown-editing--document nil "Name of the copy.")
(put 'markdown-editing--document 'permanent-local t)
(defvar-local markdown-editing--opened nil "The process that has the copy.")
(defvar-local markdown-editing--above nil
  "Characters at the start that the copy shares; nil if it shares all.")
(defvar-local markdown-editing--below nil "Characters at the end that the copy shares.")
(defvar-local markdown-editing--copied 0 "Length of the copy.")
(defvar-local markdown-editing--size 0 "Length of the buffer after all changes that were noticed.")

(defun markdown-editing--start ()
  "Return the process.  Start it if it does not run."
  (unless (process-live-p markdown-editing--process)
    (unless (executable-find (car markdown-editing-program))
      (user-error "The program %s is not installed: see the variable markdown-editing-program"
                  (car markdown-editing-program)))
    (setq markdown-editing--process
          (make-process :name "mdedit" :buffer (get-buffer-create " *mdedit*") :command markdown-editing-program
                        :coding 'utf-8-unix :connection-type 'pipe :noquery t :sentinel #'ignore
                        :stderr (make-pipe-process :name "mdedit errors" :buffer nil :noquery t
                                                   :filter #'ignore :sentinel #'ignore))))
  markdown-editing--process)

(defun markdown-editing--ask (&rest request)
  "Return the answer to REQUEST, a property list, about this buffer."
  (let* ((process (markdown-editing--start))
         (line (json-serialize `(:id 1 :document ,markdown-editing--document :unit "scalar" ,@request)))
         (answered nil))
    (unwind-protect
        (with-current-buffer (process-buffer process)
          (erase-buffer)
          (process-send-string process (concat (decode-coding-string line 'utf-8) "\n"))
          (while (not (eq (char-before (point-max)) ?\n))
            (unless (accept-process-output process 10)
              (user-error "No answer from %s" (car markdown-editing-program))))
          (setq answered t)
          (goto-char (point-min))
          (json-parse-buffer :object-type 'plist))
      ;; An answer that comes too late would be taken for the next one.
      (unless answered (delete-process process)))))

(defun markdown-editing--note (from to)
  "Note that the copy shares at most FROM characters before and TO after."
  (setq markdown-editing--above (min from (or markdown-editing--above from))
        markdown-editing--below (min to (or markdown-editing--below to))))

(defun markdown-editing--changed (from to length)
  "Note that the text between FROM and TO has replaced LENGTH characters."
  (setq markdown-editing--size (+ markdown-editing--size (- to from length)))
  (markdown-editing--note (1- from) (- (1+ (buffer-size)) to)))

(defun markdown-editing--update ()
  "Make the copy equal to the buffer."
  (save-restriction
    (widen)
    (cond
     ((not (and (eq markdown-editing--opened (markdown-editing--start))
                (= markdown-editing--size (buffer-size))))
      (unless markdown-editing--document
        (setq markdown-editing--document (number-to-string (setq markdown-editing--count
                                                                 (1+ markdown-editing--count)))))
      (markdown-editing--ask :command "open" :text (buffer-substring-no-properties (point-min) (point-max))))
     (markdown-editing--above
      (markdown-editing--ask
       :command "edit"
       :edits (vector (list :start markdown-editing--above
                            :end (- markdown-editing--copied markdown-editing--below)
                            :text (buffer-substring-no-properties
                                   (1+ markdown-editing--above)
                                   (- (1+ (buffer-size)) markdown-editing--below)))))))
    (setq markdown-editing--opened markdown-editing--process
          markdown-editing--above nil
          markdown-editing--below nil
          markdown-editing--copied (buffer-size)
          markdown-editing--size (buffer-size))))

(defun markdown-editing--close ()
  "Discard the copy of the buffer."
  (when (and markdown-editing--opened (process-live-p markdown-editing--opened))
    (ignore-errors (markdown-editing--ask :command "close")))
  (setq markdown-editing--opened nil))

;;;; Commands

(defun markdown-editing--selections ()
  "Return the region, or point: one selection for each line of a rectangle."
  (vconcat (mapcar (lambda (range) (list :start (1- (car range)) :end (1- (cdr range))))
                   (if (use-region-p) (region-bounds) (list (cons (point) (point)))))))

(defun markdown-editing--plan (command &optional argument)
  "Return what COMMAND would do with ARGUMENT."
  (markdown-editing--update)
  (let ((plan (apply #'markdown-editing--ask :command command :dialect markdown-editing-dialect
                     :selections (markdown-editing--selections)
                     (unless (member argument '(nil "")) (list :argument argument)))))
    ;; The copy has the edits already.
    (seq-doseq (edit (reverse (plist-get plan :edits)))
      (let ((end (plist-get edit :end)) (start (plist-get edit :start)))
        (markdown-editing--note start (- (buffer-size) end))
        (setq markdown-editing--copied
              (+ markdown-editing--copied (length (plist-get edit :text)) (- start end)))))
    plan))

(defun markdown-editing--carry-out (plan &optional selecting)
  "Make the edits of PLAN, and move the region, or point.
If SELECTING is not nil, what the plan selects becomes the region."
  (let* ((active (or selecting (use-region-p)))
         (backward (and (use-region-p) (< (point) (mark))))
         (selections (plist-get plan :selections))
         (from (1+ (plist-get (aref selections 0) :start)))
         (to (1+ (plist-get (aref selections (1- (length selections))) :end))))
    (unless (seq-empty-p (plist-get plan :edits)) (barf-if-buffer-read-only))
    (seq-doseq (edit (plist-get plan :edits))
      (unless (<= (point-min) (1+ (plist-get edit :start)) (1+ (plist-get edit :end)) (point-max))
        (user-error "The command would change text outside the narrowed part")))
    (seq-doseq (edit (reverse (plist-get plan :edits)))
      (goto-char (1+ (plist-get edit :end)))
      (insert (plist-get edit :text))
      (delete-region (1+ (plist-get edit :start)) (1+ (plist-get edit :end))))
    (goto-char (if (and active (not backward)) to from))
    (when active
      (set-mark (if backward to from))
      (setq deactivate-mark nil))))

(eval-and-compile
  (defconst markdown-editing-groups
    '(("Marks" ("strong" . "Bold") ("emphasis" . "Italic") "code" "strikethrough" "highlight" "keyboard" "underline"
       "subscript" "superscript" "clear-formatting" ("case" . "Change Case"))
      ("Headings" "heading-1" "heading-2" "heading-3" "heading-4" "heading-5" "heading-6" "heading" "paragraph"
       "promote" "demote" "move-section-up" "move-section-down" "select-section" "delete-section")
      ("Lists" "bullet-list" ("ordered-list" . "Numbered List") "task-list" ("task-toggle" . "Check")
       ("task-cycle" . "Next Task State") ("renumber-list" . "Renumber") ("list-sort" . "Sort List")
       ("list-cycle" . "Next List State") ("move-done" . "Move Done Tasks"))
      ("Blocks" "quote" "callout" "code-block" "comment" ("horizontal-rule" . "Rule"))
      ("Links" "link" ("unlink" . "Remove Link") "image" ("reference-links" . "To Reference Links")
       ("inline-links" . "To Inline Links") "sort-definitions" "wiki-link" "date" "footnote" ("footnote-jump" . "Go to Footnote")
       ("footnote-delete" . "Delete Footnote") ("footnote-renumber" . "Renumber Footnotes"))
      ("Tables" ("table-insert" . "Table") ("table-next-cell" . "Next Cell") ("table-previous-cell" . "Previous Cell")
       ("table-add-row" . "Add Row") ("table-add-column" . "Add Column") ("table-delete-row" . "Delete Row")
       ("table-delete-column" . "Delete Column") ("table-move-row-up" . "Move Row Up")
       ("table-move-row-down" . "Move Row Down") ("table-move-column-left" . "Move Column Left")
       ("table-move-column-right" . "Move Column Right") ("table-sort" . "Sort Rows")
       ("table-from-text" . "Text to Table") ("table-to-text" . "Table to Text") ("table-format" . "Format Table")
       "align-left" ("align-center" . "Centre") "align-right")
      ("Lines" "indent" "outdent" ("move-line-up" . "Move Up") ("move-line-down" . "Move Down")
       ("duplicate-line" . "Duplicate") ("reflow" . "Wrap Lines") "join-lines" "line-break" ("table-of-contents" . "Table of Contents")))
    "The commands of mdedit in groups, without those that paste or type.
A title is given if it differs from the name.")
  (defconst markdown-editing-titles
    (mapcar (lambda (entry)
              (if (consp entry) entry
                (cons entry (capitalize (replace-regexp-in-string "-" " " entry)))))
            (apply #'append (mapcar #'cdr markdown-editing-groups)))
    "The commands of `markdown-editing-groups' with their titles.")
  (defconst markdown-editing-commands (mapcar #'car markdown-editing-titles)
    "The commands of `markdown-editing-groups'."))

(defun markdown-editing--read-argument (command)
  "Ask for the argument of COMMAND, if it needs one."
  (pcase command
    ((or "link" "image") (read-string "Address: "))
    ("callout" (completing-read "Kind: " '("note" "tip" "important" "warning" "caution")))
    ("table-sort" (completing-read "Order: " '("ascending" "descending") nil t))
    ("list-sort" (completing-read "Order: " '("text" "number" "date" "checked" "text descending" "number descending"
                                              "date descending") nil t))
    ("reflow" (number-to-string (read-number "Columns: " fill-column)))
    ("move-done" (read-string "Heading: " "Done"))
    ("case" (completing-read "Case: " '("upper" "lower" "title" "sentence") nil t))
    ("date" markdown-editing-date-format)
    ("table-to-text" (completing-read "Format: " '("csv" "tsv") nil t))
    ("table-insert" (read-string "Rows and columns: " "2x2"))))

(defun markdown-editing--sentence (text)
  "Return TEXT of an answer as a sentence about the buffer."
  (let ((text (replace-regexp-in-string
               "\\bat \\([0-9]+\\)\\(\\.\\.<[0-9]+\\)? ([^)]*)"
               (lambda (place)
                 (format "on line %d" (line-number-at-pos (1+ (string-to-number (substring place 3))) t)))
               text)))
    (concat (upcase (substring text 0 1)) (substring text 1))))

(defun markdown-editing-do (command &optional argument count)
  "Carry out COMMAND, for example \"heading-2\", with ARGUMENT.
With a prefix argument COUNT, a command that moves, indents, adds or
deletes is carried out that many times; another one, once."
  (interactive
   (let ((command (completing-read "Command: " markdown-editing-commands nil t)))
     (list command (markdown-editing--read-argument command) (prefix-numeric-value current-prefix-arg))))
  (let ((count (if (string-match-p "indent\\|outdent\\|mote\\|move\\|duplicate\\|cell\\|add\\|delete" command)
                   (or count 1)
                 1))
        done)
    (undo-boundary)
    (while (> count 0)
      (let ((plan (markdown-editing--plan command argument)))
        (cond
         ((plist-get plan :error)
          (user-error "%s" (markdown-editing--sentence (plist-get (plist-get plan :error) :message))))
         ((not (plist-get plan :unchanged))
          (markdown-editing--carry-out plan (equal command "select-section"))
          (setq count (1- count) done t))
         (t
          (unless done (message "%s" (markdown-editing--sentence (plist-get plan :message))))
          (setq count 0)))))
    (when done (markdown-editing-refresh))))

(defmacro markdown-editing--define-commands ()
  "Define an interactive function for each command."
  `(progn
     ,@(mapcar (lambda (command)
                 `(defun ,(intern (concat "markdown-editing-" command)) (&optional argument count)
                    ,(format "Carry out the command %s with ARGUMENT.\nCOUNT is as in `markdown-editing-do'." command)
                    (interactive (list (markdown-editing--read-argument ,command)
                                       (prefix-numeric-value current-prefix-arg)))
                    (markdown-editing-do ,command argument count)))
               markdown-editing-commands)))
(markdown-editing--define-commands)

;;;; Keys

(defvar markdown-editing-mode)

(defun markdown-editing--own-p (plan command)
  "Return non-nil if PLAN is only what the key of COMMAND does by itself."
  (let* ((edits (plist-get plan :edits)) (edit (and (= (length edits) 1) (aref edits 0))))
    (and edit
         (let ((length (- (plist-get edit :end) (plist-get edit :start))))
           (pcase command
             ("newline" (and (equal (plist-get edit :text) "\n") (= length 0)))
             ("backspace" (and (equal (plist-get edit :text) "") (= length 1))))))))

(defun markdown-editing--key (key &rest commands)
  "Try COMMANDS in turn, and then the binding of KEY without this mode.
With a prefix argument, and in a buffer that is read-only, only the
binding is tried."
  (let ((commands (unless (or buffer-read-only current-prefix-arg) commands))
        plan)
    (while (and commands (not plan))
      (setq plan (ignore-error user-error (markdown-editing--plan (car commands))))
      (when (or (plist-get plan :unchanged) (plist-get plan :error)
                (markdown-editing--own-p plan (car commands)))
        (setq plan nil))
      (setq commands (cdr commands)))
    (if plan
        (progn (undo-boundary) (markdown-editing--carry-out plan))
      (let* ((markdown-editing-mode nil)
             (binding (or (key-binding (kbd key)) #'self-insert-command)))
        (setq this-command binding)
        (call-interactively binding)))))

(defun markdown-editing-newline ()
  "Continue a list or a quote, as Enter does."
  (interactive)
  (markdown-editing--key "RET" "newline"))

(defun markdown-editing-backspace ()
  "Delete backward: a marker as a whole, and never half a delimiter."
  (interactive)
  (markdown-editing--key "DEL" "backspace"))

(defun markdown-editing-tab ()
  "Go to the next cell of a table, or indent an item."
  (interactive)
  (markdown-editing--key "TAB" "table-next-cell" "indent"))

(defun markdown-editing-backtab ()
  "Go to the previous cell of a table, or outdent an item."
  (interactive)
  (markdown-editing--key "<backtab>" "table-previous-cell" "outdent"))

(defvar markdown-editing-command-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key . ,command)
                   '(("b" . "strong") ("i" . "emphasis") ("c" . "code") ("s" . "strikethrough") ("h" . "highlight")
                     ("0" . "paragraph") ("1" . "heading-1") ("2" . "heading-2") ("3" . "heading-3")
                     ("4" . "heading-4") ("5" . "heading-5") ("6" . "heading-6")
                     ("*" . "bullet-list") ("#" . "ordered-list") ("-" . "task-list")
                     ("x" . "task-toggle") ("q" . "quote") ("`" . "code-block") ("l" . "link")
                     (">" . "indent") ("<" . "outdent") ("u" . "unlink") ("t" . "table-insert")
                     ("=" . "table-format") ("<up>" . "move-line-up") ("<down>" . "move-line-down")
                     ("d" . "duplicate-line") ("." . "do")))
      (define-key map (kbd key) (intern (concat "markdown-editing-" command))))
    map)
  "Keys after the prefix of `markdown-editing-mode'.")

(defvar markdown-editing-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c .") markdown-editing-command-map)
    (define-key map (kbd "RET") #'markdown-editing-newline)
    (define-key map (kbd "DEL") #'markdown-editing-backspace)
    (define-key map (kbd "TAB") #'markdown-editing-tab)
    (define-key map (kbd "<backtab>") #'markdown-editing-backtab)
    map)
  "Keys of `markdown-editing-mode'.")

(easy-menu-define markdown-editing-menu markdown-editing-mode-map
  "Menu of `markdown-editing-mode'."
  `("Edit Markdown"
    ["Command…" markdown-editing-do]
    "--"
    ,@(mapcar (lambda (group)
                (cons (car group)
                      (mapcar (lambda (command)
                                (let ((command (if (consp command) (car command) command)))
                                  (vector (cdr (assoc command markdown-editing-titles))
                                          (intern (concat "markdown-editing-" command)))))
                              (cdr group))))
              markdown-editing-groups)))

;;;; State

(defvar-local markdown-editing--status "")
(defvar-local markdown-editing--timer nil)

(defun markdown-editing-refresh ()
  "Update the mode line."
  (interactive)
  (markdown-editing--update)
  (setq markdown-editing--status
        (mapconcat
         (lambda (entry)
           (let ((sign (substring (cdr (assoc (plist-get entry :mark) markdown-editing-titles)) 0 1)))
             (pcase (plist-get entry :presence) ("on" sign) ("mixed" (concat sign "~")) (_ ""))))
         (plist-get (markdown-editing--ask :command "state" :dialect markdown-editing-dialect
                                           :selections (markdown-editing--selections))
                    :marks)
         ""))
  (force-mode-line-update))

(defun markdown-editing--soon ()
  "Update the mode line when no key was pressed for a while."
  (when markdown-editing--timer (cancel-timer markdown-editing--timer))
  (setq markdown-editing--timer
        (run-with-idle-timer
         markdown-editing-idle nil
         (lambda (buffer)
           (when (buffer-live-p buffer)
             (with-current-buffer buffer (ignore-errors (markdown-editing-refresh)))))
         (current-buffer))))

;;;###autoload
(define-minor-mode markdown-editing-mode
  "Commands and keys for Markdown, each edit verified by libcmark.
\\{markdown-editing-mode-map}"
  :lighter (:eval (if (equal markdown-editing--status "") " md"
                    (concat " md:" markdown-editing--status)))
  (cond
   (markdown-editing-mode
    (add-hook 'after-change-functions #'markdown-editing--changed nil t)
    (add-hook 'kill-buffer-hook #'markdown-editing--close nil t)
    (add-hook 'post-command-hook #'markdown-editing--soon nil t))
   (t
    (remove-hook 'after-change-functions #'markdown-editing--changed t)
    (remove-hook 'kill-buffer-hook #'markdown-editing--close t)
    (remove-hook 'post-command-hook #'markdown-editing--soon t)
    (when markdown-editing--timer (cancel-timer markdown-editing--timer))
    (markdown-editing--close))))

(provide 'markdown-editing)
;;; markdown-editing.el ends here
