;;; markdown-editing.el --- Proved commands for Markdown, by mdedit and eglot -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Marks, headings, lists, quotes, links, tables and keys as commands: each edit is proved by libcmark,
;; is one step to undo, and keeps the region.  The mode line shows what the region has.
;;
;;   (require 'markdown-editing)
;;   (add-hook 'markdown-mode-hook #'markdown-editing-mode)

;;; Code:

(require 'eglot)
(require 'jsonrpc)

(defgroup markdown-editing nil "Proved marks for Markdown." :group 'text)

(defcustom markdown-editing-command '("mdedit" "lsp")
  "How the language server is started."
  :type '(repeat string))

(defcustom markdown-editing-idle 0.05
  "Seconds without a key before the mode line asks what the region has."
  :type 'number)

(defvar-local markdown-editing--status "")
(defvar-local markdown-editing--timer nil)

(add-to-list 'eglot-server-programs
             `((markdown-mode gfm-mode) . ,markdown-editing-command))

(defun markdown-editing--server ()
  "The server of this buffer; an error where there is none."
  (or (eglot-current-server)
      (user-error "There is no mdedit here; M-x eglot starts it")))

(defun markdown-editing--ranges ()
  "What is selected, or the caret, as the protocol has it."
  (let ((from (if (use-region-p) (region-beginning) (point)))
        (to (if (use-region-p) (region-end) (point))))
    (vector (list :start (eglot--pos-to-lsp-position from)
                  :end (eglot--pos-to-lsp-position to)))))

(defun markdown-editing--ask (method &rest more)
  "The result of METHOD for the selection, with the members MORE.
What eglot has not sent yet is sent before; where the server has
another text nevertheless, it is asked once more."
  (let ((server (markdown-editing--server)) (tries 2) result)
    (while (> tries 0)
      (setq tries (1- tries))
      (condition-case problem
          (setq result
                (jsonrpc-request
                 server method
                 (append (list :textDocument (eglot--VersionedTextDocumentIdentifier)
                               :ranges (markdown-editing--ranges))
                         more)
                 :deferred t :timeout 2)
                tries 0)
        (jsonrpc-error
         (unless (and (> tries 0)
                      (eql -32801 (alist-get 'jsonrpc-error-code (cdr problem))))
           (user-error "mdedit: %s"
                       (or (alist-get 'jsonrpc-error-message (cdr problem)) problem))))))
    result))

(defun markdown-editing--region (range)
  "The buffer positions of RANGE, a range of the protocol."
  (cons (eglot--lsp-position-to-point (plist-get range :start) t)
        (eglot--lsp-position-to-point (plist-get range :end) t)))

(defconst markdown-editing-commands
  '("heading-1" "heading-2" "heading-3" "heading-4" "heading-5" "heading-6" "heading" "paragraph"
    "promote" "demote" "bullet-list" "ordered-list" "task-list" "task-toggle" "task-cycle"
    "renumber-list" "quote" "callout" "code-block" "horizontal-rule" "link" "unlink" "image"
    "keyboard" "underline" "subscript" "superscript" "wiki-link" "footnote" "footnote-jump"
    "footnote-delete" "footnote-renumber" "clear-formatting" "table-insert" "table-next-cell"
    "table-previous-cell" "table-add-row" "table-add-column" "table-delete-row"
    "table-delete-column" "table-move-row-up" "table-move-row-down" "table-move-column-left"
    "table-move-column-right" "table-sort" "table-from-text" "table-to-text"
    "table-format" "align-left" "align-center"
    "align-right" "indent" "outdent" "move-line-up" "move-line-down" "duplicate-line"
    "move-section-up" "move-section-down" "select-section" "delete-section")
  "The commands of mdedit's catalogue, without the keys.")

(defun markdown-editing-toggle (mark)
  "Give or take MARK (\"strong\", \"emphasis\", ...) in the region or at point."
  (interactive (list (completing-read "Mark: " '("strong" "emphasis" "code" "strikethrough"
                                                 "highlight") nil t)))
  (markdown-editing-do mark))

(defun markdown-editing-do (command &optional argument)
  "Carry out COMMAND of the catalogue (\"heading-2\", ...) with ARGUMENT, if it takes one."
  (interactive
   (let ((command (completing-read "Command: " markdown-editing-commands nil t)))
     (list command
           (pcase command
             ((or "link" "image") (read-string "Address: "))
             ("callout" (completing-read "Kind: " '("note" "tip" "important" "warning" "caution")))
             ("table-sort" (completing-read "Order: " '("ascending" "descending") nil t))
             ("table-to-text" (completing-read "Format: " '("csv" "tsv") nil t))
             ("table-insert" (read-string "Rows and columns: " "2x2"))))))
  (barf-if-buffer-read-only)
  (markdown-editing--carry-out (markdown-editing--plan command argument)))

(defun markdown-editing--plan (command &optional argument)
  "What COMMAND would do with ARGUMENT."
  (apply #'markdown-editing--ask :mdedit/do :command command
         (unless (member argument '(nil "")) (list :argument argument))))

(defun markdown-editing--own-p (plan command)
  "Whether PLAN is only what the key of COMMAND does by itself."
  (let* ((edits (plist-get plan :edits))
         (edit (and (= (length edits) 1) (aref edits 0)))
         (region (and edit (markdown-editing--region (plist-get edit :range)))))
    (and edit
         (pcase command
           ("newline" (and (equal (plist-get edit :newText) "\n") (= (car region) (cdr region))))
           ("backspace" (and (equal (plist-get edit :newText) "")
                             (= (- (cdr region) (car region)) 1)))))))

(defun markdown-editing--key (&rest commands)
  "Do the first of COMMANDS that applies; else what the key does without this mode."
  (let ((plan nil))
    (while (and commands (not plan) (eglot-current-server) (not buffer-read-only))
      (setq plan (ignore-errors (markdown-editing--plan (car commands))))
      (when (or (plist-get plan :unchanged) (and plan (markdown-editing--own-p plan (car commands))))
        (setq plan nil))
      (setq commands (cdr commands)))
    (if plan (markdown-editing--carry-out plan)
      (let* ((markdown-editing-mode nil)
             (binding (or (key-binding (this-command-keys-vector)) #'self-insert-command)))
        (setq this-command binding)
        (call-interactively binding)))))

(defun markdown-editing-newline ()
  "Enter: the next item of a list, the next line of a quote, a cut in two."
  (interactive)
  (markdown-editing--key "newline"))

(defun markdown-editing-backspace ()
  "Backspace: a marker as one, half a delimiter never."
  (interactive)
  (markdown-editing--key "backspace"))

(defun markdown-editing-tab ()
  "Tab: the next cell of a table, a list item one level in."
  (interactive)
  (markdown-editing--key "table-next-cell" "indent"))

(defun markdown-editing-backtab ()
  "Shift-Tab: the cell before, a list item one level out."
  (interactive)
  (markdown-editing--key "table-previous-cell" "outdent"))

(defun markdown-editing--carry-out (plan)
  "Make the edits of PLAN, as one step to undo, and select."
  (let* ((active (use-region-p))
         (backward (and active (< (point) (mark)))))
    (if (plist-get plan :unchanged)
        (message "mdedit: %s" (plist-get plan :message))
      (undo-boundary)
      (let ((edits (mapcar (lambda (edit)
                             (let ((region (markdown-editing--region (plist-get edit :range))))
                               (list (copy-marker (car region)) (copy-marker (cdr region))
                                     (plist-get edit :newText))))
                           (plist-get plan :edits)))
            (group (prepare-change-group)))
        (save-excursion
          (pcase-dolist (`(,from ,to ,text) (reverse edits))
            (goto-char from)
            (delete-region from to)
            (insert text)
            (set-marker from nil)
            (set-marker to nil)))
        (undo-amalgamate-change-group group))
      (let ((region (markdown-editing--region (aref (plist-get plan :selections) 0))))
        (if (not active) (goto-char (car region))
          (goto-char (if backward (car region) (cdr region)))
          (set-mark (if backward (cdr region) (car region)))
          (setq deactivate-mark nil)
          (activate-mark)))
      (markdown-editing-refresh))))

