(ns quince.runs
  "Reading runs, their logs and the log of tool executions; studio chats."
  (:require [quince.state :as st :refer [db tx!]]
            [quince.util :as u :refer [bug? fail! ok]]
            [quince.worker :as worker]))

;; ---- pages: newest first, the cursor is the creation time of the last one shown ----
(def ^:private max-limit 500)

(defn- cursor-of [{:keys [query]} null-allowed?]
  (let [c (get query "next_cursor")]
    (when-not (or (nil? c) (and null-allowed? (contains? #{"" "null"} c)))
      (or (u/parse-instant c) (u/invalid! "query" "next_cursor" "should be a date-time")))))

(defn- before? [^java.time.Instant a ^java.time.Instant b] (neg? (compare a b)))

(defn- page
  "ids is a vector in order of creation."
  [ids fetch cursor limit inclusive?]
  (let [rows (->> (rseq ids)
                  (map fetch)
                  (filter #(or (nil? cursor) (before? (:created-at %) cursor)
                               (and inclusive? (= (:created-at %) cursor)))))
        shown (vec (take limit rows))]
    [shown (when (seq (drop limit rows)) (str (:created-at (peek shown))))]))

(defn- page-body [[items next]] (cond-> {:items items} next (assoc :next next)))

;; ---- runs ----
(defn- run-view [r]
  {:run-id (:run-id r) :agent-id (:agent-id r) :source (:source r)
   :status (if (:job r) "job-running" "idle")
   :message-count (count (:messages r)) :created-at (:created-at r) :updated-at (:updated-at r)})

(defn list-runs [{:keys [user] :as req}]
  (let [limit (u/query-int req "limit" {:default (if (bug? "runs-default-limit-off-by-one") 29 30) :min 1 :max max-limit})
        cursor (cursor-of req true)
        s @db
        [items next] (page (get-in s [:runs-by-user user] []) #(get-in s [:runs %]) cursor limit false)
        items (if (bug? "last-incomplete-page-lost")
                (vec (if cursor (first (partition limit items)) items))
                items)]
    (ok (page-body [(mapv run-view items) next]))))

(defn- own-run [user rid]
  (let [r (get-in @db [:runs rid])] (when (= user (:owner r)) r)))

(defn read-run [{:keys [user params]}]
  (let [r (own-run user (:run-id params))]
    (when-not r (fail! 404 "run-not-found" params))
    (ok (run-view r))))

(defn mcp-logs [{:keys [user params]}] (ok (vec (:mcp-logs (own-run user (:run-id params))))))
(defn logs [{:keys [user params]}]
  (ok (vec (:logs (if (bug? "run-logs-of-other-users")
                    (get-in @db [:runs (:run-id params)])
                    (own-run user (:run-id params)))))))

(defn new-run [{:keys [user params]}]
  (ok (tx! (fn [s]
             (let [aid (:chat-id params)
                   a (or (get-in s [:agents aid]) (fail! 404 "agent-not-found" params))
                   _ (when-not (or (= user (:owner-id a)) (= "public" (:visibility a)))
                       (fail! 403 "agent-is-private" params))
                   rid (u/new-id)
                   s (worker/add-run s rid user aid "chat")]
               [s (assoc (peek (get-in s [:runs rid :logs])) :agent-id aid)])))))

;; ---- tool executions ----
(defn list-executions [{:keys [user] :as req}]
  (let [limit (u/query-int req "limit" {:default 30 :min 1 :max max-limit})
        cursor (cursor-of req false)
        s @db]
    (ok (page-body (page (get-in s [:logs-by-user user] []) #(get-in s [:logs %]) cursor limit
                         (bug? "executions-cursor-inclusive"))))))

(defn read-execution [{:keys [user params]}]
  (let [l (get-in @db [:logs (:log-id params)])]
    (when-not (= user (:owner l))
      (fail! 404 "execution-not-found" params))
    (ok l)))

;; ---- studio chats ----
(def ^:private studio-spec
  {:run-id {:type :string :max-len 200}
   :title {:type :string :max-len 500}
   :visibility {:type :string :enum ["private" "public"]}
   :agent-id {:type :string}
   :metadata {:type :map}
   :pinned {:type :bool}})

(def ^:private studio-fields [:title :agent-id :metadata :pinned])

(defn- studio-view [c]
  (merge {:title "Untitled chat" :pinned false :metadata {}} (u/strip-nils c)))
(defn- put-studio [s c]
  (let [c (u/strip-nils (assoc c :updated-at (u/tick)))]
    [(assoc-in s [:studio (:run-id c)] c) (studio-view c)]))

(defn- live [s rid]
  (let [c (get-in s [:studio rid])]
    (if (and c (nil? (:deleted-at c))) c (fail! 404 "studio-chat-not-found" {:run-id rid}))))

(defn- owned-studio [s user rid]
  (let [c (live s rid)]
    (if (= user (:owner-id c)) c (fail! 403 "not-your-chat" {:run-id rid}))))

(defn list-studio [{:keys [user]}]
  (let [s @db]
    (ok (into [] (comp (map #(get-in s [:studio %]))
                       (remove (if (bug? "soft-deleted-chats-listed") (constantly false) :deleted-at))
                       (map studio-view))
              (get-in s [:studio-by-user user])))))

(defn- create-in [s user m]
  (let [rid (or (:run-id m) (u/new-id))]
    (-> s
        (update-in [:studio-by-user user] (fnil conj []) rid)
        (put-studio (merge m {:run-id rid :owner-id user :created-at (u/tick)
                              :visibility (or (:visibility m) (st/default-visibility s user))})))))

(defn create-studio [{:keys [user body]}]
  (let [m (u/coerce studio-spec body)]
    (when (= "" (:run-id m)) (u/invalid! "body" "run-id" "must not be empty"))
    (ok (tx! (fn [s]
               (st/check-private! s user (:visibility m))
               (let [c (get-in s [:studio (:run-id m)])]
                 (cond
                   (nil? c) (create-in s user m)
                   (or (:deleted-at c) (not= user (:owner-id c)))
                   (fail! 409 "run-id-taken" {:run-id (:run-id m)})
                   (bug? "studio-post-overwrites-existing") (put-studio s (merge c m))
                   :else [s (studio-view c)])))))))

(defn read-studio [{:keys [user params]}]
  (let [c (live @db (:run-id params))]
    (when-not (or (= "public" (:visibility c)) (= user (:owner-id c)))
      (fail! 403 "chat-is-private" params))
    (ok (studio-view c))))

(defn put-studio-chat [{:keys [user params body]}]
  (let [m (dissoc (u/coerce studio-spec body) :run-id)]
    (ok (tx! (fn [s]
               (let [c (owned-studio s user (:run-id params))]
                 (st/check-private! s user (:visibility m))
                 (put-studio s (merge (if (bug? "studio-put-merges") c (apply dissoc c studio-fields)) m
                                      {:visibility (or (:visibility m) (st/default-visibility s user))}))))))))

(defn patch-studio-chat [{:keys [user params body]}]
  (let [m (dissoc (u/coerce studio-spec body) :run-id)
        m (if (:visibility m) m (dissoc m :visibility))]
    (ok (tx! (fn [s]
               (let [c (owned-studio s user (:run-id params))]
                 (st/check-private! s user (:visibility m))
                 (put-studio s (if (bug? "studio-patch-resets-visibility")
                                 (merge c {:visibility (st/default-visibility s user)} m)
                                 (merge c m)))))))))

(defn delete-studio [{:keys [user params]}]
  (ok (tx! (fn [s]
             (put-studio s (assoc (owned-studio s user (:run-id params)) :deleted-at (u/tick)))))))

(defn clone-studio [{:keys [user params]}]
  {:status 201
   :body (tx! (fn [s]
                (let [c (live s (:run-id params))]
                  (when-not (= "public" (:visibility c))
                    (fail! 400 "private-chats-cannot-be-cloned" params))
                  (create-in s user (assoc (select-keys c (conj studio-fields :visibility))
                                           :cloned-from (:run-id c))))))})

(def routes
  [["GET" "/me/agent-runs" {:auth :user} list-runs]
   ["GET" "/me/agent-runs/{run_id:uuid}" {:auth :user} read-run]
   ["GET" "/me/agent-runs/{run_id:uuid}/mcp-server-logs" {:auth :user} mcp-logs]
   ["GET" "/me/agent-runs/{run_id:uuid}/logs" {:auth :user} logs]
   ["POST" "/me/chats/{chat_id:uuid}/runs" {:auth :user} new-run]
   ["GET" "/me/executions" {:auth :user} list-executions]
   ["GET" "/me/executions/{log_id:int}" {:auth :user} read-execution]
   ["GET" "/me/agent-studio-chats" {:auth :user} list-studio]
   ["POST" "/me/agent-studio-chats" {:auth :user :body true} create-studio]
   ["GET" "/me/agent-studio-chats/{run_id}" {:auth :maybe} read-studio]
   ["PUT" "/me/agent-studio-chats/{run_id}" {:auth :user :body true} put-studio-chat]
   ["PATCH" "/me/agent-studio-chats/{run_id}" {:auth :user :body true} patch-studio-chat]
   ["DELETE" "/me/agent-studio-chats/{run_id}" {:auth :user} delete-studio]
   ["POST" "/me/agent-studio-chats/{run_id}/clone" {:auth :user} clone-studio]])
