package damson

import com.fasterxml.jackson.core.JsonGenerator
import com.fasterxml.jackson.databind.DeserializationFeature
import com.fasterxml.jackson.databind.JsonSerializer
import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.SerializerProvider
import com.fasterxml.jackson.databind.module.SimpleModule
import com.sun.net.httpserver.HttpExchange
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import java.time.Instant
import java.time.OffsetDateTime
import java.time.ZoneOffset
import java.time.format.DateTimeFormatter
import java.util.concurrent.atomic.AtomicLong
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

@CompileStatic
class F {
    static final String FAULT = System.getenv('FAULT') ?: ''
    static boolean on(String id) { FAULT == id }
}

class Err extends RuntimeException {
    int status; List detail
    Err(int status, String message, List detail = null) { super(message); this.status = status; this.detail = detail }
    static Err invalid(List loc, String msg, String type = 'value_error') { new Err(422, 'Validation failed', [[loc: loc, msg: msg, type: type]]) }
}

@CompileStatic
class Json {
    static final ObjectMapper M = make()
    private static ObjectMapper make() {
        def m = new ObjectMapper()
        m.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        m.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        m.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
        def mod = new SimpleModule()
        mod.addSerializer(GString, new JsonSerializer<GString>() {
            void serialize(GString v, JsonGenerator g, SerializerProvider p) { g.writeString(v.toString()) }
        })
        m.registerModule(mod)
        m
    }
    static String str(Object o) { M.writeValueAsString(o) }
    static Object parse(String s) { M.readValue(s, Object) }
}

@CompileStatic
class T {
    static final DateTimeFormatter MS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx")
    static final DateTimeFormatter US = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx")
    static final AtomicLong last = new AtomicLong()
    /** microseconds since the epoch, never twice the same */
    static long now() {
        def i = Instant.now()
        long n = i.epochSecond * 1000000L + i.nano.intdiv(1000)
        last.updateAndGet { long p -> Math.max(p + 1, n) }
    }
    static OffsetDateTime at(long us) { Instant.ofEpochSecond(Math.floorDiv(us, 1000000L), Math.floorMod(us, 1000000L) * 1000L).atOffset(ZoneOffset.UTC) }
    static String iso(Object us) { us == null ? null : MS.format(at(((Number) us).longValue())) }
    static String cursor(Object us) { us == null ? null : US.format(at(((Number) us).longValue())) }
    static long parse(String s) {
        String t = s.trim().replace(' ', '+')
        if (t ==~ /\d{4}-\d\d-\d\d\+\d\d:.*/) t = t.replaceFirst(/\+/, 'T')
        if (!(t =~ /(Z|z|[+-]\d\d:?\d\d)$/).find()) t = t + 'Z'
        def i = OffsetDateTime.parse(t).toInstant()
        i.epochSecond * 1000000L + i.nano.intdiv(1000)
    }
}

@CompileStatic
class Jwt {
    static final byte[] SECRET = 'damson-signing-secret-2026'.getBytes(StandardCharsets.UTF_8)
    static byte[] hmac(byte[] key, byte[] data) { def m = Mac.getInstance('HmacSHA256'); m.init(new SecretKeySpec(key, 'HmacSHA256')); m.doFinal(data) }
    static String b64(byte[] b) { Base64.urlEncoder.withoutPadding().encodeToString(b) }
    static String make(String sub) {
        def head = b64('{"alg":"HS256","typ":"JWT"}'.bytes) + '.' + b64(('{"sub":"' + sub + '","iss":"damson"}').bytes)
        head + '.' + b64(hmac(SECRET, head.bytes))
    }
    static String subject(String t) {
        try {
            def p = t.split('\\.', -1)
            if (p.length != 3) return null
            if (!java.security.MessageDigest.isEqual(Base64.urlDecoder.decode(p[2]), hmac(SECRET, (p[0] + '.' + p[1]).getBytes(StandardCharsets.UTF_8)))) return null
            def m = (Map) Json.parse(new String(Base64.urlDecoder.decode(p[1]), StandardCharsets.UTF_8))
            if (m.exp != null && ((Number) m.exp).longValue() < System.currentTimeMillis().intdiv(1000)) return null
            m.sub as String
        } catch (Exception e) { null }
    }
}

@CompileStatic
class Ctx {
    static final Object UNSET = new Object()
    HttpExchange ex
    String method, path
    Map<String, Object> p = [:]
    Map<String, String> q = [:]
    Map user
    byte[] raw
    boolean sent = false

    long getUid() { ((Number) user.id).longValue() }
    boolean isSandbox() { user.tier == 'SANDBOX' }
    String header(String n) { ex.requestHeaders.getFirst(n) }
    String bearer() {
        def h = header('Authorization')
        if (h == null || h.length() < 8 || !h.substring(0, 7).equalsIgnoreCase('Bearer ')) return null
        h.substring(7).trim()
    }
    byte[] bytes() { if (raw == null) raw = ex.requestBody.readAllBytes(); raw }

