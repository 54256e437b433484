;;; terrace.el --- MLIR and LLVM IR with terrace lsp  -*- lexical-binding: t; -*-

;; Starts `terrace lsp' by eglot for .mlir and .ll files: (load "/path/to/terrace.el") in the init file. eglot is part of
;; Emacs from version 29 on, and a package of ELPA for older ones.

;;; Code:

(require 'eglot)

(defgroup terrace nil "MLIR and LLVM IR." :group 'languages)

(defcustom terrace-program "terrace"
  "The program that serves the editor."
  :type 'string)

(defconst terrace-font-lock
  '(("%[A-Za-z0-9_$.#-]+" . font-lock-variable-name-face)
    ("@[A-Za-z0-9_$.]+" . font-lock-function-name-face)
    ("\\^[A-Za-z0-9_$.-]+" . font-lock-constant-face)
    ("[!#][A-Za-z_][A-Za-z0-9_$.]*" . font-lock-type-face)
    ("\\_<[a-z_][A-Za-z0-9_]*\\.[A-Za-z0-9_.]+\\_>" . font-lock-keyword-face)
    ("\\_<\\(?:[su]?i[0-9]+\\|bf16\\|f[0-9]+\\|index\\|tensor\\|memref\\|vector\\)\\_>" . font-lock-type-face))
  "The words of MLIR.")

(define-derived-mode terrace-mlir-mode prog-mode "MLIR"
  "A mode for MLIR."
  (modify-syntax-entry ?/ ". 12")
  (modify-syntax-entry ?\n ">")
  (modify-syntax-entry ?\" "\"")
  (setq-local comment-start "// ")
  (setq-local font-lock-defaults '(terrace-font-lock)))

(define-derived-mode terrace-llvm-mode prog-mode "LLVM IR"
  "A mode for LLVM IR."
  (modify-syntax-entry ?\; "<")
  (modify-syntax-entry ?\n ">")
  (setq-local comment-start "; ")
  (setq-local font-lock-defaults '(terrace-font-lock)))

(defun terrace-show (command result)
  "Shows the RESULT of a COMMAND of the server in a buffer of its own."
  (with-current-buffer (get-buffer-create (format "*%s*" command))
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (or (plist-get result :messages) "") (or (plist-get result :text) ""))
      (if (equal (plist-get result :language) "llvm") (terrace-llvm-mode) (terrace-mlir-mode))
      (goto-char (point-min)))
    (display-buffer (current-buffer))))

(defun terrace-execute (command argument)
  "Executes a COMMAND of the server with an ARGUMENT, and shows the result."
  (let ((server (eglot--current-server-or-lose)))
    (terrace-show command (jsonrpc-request server :workspace/executeCommand
                                           `(:command ,command :arguments [,argument]) :timeout 600))))

(defun terrace--here ()
  "The address of the file."
  (list :uri (eglot--path-to-uri (buffer-file-name))))

(defun terrace-run ()
  "Runs the first RUN line of the file."
  (interactive)
  (terrace-execute "terrace.run" (terrace--here)))

(defun terrace-pipeline (pipeline)
  "Runs a PIPELINE of passes on the file."
  (interactive "sPasses, as canonicalize,cse: ")
  (terrace-execute "terrace.pipeline" (append (terrace--here) (list :pipeline pipeline))))

(defun terrace-explain ()
  "Explains what bufferization of the file allocates and copies."
  (interactive)
  (terrace-execute "terrace.explain" (terrace--here)))

(add-to-list 'auto-mode-alist '("\\.mlir\\'" . terrace-mlir-mode))
(add-to-list 'auto-mode-alist '("\\.ll\\'" . terrace-llvm-mode))
(add-to-list 'eglot-server-programs
             `((terrace-mlir-mode terrace-llvm-mode) . (,terrace-program "lsp" "--stdio")))
(add-hook 'terrace-mlir-mode-hook #'eglot-ensure)
(add-hook 'terrace-llvm-mode-hook #'eglot-ensure)

(provide 'terrace)
;;; terrace.el ends here
