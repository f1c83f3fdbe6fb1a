(ns quince.agents
  "Agents, which the legacy family calls chats: one record, two families of paths."
  (:require [clojure.string :as str]
            [quince.catalog :as catalog]
            [quince.state :as st :refer [db tx!]]
            [quince.util :as u :refer [bug? fail! ok]]))

;; ---- the record ----
(def ^:private agent-spec
  {:agent-id {:type :string}
   :chat-prompt {:type :string}
   :name {:type :string :max-len 200}
   :visibility {:type :string :enum ["private" "public"]}
   :vanity-slug {:type :string}
   :upsell-description {:type :string}
   :welcome-message {:type :string}
   :tags {:type :strings}
   :metadata {:type :map}
   :price {:type :number :min 0}})

(def ^:private optional-fields
  [:name :vanity-slug :welcome-message :tags :metadata :price])

(defn view [a]
  (let [fs (vals (:feedback a))]
    (merge
     {:name "Untitled agent" :tags [] :metadata {}}
     (-> (u/strip-nils (select-keys a [:agent-id :owner-id :name :chat-prompt :visibility :vanity-slug :upsell-description
                         :welcome-message :tags :metadata :price :cloned-from :created-at :updated-at]))
         (assoc :chat-id (:agent-id a)
                :paid (boolean (:price a))
                :feedback {:up (count (filter #(= "up" (:rating %)) fs))
                           :down (count (filter #(= "down" (:rating %)) fs))})))))

(defn- get-agent [s id]
  (or (get-in s [:agents (or (u/uuid-str id) id)]) (fail! 404 "agent-not-found" {:agent-id id})))

(defn owned [s uid id]
  (let [a (get-agent s id)]
    (if (= uid (:owner-id a)) a (fail! 403 "not-your-agent" {:agent-id id}))))

(defn readable [s uid id]
  (let [a (get-agent s id)]
    (if (or (= "public" (:visibility a)) (= uid (:owner-id a))) a (fail! 403 "agent-is-private" {:agent-id id}))))

(defn- clean
  "What a body says, as it is stored: a price of nothing is no price."
  [m]
  (cond-> (dissoc m :agent-id)
    (and (:price m) (zero? (:price m))) (assoc :price nil)
    (and (:tags m) (bug? "tags-through-a-set")) (update :tags (comp vec set))))

(defn- check-slug! [s aid slug]
  (when slug
    (when-not (re-matches #"[a-z0-9]+(-[a-z0-9]+)*" slug)
      (u/invalid! "body" "vanity-slug" "should be lower case letters, digits and hyphens"))
    (when-not (contains? #{nil aid} (get-in s [:slugs slug]))
      (fail! 400 "vanity-slug-taken" {:vanity-slug slug}))))

(defn- store
  "Puts an agent in place and keeps the index of slugs right."
  [s {:keys [agent-id owner-id vanity-slug] :as a}]
  (let [old (get-in s [:agents agent-id])]
    (check-slug! s agent-id vanity-slug)
    (-> s
        (cond-> (:vanity-slug old) (update :slugs dissoc (:vanity-slug old))
                vanity-slug (assoc-in [:slugs vanity-slug] agent-id)
                (nil? old) (update-in [:agents-by-user owner-id] (fnil conj []) agent-id))
        (assoc-in [:agents agent-id] (u/strip-nils (assoc a :updated-at (u/tick)))))))

(defn- saved [s a] (let [s (store s a)] [s (view (get-in s [:agents (:agent-id a)]))]))

(defn- need-prompt! [m]
  (when (str/blank? (:chat-prompt m)) (fail! 400 "chat-prompt-missing" {:path [:chat-prompt]})))

(defn- fresh [s uid m]
  (let [now (u/tick)]
    (merge {:agent-id (u/new-id) :owner-id uid :created-at now} m
           {:visibility (or (:visibility m) (st/default-visibility s uid))})))

;; ---- /me/agents ----
(defn- mine [s uid] (mapv #(view (get-in s [:agents %])) (filter #(get-in s [:agents %]) (get-in s [:agents-by-user uid]))))

(defn list-agents [{:keys [user]}] (ok (mine @db user)))

(defn upsert [upsert?]
  (fn [{:keys [user body]}]
    (let [m (u/coerce agent-spec body)
          id (when upsert? (:agent-id m))
          m (clean m)]
      (need-prompt! m)
      (ok (tx! (fn [s]
                 (st/check-private! s user (:visibility m))
                 (if id
                   (let [a (if (bug? "upsert-takes-agent-of-other") (get-agent s id) (owned s user id))]
                     (saved s (merge a (if (:visibility m) m (dissoc m :visibility)))))
                   (saved s (fresh s user m)))))))))

(defn read-agent [k]
  (fn [{:keys [user params]}]
    (let [a (readable @db user (k params))] (ok (view a)))))

(defn- own-or-404 [s uid id]
  (let [a (get-agent s id)] (if (= uid (:owner-id a)) a (fail! 404 "agent-not-found" {:agent-id id}))))

(defn describe [{:keys [user params]}]
  (ok (tx! (fn [s]
             (let [a (own-or-404 s user (:agent-id params))]
               (saved s (assoc a :upsell-description
                               (str "Meet " (or (:name a) "this agent") ": "
                                    (first (str/split (:chat-prompt a) #"(?<=[.!?])\s")) " Subscribe for more."))))))))

;; ---- slugs ----
(defn make-slug [{:keys [body]}]
  (let [{:keys [title]} (u/coerce {:title {:type :string :required true}} body)
        base (catalog/slugify title)
        base (if (= "" base) "agent" base)
        taken (:slugs @db)]
    (ok {:slug (first (remove taken (cons base (map #(str base "-" %) (iterate inc 2)))))})))

(defn slug-free [{:keys [query]}]
  (let [slug (get query "slug")]
    (when (nil? slug) (u/invalid! "query" "slug" "is required"))
    (let [holder (get-in @db [:slugs slug])]
      (ok {:slug slug :available (and (boolean (re-matches #"[a-z0-9]+(-[a-z0-9]+)*" slug)) (nil? holder))}))))

;; ---- vibe ----
(def ^:private vibe-services
  [{:name "lovable" :title "Lovable" :url "https://lovable.dev"}
   {:name "bolt" :title "Bolt" :url "https://bolt.new"}
   {:name "v0" :title "v0" :url "https://v0.dev"}])

(defn vibe-list [_] (ok {:items vibe-services}))
(defn vibe [{:keys [user query params]}]
  (let [n (get query "service_name")]
    (when-not (some #(= n (:name %)) vibe-services)
      (u/invalid! "query" "service_name" "should be one of lovable, bolt, v0"))
    (let [a (readable @db user (:agent-id params))]
      (ok {:service-name n :agent-id (:agent-id a)
           :prompt (str "Build a web app for the agent \"" (or (:name a) (:agent-id a)) "\" with " n
                        ". Call it at /workers/" (:agent-id a) " and show its streamed answer.")}))))

;; ---- theme ----
(def ^:private theme-seen (atom {}))

(defn read-theme [{:keys [user params]}]
  (let [id (:agent-id params)]
    (owned @db user id)
    (ok (if (bug? "theme-memoized-with-nil")
          (get (swap! theme-seen (fn [m] (if (contains? m id) m (assoc m id (get-in @db [:themes id]))))) id)
          (get-in @db [:themes id])))))

(defn write-theme [{:keys [user params body]}]
  (let [id (:agent-id params)
        color (do (owned @db user id)
                  (:theme-color (u/coerce {:theme-color {:type :string :required true}} body)))]
    (when-not (if (bug? "theme-color-re-find")
                (re-find #"#[0-9a-fA-F]{6}" color)
                (re-matches #"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})" color))
      (fail! 400 "invalid-theme-color" {:path [:theme-color] :message "should be like #aa33cc"}))
    (ok (tx! (fn [s]
               (owned s user id)
               (let [t {:agent-id id :theme-color color :updated-at (u/tick)}]
                 [(assoc-in s [:themes id] t) t]))))))

;; ---- /me/chats ----
(defn replace-chat [{:keys [user params body]}]
  (let [m (clean (u/coerce agent-spec body))]
    (ok (tx! (fn [s]
               (let [a (owned s user (:chat-id params))]
                 (need-prompt! m)
                 (when-not (bug? "sandbox-chat-put-private") (st/check-private! s user (:visibility m)))
                 (saved s (merge (apply dissoc a optional-fields) m
                                 {:visibility (or (:visibility m) (st/default-visibility s user))}))))))))

(defn patch-chat [{:keys [user params body]}]
  (let [m (clean (u/coerce agent-spec body))]
    (ok (tx! (fn [s]
               (let [a (owned s user (:chat-id params))]
                 (when (contains? m :chat-prompt) (need-prompt! m))
                 (st/check-private! s user (:visibility m))
                 (saved s (merge a (if (:visibility m) m (dissoc m :visibility))))))))))

(defn- cancel-subs-of [s id]
  (update s :subs (fn [all] (update-vals all (fn [m] (if (get m id)
                                                       (update m id assoc :status "cancelled" :cancelled-at (u/tick))
                                                       m))))))

(defn delete-chat [{:keys [user params]}]
  (ok (tx! (fn [s]
             (let [{:keys [agent-id vanity-slug] :as a} (owned s user (:chat-id params))]
               [(-> s
                    (update :agents dissoc agent-id)
                    (update-in [:agents-by-user user] (fn [ids] (vec (remove #{agent-id} ids))))
                    (update :files dissoc agent-id)
                    (update :themes dissoc agent-id)
                    (update :schedules (fn [m] (into {} (remove (fn [[_ v]] (= agent-id (:chat-id v)))) m)))
                    (cancel-subs-of agent-id)
                    (cond-> (and vanity-slug (not (bug? "deleted-chat-keeps-slug"))) (update :slugs dissoc vanity-slug)))
                (view a)])))))

(defn clone-chat [{:keys [user params body]}]
  (let [m (if (nil? body) {} (u/coerce agent-spec body))
        m (into {} (filter (comp some? val)) (clean m))]
    (ok (tx! (fn [s]
               (let [a (get-agent s (:chat-id params))]
                 (when-not (= "public" (:visibility a))
                   (fail! 403 "chat-is-not-public" params))
                 (when (contains? m :chat-prompt) (need-prompt! m))
                 (st/check-private! s user (:visibility m))
                 (let [s (if (and (seq m) (bug? "clone-writes-into-original"))
                           (update-in s [:agents (:agent-id a)] merge (select-keys m [:name :chat-prompt]))
                           s)]
                   (saved s (merge (select-keys a [:name :chat-prompt :visibility :upsell-description
                                                   :welcome-message :tags :metadata])
                                   m
                                   {:agent-id (u/new-id) :owner-id user :created-at (u/tick)
                                    :cloned-from (:agent-id a)}))))))))) 

(defn og [{:keys [params]}]
  (let [a (get-agent @db (:chat-id params))
        open? (or (= "public" (:visibility a)) (bug? "og-of-private-chat-tells-all"))]
    (ok {:title (if open? (or (:name a) "Agent") "Private agent")
         :description (if open? (or (:upsell-description a) (:chat-prompt a)) "This agent is private.")
         :url (str "https://quince.example/chats/" (:agent-id a))
         :image (str "https://quince.example/og/" (:agent-id a) ".png")
         :type "website"})))

(defn feedback [{:keys [user params body]}]
  (let [m (u/coerce {:rating {:type :string :required true :enum ["up" "down"]} :comment {:type :string}} body)]
    (ok (tx! (fn [s]
               (let [a (get-agent s (:chat-id params))
                     _ (when-not (or (= "public" (:visibility a)) (= user (:owner-id a)))
                         (fail! 404 "agent-not-found" params))
                     a (assoc-in a [:feedback user] m)]
                 [(assoc-in s [:agents (:agent-id a)] a) (view a)]))))))

;; ---- files ----
(def max-files 10)
(def ^:private file-spec
  {:name {:type :string :max-len 255} :content {:type :string} :content-type {:type :string}
   :position {:type :int :min 0}})

(defn- ordered [s aid]
  (vec (sort-by (if (bug? "file-positions-sorted-as-text")
                  (juxt (comp str :position) :created-at)
                  (juxt :position :created-at))
                (vals (get-in s [:files aid])))))
(defn- file-list [s aid] {:items (ordered s aid) :limit max-files})
(defn- get-file [s aid fid]
  (or (get-in s [:files aid fid]) (fail! 404 "file-not-found" {:file-id fid})))

(defn list-files [{:keys [user params]}]
  (let [s @db] (owned s user (:agent-id params)) (ok (file-list s (:agent-id params)))))

(defn create-file [{:keys [user params body]}]
  (let [aid (:agent-id params)
        _ (owned @db user aid)
        m (u/strip-nils (u/coerce (assoc-in file-spec [:name :required] true) body))]
    (when (str/blank? (:name m)) (fail! 400 "file-name-blank" {:path [:name]}))
    {:status 201
     :body (tx! (fn [s]
                  (owned s user aid)
                  (let [n (if (bug? "file-counter-never-falls")
                            (get-in s [:file-counts aid] 0)
                            (count (get-in s [:files aid])))]
                    (when (if (bug? "file-limit-off-by-one") (> n max-files) (>= n max-files))
                      (fail! 400 "file-limit-exceeded" {:limit max-files}))
                    (let [last-pos (reduce max -1 (map :position (vals (get-in s [:files aid]))))
                          f (merge {:content "" :content-type "text/plain" :position (inc last-pos)} m
                                   {:file-id (u/new-id) :agent-id aid :created-at (u/tick)})]
                      [(-> s (assoc-in [:files aid (:file-id f)] f)
                           (update-in [:file-counts aid] (fnil inc 0)))
                       f]))))}))

(defn read-file [{:keys [user params]}]
  (let [s @db] (owned s user (:agent-id params)) (ok (get-file s (:agent-id params) (:file-id params)))))

(defn patch-file [{:keys [user params body]}]
  (let [{:keys [agent-id file-id]} params
        _ (owned @db user agent-id)
        _ (get-file @db agent-id file-id)
        {:keys [content] :as m} (u/coerce file-spec body)
        m (u/strip-nils m)]
    (when (and (contains? m :name) (str/blank? (:name m))) (u/invalid! "body" "name" "must not be blank"))
    (ok (tx! (fn [s]
               (owned s user agent-id)
               (let [f (merge (get-file s agent-id file-id) m {:updated-at (u/tick)})
                     f (if (bug? "file-patch-clears-content") (assoc f :content (str content)) f)]
                 [(assoc-in s [:files agent-id file-id] f) f]))))))

(defn delete-file [{:keys [user params]}]
  (tx! (fn [s]
         (owned s user (:agent-id params))
         (get-file s (:agent-id params) (:file-id params))
         [(update-in s [:files (:agent-id params)] dissoc (:file-id params)) nil]))
  {:status 204})

(defn- positions-of [body]
  (let [{:keys [positions]} (u/coerce {:positions {:type :vector :required true}} body)
        ps (mapv #(u/coerce {:file-id {:type :string :required true} :position {:type :int :min 0 :required true}} %)
                 positions)
        ps (mapv #(assoc % :file-id (or (u/uuid-str (:file-id %)) (u/invalid! "body" "positions" "file-id should be a uuid"))) ps)]
    (when (and (seq ps) (not (apply distinct? (map :file-id ps))))
      (u/invalid! "body" "positions" "names a file twice"))
    ps))

(defn order-files [{:keys [user params body]}]
  (let [aid (:agent-id params)
        _ (owned @db user aid)
        ps (positions-of body)]
    (ok (tx! (fn [s]
               (owned s user aid)
               (doseq [p ps] (get-file s aid (:file-id p)))
               (let [s (if (bug? "batch-positions-drop-unnamed-files")
                         (update-in s [:files aid] select-keys (map :file-id ps))
                         s)
                     s (reduce (fn [st p] (assoc-in st [:files aid (:file-id p) :position] (:position p))) s ps)]
                 [s (file-list s aid)]))))))

(def routes
  [["GET" "/me/agents" {:auth :user} list-agents]
   ["POST" "/me/agents" {:auth :user :body true} (upsert true)]
   ["GET" "/me/agents/{agent_id}" {:auth :maybe} (read-agent :agent-id)]
   ["POST" "/me/agents/{agent_id}/upsell-description" {:auth :user} describe]
   ["POST" "/me/agents/vanity/slug" {:auth :maybe :body true} make-slug]
   ["GET" "/me/agents/vanity/slug" {:auth :user} slug-free]
   ["GET" "/me/agents/{agent_id}/vibe" {:auth :user} vibe]
   ["GET" "/me/vibe/services" {:auth :maybe} vibe-list]
   ["GET" "/me/agents/{agent_id:uuid}/customizations/theme" {:auth :user} read-theme]
   ["PUT" "/me/agents/{agent_id:uuid}/customizations/theme" {:auth :user :body true} write-theme]
   ["GET" "/me/agents/{agent_id:uuid}/files" {:auth :user} list-files]
   ["POST" "/me/agents/{agent_id:uuid}/files" {:auth :user :body true} create-file]
   ["GET" "/me/agents/{agent_id:uuid}/files/{file_id:uuid}" {:auth :user} read-file]
   ["PATCH" "/me/agents/{agent_id:uuid}/files/{file_id:uuid}" {:auth :user :body true} patch-file]
   ["DELETE" "/me/agents/{agent_id:uuid}/files/{file_id:uuid}" {:auth :user} delete-file]
   ["PUT" "/me/agents/{agent_id:uuid}/files/positions" {:auth :user :body true} order-files]
   ["GET" "/me/chats" {:auth :user} list-agents]
   ["POST" "/me/chats" {:auth :user :body true} (upsert false)]
   ["GET" "/me/chats/{chat_id}" {:auth :maybe} (read-agent :chat-id)]
   ["PUT" "/me/chats/{chat_id}" {:auth :user :body true} replace-chat]
   ["PATCH" "/me/chats/{chat_id}" {:auth :user :body true} patch-chat]
   ["DELETE" "/me/chats/{chat_id}" {:auth :user} delete-chat]
   ["GET" "/me/chats/{chat_id:uuid}/og" {:auth :maybe} og]
   ["POST" "/me/chats/{chat_id:uuid}/clone" {:auth :user :body :optional} clone-chat]
   ["POST" "/me/chats/{chat_id:uuid}/feedback" {:auth :user :body true} feedback]])