(defmacro markdown-editing--define (mark)
  "Define the command for MARK."
  `(defun ,(intern (concat "markdown-editing-toggle-" mark)) ()
     ,(format "Give or take %s in the region or at point." mark)
     (interactive)
     (markdown-editing-toggle ,mark)))

(markdown-editing--define "strong")
(markdown-editing--define "emphasis")
(markdown-editing--define "code")
(markdown-editing--define "strikethrough")
(markdown-editing--define "highlight")

(defun markdown-editing--doer (command)
  "An interactive function that carries COMMAND out."
  (lambda ()
    (interactive)
    (markdown-editing-do
     command (pcase command
               ((or "link" "image") (read-string "Address: "))
               ("table-insert" "2x2")))))

(defun markdown-editing-refresh ()
  "Ask what the region has, for the mode line."
  (when (eglot-current-server)
    (setq markdown-editing--status
          (mapconcat
           (lambda (entry)
             (let ((sign (substring (plist-get entry :title) 0 1)))
               (pcase (plist-get entry :presence)
                 ("on" sign) ("mixed" (concat sign "~")) (_ ""))))
           (plist-get (markdown-editing--ask :mdedit/state) :marks) ""))
    (force-mode-line-update)))

(defun markdown-editing--soon ()
  "Ask for the state when no key was pressed for a while."
  (when markdown-editing--timer (cancel-timer markdown-editing--timer))
  (let ((buffer (current-buffer)))
    (setq markdown-editing--timer
          (run-with-idle-timer
           markdown-editing-idle nil
           (lambda ()
             (when (buffer-live-p buffer)
               (with-current-buffer buffer
                 (ignore-errors (markdown-editing-refresh)))))))))

(defvar markdown-editing-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c m b") #'markdown-editing-toggle-strong)
    (define-key map (kbd "C-c m i") #'markdown-editing-toggle-emphasis)
    (define-key map (kbd "C-c m c") #'markdown-editing-toggle-code)
    (define-key map (kbd "C-c m s") #'markdown-editing-toggle-strikethrough)
    (define-key map (kbd "C-c m h") #'markdown-editing-toggle-highlight)
    (pcase-dolist (`(,key . ,command)
                   '(("0" . "paragraph") ("1" . "heading-1") ("2" . "heading-2") ("3" . "heading-3")
                     ("4" . "heading-4") ("5" . "heading-5") ("6" . "heading-6")
                     ("*" . "bullet-list") ("#" . "ordered-list") ("-" . "task-list")
                     ("x" . "task-toggle") ("q" . "quote") ("`" . "code-block") ("l" . "link")
                     ("u" . "unlink") ("t" . "table-insert") ("<up>" . "move-line-up")
                     ("<down>" . "move-line-down") ("d" . "duplicate-line")))
      (define-key map (kbd (concat "C-c m " key)) (markdown-editing--doer command)))
    (define-key map (kbd "C-c m m") #'markdown-editing-do)
    (define-key map (kbd "RET") #'markdown-editing-newline)
    (define-key map (kbd "DEL") #'markdown-editing-backspace)
    (define-key map (kbd "TAB") #'markdown-editing-tab)
    (define-key map (kbd "<backtab>") #'markdown-editing-backtab)
    map)
  "Keys of `markdown-editing-mode'.")

;;;###autoload
(define-minor-mode markdown-editing-mode
  "Commands and keys for Markdown, each edit proved by libcmark."
  :lighter (:eval (if (equal markdown-editing--status "") " md"
                    (concat " md:" markdown-editing--status)))
  (if markdown-editing-mode
      (progn
        (unless (eglot-current-server) (eglot-ensure))
        (add-hook 'post-command-hook #'markdown-editing--soon nil t))
    (remove-hook 'post-command-hook #'markdown-editing--soon t)
    (when markdown-editing--timer (cancel-timer markdown-editing--timer))))

(provide 'markdown-editing)
;;; markdown-editing.el ends here