    Object anyBody(boolean optional = false) {
        def b = bytes()
        if (b.length == 0 || new String(b, StandardCharsets.UTF_8).trim().isEmpty()) {
            if (optional) return null
            throw Err.invalid(['body'], 'Field required', 'missing')
        }
        try { Json.M.readValue(b, Object) } catch (Exception e) { throw Err.invalid(['body'], 'JSON decode error', 'json_invalid') }
    }
    Map body(boolean optional = false) {
        def o = anyBody(optional)
        if (o == null && optional) return null
        if (!(o instanceof Map)) throw Err.invalid(['body'], 'Input should be a valid object', 'model_type')
        (Map) o
    }
    int intQ(String n, int dflt, int min, int max) {
        def s = q[n]
        if (s == null) return dflt
        long v
        try { v = Long.parseLong(s.trim()) } catch (Exception e) { throw Err.invalid(['query', n], 'Input should be a valid integer', 'int_parsing') }
        if (v < min) throw Err.invalid(['query', n], "Input should be greater than or equal to $min".toString(), 'greater_than_equal')
        if (v > max) throw Err.invalid(['query', n], "Input should be less than or equal to $max".toString(), 'less_than_equal')
        (int) v
    }
    Long cursorQ() {
        def s = q['next_cursor']
        if (s == null || s.isEmpty() || s == 'null') return null
        try { T.parse(s) } catch (Exception e) { throw Err.invalid(['query', 'next_cursor'], 'Input should be a valid datetime', 'datetime_parsing') }
    }
    void json(int status, Object o) {
        sent = true
        if (status == 204) { ex.sendResponseHeaders(204, -1); ex.close(); return }
        byte[] b = Json.M.writeValueAsBytes(o)
        ex.responseHeaders.set('Content-Type', 'application/json')
        ex.sendResponseHeaders(status, b.length)
        ex.responseBody.write(b)
        ex.close()
    }
}

/** field checks for request bodies */
@CompileStatic
class V {
    static String str(Map b, String n, boolean required = false, int min = 0) {
        def v = b.get(n)
        if (v == null) { if (required) throw Err.invalid(['body', n], 'Field required', 'missing'); return null }
        if (!(v instanceof String)) throw Err.invalid(['body', n], 'Input should be a valid string', 'string_type')
        if (((String) v).length() < min) throw Err.invalid(['body', n], "String should have at least $min character(s)".toString(), 'string_too_short')
        (String) v
    }
    static Boolean bool(Map b, String n) {
        def v = b.get(n)
        if (v == null) return null
        if (!(v instanceof Boolean)) throw Err.invalid(['body', n], 'Input should be a valid boolean', 'bool_type')
        (Boolean) v
    }
    static Long integer(Map b, String n, long min, long max, boolean required = false) {
        def v = b.get(n)
        if (v == null) { if (required) throw Err.invalid(['body', n], 'Field required', 'missing'); return null }
        if (!(v instanceof Integer || v instanceof Long)) throw Err.invalid(['body', n], 'Input should be a valid integer', 'int_type')
        long l = ((Number) v).longValue()
        if (l < min || l > max) throw Err.invalid(['body', n], "Input should be between $min and $max".toString(), 'range')
        l
    }
    static String visibility(Map b) {
        def v = str(b, 'visibility')
        if (v == null) return null
        def u = v.toUpperCase(Locale.ROOT)
        if (!(u in ['PUBLIC', 'PRIVATE'])) throw Err.invalid(['body', 'visibility'], "Input should be 'PUBLIC' or 'PRIVATE'", 'enum')
        u
    }
    static Map map(Map b, String n) {
        def v = b.get(n)
        if (v == null) return null
        if (!(v instanceof Map)) throw Err.invalid(['body', n], 'Input should be a valid dictionary', 'dict_type')
        (Map) v
    }
    static BigDecimal money(Map b, String n) {
        def v = b.get(n)
        if (v == null) return null
        if (!(v instanceof Number)) throw Err.invalid(['body', n], 'Input should be a valid number', 'decimal_type')
        def d = new BigDecimal(v.toString())
        if (d.signum() < 0 || d > 100000G) throw Err.invalid(['body', n], 'Input should be between 0 and 100000', 'range')
        d.setScale(2, java.math.RoundingMode.HALF_UP)
    }
    static boolean uuid(String s) { s ==~ /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/ }
    static void version(Map b, Object current) {
        def v = integer(b, 'version', 0, Long.MAX_VALUE)
        if (v != null && v != ((Number) current).longValue()) throw Err.invalid(['body', 'version'], "Stale version: the record has version $current".toString(), 'stale_version')
    }
}
