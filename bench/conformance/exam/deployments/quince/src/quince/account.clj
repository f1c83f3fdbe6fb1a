(ns quince.account
  "What belongs to a user: keys, credits, payments, subscriptions, earnings, codes, cli sessions."
  (:require [clojure.string :as str]
            [quince.state :as st :refer [db tx!]]
            [quince.util :as u :refer [bug? fail! ok]])
  (:import (java.time LocalDate Duration)
           (java.math RoundingMode)))

;; ---- api keys ----
(def ^:private key-cache (atom {}))

(defn key-owner [token]
  (let [lookup (fn [] (let [s @db] (:owner (get-in s [:keys (get-in s [:key-index token])]))))]
    (if (bug? "deleted-api-key-still-cached")
      (or (get @key-cache token)
          (when-let [o (lookup)] (swap! key-cache assoc token o) o))
      (lookup))))

(defn- key-view [k] (dissoc k :owner))
(defn- key-hidden [k] (dissoc k :owner :key))
(defn- keys-of [s uid] (sort-by :api-key-id (filter #(= uid (:owner %)) (vals (:keys s)))))

(defn- fresh-key [s uid name default?]
  (let [[s n] (st/next-id s :key)
        k {:api-key-id n :owner uid :name name :key (str "qk-" (str/replace (u/new-id) "-" ""))
           :is-default default? :created-at (u/tick)}]
    [(-> s (assoc-in [:keys n] k) (assoc-in [:key-index (:key k)] n)) k]))

(defn- no-default [s uid]
  (reduce (fn [st k] (assoc-in st [:keys (:api-key-id k) :is-default] false)) s (keys-of s uid)))

(defn list-keys [{:keys [user]}] (ok (mapv key-hidden (keys-of @db user))))

(defn create-key [{:keys [user body]}]
  (let [m (u/coerce {:name {:type :string :max-len 200} :is-default {:type :bool}} (or body {}))]
    (ok (tx! (fn [s]
               (let [default? (or (:is-default m) (empty? (keys-of s user)))
                     s (if (and default? (not (bug? "two-default-api-keys"))) (no-default s user) s)
                     [s k] (fresh-key s user (or (:name m) "key") (boolean default?))]
                 [s (key-view k)]))))))

(defn default-key [{:keys [user]}]
  (ok (tx! (fn [s]
             (if-let [k (last (filter :is-default (keys-of s user)))]
               [s (key-view k)]
               (let [[s k] (fresh-key s user "default" true)] [s (key-view k)]))))))

(defn- own-key [s user id]
  (let [k (get-in s [:keys id])]
    (if (and k (= user (:owner k))) k (fail! 404 "api-key-not-found" {:api-key-id id}))))

(defn read-key [{:keys [user params]}]
  (ok (key-view (if (bug? "api-key-of-other-user")
                  (or (get-in @db [:keys (:api-key-id params)]) (fail! 404 "api-key-not-found" params))
                  (own-key @db user (:api-key-id params))))))

(defn delete-key [{:keys [user params]}]
  (ok (tx! (fn [s]
             (let [k (own-key s user (:api-key-id params))
                   s (-> s (update :keys dissoc (:api-key-id k)) (update :key-index dissoc (:key k)))
                   heir (when (:is-default k) (first (keys-of s user)))
                   s (if heir
                       (assoc-in s [:keys (:api-key-id heir) :is-default] true)
                       s)]
               [s (if (bug? "deleted-key-shows-its-value") (key-view k) (key-hidden k))])))))

;; ---- credits ----
(defn- credits-of [s uid] (or (get-in s [:credits uid]) (fail! 404 "credits-not-found")))
(defn credits [{:keys [user]}] (ok (credits-of @db user)))

(defn- spend [c] (-> c (update :balance dec) (update :used inc)))

(defn use-credit [{:keys [user]}]
  (ok (cond
        (bug? "credits-spent-at-once-lost")
        (let [c (credits-of @db user)]
          (when-not (pos? (:balance c)) (fail! 404 "no-credits-left"))
          (Thread/sleep 15)
          (get-in (swap! db assoc-in [:credits user] (spend c)) [:credits user]))
        :else
        (tx! (fn [s]
               (let [c (credits-of s user)]
                 (when-not (if (bug? "credits-below-zero") (>= (:balance c) 0) (pos? (:balance c)))
                   (fail! 404 "no-credits-left"))
                 (let [c (spend c)] [(assoc-in s [:credits user] c) c])))))))

;; ---- billing and payments ----
(defn billing [{:keys [user]}]
  (let [{:keys [tier]} (st/user @db user)]
    (ok (if (= "sandbox" tier)
          {:plan "sandbox" :status "none" :amount 0 :currency "eur"}
          {:plan tier :status "active" :amount 19.90M :currency "eur" :interval "month"
           :current-period-end (.plus (java.time.Instant/parse "2030-01-01T00:00:00Z") Duration/ZERO)}))))

(def ^:private webhook-secret "quince-webhook-secret")
(defn- sign [^bytes body] (str "sha256=" (u/hex (u/hmac-sha256 webhook-secret body))))

(defn- apply-event [s {:strs [id type data]}]
  (let [uid (get data "user-id") n (get data "credits")]
    (if (and (= "credits.purchased" type) (get-in s [:credits uid]) (integer? n) (pos? n))
      (-> s (update :events conj id) (update-in [:credits uid :balance] + n))
      (update s :events conj id))))

(defn webhook [{:keys [header ^bytes raw-body]}]
  (let [sig (header "X-Payment-Signature")]
    (when (str/blank? sig)
      (fail! 400 "signature-missing" {:header "X-Payment-Signature"}))
    (when-not (= (sign raw-body) sig)
      (fail! 400 "signature-invalid" {:header "X-Payment-Signature"}))
    (let [e (try (u/<-json (String. raw-body "UTF-8")) (catch Throwable _ nil))
          _ (when-not (and (map? e) (string? (get e "id")) (string? (get e "type")))
              (fail! 400 "invalid-event" {:path [:id :type]}))]
      (ok (tx! (fn [s]
                 (if (and (contains? (:events s) (get e "id")) (not (bug? "webhook-event-counted-again")))
                   [s {:status "processed" :event-id (get e "id") :duplicate true}]
                   [(apply-event s e) {:status "processed" :event-id (get e "id") :duplicate false}])))))))

(defn payment-session [{:keys [user body]}]
  (let [{:keys [plan]} (u/coerce {:plan {:type :string :required true :enum ["starter" "pro" "team"]}
                                  :success-url {:type :string}} body)
        id (u/new-id)]
    (ok {:session-id id :plan plan :user-id user :status "open"
         :url (str "https://pay.quince.example/sessions/" id)})))

;; ---- subscriptions ----
(defn- sub-view [s] (dissoc s :provider-id :checkout-session-id))

(defn- sub-of [s user aid]
  (or (get-in s [:subs user aid]) (fail! 404 "subscription-not-found" {:agent-id aid})))

(defn subscribe [{:keys [user params body]}]
  (u/coerce {:success-url {:type :string} :cancel-url {:type :string}} (or body {}))
  (let [aid (or (u/uuid-str (:agent-id params)) (:agent-id params))]
    (ok (tx! (fn [s]
               (let [a (get-in s [:agents aid])
                     owner? (= user (:owner-id a))]
                 (when (or (nil? a) (and (= "private" (:visibility a)) (not owner?)))
                   (fail! 404 "agent-not-found" params))
                 (when owner? (fail! 400 "own-agent" params))
                 (when-not (:price a) (fail! 400 "agent-is-not-paid" params))
                 (when (= (if (bug? "already-subscribed-compares-keyword") :active "active")
                          (get-in s [:subs user aid :status]))
                   (fail! 402 "already-subscribed" params))
                 (let [session (u/new-id)
                       sub {:agent-id aid :subscription-id (u/new-id) :provider-id (str "sub_" (u/new-id))
                            :status "active" :price (:price a) :started-at (u/tick) :checkout-session-id session}]
                   [(-> s
                        (assoc-in [:subs user aid] sub)
                        (update :payments conj {:owner (:owner-id a) :agent-id aid :date (u/today)
                                                :amount (* (bigdec (:price a)) st/share-of-owner)}))
                    {:agent-id aid :checkout-session-id session :subscription-id (:subscription-id sub)
                     :checkout-url (str "https://pay.quince.example/checkout/" session) :status "active"}])))))))

(defn unsubscribe [{:keys [user params]}]
  (let [aid (or (u/uuid-str (:agent-id params)) (:agent-id params))]
    (ok (tx! (fn [s]
               (when-not (or (get-in s [:agents aid]) (get-in s [:subs user aid])) (fail! 404 "agent-not-found" params))
               (let [sub (get-in s [:subs user aid])]
                 (when-not (= "active" (:status sub))
                   (fail! 400 "no-active-subscription" params))
                 (let [sub (assoc sub :status "cancelled" :cancelled-at (u/tick))]
                   [(if (bug? "unsubscribe-forgets-the-others")
                      (assoc-in s [:subs user] {aid sub})
                      (assoc-in s [:subs user aid] sub))
                    (sub-view sub)])))))))

(defn list-subs [{:keys [user]}]
  (ok {:items (mapv sub-view (sort-by :started-at (vals (get-in @db [:subs user]))))}))
(defn read-sub [{:keys [user params]}]
  (ok (sub-view (sub-of @db user (or (u/uuid-str (:agent-id params)) (:agent-id params))))))

;; ---- monetization ----
(defn- period-of [req]
  (u/query-int req "period" (if (bug? "period-365-refused")
                              {:default 28 :min 1 :max 364}
                              {:default 28 :min 1 :max 365})))

(defn- subs-on [s uid]
  (for [[_ m] (:subs s) [aid sub] m :when (= uid (get-in s [:agents aid :owner-id]))] sub))

(defn- active-on? [^LocalDate day {:keys [started-at cancelled-at]}]
  (and (not (.isAfter (u/instant->date started-at) day))
       (or (nil? cancelled-at) (.isAfter (u/instant->date cancelled-at) day))))

(defn- days [n]
  (let [t (u/today)]
    (mapv #(.minusDays ^LocalDate t %) (range (dec n) -1 -1))))

(defn- earned [s uid]
  (reduce (fn [m {:keys [owner date amount]}] (if (= owner uid) (update m date (fnil + 0M) amount) m)) {} (:payments s)))

(defn- money [x] (.setScale (bigdec x) 2 RoundingMode/HALF_UP))

(defn summary [{:keys [user] :as req}]
  (let [n (period-of req) s @db per-day (earned s user)]
    (ok {:period n :currency "eur"
         :total-subscribers (count (filter #(active-on? (u/today) %) (subs-on s user)))
         :total-earnings (money (reduce + 0M (map #(get per-day % 0M) (days n))))})))

(defn subscribers [{:keys [user] :as req}]
  (let [n (period-of req) s @db subs (subs-on s user)
        ds (if (bug? "daily-subscribers-lack-a-day") (drop 1 (days n)) (days n))]
    (ok {:period n
         :total-subscribers (count (filter #(active-on? (u/today) %) subs))
         :items (mapv (fn [d] {:date d :subscribers (count (filter #(active-on? d %) subs))}) ds)})))

(defn earnings [{:keys [user] :as req}]
  (let [n (period-of req) s @db per-day (earned s user)
        rows (mapv (fn [d] {:date d :earnings (let [x (money (get per-day d 0M))]
                                                (if (bug? "daily-earnings-math-round") (Math/round (double x)) x))})
                   (days n))]
    (ok {:period n :currency "eur" :items rows
         :total-earnings (money (reduce + 0M (map #(get per-day % 0M) (days n))))})))

;; ---- the user, vip codes ----
(defn me [{:keys [user]}] (ok (st/user @db user)))

(defn vip-count [{:keys [user]}]
  (let [s @db]
    (ok {:count (count (filter #(get-in % [:redeemed user]) (vals (:vip s))))})))

(defn- check-vip! [s user code]
  (let [v (get-in s [:vip code])]
    (when (nil? v) (fail! 400 "vip-code-invalid" {:code code}))
    (when (= user (:owner v)) (fail! 400 "vip-code-is-your-own" {:code code}))
    (when (if (bug? "vip-code-once-for-all-users") (seq (:redeemed v)) (get-in v [:redeemed user]))
      (fail! 400 "vip-code-already-redeemed" {:code code}))))

(defn redeem [{:keys [user body]}]
  (let [{:keys [code]} (u/coerce {:code {:type :string :required true}} body)
        at (u/tick)]
    (if (bug? "vip-code-checked-before-the-swap")
      (do (check-vip! @db user code)
          (Thread/sleep 20)
          (swap! db assoc-in [:vip code :redeemed user] at))
      (tx! (fn [s]
             (check-vip! s user code)
             [(assoc-in s [:vip code :redeemed user] at) nil])))
    (ok {:code code :redeemed-at at})))

;; ---- cli sessions ----
(defn- cli-view [{:keys [jwt] :as c}]
  (assoc (select-keys c [:cli-auth-id :created-at :expires-at])
         :status (cond (:consumed c) "consumed" jwt "attached" :else "waiting")))

(defn cli-create [_]
  (ok (tx! (fn [s]
             (let [now (u/tick)
                   c {:cli-auth-id (u/new-id) :created-at now :expires-at (.plus now (Duration/ofMinutes 10))}]
               [(assoc-in s [:cli (:cli-auth-id c)] c) (cli-view c)])))))

(defn- cli-session [s id]
  (let [c (get-in s [:cli id])]
    (if (and c (pos? (compare (:expires-at c) (java.time.Instant/now)))) c (fail! 404 "cli-session-not-found" {:cli-auth-id id}))))

(defn cli-attach [{:keys [user params body]}]
  (let [id (:cli-auth-id params)
        _ (cli-session @db id)
        {:keys [jwt]} (u/coerce {:jwt {:type :string :required true}} body)]
    (when (str/blank? jwt) (u/invalid! "body" "jwt" "must not be blank"))
    (ok (tx! (fn [s]
               (let [c (cli-session s id)]
                 (when (or (:consumed c)
                           (and (:user-id c) (not= user (:user-id c)) (not (bug? "cli-session-taken-over"))))
                   (fail! 403 "not-your-cli-session" {:cli-auth-id id}))
                 (let [c (assoc c :jwt jwt :user-id user)]
                   [(assoc-in s [:cli id] c) (cli-view c)])))))))

(defn cli-read [{:keys [params]}]
  (let [id (:auth-id params)]
    (ok (if (bug? "cli-jwt-consumed-later")
          (let [c (cli-session @db id)]
            (Thread/sleep 25)
            (swap! db update-in [:cli id] #(cond-> (dissoc % :jwt) (:jwt %) (assoc :consumed true)))
            (:jwt c))
          (tx! (fn [s]
                 (let [{:keys [jwt] :as c} (cli-session s id)]
                   (cond (nil? jwt) [s nil]
                         :else [(assoc-in s [:cli id] (assoc (dissoc c :jwt) :consumed true)) jwt]))))))))

(def routes
  [["GET" "/me/api-keys" {:auth :user} list-keys]
   ["POST" "/me/api-keys" {:auth :user :body :optional} create-key]
   ["GET" "/me/api-keys/default" {:auth :user} default-key]
   ["GET" "/me/api-keys/{api_key_id:int}" {:auth :user} read-key]
   ["DELETE" "/me/api-keys/{api_key_id:int}" {:auth :user} delete-key]
   ["GET" "/me/billing" {:auth :user} billing]
   ["GET" "/me/credits" {:auth :user} credits]
   ["POST" "/me/credits/use" {:auth :user} use-credit]
   ["POST" "/me/payments/webhook" {:auth :maybe} webhook]
   ["POST" "/me/payments/sessions" {:auth :user :body true} payment-session]
   ["POST" "/me/agents/{agent_id}/subscribe" {:auth :user :body :optional} subscribe]
   ["POST" "/me/agents/{agent_id}/unsubscribe" {:auth :user} unsubscribe]
   ["GET" "/me/subscriptions" {:auth :user} list-subs]
   ["GET" "/me/subscriptions/{agent_id}" {:auth :user} read-sub]
   ["GET" "/me/monetization/summary" {:auth :user} summary]
   ["GET" "/me/monetization/subscribers" {:auth :user} subscribers]
   ["GET" "/me/monetization/earnings" {:auth :user} earnings]
   ["GET" "/me" {:auth :user} me]
   ["GET" "/me/vip" {:auth :user} vip-count]
   ["POST" "/me/vip" {:auth :user :body true} redeem]
   ["POST" "/me/cli-auth" {:auth :maybe} cli-create]
   ["PUT" "/me/cli-auth/{cli_auth_id:uuid}" {:auth :user :body true} cli-attach]
   ["GET" "/me/cli-auth/{auth_id:uuid}" {:auth :maybe} cli-read]])
