(ns quince.state
  "The whole state: one immutable map in one atom, and how it is changed."
  (:require [quince.util :as u])
  (:import (java.time Duration)))

(defonce db (atom {}))

(defn tx!
  "Runs (f state & args) -> [state' result] atomically; f must be pure but for clocks and ids."
  [f & args]
  (loop []
    (let [s @db
          [s' r] (apply f s args)]
      (if (or (identical? s s') (compare-and-set! db s s')) r (recur)))))

(defn next-id [s kind]
  (let [n (inc (get-in s [:seq kind] 0))]
    [(assoc-in s [:seq kind] n) n]))

;; ---- fixtures: everything that config.json speaks of ----
(def own "a1111111-0000-4000-8000-000000000001")
(def other "a2222222-0000-4000-8000-000000000002")
(def sandbox "a3333333-0000-4000-8000-000000000003")

(def own-key "qk-own-7d1f0c52a9b34e6f8c01")
(def other-key "qk-other-3b9e77a0c4d24f1e9a02")
(def sandbox-key "qk-sandbox-5c0a11d2e8f94b7d9b03")

(def worker-agent "b0000000-0000-4000-8000-000000000001")
(def own-paid-agent "b0000000-0000-4000-8000-000000000002")
(def paid-agent "b0000000-0000-4000-8000-000000000003")
(def unpaid-agent "b0000000-0000-4000-8000-000000000004")
(def private-agent "b0000000-0000-4000-8000-000000000005")
(def subscribed-agent "b0000000-0000-4000-8000-000000000006")
(def unsubscribe-agent "b0000000-0000-4000-8000-000000000007")
(def sandbox-agent "b0000000-0000-4000-8000-000000000008")

(def share-of-owner 0.80M)

(defn- add-agent [s id owner m]
  (let [now (u/tick)]
    (-> s
        (assoc-in [:agents id] (merge {:agent-id id :owner-id owner :visibility "public"
                                       :created-at now :updated-at now} m))
        (update-in [:agents-by-user owner] (fnil conj []) id)
        (cond-> (:vanity-slug m) (assoc-in [:slugs (:vanity-slug m)] id)))))

(defn- add-key [s owner key]
  (let [[s n] (next-id s :key)]
    (-> s
        (assoc-in [:keys n] {:api-key-id n :owner owner :name "default" :key key
                             :is-default true :created-at (u/tick)})
        (assoc-in [:key-index key] n))))

(defn- days-ago [n] (.minus (u/tick) (Duration/ofDays n)))

(defn- add-sub [s uid aid started cancelled]
  (let [agent (get-in s [:agents aid])
        share (* (:price agent) share-of-owner)
        end (or cancelled -1)]
    (as-> s $
      (assoc-in $ [:subs uid aid]
                (cond-> {:agent-id aid :subscription-id (u/new-id) :provider-id (str "sub_" (u/new-id))
                         :status "active" :price (:price agent) :started-at (days-ago started)}
                  cancelled (assoc :status "cancelled" :cancelled-at (days-ago cancelled))))
      (reduce (fn [st d] (update st :payments conj {:owner (:owner-id agent) :agent-id aid
                                                    :date (.minusDays (u/today) d) :amount share}))
              $ (take-while #(> % end) (iterate #(- % 30) started))))))

(defn- notifier-account [email name]
  {:user {:iden (u/new-id) :email email :name name :created (u/tick-unix)}
   :chats {} :devices {} :pushes {} :guids {}})

(defn seed []
  (-> {:seq {} :payments [] :logs {} :runs {} :events #{}}
      (assoc :users {own {:user-id own :email "olive@quince.example" :name "Olive Own" :tier "pro"}
                     other {:user-id other :email "otto@quince.example" :name "Otto Other" :tier "pro"}
                     sandbox {:user-id sandbox :email "sandy@quince.example" :name "Sandy Sandbox" :tier "sandbox"}}
             :credits {own {:balance 250 :used 0}
                       other {:balance 250 :used 0}
                       sandbox {:balance 5 :used 0}})
      (add-key own own-key)
      (add-key other other-key)
      (add-key sandbox sandbox-key)
      (add-agent worker-agent own {:name "Harbour guide" :chat-prompt "You help visitors of the harbour."
                                   :vanity-slug "harbour-guide"})
      (add-agent own-paid-agent own {:name "Pilot" :chat-prompt "You pilot ships." :price 9.95M})
      (add-agent paid-agent other {:name "Sommelier" :chat-prompt "You know wines." :price 4.95M})
      (add-agent unpaid-agent other {:name "Gardener" :chat-prompt "You know plants." :vanity-slug "gardener"})
      (add-agent private-agent other {:name "Diary" :chat-prompt "You keep the secret plum diary."
                                      :visibility "private" :vanity-slug "plum-diary"})
      (add-agent subscribed-agent other {:name "Chess coach" :chat-prompt "You teach chess." :price 7.50M})
      (add-agent unsubscribe-agent other {:name "Poet" :chat-prompt "You write verse." :price 2.95M})
      (add-agent sandbox-agent sandbox {:name "Sand castle" :chat-prompt "You build castles."})
      (add-sub own subscribed-agent 40 nil)
      (add-sub own unsubscribe-agent 12 nil)
      (add-sub "c0000000-0000-4000-8000-000000000001" own-paid-agent 200 nil)
      (add-sub "c0000000-0000-4000-8000-000000000002" own-paid-agent 95 40)
      (add-sub "c0000000-0000-4000-8000-000000000003" own-paid-agent 27 nil)
      (add-sub "c0000000-0000-4000-8000-000000000004" own-paid-agent 17 5)
      (add-sub "c0000000-0000-4000-8000-000000000005" own-paid-agent 6 nil)
      (add-sub "c0000000-0000-4000-8000-000000000006" own-paid-agent 2 nil)
      (assoc :vip {"ORCHARD-2024" {:owner "house" :redeemed {}}
                   "QUINCE-JAM" {:owner sandbox :redeemed {}}
                   "OLIVE-MADE-THIS" {:owner own :redeemed {}}})
      (assoc :notifier {[own "global" "default"] (notifier-account "olive@quince.example" "Olive Own")
                        [other "global" "default"] (notifier-account "otto@quince.example" "Otto Other")})))

;; ---- looking up ----
(defn user [s uid] (get-in s [:users uid]))
(defn sandbox? [s uid] (= "sandbox" (:tier (user s uid))))
(defn default-visibility [s uid] (if (sandbox? s uid) "public" "private"))
(defn check-private! [s uid visibility]
  (when (and (= "private" visibility) (sandbox? s uid))
    (u/fail! 400 "sandbox-tier-cannot-be-private" {:tier "sandbox" :visibility visibility})))
