(ns quince.notifier
  "The fifteen NOTIFIER tools over a store of their own, one per user and connection."
  (:require [clojure.string :as str]
            [quince.state :refer [db tx!]]
            [quince.util :as u :refer [bug? fail!]]))

(defn- bad! [field why] (fail! 400 "invalid-tool-input" {:errors [{:path [field] :message why}]}))

(defn- put-new [acct kind m]
  (let [now (u/tick-unix)
        r (merge {:iden (u/new-id) :active true :created now :modified now} m)]
    [(assoc-in acct [kind (:iden r)] r) r]))

(defn- existing! [acct kind field iden]
  (let [r (get-in acct [kind iden])]
    (if (and r (:active r)) r (bad! field "is not known to the notification service"))))

(defn- change [acct kind field iden f]
  (existing! acct kind field iden)
  (let [a (update-in acct [kind iden] #(assoc (f %) :modified (u/tick-unix)))]
    [a (get-in a [kind iden])]))

(defn- keywords [in & ks] (into {} (keep (fn [k] (when (contains? in k) [(keyword k) (in k)]))) ks))

(defn- page
  "Newest first; the cursor is the key of the last one given."
  [records sort-key limit cursor]
  (let [after (when (some? cursor)
                (or (try (parse-double (String. (u/b64url-decode cursor))) (catch Exception _ nil))
                    (bad! "cursor" "is not a cursor of this list")))
        rows (->> records (sort-by sort-key) reverse
                  (filter #(or (nil? after) (< (sort-key %) after))))
        shown (vec (take limit rows))]
    [shown (when (> (count rows) (count shown)) (u/b64url (u/utf8 (str (sort-key (peek shown))))))]))

(defn- listing [k [rows next]] (cond-> {k rows} next (assoc :cursor next)))

;; ---- chats ----
(defn- create-chat [acct in]
  (let [email (in "email")]
    (when-not (re-matches #"[^@\s]+@[^@\s]+" email) (bad! "email" "should be an email address"))
    (if-let [c (first (filter #(= email (:email %)) (vals (:chats acct))))]
      [acct c]
      (put-new acct :chats {:email email :muted false}))))

;; ---- pushes ----
(defn- check-push! [acct in]
  (case (in "type")
    "link" (when-not (seq (in "url")) (bad! "url" "is required when type=link"))
    "file" (doseq [k ["file_url" "file_name" "file_type"]]
             (when-not (seq (in k)) (bad! k "is required when type=file")))
    nil)
  (doseq [k ["device_iden" "source_device_iden"]]
    (when (contains? in k) (existing! acct :devices k (in k)))))

(defn- create-push [acct in]
  (check-push! acct in)
  (let [guid (in "guid")
        before (when guid (get-in acct [:pushes (get-in acct [:guids guid])]))]
    (if (:active before)
      [acct before]
      (let [m (merge {:dismissed false :direction (if (in "email") "outgoing" "self")}
                     (keywords in "type" "url" "body" "guid" "email" "title" "file_url" "file_name" "file_type"
                               "channel_tag" "client_iden" "device_iden" "source_device_iden"))
            [a r] (put-new acct :pushes m)]
        [(cond-> a guid (assoc-in [:guids guid] (:iden r))) r]))))

(defn- tombstone [p] (assoc (select-keys p [:iden :created :modified :guid]) :active false))

(defn- list-pushes [acct in]
  (let [after (in "modified_after")
        rows (vals (:pushes acct))
        rows (if (and (= true (in "active")) (not (bug? "list-pushes-active-ignored"))) (filter :active rows) rows)
        rows (if after
               (filter #(> (:modified %) (if (bug? "modified-after-whole-seconds") (long after) (double after))) rows)
               rows)]
    [acct (listing :pushes (page rows :modified (in "limit" 500) (in "cursor")))]))

(defn- clear-pushes [acct idens]
  (update acct :pushes
          (fn [ps] (reduce (fn [m i] (if (get-in m [i :active])
                                       (update m i #(assoc (tombstone %) :modified (u/tick-unix)))
                                       m))
                           ps idens))))

;; ---- devices ----
(def ^:private device-fields ["icon" "model" "has_sms" "nickname" "push_token" "app_version" "manufacturer"])

(defn- update-device [acct in]
  (change acct :devices "iden" (in "iden")
          #(if (bug? "update-device-forgets-the-rest")
             (merge (select-keys % [:iden :active :created]) (apply keywords in device-fields))
             (merge % (apply keywords in device-fields)))))

(defn- remove-record [acct kind field iden]
  (existing! acct kind field iden)
  [(update acct kind dissoc iden) {}])

(defn- by-created [m] (vec (reverse (sort-by :created (vals m)))))

;; ---- all of them ----
(defn- act [acct n in]
  (case n
    "NOTIFIER_CREATE_CHAT" (create-chat acct in)
    "NOTIFIER_CREATE_DEVICE" (put-new acct :devices (apply keywords in device-fields))
    "NOTIFIER_CREATE_PUSH" (create-push acct in)
    "NOTIFIER_DELETE_ALL_PUSHES" [acct {}]
    "NOTIFIER_DELETE_CHAT" (remove-record acct :chats "iden" (in "iden"))
    "NOTIFIER_DELETE_DEVICE" (remove-record acct :devices "device_iden" (in "device_iden"))
    "NOTIFIER_DELETE_PUSH" (let [[a _] (change acct :pushes "iden" (in "iden") tombstone)] [a {}])
    "NOTIFIER_GET_USER" [acct (:user acct)]
    "NOTIFIER_LIST_CHATS" [acct (listing :chats (page (vals (:chats acct)) :created (in "limit" 500) (in "cursor")))]
    "NOTIFIER_LIST_DEVICES" [acct {:devices (by-created (:devices acct))}]
    "NOTIFIER_LIST_PUSHES" (list-pushes acct in)
    "NOTIFIER_UPDATE_CHAT" (change acct :chats "iden" (in "iden") #(assoc % :muted (in "muted")))
    "NOTIFIER_UPDATE_DEVICE" (update-device acct in)
    "NOTIFIER_UPDATE_PUSH" (change acct :pushes "iden" (in "iden")
                                   #(cond-> %
                                      (contains? in "items") (assoc :items (in "items"))
                                      (contains? in "dismissed") (assoc :dismissed (in "dismissed"))))
    "NOTIFIER_UPLOAD_REQUEST"
    (let [id (u/new-id) name (in "file_name")]
      (when (or (str/blank? name) (str/blank? (in "file_type"))) (bad! "file_name" "name and type must not be blank"))
      [acct {:file_name name :file_type (in "file_type")
             :file_url (str "https://files.notifier.example/" id "/" (java.net.URLEncoder/encode ^String name "UTF-8"))
             :upload_url "https://upload.notifier.example/form"
             :data {:key (str "uploads/" id) :policy (u/b64url (u/utf8 (str "{\"id\":\"" id "\"}")))
                    :signature (u/hex (u/hmac-sha256 "notifier-upload" (u/utf8 id)))}}])))

(defn- account! [s path]
  (or (get-in s path)
      (fail! 400 "no-auth-connection" {:service-id (last (second path))})))

(def ^:private remembered (atom {}))
(defn- remembered-user [n f]
  (or (get @remembered n) (get (swap! remembered assoc n (f)) n)))

(defn run [uid namespace service-id n in]
  (let [path [:notifier [uid namespace service-id]]
        go (fn [] (tx! (fn [s]
                         (let [acct (account! s path)
                               [a r] (act acct n in)]
                           [(if (identical? a acct) s (assoc-in s path a)) r]))))]
    (case n
      "NOTIFIER_DELETE_ALL_PUSHES"
      (let [idens (keys (:pushes (account! @db path)))]
        (future
          (Thread/sleep 300)
          (tx! (fn [s] [(update-in s path #(clear-pushes % (if (bug? "delete-all-takes-later-pushes")
                                                             (keys (:pushes %))
                                                             idens)))
                        nil])))
        {})
      "NOTIFIER_GET_USER" (if (bug? "notifier-user-memoized-for-all") (remembered-user n go) (go))
      (go))))
