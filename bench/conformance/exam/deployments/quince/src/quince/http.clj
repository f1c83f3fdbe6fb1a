(ns quince.http
  "Ring in small: requests and responses are maps, routes are data, Jetty carries them."
  (:require [clojure.string :as str]
            [quince.util :as u])
  (:import (org.eclipse.jetty.http UriCompliance)
           (org.eclipse.jetty.server Server ServerConnector HttpConfiguration HttpConnectionFactory Request)
           (org.eclipse.jetty.http HttpHeader)
           (org.eclipse.jetty.server.handler AbstractHandler ErrorHandler)
           (org.eclipse.jetty.util.thread QueuedThreadPool)
           (org.eclipse.jetty.server ConnectionFactory)
           (jakarta.servlet.http HttpServletRequest HttpServletResponse)
           (java.net URLDecoder)
           (java.nio.charset StandardCharsets CodingErrorAction)
           (java.nio ByteBuffer)))

;; ---- decoding ----
(defn- decode-query-part [s] (URLDecoder/decode ^String s StandardCharsets/UTF_8))
(defn- decode-segment [s]
  (try (URLDecoder/decode ^String (str/replace s "+" "%2B") StandardCharsets/UTF_8)
       (catch IllegalArgumentException _ s)))

(defn parse-query [^String qs]
  (if (str/blank? qs)
    {}
    (reduce (fn [m pair]
              (let [[k v] (str/split pair #"=" 2)]
                (if (str/blank? k) m (assoc m (decode-query-part k) (decode-query-part (or v ""))))))
            {} (str/split qs #"&"))))

(defn segments [^String uri]
  (let [p (str/split (subs uri 1) #"/" -1)
        p (if (= "" (peek p)) (pop p) p)]
    (mapv decode-segment p)))

;; ---- routes: [method "/path/{run_id:uuid}" {:auth :user} handler] ----
(defn- compile-segment [s]
  (if-let [[_ n t] (re-matches #"\{([a-z_]+)(?::(\w+))?\}" s)]
    {:param (keyword (str/replace n "_" "-")) :type (keyword (or t "string"))}
    {:literal s}))

(defn compile-routes [routes]
  (->> routes
       (map (fn [[method path opts handler]]
              (let [segs (mapv compile-segment (segments path))]
                {:method method :path path :segs segs :opts opts :handler handler
                 :rank (mapv #(if (:literal %) 0 1) segs)})))
       (sort-by :rank)
       (group-by (comp count :segs))))

(defn- match-segs [segs parts]
  (loop [ss segs ps parts params {}]
    (if (empty? ss)
      params
      (let [{:keys [literal param type]} (first ss) p (first ps)]
        (cond
          (nil? param) (when (= literal p) (recur (rest ss) (rest ps) params))
          (= "" p) nil
          :else (recur (rest ss) (rest ps) (assoc params param [type p])))))))

(defn find-route [table method parts]
  (let [hits (keep (fn [r] (when-let [ps (match-segs (:segs r) parts)] (assoc r :raw ps)))
                   (get table (count parts)))]
    (or (first (filter #(= method (:method %)) hits))
        (when (seq hits) :wrong-method))))

(defn- coerce-path [raw]
  (reduce-kv
   (fn [m k [type v]]
     (assoc m k
            (case type
              :uuid (or (u/uuid-str v) (u/invalid! "path" (name k) "should be a uuid"))
              :int (or (when (re-matches #"-?\d{1,15}" v) (parse-long v))
                       (u/invalid! "path" (name k) "should be an integer"))
              v)))
   {} raw))

;; ---- request ----
(defn- read-body ^bytes [^HttpServletRequest r] (.readAllBytes (.getInputStream r)))

(defn- strict-utf8 [^bytes b]
  (-> (.newDecoder StandardCharsets/UTF_8)
      (.onMalformedInput CodingErrorAction/REPORT)
      (.onUnmappableCharacter CodingErrorAction/REPORT)
      (.decode (ByteBuffer/wrap b))
      str))

(defn parse-body
  "The json body; ::none when there is none."
  [^bytes b]
  (if (zero? (alength b))
    ::none
    (try
      (let [s (strict-utf8 b)]
        (if (str/blank? s) ::none (u/<-json s)))
      (catch Throwable _ (u/invalid! "body" [] "is not valid json")))))

(defn bearer [^HttpServletRequest r]
  (when-let [h (.getHeader r "Authorization")]
    (second (re-matches #"(?i)bearer +(\S+) *" h))))

(defn error-body [status code explain]
  {:status status :body {:error (cond-> {:code code} (seq explain) (assoc :explain explain))}})

(defn- send! [^HttpServletResponse resp {:keys [status headers body] :as r}]
  (.setStatus resp status)
  (doseq [[k v] headers] (.setHeader resp k v))
  (cond
    (fn? body) (body (.getOutputStream resp))
    (not (contains? r :body)) nil
    :else
    (let [b (u/utf8 (u/->json body))]
      (.setContentType resp "application/json;charset=utf-8")
      (.setContentLength resp (alength b))
      (.write (.getOutputStream resp) b))))

(defn- respond
  [table authenticate ^HttpServletRequest r]
  (let [route (find-route table (str/upper-case (.getMethod r)) (segments (.getRequestURI r)))]
    (cond
      (nil? route) (error-body 404 "no-such-route" {})
      (= :wrong-method route) (error-body 405 "method-not-allowed" {})
      :else
      (let [{:keys [opts handler raw]} route
            raw-body (read-body r)
            user (authenticate (:auth opts) (bearer r))
            req {:user user
                 :header #(.getHeader r %)
                 :params (coerce-path raw)
                 :query (try (parse-query (.getQueryString r))
                             (catch IllegalArgumentException _ (u/invalid! "query" [] "is not well encoded")))
                 :raw-body raw-body
                 :body (if (:body opts)
                         (let [b (parse-body raw-body)]
                           (if (= ::none b)
                             (if (= :optional (:body opts)) nil (u/invalid! "body" [] "is required"))
                             b))
                         nil)}]
        (handler req)))))

(defn- handle [table authenticate ^HttpServletRequest r ^HttpServletResponse resp]
  (try
    (send! resp
           (try (respond table authenticate r)
                (catch clojure.lang.ExceptionInfo e
                  (if (u/http-error? e)
                    (let [{:keys [status code explain]} (ex-data e)]
                      (cond-> (error-body status code explain)
                        (= 401 status) (assoc :headers {"WWW-Authenticate" "Bearer"})))
                    (throw e)))
                (catch IllegalArgumentException e
                  (.printStackTrace e)
                  (error-body 500 "internal-error" {}))))
    (catch java.io.IOException _ nil)
    (catch Throwable e
      (.printStackTrace e)
      (when-not (.isCommitted resp)
        (.reset resp)
        (send! resp (error-body 500 "internal-error" {}))))))

(defn start! ^Server [port routes authenticate]
  (let [table (compile-routes routes)
        server (Server. (doto (QueuedThreadPool. 400 16) (.setDaemon false)))
        conf (doto (HttpConfiguration.) (.setSendServerVersion false) (.setUriCompliance UriCompliance/RFC3986))
        conn (doto (ServerConnector. server ^"[Lorg.eclipse.jetty.server.ConnectionFactory;"
                                     (into-array ConnectionFactory [(HttpConnectionFactory. conf)]))
               (.setHost "127.0.0.1") (.setPort port) (.setIdleTimeout 120000)
               (.setAcceptQueueSize 512))
        handler (proxy [AbstractHandler] []
                  (handle [_target ^Request base req resp]
                    (.setHandled base true)
                    (handle table authenticate req resp)))]
    (.addConnector server conn)
    (.setHandler server handler)
    (.setErrorHandler server (proxy [ErrorHandler] []
                               (badMessageError [status _reason fields]
                                 (.put ^org.eclipse.jetty.http.HttpFields$Mutable fields HttpHeader/CONTENT_TYPE "application/json;charset=utf-8")
                                 (ByteBuffer/wrap (u/utf8 (u/->json (:body (error-body status "bad-request" {}))))))))
    (.start server)
    server))
