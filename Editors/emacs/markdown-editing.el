;;; markdown-editing.el --- Proved marks for Markdown, by mdedit and eglot -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Strong, emphasis and code as commands: each edit is proved by libcmark, is one step to undo, and
;; keeps the region.  The mode line shows what the region has.
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

(defun markdown-editing-toggle (mark)
  "Give or take MARK (\"strong\", \"emphasis\", ...) in the region or at point."
  (interactive (list (completing-read "Mark: " '("strong" "emphasis" "code" "strikethrough"
                                                 "highlight") nil t)))
  (barf-if-buffer-read-only)
  (let* ((active (use-region-p))
         (backward (and active (< (point) (mark))))
         (plan (markdown-editing--ask :mdedit/toggle :mark mark)))
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
    map)
  "Keys of `markdown-editing-mode'.")

;;;###autoload
(define-minor-mode markdown-editing-mode
  "Marks in Markdown, each edit proved by libcmark."
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
