;;; Hunchentoot acceptor, routes, conditions for errors, who is calling, reading of input.
(in-package :teasel)

(defvar *store-lock* (sb-thread:make-mutex :name "store"))
(defmacro with-store (&body body)
  `(sb-thread:with-recursive-lock (*store-lock*) ,@body))
(defvar *seq* 0)
(declaim (type fixnum *seq*))
(defun next-seq () (with-store (incf *seq*)))

;;; errors are conditions

(define-condition refusal (error)
  ((status :initarg :status :reader status) (name :initarg :name :reader name)
   (report :initarg :report :reader report) (places :initarg :places :initform nil :reader places)))
(defun refuse (status name report &rest args)
  (error 'refusal :status status :name name :report (apply #'format nil report args)))
(defun invalid (where why &rest args)
  "A 422 with the body of schema HTTPValidationError."
  (error 'refusal :status 422 :name "unprocessable" :report "The input does not fit."
                  :places (vec (list (list :where where :why (apply #'format nil why args))))))

;;; specials of one request

(defvar *user* nil "Who calls, or NIL.")
(defvar *query* nil "Alist of the query.")
(defvar *raw-body* nil)
(defvar *body* nil "The parsed body; :NONE where there was none.")
(defvar *key* nil "The API key of a Workers API call.")

(defun req-header (name) (hunchentoot:header-in* name))
(defun set-header (name value) (setf (hunchentoot:header-out name) value))
(defun status! (code) (setf (hunchentoot:return-code*) code))

;;; routes

(defstruct route method segs types auth lock fn)
(defvar *routes* '())

(defun split-path (path)
  (loop with start = 0 for p = (position #\/ path :start start)
        collect (subseq path start p) while p do (setf start (1+ p))))

(defmacro defroute ((method path &key (auth :jwt) (lock t)) params &body body)
  "PARAMS: a list of (name type), one for each {..} of PATH, in order."
  (let ((names (mapcar #'first params)))
    `(push (make-route :method ,method
                       :segs ',(mapcar (lambda (s) (if (and (plusp (length s)) (char= (char s 0) #\{)) :any s))
                                       (rest (split-path path)))
                       :types ',(mapcar (lambda (p) (cons (string-downcase (substitute #\_ #\- (symbol-name (first p)))) (second p))) params)
                       :auth ,auth :lock ,lock
                       :fn (lambda ,names (declare (ignorable ,@names)) ,@body))
           *routes*)))

(defun route-fit (route segs)
  "How well ROUTE fits: the number of literal segments, or NIL."
  (let ((rs (route-segs route)))
    (and (= (length rs) (length segs))
         (loop with n = 0 for r in rs for s in segs
               do (cond ((eq r :any) (when (string= s "") (return nil)))
                        ((string= r s) (incf n))
                        (t (return nil)))
               finally (return n)))))

