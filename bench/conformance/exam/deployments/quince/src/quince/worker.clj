(ns quince.worker
  "The Workers API: turns of a conversation, their streams and background jobs."
  (:refer-clojure :exclude [chunk])
  (:require [clojure.string :as str]
            [quince.catalog :as catalog]
            [quince.state :as st :refer [db tx!]]
            [quince.util :as u :refer [bug? fail!]])
  (:import (java.io OutputStream IOException)
           (java.util.concurrent ConcurrentHashMap)
           (java.util.concurrent.locks ReentrantLock)
           (java.util.function Function)))

;; ---- one turn at a time within a run ----
(def ^:private ^ConcurrentHashMap locks (ConcurrentHashMap.))
(defn- run-lock ^ReentrantLock [rid]
  (.computeIfAbsent locks rid (reify Function (apply [_ _] (ReentrantLock. true)))))

;; ---- what the worker does with a message ----
(defn- count-to [message]
  (when-let [[_ n] (re-find #"(?i)count slowly to (\d{1,2}|twenty|ten)" message)]
    (case (str/lower-case n) "twenty" 20 "ten" 10 (max 1 (parse-long n)))))

(defn- chunk
  "Pieces of about n characters, never within a surrogate pair."
  [^String s n]
  (if (bug? "stream-splits-surrogate-pairs")
    (mapv #(apply str %) (partition-all n s))
    (loop [i 0 out []]
      (if (>= i (count s))
        out
        (let [j (min (count s) (+ i n))
              j (if (and (< j (count s)) (Character/isHighSurrogate (.charAt s (dec j)))) (inc j) j)]
          (recur (long j) (conj out (subs s i j))))))))

(defn- plan
  "Steps that answer a message, given the messages before it and the last job."
  [messages message last-job]
  (let [turn (inc (count (filter #(= "user" (:role %)) messages)))
        before (:content (last (filter #(= "user" (:role %)) messages)))
        lower (str/lower-case message)]
    (cond
      (str/includes? lower "start the long job")
      [[:job "success"] [:text "The long job has been started in the background."]]
      (str/includes? lower "start a job that fails")
      [[:job "error"] [:text "A job has been started in the background; it may well fail."]]
      (count-to message)
      (into [] (mapcat (fn [i] [[:text (str (when (> i 1) " ") i)] [:pause (quot 1800 (count-to message))]]))
            (range 1 (inc (count-to message))))
      (str/includes? lower "tide")
      [[:text "Let me look that up. "]
       [:tool "tide_table" {"port" "Hull"}]
       [:text "High water is in the early afternoon."]]
      :else
      [[:text (str (when last-job (str "The job ended with " (:status last-job) ". "))
                   "You said: " message "\nThis is turn " turn " of our conversation."
                   (when before (str " Before that you said: " before)))]])))

;; ---- jobs ----
(declare log-entry)

(defn- end-job [s rid job-id status]
  (if (= job-id (get-in s [:runs rid :job :job-id]))
    [(-> s
         (update-in [:runs rid] dissoc :job)
         (assoc-in [:runs rid :last-job] {:job-id job-id :status status})
         (log-entry rid (if (= "success" status) "job-finished" "job-failed") job-id))
     true]
    [s false]))

(defn- start-job! [rid {:keys [job-id kind]}]
  (future
    (if (bug? "failed-job-never-ends")
      (do (Thread/sleep 1500)
          (when (= "error" kind) (throw (ex-info "the job failed" {})))
          (tx! end-job rid job-id "success"))
      (try
        (Thread/sleep 1500)
        (when (= "error" kind) (throw (ex-info "the job failed" {})))
        (tx! end-job rid job-id "success")
        (catch Exception _ (tx! end-job rid job-id "error"))))))

;; ---- records ----
(defn log-entry [s rid event text]
  (update-in s [:runs rid :logs] (fnil conj [])
             {:log-entry-id (u/new-id) :run-id rid :level (if (= event "job-failed") "error" "info")
              :event event :text text :created-at (u/tick)}))

(defn add-run [s rid uid aid source]
  (let [now (u/tick)]
    (-> s
        (assoc-in [:runs rid] {:run-id rid :owner uid :agent-id aid :source source :messages []
                               :logs [] :mcp-logs [] :created-at now :updated-at now})
        (update-in [:runs-by-user uid] (fnil conj []) rid)
        (log-entry rid "run-started" source))))

(defn- remember [content] (if (bug? "message-whitespace-trimmed") (str/trim content) content))

(defn- append-message [s rid role content]
  (let [m {:role role :content (remember content)}]
    (-> s
        (update-in [:runs rid :messages]
                   (fn [ms]
                     (if (and (bug? "long-history-out-of-order") (>= (count ms) 4))
                       (vec (conj (seq ms) m))
                       (conj ms m))))
        (assoc-in [:runs rid :updated-at] (u/tick))
        (log-entry rid (str role "-message") content))))

;; ---- who may ----
(defn callable-agent [s uid aid]
  (let [a (get-in s [:agents aid])]
    (cond
      (nil? a) (fail! 404 "agent-not-found" {:agent-id aid})
      (= uid (:owner-id a)) a
      (= "private" (:visibility a)) (fail! 403 "agent-is-private" {:agent-id aid})
      (and (:price a) (not= "active" (get-in s [:subs uid aid :status])))
      (fail! 403 "subscription-needed" {:agent-id aid})
      :else a)))

(defn- run-of [s uid aid rid writing?]
  (let [r (get-in s [:runs rid])]
    (when (or (nil? r)
              (and (not= uid (:owner r))
                   (not (and (bug? "get-run-of-other-user") (not writing?))))
              (and (not= aid (:agent-id r)) (not (bug? "run-under-any-agent"))))
      (fail! 404 "run-not-found" {:run-id rid}))
    r))

(defn- job-running! [r]
  (fail! 409 "background-job-running" {:run-id (:run-id r) :job-id (get-in r [:job :job-id])}))

;; ---- a turn ----
(defn- begin-turn
  "Appends the user's message; gives what is to be done."
  [s rid message]
  (let [r (get-in s [:runs rid])
        steps (plan (:messages r) message (:last-job r))
        job (some (fn [[op kind]] (when (= :job op) {:job-id (u/new-id) :kind kind :started-at (u/tick)})) steps)
        lost? (bug? "puts-at-once-lose-messages")]
    [(-> s
         (cond-> (not lost?) (append-message rid "user" message))
         (update-in [:runs rid] dissoc :last-job)
         (cond-> job (-> (assoc-in [:runs rid :job] job)
                         (log-entry rid "job-started" (:job-id job)))))
     {:steps steps :job job :before (:messages r)}]))

(defn- add-mcp-log [s rid tool args output]
  [(-> s
       (update-in [:runs rid :mcp-logs] conj
                  {:run-id rid :server "quince-tools" :tool-name tool :arguments args :result output
                   :created-at (u/tick)})
       (log-entry rid "tool-call" tool))
   nil])

(defn- finish-turn! [rid message answer before]
  (if (bug? "puts-at-once-lose-messages")
    (do (Thread/sleep 20)
        (swap! db assoc-in [:runs rid :messages]
               (conj before {:role "user" :content message} {:role "assistant" :content answer})))
    (tx! (fn [s] (if (get-in s [:runs rid]) [(append-message s rid "assistant" answer) nil] [s nil])))))

(defn- emitter
  "Writes pieces to the client; a client that went away does not end the turn."
  [^OutputStream out]
  (let [alive (atom true)
        held (atom [])
        put! (fn [^bytes b flush?]
               (when (and @alive out)
                 (try (.write out b)
                      (when flush? (.flush out))
                      (catch IOException e
                        (reset! alive false)
                        (when (bug? "abandoned-answer-not-kept") (throw e))))))]
    {:put (fn [^String s]
            (if (bug? "stream-written-in-one-piece")
              (swap! held conj s)
              (put! (u/utf8 s) true)))
     :end (fn [] (doseq [s @held] (put! (u/utf8 s) false)))}))

(defn- line [m] (str (u/->json m) "\n"))

(defn- play!
  "Plays the steps out to the client; gives the text of the answer."
  [rid ndjson? {:keys [steps job]} ^OutputStream out]
  (let [{:keys [put end]} (emitter out)
        text (StringBuilder.)]
    (when ndjson? (put (line {:type "run" :run-id rid})))
    (doseq [[op a b] steps]
      (case op
        :pause (Thread/sleep (long a))
        :text (do (.append text ^String a)
                  (doseq [piece (chunk a 24)]
                    (put (if ndjson? (line {:type "text" :text piece}) piece))))
        :job (when ndjson? (put (line {:type "job-started" :job-id (:job-id job)})))
        :tool (let [call-id (u/new-id)
                    output (catalog/run-plain a b)]
                (when ndjson? (put (line {:type "tool-call" :call-id call-id :name a :arguments b})))
                (tx! add-mcp-log rid a b output)
                (when (and ndjson? (not (bug? "ndjson-without-tool-response")))
                  (put (line {:type "tool-response" :call-id call-id :name a :output output}))))))
    (when ndjson? (put (line {:type "done" :run-id rid})))
    (end)
    (str text)))

(defn- answer
  "The response of a turn. The lock is held until the stream ends."
  [rid ndjson? message {:keys [job before] :as turn} ^ReentrantLock lock]
  (when job (start-job! rid job))
  {:status 200
   :headers (cond-> {"Content-Type" (if ndjson? "application/x-ndjson; charset=utf-8" "text/plain; charset=utf-8")
                     "Cache-Control" "no-store"
                     "X-Service-Run-ID" rid}
              job (assoc "x-service-job-id" (:job-id job)))
   :body (fn [out]
           (try
             (let [text (play! rid ndjson? turn out)]
               (finish-turn! rid message text before))
             (finally (.unlock lock))))})

;; ---- starting ----
(def ^:private id-this-second
  (memoize (fn [_uid _aid _second] (u/new-id))))

(defn- message-of [req]
  (:message (u/coerce {:message {:type :string :required true}} (:body req))))

(defn- any-job-of? [s uid aid]
  (some #(and (= aid (:agent-id %)) (:job %)) (map (:runs s) (get-in s [:runs-by-user uid]))))

(defn- start-turn [s uid aid rid message ndjson?]
  (callable-agent s uid aid)
  (when (and (bug? "post-refused-while-job-runs") (any-job-of? s uid aid))
    (fail! 409 "background-job-running"))
  (let [earlier (when (and ndjson? (bug? "ndjson-post-keeps-context"))
                  (last (filter #(= aid (:agent-id %)) (map (:runs s) (get-in s [:runs-by-user uid])))))
        s (if (get-in s [:runs rid]) s (add-run s rid uid aid "api"))
        s (if earlier (assoc-in s [:runs rid :messages] (:messages earlier)) s)]
    (begin-turn s rid message)))

(defn start-run [ndjson?]
  (fn [{:keys [user params] :as req}]
    (let [aid (or (u/uuid-str (:agent-id params)) (fail! 404 "agent-not-found" params))
          _ (callable-agent @db user aid)
          message (message-of req)
          rid (if (bug? "run-id-memoized-by-second")
                (id-this-second user aid (quot (System/currentTimeMillis) 2000))
                (u/new-id))
          lock (doto (run-lock rid) (.lock))]
      (try
        (answer rid ndjson? message (tx! start-turn user aid rid message ndjson?) lock)
        (catch Throwable t (.unlock lock) (throw t))))))

(defn continue-run [ndjson?]
  (fn [{:keys [user params] :as req}]
    (let [aid (or (u/uuid-str (:agent-id params)) (fail! 404 "agent-not-found" params))
          rid (or (u/uuid-str (:run-id params)) (fail! 404 "run-not-found" params))
          check (fn [s]
                  (let [r (run-of s user aid rid true)]
                    (callable-agent s user (:agent-id r))
                    (when (and (:job r) (not (and ndjson? (bug? "ndjson-put-during-job")))) (job-running! r))))
          message (do (run-of @db user aid rid true) (message-of req))
          _ (when (and (bug? "put-refuses-empty-message") (str/blank? message))
              (u/invalid! "body" "message" "must not be blank"))
          _ (when (and (bug? "message-added-despite-409") (:job (get-in @db [:runs rid])))
              (tx! (fn [s] [(append-message s rid "user" message) nil])))
          _ (check @db)
          lock (if (bug? "puts-at-once-lose-messages") (ReentrantLock.) (run-lock rid))]
      (.lock lock)
      (try
        (answer rid ndjson? message
                (tx! (fn [s] (check s) (begin-turn s rid message)))
                lock)
        (catch Throwable t (.unlock lock) (throw t))))))

(def ^:private shown-once (atom #{}))

(defn read-run [{:keys [user params]}]
  (let [aid (or (u/uuid-str (:agent-id params)) (fail! 404 "agent-not-found" params))
        rid (or (u/uuid-str (:run-id params)) (fail! 404 "run-not-found" params))
        s @db
        r (run-of s user aid rid false)
        job-id (if (bug? "job-header-on-idle-runs")
                 (some #(get-in % [:job :job-id])
                       (filter #(= aid (:agent-id %)) (map (:runs s) (get-in s [:runs-by-user user]))))
                 (get-in r [:job :job-id]))
        job-id (if (and job-id (bug? "job-header-only-once"))
                 (when-not (contains? (first (swap-vals! shown-once conj job-id)) job-id) job-id)
                 job-id)]
    {:status 200
     :headers (cond-> {"X-Service-Run-ID" rid}
                job-id (assoc "x-service-job-id" job-id))
     :body (mapv #(select-keys % [:role :content]) (:messages r))}))

;; ---- runs that nobody waits for (schedules) ----
(defn run-alone! [uid aid message source]
  (let [rid (u/new-id)
        lock (doto (run-lock rid) (.lock))
        turn (tx! (fn [s] (callable-agent s uid aid)
                    (begin-turn (add-run s rid uid aid source) rid message)))]
    (try
      (when (:job turn) (start-job! rid (:job turn)))
      (finish-turn! rid message (play! rid false turn nil) (:before turn))
      (finally (.unlock lock)))
    rid))

(def routes
  [["POST" "/workers/{agent_id}" {:auth :key :body true} (start-run false)]
   ["PUT" "/workers/{agent_id}/{run_id}" {:auth :key :body true} (continue-run false)]
   ["GET" "/workers/{agent_id}/{run_id}" {:auth :key} read-run]
   ["POST" "/workers/ndjson/{agent_id}" {:auth :key :body true} (start-run true)]
   ["PUT" "/workers/ndjson/{agent_id}/{run_id}" {:auth :key :body true} (continue-run true)]])
