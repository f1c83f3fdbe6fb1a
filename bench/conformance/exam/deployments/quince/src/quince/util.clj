(ns quince.util
  "Small things that every namespace needs: faults, errors, time, json, coercion."
  (:require [clojure.data.json :as json]
            [clojure.string :as str])
  (:import (java.time Instant LocalDate OffsetDateTime ZoneOffset)
           (java.time.temporal ChronoUnit)
           (java.util UUID Base64)
           (java.nio.charset StandardCharsets)
           (javax.crypto Mac)
           (javax.crypto.spec SecretKeySpec)))

;; ---- the fault that is switched on ----
(def ^String fault (or (System/getenv "FAULT") ""))
(defn bug? [id] (.equals fault id))

;; ---- errors ----
(defn fail!
  ([status code] (fail! status code {}))
  ([status code explain]
   (throw (ex-info (str code) {::http true :status status :code code :explain explain}))))

(defn http-error? [e] (boolean (::http (ex-data e))))

(defn invalid! [where field why]
  (fail! 422 "invalid-request" {:in where :errors [{:path (if (vector? field) field [field]) :message why}]}))

;; ---- time: strictly increasing instants of whole microseconds ----
(def ^:private last-micros (atom 0))

(defn- clock-micros []
  (let [i (Instant/now)]
    (+ (* 1000000 (.getEpochSecond i)) (quot (.getNano i) 1000))))

(defn tick-micros [] (swap! last-micros (fn [l] (max (inc l) (clock-micros)))))

(defn micros->instant ^Instant [us]
  (.plus Instant/EPOCH (long us) ChronoUnit/MICROS))

(defn tick [] (micros->instant (tick-micros)))

(defn tick-unix
  "UNIX time as a float, as the notification service writes it."
  []
  (/ (double (tick-micros)) 1e6))

(defn today [] (LocalDate/now ZoneOffset/UTC))
(defn instant->date [^Instant i] (LocalDate/ofInstant i ZoneOffset/UTC))

(defn parse-instant [s]
  (try (.toInstant (OffsetDateTime/parse (str/replace s #" (?=\d\d:\d\d$)" "+")))
       (catch Exception _ nil)))

;; ---- identifiers ----
(defn new-id [] (str (UUID/randomUUID)))
(def ^:private uuid-re #"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
(defn uuid-str [s] (when (and (string? s) (re-matches uuid-re s)) (str/lower-case s)))

;; ---- json ----
(defn- out-key [k] (if (keyword? k) (subs (str k) 1) (str k)))
(defn- out-val [_ v]
  (cond (instance? Instant v) (str v)
        (instance? LocalDate v) (str v)
        (ratio? v) (double v)
        :else v))
(defn ->json ^String [x]
  (if (or (instance? Instant x) (instance? LocalDate x))
    (json/write-str (str x))
    (json/write-str x :key-fn out-key
                    :value-fn (fn [k v]
                                (if (sequential? v) (mapv #(out-val k %) v) (out-val k v)))
                    :escape-unicode false :escape-slash false :escape-js-separators false)))
(defn <-json [^String s]
  (json/read-str s :bigdec true
                 :extra-data-fn (fn [_ _] (throw (ex-info "extra data" {})))))

;; ---- bytes ----
(defn utf8 ^bytes [^String s] (.getBytes s StandardCharsets/UTF_8))
(defn b64url [^bytes b] (.encodeToString (.withoutPadding (Base64/getUrlEncoder)) b))
(defn b64url-decode ^bytes [^String s] (.decode (Base64/getUrlDecoder) s))
(defn hmac-sha256 ^bytes [^String secret ^bytes data]
  (let [m (Mac/getInstance "HmacSHA256")]
    (.init m (SecretKeySpec. (utf8 secret) "HmacSHA256"))
    (.doFinal m data)))
(defn hex [^bytes bs] (apply str (map #(format "%02x" (bit-and % 0xff)) bs)))

;; ---- json web tokens ----
(def ^:private jwt-secret "quince-signing-secret-2024")
(defn jwt-sign [claims]
  (let [head (b64url (utf8 "{\"alg\":\"HS256\",\"typ\":\"JWT\"}"))
        body (b64url (utf8 (->json claims)))
        part (str head "." body)]
    (str part "." (b64url (hmac-sha256 jwt-secret (utf8 part))))))
(defn jwt-claims
  "Claims of a valid token, or nil."
  [token]
  (try
    (let [[h b s & more] (str/split (str token) #"\." -1)]
      (when (and h b s (nil? more)
                 (java.security.MessageDigest/isEqual
                  (utf8 s) (utf8 (b64url (hmac-sha256 jwt-secret (utf8 (str h "." b)))))))
        (let [c (<-json (String. (b64url-decode b) StandardCharsets/UTF_8))]
          (when (or (nil? (get c "exp")) (< (quot (System/currentTimeMillis) 1000) (get c "exp")))
            c))))
    (catch Exception _ nil)))

;; ---- coercion of bodies: {:field {:type :string :required true ...}} ----
(defn- type-ok? [t v]
  (case t
    :string (string? v)
    :int (and (integer? v) (<= -9007199254740991 v 9007199254740991))
    :number (number? v)
    :bool (boolean? v)
    :map (map? v)
    :strings (and (vector? v) (every? string? v))
    :vector (vector? v)
    :any true))

(defn coerce
  "Takes the known fields out of a string-keyed body; explicit nulls stay as nil."
  [spec body]
  (when-not (map? body) (invalid! "body" [] "should be an object"))
  (reduce-kv
   (fn [out field {:keys [type required enum min max-len]}]
     (let [k (name field)]
       (cond
         (not (contains? body k)) (if required (invalid! "body" k "is required") out)
         (nil? (get body k)) (if required (invalid! "body" k "must not be null") (assoc out field nil))
         :else
         (let [v (get body k)]
           (when-not (type-ok? type v) (invalid! "body" k (str "should be of type " (name type))))
           (when (and enum (not (some #{v} enum)))
             (invalid! "body" k (str "should be one of " (str/join ", " enum))))
           (when (and min (< v min)) (invalid! "body" k (str "should be at least " min)))
           (when (and max-len (> (count v) max-len)) (invalid! "body" k "is too long"))
           (assoc out field v)))))
   {} spec))

(defn query-int [req k {:keys [default min max]}]
  (let [s (get-in req [:query k])]
    (if (nil? s)
      default
      (let [n (when (re-matches #"[+-]?\d{1,15}" s) (parse-long (str/replace s "+" "")))]
        (when (nil? n) (invalid! "query" k "should be an integer"))
        (when (and min (< n min)) (invalid! "query" k (str "should be at least " min)))
        (when (and max (> n max)) (invalid! "query" k (str "should be at most " max)))
        n))))

(defn strip-nils [m] (into {} (remove (comp nil? val)) m))
(defn ok [body] {:status 200 :body body})
