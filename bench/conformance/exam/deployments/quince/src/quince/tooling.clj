(ns quince.tooling
  "Tools over HTTP: lists, search, running, toolsets, installed tools, bundles."
  (:require [clojure.string :as str]
            [quince.catalog :as catalog]
            [quince.notifier :as notifier]
            [quince.state :as st :refer [db tx!]]
            [quince.util :as u :refer [bug? fail! ok]]))

;; ---- lists ----
(defn list-mcp [_] (ok (mapv catalog/mcp catalog/names)))
(defn list-public [_] (ok (mapv catalog/public catalog/names)))
(defn read-public [{:keys [params]}]
  (let [n (:tool-id params)]
    (when-not (catalog/by-name n) (fail! 404 "tool-not-found" params))
    (ok (catalog/public n))))

(defn- score-param [query]
  (let [s (get query "min_score")]
    (if (nil? s)
      0.15
      (let [d (when (re-matches #"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?" s) (parse-double s))]
        (when (nil? d) (u/invalid! "query" "min_score" "should be a number"))
        (when-not (<= 0.0 d 1.0) (u/invalid! "query" "min_score" "should be from 0.0 to 1.0"))
        d))))

(defn search [{:keys [query] :as req}]
  (let [q (get query "q")
        limit (u/query-int req "limit" {:default 20 :min 1 :max 200})
        min-score (score-param query)
        toolkit (get query "toolkit")
        toolkit (when-not (contains? #{nil "" "null"} toolkit) toolkit)]
    (when (or (nil? q) (= "" q))
      (u/invalid! "query" "q" "should have at least 1 character"))
    (ok (catalog/search q toolkit limit min-score))))

;; ---- toolsets ----
(defn toolsets [_] (ok (mapv #(catalog/toolset (first %)) catalog/toolset-texts)))
(defn toolset [{:keys [params]}]
  (let [t (catalog/toolset (:toolset-name params))]
    (when (nil? t) (fail! 404 "toolset-not-found" params))
    (ok (update t :tools (partial mapv catalog/mcp)))))

;; ---- running ----
(defn- keywordized [m]
  (into {} (map (fn [[k v]] [(name (keyword k)) (if (map? v) (keywordized v) v)])) m))

(defn- add-log [s uid n input output service-id ms]
  (let [[s id] (st/next-id s :log)
        l {:log-id id :owner uid :tool-name n :input (if (bug? "execution-log-keywordizes-input") (keywordized input) input)
           :output output :status "success" :service-id service-id :duration-ms ms :created-at (u/tick)}]
    [(-> s (assoc-in [:logs id] l) (update-in [:logs-by-user uid] (fnil conj []) id)) id]))

(defn run-tool [{:keys [user params query body]}]
  (let [n (:tool-name params)
        _ (when-not (catalog/by-name n) (fail! 404 "tool-not-found" params))
        _ (when-not (map? body) (u/invalid! "body" [] "should be an object"))
        service-id (get query "service_id" "default")
        namespace (get query "service_id_namespace" "global")
        input (catalog/check-input! n body)
        started (System/nanoTime)
        output (if (catalog/notifier? n)
                 (notifier/run user namespace service-id n input)
                 (catalog/run-plain n input))
        ms (quot (- (System/nanoTime) started) 1000000)
        log-id (tx! add-log user n body output service-id ms)]
    (ok {:tool-name n :log-id log-id :is-error false
         :content [{:type "text" :text (u/->json output)}]
         :structured-content output})))

;; ---- installed tools ----
(defn- installed [s uid] (sort-by :installed-at (vals (get-in s [:installed uid]))))
(defn- user-tool [{:keys [tool-id] :as i}] (merge (catalog/public tool-id) i))

(defn list-installed [{:keys [user]}] (ok (mapv user-tool (installed @db user))))

(defn install [{:keys [user body]}]
  (let [{:keys [tool-id]} (u/coerce {:tool-id {:type :string :required true}} body)]
    (ok (tx! (fn [s]
               (when-not (catalog/by-name tool-id) (fail! 409 "no-such-tool" {:tool-id tool-id}))
               (when (get-in s [:installed user tool-id]) (fail! 409 "already-installed" {:tool-id tool-id}))
               (let [i {:tool-id tool-id :installed-at (u/tick)}]
                 [(assoc-in s [:installed user tool-id] i) i]))))))

(defn- installed! [s user id]
  (or (get-in s [:installed user id]) (fail! 404 "tool-not-installed" {:tool-id id})))

(defn read-installed [{:keys [user params]}] (ok (user-tool (installed! @db user (:tool-id params)))))
(defn uninstall [{:keys [user params]}]
  (ok (tx! (fn [s]
             (let [i (installed! s user (:tool-id params))]
               [(if (bug? "uninstall-for-every-user")
                  (update s :installed update-vals #(dissoc % (:tool-id i)))
                  (update-in s [:installed user] dissoc (:tool-id i)))
                i])))))

;; ---- bundles ----
(defn- bundle-view [b] (u/strip-nils (dissoc b :owner)))
(defn- bundle-simple [b] (assoc (select-keys b [:bundle-id :name]) :tool-count (count (:tools b))))
(defn- bundle-row [b] (u/strip-nils (dissoc b :owner :tools)))
(defn- own-bundle [s user id] (let [b (get-in s [:bundles id])] (when (= user (:owner b)) b)))
(defn- bundle! [s user id] (or (own-bundle s user id) (fail! 404 "bundle-not-found" {:bundle-id id})))

(defn list-bundles [{:keys [user]}]
  (ok (mapv bundle-simple (sort-by :bundle-id (filter #(= user (:owner %)) (vals (:bundles @db)))))))

(defn create-bundle [{:keys [user]}]
  (ok (tx! (fn [s]
             (let [[s id] (st/next-id s :bundle)
                   now (u/tick)
                   b {:bundle-id id :owner user :name (str "Bundle " id) :tools [] :created-at now :updated-at now}]
               [(assoc-in s [:bundles id] b) (bundle-view b)])))))

(defn read-bundle [{:keys [user params]}]
  (ok (bundle-view (bundle! @db user (:bundle-id params)))))

(defn- tool-refs [ts]
  (mapv (fn [t]
          (let [id (if (map? t) (get t "tool-id") t)]
            (when-not (string? id) (u/invalid! "body" "tools" "should be tool ids or objects with tool-id"))
            (when-not (catalog/by-name id) (fail! 409 "no-such-tool" {:tool-id id}))
            {:tool-id id :added-at (u/tick)}))
        ts))

(defn update-bundle [{:keys [user params body]}]
  (let [m (u/coerce {:name {:type :string :max-len 200} :description {:type :string} :tools {:type :vector}} body)
        refs (when (:tools m) (tool-refs (distinct (:tools m))))]
    (ok (tx! (fn [s]
               (let [b (or (own-bundle s user (:bundle-id params)) (fail! 409 "bundle-update-failed" params))
                     kept (into {} (map (juxt :tool-id identity)) (:tools b))
                     b (assoc b
                              :name (or (:name m) (str "Bundle " (:bundle-id b)))
                              :description (:description m)
                              :tools (cond refs (mapv #(get kept (:tool-id %) %) refs)
                                           (bug? "bundle-put-clears-tools") []
                                           :else (:tools b))
                              :updated-at (u/tick))]
                 [(assoc-in s [:bundles (:bundle-id b)] b) (bundle-view b)]))))))

(defn delete-bundle [{:keys [user params]}]
  (ok (tx! (fn [s]
             (let [b (bundle! s user (:bundle-id params))]
               [(update s :bundles dissoc (:bundle-id b)) (bundle-row b)])))))

(defn bundle-tools [{:keys [user params]}] (ok (vec (:tools (own-bundle @db user (:bundle-id params))))))

(defn add-bundle-tool [{:keys [user params body]}]
  (let [{:keys [tool-id]} (u/coerce {:tool-id {:type :string :required true}} body)]
    (ok (tx! (fn [s]
               (let [b (bundle! s user (:bundle-id params))
                     _ (when-not (catalog/by-name tool-id) (fail! 404 "tool-not-found" {:tool-id tool-id}))
                     before (first (filter #(= tool-id (:tool-id %)) (:tools b)))]
                 (if (and before (not (bug? "bundle-holds-tool-twice")))
                   [s before]
                   (let [t {:tool-id tool-id :added-at (u/tick)}]
                     [(update-in s [:bundles (:bundle-id b) :tools] conj t) t])))))))) 

(defn remove-bundle-tool [{:keys [user params]}]
  (ok (tx! (fn [s]
             (let [b (bundle! s user (:bundle-id params))
                   t (first (filter #(= (:tool-id params) (:tool-id %)) (:tools b)))]
               (when-not (or t (bug? "absent-bundle-tool-removed")) (fail! 404 "tool-not-in-bundle" params))
               [(update-in s [:bundles (:bundle-id b) :tools] (fn [ts] (vec (remove #{t} ts))))
                (or t {:tool-id (:tool-id params)})])))))

(defn mcp-registry [_] (ok {:items []}))

(def routes
  [["GET" "/me/tools/list" {:auth :user} list-mcp]
   ["GET" "/me/tools" {:auth :maybe} list-public]
   ["GET" "/me/tools/search" {:auth :user} search]
   ["GET" "/me/tools/{tool_id}" {:auth :maybe} read-public]
   ["POST" "/me/tools/run/{tool_name}" {:auth :user :body true} run-tool]
   ["GET" "/me/toolsets/list" {:auth :user} toolsets]
   ["GET" "/me/toolsets/{toolset_name}" {:auth :user} toolset]
   ["GET" "/me/user-tools" {:auth :user} list-installed]
   ["POST" "/me/user-tools" {:auth :user :body true} install]
   ["GET" "/me/user-tools/{tool_id}" {:auth :user} read-installed]
   ["DELETE" "/me/user-tools/{tool_id}" {:auth :user} uninstall]
   ["GET" "/me/bundles" {:auth :user} list-bundles]
   ["POST" "/me/bundles" {:auth :user} create-bundle]
   ["GET" "/me/bundles/{bundle_id:int}" {:auth :user} read-bundle]
   ["PUT" "/me/bundles/{bundle_id:int}" {:auth :user :body true} update-bundle]
   ["DELETE" "/me/bundles/{bundle_id:int}" {:auth :user} delete-bundle]
   ["GET" "/me/bundles/{bundle_id:int}/tools" {:auth :user} bundle-tools]
   ["POST" "/me/bundles/{bundle_id:int}/tools" {:auth :user :body true} add-bundle-tool]
   ["DELETE" "/me/bundles/{bundle_id:int}/tools/{tool_id}" {:auth :user} remove-bundle-tool]
   ["GET" "/me/mcp-registry/servers" {:auth :user} mcp-registry]])