(defvar *route-table* nil)
(defun find-route (method segs)
  "The best route, or NIL and the methods that the path has."
  (let ((best nil) (fit -1) (others '()) (any-fit -1))
    (dolist (r (gethash (length segs) *route-table*))
      (let ((f (route-fit r segs)))
        (when f
          (when (>= f any-fit) (setf any-fit f))
          (pushnew (route-method r) others)
          (when (and (eq method (route-method r)) (> f fit)) (setf best r fit f)))))
    (values best others)))

(defun index-routes ()
  (setf *route-table* (make-hash-table))
  (dolist (r *routes*) (push r (gethash (length (route-segs r)) *route-table*))))

;;; decoding of paths and queries

(defun percent-decode (s &optional plus)
  (if (not (find-if (lambda (c) (or (char= c #\%) (char= c #\+))) s)) s
      (let ((out (make-array (length s) :element-type '(unsigned-byte 8) :fill-pointer 0)) (i 0))
        (loop while (< i (length s))
              do (let ((c (char s i)))
                   (cond ((and (char= c #\%) (< (+ i 2) (length s))
                               (digit-char-p (char s (+ i 1)) 16) (digit-char-p (char s (+ i 2)) 16))
                          (vector-push (parse-integer s :start (1+ i) :end (+ i 3) :radix 16) out) (incf i 3))
                         ((and plus (char= c #\+)) (vector-push 32 out) (incf i))
                         (t (vector-push (logand 255 (char-code c)) out) (incf i)))))
        (or (from-utf8 out) (invalid "path" "not UTF-8")))))

(defun parse-query (qs)
  (when (and qs (plusp (length qs)))
    (loop with start = 0 for p = (position #\& qs :start start)
          for part = (subseq qs start p)
          unless (string= part "")
            collect (let ((e (position #\= part)))
                      (cons (percent-decode (subseq part 0 e) t)
                            (if e (percent-decode (subseq part (1+ e)) (not (fault "query-plus-literal"))) "")))
          while p do (setf start (1+ p)))))

(defun q (name) (cdr (assoc name *query* :test #'string=)))

(defun to-integer (s)
  (and (plusp (length s)) (< (length s) 19)
       (let ((st (if (char= (char s 0) #\-) 1 0)))
         (and (< st (length s)) (loop for k from st below (length s) always (char<= #\0 (char s k) #\9))
              (parse-integer s)))))
(defun q-integer (name default min max)
  (let ((s (q name)))
    (if (null s) default
        (let ((v (to-integer s)))
          (unless v (invalid (format nil "query.~a" name) "an integer is wanted"))
          (unless (<= min v max) (invalid (format nil "query.~a" name) "from ~d to ~d" min max))
          v))))
(defun q-number (name default min max)
  (let ((s (q name)))
    (if (null s) default
        (let ((v (handler-case (parse-json s) (error () nil))))
          (unless (realp v) (invalid (format nil "query.~a" name) "a number is wanted"))
          (unless (<= min v max) (invalid (format nil "query.~a" name) "from ~f to ~f" min max))
          v))))

(defun decode-param (type name s)
  (ecase type
    (:string s)
    (:uuid (if (uuid-p s) (string-downcase s) (invalid (format nil "path.~a" name) "a uuid is wanted")))
    (:integer (or (to-integer s) (invalid (format nil "path.~a" name) "an integer is wanted")))))

;;; bodies

(defun need-object ()
  (when (eq *body* :none) (invalid "body" "a body is wanted"))
  (unless (hash-table-p *body*) (invalid "body" "an object is wanted"))
  *body*)

(defun fits-type (type v)
  (ecase type
    (:string (stringp v)) (:boolean (member v '(:true :false))) (:integer (integerp v))
    (:number (realp v)) (:list (and (vectorp v) (not (stringp v)))) (:object (hash-table-p v))
    (:strings (and (vectorp v) (not (stringp v)) (every #'stringp v)))))

(defun field (name type &key required (max nil))
  "Value of the body's field NAME and whether it was sent; null counts as a sent NIL."
  (multiple-value-bind (v sent) (gethash name *body*)
    (cond ((or (not sent) (eq v :null))
           (when required (invalid (format nil "body.~a" name) "is missing"))
           (values nil sent))
          ((not (fits-type type v)) (invalid (format nil "body.~a" name) "a ~(~a~) is wanted" type))
          ((and max (stringp v) (> (length v) max)) (invalid (format nil "body.~a" name) "at most ~d characters" max))
          (t (values v t)))))

;;; the current user

(defun bearer ()
  (let* ((h (req-header :authorization)))
    (and h (> (length h) 7) (string-equal "bearer " h :end2 7)
         (string-trim " " (subseq h 7)))))

(defun b64url-decode (s)
  (handler-case
      (let ((s (substitute #\+ #\- (substitute #\/ #\_ s))))
        (cl-base64:base64-string-to-usb8-array
         (concatenate 'string s (make-string (mod (- (length s)) 4) :initial-element #\=))))
    (error () nil)))
(defun b64url (octets)
  (string-right-trim "=" (substitute #\- #\+ (substitute #\_ #\/ (cl-base64:usb8-array-to-base64-string octets)))))
(defun hmac (secret text)
  (let ((m (ironclad:make-mac :hmac (coerce (utf8 secret) '(simple-array (unsigned-byte 8) (*))) :sha256)))
    (ironclad:update-mac m (coerce (if (stringp text) (utf8 text) text) '(simple-array (unsigned-byte 8) (*))))
    (ironclad:produce-mac m)))
(defun hex (octets) (format nil "~(~{~2,'0x~}~)" (coerce octets 'list)))

(defparameter *jwt-secret* "teasel-burrs-hold-fast")
(defun jwt-subject (token)
  "The user id of a good JWT, or NIL."
  (let* ((parts (and token (loop with s = 0 for p = (position #\. token :start s)
                                 collect (subseq token s p) while p do (setf s (1+ p))))))
    (when (= (length parts) 3)
      (handler-case
          (let ((head (parse-json (from-utf8 (b64url-decode (first parts)))))
                (claims (parse-json (from-utf8 (b64url-decode (second parts))))))
            (and (or (fault "jwt-signature-unchecked")
                     (and (equal (gethash "alg" head) "HS256")
                          (string= (third parts)
                                   (b64url (hmac *jwt-secret* (format nil "~a.~a" (first parts) (second parts)))))))
                 (let ((exp (gethash "exp" claims)))
                   (or (null exp) (and (realp exp) (> exp (- (now) +unix+)))))
                 (gethash "sub" claims)))
        (error () nil)))))

(defgeneric identify (kind) (:documentation "Binds nobody, a user of a JWT, or the owner of an API key."))

;;; dispatch

(defclass teasel-acceptor (hunchentoot:acceptor) ())
(defmethod hunchentoot:acceptor-status-message ((a teasel-acceptor) code &key &allow-other-keys)
  (declare (ignore code)) nil)

(defun error-body (c)
  (if (places c)
      (list :condition (name c) :report (report c) :faults (places c))
      (list :condition (name c) :report (report c))))

(defun call-route (route args)
  (let ((value (if (route-lock route)
                   (with-store (json-text (apply (route-fn route) args)))
                   (let ((v (apply (route-fn route) args)))
                     (if (member v '(:streamed :empty)) v (json-text v))))))
    value))

(defun user-path (segs)
  (cond ((equal (first segs) "api") (if (equal (rest segs) '("me")) '("me" "") (rest segs)))
        ((equal (first segs) "workers") segs)
        (t segs)))

(defun read-body ()
  (setf *raw-body* (or (hunchentoot:raw-post-data :force-binary t) #()))
  (when (> (length *raw-body*) 2000000) (refuse 413 "too-much" "The body is too large."))
  :none)

(defun parse-body ()
  (if (zerop (length *raw-body*)) :none
      (let ((text (from-utf8 *raw-body*)))
        (unless text (invalid "body" "not UTF-8"))
        (if (blank-p text) :none
            (handler-case (parse-json text)
              (bad-json (c) (invalid "body" "no JSON: ~a" (why c))))))))

(defun dispatch (request)
  (let* ((uri (hunchentoot:request-uri* request))
         (qm (position #\? uri))
         (path (subseq uri 0 qm))
         (*user* nil) (*key* nil) (*query* nil) (*raw-body* #()) (*body* :none))
    (read-body)
    (let ((segs (user-path (mapcar #'percent-decode (rest (split-path path))))))
      (multiple-value-bind (route others) (find-route (hunchentoot:request-method* request) segs)
        (cond (route
               (identify (route-auth route))
               (setf *query* (parse-query (and qm (subseq uri (1+ qm)))))
               (let ((args (loop for s in segs for r in (route-segs route)
                                 with types = (route-types route)
                                 when (eq r :any)
                                   collect (let ((ty (pop types))) (decode-param (cdr ty) (car ty) s)))))
                 (unless (or (eq (route-auth route) :nobody) (member (route-method route) '(:get :delete)))
                 (setf *body* (parse-body)))
                 (call-route route args)))
              (others
               (set-header :allow (format nil "~{~a~^, ~}" others))
               (refuse 405 "no-such-method" "The path has other methods."))
              (t (refuse 404 "no-such-path" "Nothing is here.")))))))

(defmethod hunchentoot:acceptor-dispatch-request ((a teasel-acceptor) request)
  (setf (hunchentoot:content-type*) "application/json; charset=utf-8")
  (let ((answer
          (handler-case (dispatch request)
            (refusal (c)
              (status! (status c))
              (when (= (status c) 401) (set-header :www-authenticate "Bearer"))
              (setf (hunchentoot:content-type*) "application/json; charset=utf-8")
              (json-text (error-body c)))
            (stream-error () (setf hunchentoot::*finish-processing-socket* t) :streamed)
            (error (c)
              (format *error-output* "~&ERROR ~a ~a: ~a~%" (hunchentoot:request-method* request)
                      (hunchentoot:request-uri* request) c)
              (finish-output *error-output*)
              (status! 500)
              (json-text (list :condition "internal" :report "Something broke."))))))
    (case answer
      (:streamed nil)
      (:empty (setf (slot-value hunchentoot:*reply* 'hunchentoot::content-type) nil) nil)
      (t (utf8 answer)))))
