package damson

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpHandler
import com.sun.net.httpserver.HttpServer
import groovy.transform.CompileStatic
import java.util.concurrent.*

@CompileStatic
class Route {
    String method, path, auth; List<String> segs; Closure h
}

@CompileStatic
class Main implements HttpHandler {
    static final java.util.logging.Logger SQLLOG = java.util.logging.Logger.getLogger('groovy.sql.Sql')
    static final List<Route> ROUTES = []
    static final Map<String, List<Route>> BY = [:]
    static final ScheduledExecutorService TIMER = Executors.newScheduledThreadPool(4, { Runnable r -> def t = new Thread(r); t.daemon = true; t } as ThreadFactory)

    /** auth: jwt | open | key */
    static void add(String auth, String method, String path, Closure h) {
        def r = new Route(method: method, path: path, auth: auth, segs: path.substring(1).split('/', -1).toList(), h: h)
        ROUTES << r
        BY.computeIfAbsent(method + r.segs.size()) { [] } << r
    }
    static List<String> split(String raw) {
        raw.substring(1).split('/', -1).toList().collect { String x -> dec(x.replace('+', '%2B')) }
    }
    static String dec(String x) { try { URLDecoder.decode(x, 'UTF-8') } catch (Exception e) { x } }

    static Route find(String method, List<String> segs, Map<String, Object> out) {
        Route best = null; int bestStatics = -1
        for (Route r : (BY[method + segs.size()] ?: [])) {
            int statics = 0; boolean ok = true
            for (int i = 0; i < segs.size(); i++) {
                if (r.segs[i].startsWith('{')) { if (segs[i].isEmpty()) { ok = false; break } }
                else if (r.segs[i] == segs[i]) statics += (1 << (20 - i))
                else { ok = false; break }
            }
            if (ok && statics > bestStatics) { best = r; bestStatics = statics }
        }
        if (best != null) for (int i = 0; i < segs.size(); i++) if (best.segs[i].startsWith('{')) out[best.segs[i].substring(1, best.segs[i].length() - 1)] = segs[i]
        best
    }

    void handle(HttpExchange ex) {
        def c = new Ctx(ex: ex, method: ex.requestMethod, path: ex.requestURI.rawPath)
        try {
            def segs = split(c.path)
            def params = new LinkedHashMap<String, Object>()
            def r = find(c.method, segs, params)
            if (r == null && c.path == '/api/me') r = find(c.method, ['api', 'me', ''], params)
            if (r == null) {
                c.bytes()
                def allowed = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].findAll { find(it, segs, [:]) != null }
                if (allowed) { ex.responseHeaders.set('Allow', allowed.join(', ')); throw new Err(405, 'Method not allowed') }
                throw new Err(404, 'No such path')
            }
            def query = ex.requestURI.rawQuery
            if (query) query.split('&').each { String kv ->
                int i = kv.indexOf('=')
                if (i < 0) c.q[dec(kv)] = ''
                else c.q[dec(kv.substring(0, i))] = dec(kv.substring(i + 1))
            }
            c.bytes()
            if (r.auth == 'jwt') { c.user = Users.byJwt(c); if (c.user == null && !(F.on('tool-run-anonymous') && r.path.contains('/tools/run/'))) throw new Err(401, 'Invalid or missing JWT') }
            else if (r.auth == 'key') { c.user = Users.byKey(c); if (c.user == null) throw new Err(401, 'Invalid or missing API key') }
            else c.user = Users.byJwt(c)
            params.each { String k, Object v ->
                def kk = k; def type = 'str'
                int i = k.indexOf(':')
                if (i > 0) { kk = k.substring(0, i); type = k.substring(i + 1) }
                if (type == 'uuid') {
                    if (!V.uuid((String) v)) throw Err.invalid(['path', kk], 'Input should be a valid UUID', 'uuid_parsing')
                    c.p[kk] = ((String) v).toLowerCase(Locale.ROOT)
                } else if (type == 'int') {
                    try { c.p[kk] = Long.parseLong((String) v) } catch (Exception e) { throw Err.invalid(['path', kk], 'Input should be a valid integer', 'int_parsing') }
                } else c.p[kk] = v
            }
            def res = r.h.call(c)
            if (!c.sent) c.json(200, res)
        } catch (Err e) {
            fail(c, e.status, e.message, e.detail)
        } catch (IOException e) {
            ex.close()
        } catch (Throwable t) {
            t.printStackTrace()
            fail(c, 500, 'Internal error', null)
        }
    }
    static final Map<Integer, String> REASON = [400: 'Bad Request', 401: 'Unauthorized', 402: 'Payment Required', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 409: 'Conflict', 422: 'Unprocessable Entity', 500: 'Internal Server Error']
    static void fail(Ctx c, int status, String msg, List detail) {
        if (c.sent) { c.ex.close(); return }
        def m = [timestamp: T.iso(T.now()), status: status, error: REASON[status] ?: 'Error', message: msg, path: c.path] as LinkedHashMap
        if (detail != null) m.detail = detail
        if (status == 401) c.ex.responseHeaders.set('WWW-Authenticate', 'Bearer')
        try { c.json(status, m) } catch (IOException ignored) { c.ex.close() }
    }

    static void main(String[] a) {
        int port = Integer.parseInt(a[0])
        TimeZone.setDefault(TimeZone.getTimeZone('UTC'))
        SQLLOG.level = java.util.logging.Level.OFF // lost races are handled
        Db.open()
        Db.seed()
        Workers.routes(); Runs.routes(); Agents.routes(); Files.routes(); Studio.routes(); Money.routes(); Accounts.routes(); Tools.routes(); Misc.routes()
        OpenApi.routes()
        def s = HttpServer.create(new InetSocketAddress('127.0.0.1', port), 512)
        s.executor = new ThreadPoolExecutor(32, 400, 30, TimeUnit.SECONDS, new SynchronousQueue<Runnable>(), new ThreadPoolExecutor.CallerRunsPolicy())
        s.createContext('/', new Main())
        s.start()
        Misc.startScheduler()
        println 'ready'
        System.out.flush()
    }
}
