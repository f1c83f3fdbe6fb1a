(ns quince.schedules
  "Schedules of chats: cron expressions, the words that are turned into them, and the clock."
  (:require [clojure.string :as str]
            [quince.state :refer [db tx!]]
            [quince.util :as u :refer [bug? fail! ok]]
            [quince.worker :as worker])
  (:import (java.time Instant LocalDate LocalDateTime LocalTime ZoneOffset)))

;; ---- cron: five fields in UTC ----
(def ^:private day-names {"sun" 0 "mon" 1 "tue" 2 "wed" 3 "thu" 4 "fri" 5 "sat" 6})
(def ^:private month-names
  (zipmap ["jan" "feb" "mar" "apr" "may" "jun" "jul" "aug" "sep" "oct" "nov" "dec"] (range 1 13)))

(defn- field-values
  "The set of values of one field, or nil when it is invalid."
  [text lo hi names]
  (let [value (fn [t] (or (get names (str/lower-case t))
                          (when (re-matches #"\d{1,2}" t)
                            (let [n (parse-long t)] (when (<= lo n hi) n)))))
        part (fn [t]
               (let [[_ from to step] (re-matches #"(\*|[A-Za-z0-9]+)(?:-([A-Za-z0-9]+))?(?:/(\d{1,2}))?" t)
                     step-n (if step (parse-long step) 1)]
                 (when (and from (pos? step-n) (not (and (= "*" from) to)))
                   (if (= "*" from)
                     (range lo (inc hi) step-n)
                     (let [a (value from) b (cond to (value to) step hi :else (value from))]
                       (when (and a b (<= a b)) (range a (inc b) step-n)))))))
        parts (map part (str/split text #"," -1))]
    (when (every? seq parts) (set (apply concat parts)))))

(defn parse-cron [expr]
  (let [fields (str/split (str/trim expr) #"\s+")]
    (when (= 5 (count fields))
      (let [[mi h d mo w] fields
            parsed {:minutes (field-values mi 0 59 {}) :hours (field-values h 0 23 {})
                    :days (field-values d 1 31 {}) :months (field-values mo 1 12 month-names)
                    :weekdays (some->> (field-values w 0 7 day-names) (map #(mod % 7)) set)
                    :any-day (str/starts-with? d "*") :any-weekday (str/starts-with? w "*")}]
        (when (every? parsed [:minutes :hours :days :months :weekdays])
          (assoc parsed :text (str/join " " fields)))))))

(defn- day-fits? [{:keys [days months weekdays any-day any-weekday]} ^LocalDate d]
  (let [by-day (contains? days (.getDayOfMonth d))
        by-week (contains? weekdays (mod (.getValue (.getDayOfWeek d)) 7))]
    (and (contains? months (.getMonthValue d))
         (if (or any-day any-weekday) (and by-day by-week) (or by-day by-week)))))

(defn next-run [{:keys [minutes hours] :as cron} ^Instant after]
  (let [from (LocalDateTime/ofInstant after ZoneOffset/UTC)
        hs (filter hours (range 24)) ms (filter minutes (range 60))]
    (first
     (for [i (range 3000)
           :let [d (.plusDays (.toLocalDate from) i)]
           :when (day-fits? cron d)
           h hs m ms
           :let [t (.atTime ^LocalDate d (LocalTime/of h m))]
           :when (.isAfter t from)]
       (.toInstant t ZoneOffset/UTC)))))

;; ---- words ----
(defn- time-of [s]
  (let [s (str/trim s)]
    (cond
      (= s "noon") [12 0]
      (= s "midnight") [0 0]
      :else
      (when-let [[_ h m half] (re-matches #"(\d{1,2})(?::(\d{2}))? ?(am|pm)?" s)]
        (let [h (parse-long h) m (if m (parse-long m) 0)
              h (cond (nil? half) h
                      (not (<= 1 h 12)) 99
                      (= half "am") (mod h 12)
                      :else (+ 12 (mod h 12)))]
          (when (and (<= 0 h 23) (<= 0 m 59)) [h m]))))))

(def ^:private weekday-words
  (into {} (mapcat (fn [[full n]] [[full n] [(subs full 0 3) n] [(str full "s") n]])
                   [["sunday" 0] ["monday" 1] ["tuesday" 2] ["wednesday" 3] ["thursday" 4] ["friday" 5] ["saturday" 6]])))

(defn text->cron [text]
  (let [t (-> text str/trim (.toLowerCase java.util.Locale/ROOT) (str/replace #"\s+" " "))
        [_ what at] (re-matches #"(?:every |each |on )?(.*?)(?: at (.+))?" t)
        [h m] (if at (or (time-of at) [nil nil]) [0 0])
        [_ n unit] (re-matches #"(\d{1,2}) (minutes?|hours?)" (or what ""))
        n (when n (parse-long n))]
    (cond
      (parse-cron t) (:text (parse-cron text))
      (= "@" (subs (str t " ") 0 1)) ({"@hourly" "0 * * * *" "@daily" "0 0 * * *" "@weekly" "0 0 * * 0"
                                       "@monthly" "0 0 1 * *" "@yearly" "0 0 1 1 *"} t)
      (nil? h) nil
      (and n (nil? at) (str/starts-with? unit "minute") (<= 1 n 59)) (if (= 1 n) "* * * * *" (str "*/" n " * * * *"))
      (and n (nil? at) (str/starts-with? unit "hour") (<= 1 n 23)) (if (= 1 n) "0 * * * *" (str "0 */" n " * * *"))
      (#{"minute" "minutely"} what) "* * * * *"
      (#{"hour" "hourly"} what) "0 * * * *"
      (#{"day" "daily"} what) (str m " " h " * * *")
      (#{"weekday" "weekdays"} what) (str m " " h " * * 1-5")
      (#{"weekend" "weekends"} what) (str m " " h " * * 0,6")
      (#{"week" "weekly"} what) (str m " " h " * * 1")
      (#{"month" "monthly"} what) (str m " " h " 1 * *")
      (weekday-words what) (str m " " h " * * " (weekday-words what)))))

(defn convert [{:keys [query]}]
  (let [text (get query "cron")]
    (when (nil? text) (u/invalid! "query" "cron" "is required"))
    (let [cron (text->cron text)]
      (when (nil? cron) (fail! 400 "invalid-cron-expression" {:cron text}))
      (ok (u/strip-nils {:cron cron :text text :next-run-at (next-run (parse-cron cron) (Instant/now))})))))

;; ---- schedules ----
(def ^:private spec {:cron {:type :string} :message {:type :string} :enabled {:type :bool}
                     :chat-id {:type :any} :name {:type :string}})

(defn- view [s] (u/strip-nils (dissoc s :owner)))

(defn- own-chat! [s user chat-id]
  (let [id (u/uuid-str chat-id) a (get-in s [:agents id])]
    (when-not (and a (or (= user (:owner-id a))
                         (and (bug? "schedule-for-chat-of-other") (= "public" (:visibility a)))))
      (fail! 403 "chat-not-yours" {:path [:chat-id]}))
    id))

(defn- cron! [text]
  (or (parse-cron text) (u/invalid! "body" "cron" "is not a cron expression of five fields")))

(defn- timed [m] (assoc m :next-run-at (when (:enabled m) (next-run (parse-cron (:cron m)) (Instant/now)))))

(defn list-schedules [{:keys [user]}]
  (ok {:items (mapv view (sort-by :created-at (filter #(= user (:owner %)) (vals (:schedules @db)))))}))

(defn create [{:keys [user body]}]
  (let [_ (when-not (map? body) (u/invalid! "body" [] "should be an object"))
        _ (own-chat! @db user (get body "chat-id"))
        m (u/strip-nils (u/coerce (assoc-in spec [:cron :required] true) body))
        cron (:text (cron! (:cron m)))]
    (ok (tx! (fn [s]
               (let [c (timed (merge {:enabled true} m
                                     {:schedule-id (u/new-id) :owner user :created-at (u/tick) :cron cron
                                      :chat-id (own-chat! s user (:chat-id m))}))]
                 [(assoc-in s [:schedules (:schedule-id c)] c) (view c)]))))))

(defn- schedule! [s user id]
  (let [c (get-in s [:schedules id])]
    (if (and c (= user (:owner c))) c (fail! 404 "schedule-not-found" {:schedule-id id}))))

(defn read-one [{:keys [user params]}] (ok (view (schedule! @db user (:schedule-id params)))))

(defn update-one [{:keys [user params body]}]
  (let [id (:schedule-id params)
        _ (schedule! @db user id)
        _ (when (and (map? body) (contains? body "chat-id")) (own-chat! @db user (get body "chat-id")))
        m (u/coerce spec body)
        m (into {} (remove (fn [[k v]] (and (nil? v) (#{:cron :enabled} k)))) m)
        m (if (:cron m) (assoc m :cron (:text (cron! (:cron m)))) m)]
    (ok (tx! (fn [s]
               (let [c (schedule! s user id)
                     m (if (contains? m :chat-id) (assoc m :chat-id (own-chat! s user (:chat-id m))) m)
                     m (if (bug? "schedule-enabled-or-true") (assoc m :enabled (or (:enabled m) true)) m)
                     c (timed (assoc (merge c m) :updated-at (u/tick)))]
                 [(assoc-in s [:schedules id] c) (view c)]))))))

(defn delete-one [{:keys [user params]}]
  (ok (tx! (fn [s]
             (let [c (schedule! s user (:schedule-id params))]
               [(if (bug? "schedule-delete-takes-all-of-chat")
                  (update s :schedules (fn [m] (into {} (remove (fn [[_ v]] (= (:chat-id c) (:chat-id v)))) m)))
                  (update s :schedules dissoc (:schedule-id c)))
                (view c)])))))

(defn onboarding [{:keys [user]}]
  (ok {:has-schedules (boolean (some #(= user (:owner %)) (vals (:schedules @db))))
       :suggestions [{:title "A word every morning" :cron "0 8 * * *"}
                     {:title "A look back on Friday" :cron "0 16 * * 5"}
                     {:title "Once an hour" :cron "0 * * * *"}]}))

;; ---- the clock ----
(defn- claim-due [s]
  (let [now (Instant/now)
        due (filter #(and (:enabled %) (:next-run-at %) (not (.isAfter ^Instant (:next-run-at %) now)))
                    (vals (:schedules s)))]
    [(reduce (fn [st c] (assoc-in st [:schedules (:schedule-id c)] (timed (assoc c :last-run-at now)))) s due)
     due]))

(defn start-clock! []
  (doto (Thread. (fn []
                   (while true
                     (try
                       (Thread/sleep 1000)
                       (doseq [{:keys [owner chat-id message]} (tx! claim-due)]
                         (future (worker/run-alone! owner chat-id (or message "Scheduled run") "schedule")))
                       (catch Exception e (.printStackTrace e))))))
    (.setDaemon true) (.start)))

(def routes
  [["GET" "/me/schedules" {:auth :user} list-schedules]
   ["POST" "/me/schedules" {:auth :user :body true} create]
   ["GET" "/me/schedules/onboarding" {:auth :user} onboarding]
   ["GET" "/me/schedules/text-to-cron" {:auth :user} convert]
   ["GET" "/me/schedules/{schedule_id:uuid}" {:auth :user} read-one]
   ["PUT" "/me/schedules/{schedule_id:uuid}" {:auth :user :body true} update-one]
   ["DELETE" "/me/schedules/{schedule_id:uuid}" {:auth :user} delete-one]])
