;;; Builds the core: libraries by ASDF from vendor/, then our own sources.
(require :asdf)
(require :sb-posix)
(require :sb-bsd-sockets)
(defparameter *here* (directory-namestring *load-truename*))
(push :hunchentoot-no-ssl *features*)
(asdf:initialize-source-registry
 `(:source-registry (:tree ,(concatenate 'string *here* "vendor/usr/share/common-lisp/source/"))
                    :ignore-inherited-configuration))
(asdf:initialize-output-translations
 `(:output-translations (t (,(concatenate 'string *here* "vendor/fasl/") :**/ :*.*.*))
                        :ignore-inherited-configuration))
(asdf:load-system "hunchentoot")
(asdf:load-system "ironclad/digest/sha256")
(asdf:load-system "ironclad/mac/hmac")
(setf *compile-verbose* nil)
(let ((bad nil))
  (dolist (name '("json" "http" "model" "workers" "runs" "agents" "files" "studio" "account" "money"
                  "tools" "bundles" "schedules" "notifier" "main"))
    (multiple-value-bind (fasl warn fail)
        (handler-bind ((style-warning #'muffle-warning))
          (compile-file (format nil "~asrc/~a.lisp" *here* name) :external-format :utf-8
                        :output-file (format nil "~avendor/fasl/~a.fasl" *here* name)))
      (declare (ignorable warn))
      (when fail (push name bad))
      (load fasl)))
  (when bad (format t "~&FAILED: ~a~%" bad) (sb-ext:exit :code 1)))
(sb-ext:save-lisp-and-die (sb-posix:getenv "CORE") :toplevel (intern "TOPLEVEL" "TEASEL"))
