(ns quince.catalog
  "All tools: their parameters, how the plain ones work, toolsets and search."
  (:require [clojure.string :as str]
            [quince.util :as u :refer [bug? fail!]])
  (:import (java.time LocalDate)
           (java.security MessageDigest)
           (java.util Base64)))

(defn- p
  ([type desc] (p type desc {}))
  ([type desc more] (merge {:type type :description desc} more)))

(def ^:private req {:required true})

(def tools
  "[name toolset description params]; params is an ordered vector of [name spec]."
  [["tide_table" "sea" "Reads the tide table of a port for the next days."
    [["port" (p "string" "Name of the port" req)] ["days" (p "integer" "How many days, 1 to 7" {:minimum 1 :maximum 7})]]]
   ["wind_forecast" "sea" "Forecasts the wind at a port in knots."
    [["port" (p "string" "Name of the port" req)]]]
   ["word_count" "text" "Counts the words and characters of a text."
    [["text" (p "string" "The text" req)]]]
   ["reverse_text" "text" "Turns a text around, character by character."
    [["text" (p "string" "The text" req)]]]
   ["slugify" "text" "Makes a slug of a title."
    [["text" (p "string" "The title" req)]]]
   ["hash_text" "text" "Computes a digest of a text."
    [["text" (p "string" "The text" req)] ["algorithm" (p "string" "Digest" {:enum ["sha-256" "sha-1" "md5"]})]]]
   ["base64_encode" "text" "Encodes a text in base64."
    [["text" (p "string" "The text" req)]]]
   ["sum_numbers" "numbers" "Adds up numbers exactly."
    [["numbers" (p "array" "The numbers" (assoc req :items {:type "number"}))]]]
   ["mean_of_numbers" "numbers" "Computes the mean of numbers."
    [["numbers" (p "array" "The numbers" (assoc req :items {:type "number"}))]]]
   ["convert_length" "numbers" "Converts a length between units."
    [["value" (p "number" "The length" req)]
     ["from" (p "string" "Unit" (assoc req :enum ["m" "km" "mi" "ft"]))]
     ["to" (p "string" "Unit" (assoc req :enum ["m" "km" "mi" "ft"]))]]]
   ["add_days" "numbers" "Adds days to a date."
    [["date" (p "string" "Date such as 2024-05-17" req)] ["days" (p "integer" "Days, may be negative" req)]]]
   ["echo_json" "numbers" "Gives back any data as it came."
    [["data" (p "object" "Any object" req)]]]
   ["NOTIFIER_CREATE_CHAT" "notifier" "Create a chat with an email address."
    [["email" (p "string" "The person need not be a user of the notification service" req)]]]
   ["NOTIFIER_CREATE_DEVICE" "notifier" "Register a device."
    [["icon" (p "string" "Icon")] ["model" (p "string" "Model" req)] ["has_sms" (p "boolean" "Android only")]
     ["nickname" (p "string" "Nickname" req)] ["push_token" (p "string" "Platform-specific, blank for custom devices")]
     ["app_version" (p "integer" "Version" (assoc req :minimum 0))] ["manufacturer" (p "string" "Manufacturer" req)]]]
   ["NOTIFIER_CREATE_PUSH" "notifier" "Send a push (note, link or file) to a device, user, channel or client."
    [["type" (p "string" "Kind of push" (assoc req :enum ["note" "link" "file"]))] ["url" (p "string" "Required when type=link")]
     ["body" (p "string" "Body")] ["guid" (p "string" "Client-generated, for idempotency")] ["email" (p "string" "Receiver")]
     ["title" (p "string" "Title")] ["file_url" (p "string" "Required when type=file")]
     ["file_name" (p "string" "Required when type=file")] ["file_type" (p "string" "MIME type, required when type=file")]
     ["channel_tag" (p "string" "Broadcast to channel subscribers")] ["client_iden" (p "string" "OAuth client")]
     ["device_iden" (p "string" "Receiving device")] ["source_device_iden" (p "string" "Sending device")]]]
   ["NOTIFIER_DELETE_ALL_PUSHES" "notifier" "Delete all pushes of the user asynchronously." []]
   ["NOTIFIER_DELETE_CHAT" "notifier" "Delete a chat." [["iden" (p "string" "The chat" req)]]]
   ["NOTIFIER_DELETE_DEVICE" "notifier" "Delete a device." [["device_iden" (p "string" "The device" req)]]]
   ["NOTIFIER_DELETE_PUSH" "notifier" "Delete a push." [["iden" (p "string" "The push" req)]]]
   ["NOTIFIER_GET_USER" "notifier" "Get the profile of the authenticated user." []]
   ["NOTIFIER_LIST_CHATS" "notifier" "List chats."
    [["limit" (p "integer" "At most 500" {:minimum 1 :maximum 500})] ["cursor" (p "string" "Where to go on")]]]
   ["NOTIFIER_LIST_DEVICES" "notifier" "List devices." []]
   ["NOTIFIER_LIST_PUSHES" "notifier" "List pushes."
    [["limit" (p "integer" "At most 500, default 500" {:minimum 1 :maximum 500})]
     ["active" (p "boolean" "True returns only active pushes")] ["cursor" (p "string" "Where to go on")]
     ["modified_after" (p "number" "UNIX timestamp, float")]]]
   ["NOTIFIER_UPDATE_CHAT" "notifier" "Mute or unmute a chat."
    [["iden" (p "string" "The chat" req)] ["muted" (p "boolean" "Whether it is muted" req)]]]
   ["NOTIFIER_UPDATE_DEVICE" "notifier" "Update device metadata."
    [["iden" (p "string" "The device" req)] ["icon" (p "string" "desktop, laptop, tablet, phone, watch, system, ios")]
     ["model" (p "string" "Model")] ["has_sms" (p "boolean" "Has SMS")] ["nickname" (p "string" "Nickname")]
     ["push_token" (p "string" "Token")] ["app_version" (p "integer" "Version" {:minimum 0})]
     ["manufacturer" (p "string" "Manufacturer")]]]
   ["NOTIFIER_UPDATE_PUSH" "notifier" "Dismiss a push or change list items."
    [["iden" (p "string" "The push" req)]
     ["items" (p "array" "List items" {:items {:type "object" :properties {"text" {:type "string"} "checked" {:type "boolean"}}
                                               :required ["text" "checked"]}})]
     ["dismissed" (p "boolean" "True hides notifications")]]]
   ["NOTIFIER_UPLOAD_REQUEST" "notifier" "Get a signed upload URL (signed form data) before pushing a file."
    [["file_name" (p "string" "Name of the file" req)] ["file_type" (p "string" "MIME type" req)]]]])

