(ns quince.main
  (:require [quince.account :as account]
            [quince.agents :as agents]
            [quince.http :as http]
            [quince.runs :as runs]
            [quince.schedules :as schedules]
            [quince.state :as st]
            [quince.tooling :as tooling]
            [quince.util :as u]
            [quince.worker :as worker])
  (:gen-class))

(def routes
  (vec (concat worker/routes agents/routes runs/routes account/routes tooling/routes schedules/routes)))

(defn- user-of-jwt [token]
  (when token
    (let [uid (get (u/jwt-claims token) "sub")]
      (when (st/user @st/db uid) uid))))

(defn authenticate [kind token]
  (case kind
    :maybe (user-of-jwt token)
    :user (or (user-of-jwt token) (u/fail! 401 "invalid-or-missing-jwt"))
    :key (or (and token (account/key-owner token)) (u/fail! 401 "invalid-or-missing-api-key"))))

(defn -main [port & _]
  (if (= port "tokens")
    (doseq [uid [st/own st/other st/sandbox]]
      (println (u/jwt-sign (array-map :sub uid :exp 4102444800))))
    (do
      (reset! st/db (st/seed))
      (schedules/start-clock!)
      (http/start! (parse-long port) routes authenticate)
      (println "ready")
      (flush))))
