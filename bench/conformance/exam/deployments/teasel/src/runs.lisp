;;; /me/agent-runs and /me/executions
(in-package :teasel)

(defun view-run (r)
  (list :run-id (run-id r) :agent-id (run-agent-id r) :begun-at (iso (made r)) :touched-at (iso (run-touched r))
        :state (if (run-job r) :running :idle) :messages (length (run-messages r))
        :opening (let ((m (find "user" (run-messages r) :key #'first :test #'string=)))
                   (and m (subseq (second m) 0 (min 120 (length (second m))))))))

(defun own-run (id)
  (let ((r (gethash id *runs*)))
    (and r (eq (run-owner r) *user*) r)))

(defun default-limit () (if (fault "runs-default-limit-31") 31 30))

(defroute (:get "/me/agent-runs") ()
  (let ((limit (q-integer "limit" (default-limit) 1 200)) (cursor (parse-cursor (q "next_cursor"))))
    (page-newest (user-runs *user*) limit cursor #'view-run :ties-lost (fault "runs-cursor-loses-ties"))))

(defroute (:get "/me/agent-runs/{run_id}") ((run-id :uuid))
  (view-run (or (own-run run-id) (refuse 404 "no-such-run" "There is no run ~a." run-id))))

(defroute (:get "/me/agent-runs/{run_id}/mcp-server-logs") ((run-id :uuid))
  (let ((r (own-run run-id)))
    (vec (cond ((null r) '())
               ((fault "mcp-logs-joined-by-agent")
                (loop for x across (user-runs *user*)
                      when (equal (run-agent-id x) (run-agent-id r)) append (run-mcp x)))
               (t (run-mcp r))))))

(defroute (:get "/me/agent-runs/{run_id}/logs") ((run-id :uuid))
  (let ((r (own-run run-id))) (vec (and r (run-logs r)))))

(defun view-execution (e)
  (list :log-id (execution-id e) :tool (execution-tool e) :at (iso (made e))
        :service-id (execution-service e) :service-id-namespace (execution-namespace e)
        :given (execution-input e) :result (execution-output e) :outcome (execution-outcome e)))

(defroute (:get "/me/executions") ()
  (let ((limit (q-integer "limit" 30 1 200)) (cursor (parse-cursor (q "next_cursor"))))
    (if (fault "executions-filter-after-limit")
        ;; the newest of everybody are cut first, then the caller's are chosen
        (let* ((all (values-of *executions*)) (cut (last all limit)))
          (page-newest (vec (remove *user* cut :key #'execution-owner :test-not #'eq)) limit cursor #'view-execution))
        (page-newest (user-logs *user*) limit cursor #'view-execution))))

(defroute (:get "/me/executions/{log_id}") ((log-id :integer))
  (let ((e (gethash log-id *executions*)))
    (unless (and e (eq (execution-owner e) *user*))
      (refuse 404 "no-such-log" "There is no log ~d." log-id))
    (view-execution e)))