(def by-name (into {} (map (fn [[n ts d ps]] [n {:name n :toolset ts :description d :params ps}])) tools))
(def names (mapv first tools))
(defn notifier? [n] (str/starts-with? n "NOTIFIER_"))

(defn mcp
  "A tool in MCP format."
  [n]
  (let [{:keys [description params]} (by-name n)]
    {:name n :description description
     :inputSchema (cond-> {:type "object"
                           :properties (into {} (map (fn [[k spec]] [k (dissoc spec :required)])) params)}
                    (some (comp :required second) params)
                    (assoc :required (mapv first (filter (comp :required second) params))))}))

(defn public [n]
  (let [{:keys [description toolset]} (by-name n)]
    {:tool-id n :name n :description description :toolset toolset :needs-auth-connection (notifier? n)}))

;; ---- toolsets ----
(def toolset-texts
  [["sea" "Tides and winds"] ["text" "Working with text"] ["numbers" "Working with numbers and data"]
   ["notifier" "Pushes to devices, people and channels"]])

(defn toolset [n]
  (when-let [[_ text] (first (filter #(= n (first %)) toolset-texts))]
    {:toolset-name n :description text
     :tools (mapv first (filter #(= n (second %)) tools))}))

;; ---- input ----
(defn- bad! [field why] (fail! 400 "invalid-tool-input" {:errors [{:path [field] :message why}]}))

(defn- type-ok? [t v]
  (case t
    "string" (string? v)
    "integer" (integer? v)
    "number" (number? v)
    "boolean" (boolean? v)
    "array" (vector? v)
    "object" (map? v)))

(defn- check-items! [k {:keys [type properties required]} v]
  (doseq [item v]
    (when-not (type-ok? type item) (bad! k (str "each should be of type " type)))
    (doseq [r required] (when (nil? (get item r)) (bad! k (str r " is required"))))
    (doseq [[f spec] properties]
      (when-not (or (nil? (get item f)) (type-ok? (:type spec) (get item f)))
        (bad! k (str f " should be of type " (:type spec)))))))

(defn check-input!
  "The known parameters of a tool's input; 400 when they are not as they should be."
  [n input]
  (reduce
   (fn [out [k {:keys [type required enum minimum maximum items]}]]
     (let [v (get input k)]
       (if (if (bug? "required-false-counts-as-missing") (not v) (nil? v))
         (if required (bad! k "is required") (if (nil? v) out (assoc out k v)))
         (do
           (when-not (type-ok? type v) (bad! k (str "should be of type " type)))
           (when (and enum (not (some #{v} enum))) (bad! k (str "should be one of " (str/join ", " enum))))
           (when (and minimum (< v minimum))
             (bad! k (str "should be at least " minimum)))
           (when (and maximum (> v maximum))
             (bad! k (str "should be at most " maximum)))
           (when items (check-items! k items v))
           (assoc out k v)))))
   {} (:params (by-name n))))

;; ---- the plain tools ----
(defn- digest [algorithm text]
  (u/hex (.digest (MessageDigest/getInstance ({"sha-1" "SHA-1" "md5" "MD5"} algorithm "SHA-256")) (u/utf8 text))))

(defn slugify [text]
  (-> (java.text.Normalizer/normalize text java.text.Normalizer$Form/NFD)
      (str/replace #"\p{M}" "") (.toLowerCase java.util.Locale/ROOT)
      (str/replace #"[^a-z0-9]+" "-") (str/replace #"^-+|-+$" "")))

(def ^:private metres {"m" 1M "km" 1000M "mi" 1609.344M "ft" 0.3048M})
(defn- plain-number [x]
  (if (decimal? x) (let [b (.stripTrailingZeros ^BigDecimal x)] (if (neg? (.scale b)) (.setScale b 0) b)) x))

(defn run-plain [n in]
  (case n
    "tide_table" {"port" (in "port") "datum" "LAT-SOUNDING-4471"
                  "tides" (mapv (fn [d] {"day" d "high" "13:42" "low" "07:25"}) (range 1 (inc (in "days" 1))))}
    "wind_forecast" {"port" (in "port") "knots" (+ 4 (mod (count (in "port")) 17)) "from" "SW"}
    "word_count" {"words" (count (re-seq #"\S+" (in "text"))) "characters" (.codePointCount ^String (in "text") 0 (count (in "text")))}
    "reverse_text" {"text" (str (.reverse (StringBuilder. ^String (in "text"))))}
    "slugify" {"slug" (slugify (in "text"))}
    "hash_text" {"algorithm" (in "algorithm" "sha-256") "digest" (digest (in "algorithm" "sha-256") (in "text"))}
    "base64_encode" {"text" (.encodeToString (Base64/getEncoder) (u/utf8 (in "text")))}
    "sum_numbers" {"sum" (plain-number (reduce +' 0 (in "numbers")))}
    "mean_of_numbers" (let [xs (in "numbers")]
                        (when (empty? xs) (bad! "numbers" "must not be empty"))
                        {"mean" (double (/ (reduce + 0 (map rationalize xs)) (count xs)))})
    "convert_length" {"value" (double (/ (* (rationalize (in "value")) (rationalize (metres (in "from")))) (rationalize (metres (in "to")))))
                      "unit" (in "to")}
    "add_days" {"date" (try (str (.plusDays (LocalDate/parse (in "date")) (long (in "days"))))
                            (catch Exception _ (bad! "date" "should be a date")))}
    "echo_json" {"data" (in "data")}))

;; ---- search ----
(defn- words [s] (re-seq #"[\p{L}\p{N}]+" (str/lower-case s)))

(defn score
  "How well a tool fits a query: 0.0 to 1.0."
  [q n]
  (let [{:keys [description]} (by-name n)
        parts (set (words (str/replace n "_" " ")))
        name-lower (str/lower-case n)
        text (set (words description))
        one (fn [w] (cond (or (parts w) (= w name-lower)) 1
                          (str/includes? name-lower w) 3/5
                          (text w) 2/5
                          (str/includes? (str/lower-case description) w) 1/10
                          :else 0))
        ws (if (= (str/lower-case q) name-lower) [name-lower] (words (str/replace q "_" " ")))]
    (if (empty? ws) 0 (/ (reduce + (map one ws)) (count ws)))))

(defn search [q toolkit limit min-score]
  (->> names
       (filter #(or (nil? toolkit) (bug? "search-ignores-toolkit") (= toolkit (:toolset (by-name %)))))
       (map (fn [n] [(score q n) n]))
       (filter #(>= (first %) min-score))
       (filter #(or (pos? (first %)) (zero? min-score)))
       (sort-by (fn [[sc n]] [(- sc) n]))
       (take limit)
       (mapv (fn [[sc n]] (assoc (mcp n) :_meta {:score (double sc) :toolkit (:toolset (by-name n))})))))
