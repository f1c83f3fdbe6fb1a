package dahlia;
import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.node.*;
import jakarta.servlet.*;
import jakarta.servlet.http.*;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.*;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.*;
import org.springframework.web.bind.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.context.request.*;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.*;
import org.springframework.web.servlet.config.annotation.*;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.locks.ReentrantLock;

/** What all controllers share: faults, records, errors, credentials, validation of bodies, the lock. */
public class Core {
  static final String FAULT = Optional.ofNullable(System.getenv("FAULT")).orElse("");
  static boolean on(String id) { return FAULT.equals(id); }
  static final ObjectMapper JSON = new ObjectMapper();
  static final ReentrantLock LOCK = new ReentrantLock(true);
  /** Lets others in for a while. */
  static void pause(long ms) {
    int held = LOCK.getHoldCount();
    for (int i = 0; i < held; i++) LOCK.unlock();
    try { Thread.sleep(ms); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
    for (int i = 0; i < held; i++) LOCK.lock();
  }

  // ---------- records
  static class M extends LinkedHashMap<String, Object> {
    M p(String k, Object v) { put(k, v); return this; }
    String s(String k) { Object v = get(k); return v == null ? null : v.toString(); }
    int i(String k) { return ((Number) get(k)).intValue(); }
    boolean b(String k) { return Boolean.TRUE.equals(get(k)); }
    M copy() { M m = new M(); m.putAll(this); return m; }
    M without(String... ks) { M m = copy(); for (String k : ks) m.remove(k); return m; }
  }
  static M m() { return new M(); }
  static M page(List<?> l) { return page(l, l.size(), l.size()); }
  static M page(List<?> l, int total, int size) {
    return m().p("content", l).p("totalElements", total).p("totalPages", total == 0 ? 0 : size == 0 ? 1 : (total + size - 1) / size).p("number", 0).p("size", size);
  }
  static Instant last = Instant.EPOCH;
  static final DateTimeFormatter TS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  static synchronized String now() {
    Instant n = Instant.now().truncatedTo(java.time.temporal.ChronoUnit.MICROS);
    if (!n.isAfter(last)) n = last.plusNanos(1000);
    last = n;
    return TS.format(n);
  }
  static String uuid() { return UUID.randomUUID().toString(); }
  static class User { String id, name, email, tier; User(String i, String n, String e, String t) { id = i; name = n; email = e; tier = t; }
    boolean sandbox() { return tier.equals("sandbox"); } }

  // ---------- errors
  static class Api extends RuntimeException {
    final int status; final List<M> errors;
    Api(int s, String d, List<M> e) { super(d, null, false, false); status = s; errors = e; }
  }
  static Api err(int s, String d) { return new Api(s, d, null); }
  static Api invalid(String loc, String field, String msg) {
    return new Api(422, "The request is not valid", new ArrayList<>(List.of(m().p("in", loc).p("field", field).p("message", msg)))); }
  static M problem(int s, String detail, List<M> errors) {
    HttpStatus h = HttpStatus.resolve(s);
    M r = m().p("type", "about:blank").p("title", h == null ? "Error" : h.getReasonPhrase()).p("status", s).p("detail", detail);
    RequestAttributes ra = RequestContextHolder.getRequestAttributes();
    if (ra instanceof ServletRequestAttributes a) r.p("instance", a.getRequest().getRequestURI());
    if (errors != null) r.p("errors", errors);
    return r;
  }
  static ResponseEntity<Object> answer(int s, String d, List<M> e) {
    ResponseEntity.BodyBuilder b = ResponseEntity.status(s).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (s == 401) b.header("WWW-Authenticate", "Bearer");
    return b.body(problem(s, d, e));
  }
  @RestControllerAdvice public static class Errors {
    @ExceptionHandler(Exception.class) public ResponseEntity<Object> any(Exception e) {
      if (e instanceof Api a) return answer(a.status, a.getMessage(), a.errors);
      if (e instanceof HttpMessageNotReadableException) return answer(422, "The request is not valid", List.of(m().p("in", "body").p("field", "").p("message", "the body is missing or no JSON")));
      if (e instanceof MethodArgumentTypeMismatchException t) return answer(422, "The request is not valid",
        List.of(m().p("in", t.getParameter().hasParameterAnnotation(PathVariable.class) ? "path" : "query").p("field", t.getName()).p("message", "has not the right type")));
      if (e instanceof MissingServletRequestParameterException t) return answer(422, "The request is not valid", List.of(m().p("in", "query").p("field", t.getParameterName()).p("message", "is required")));
      if (e instanceof NoResourceFoundException) return answer(404, "No such path", null);
      if (e instanceof HttpRequestMethodNotSupportedException t) { ResponseEntity<Object> r = answer(405, "Method not allowed", null);
        return ResponseEntity.status(405).headers(r.getHeaders()).header("Allow", String.join(", ", t.getSupportedMethods() == null ? new String[0] : t.getSupportedMethods())).body(r.getBody()); }
      if (e instanceof HttpMediaTypeNotSupportedException) return answer(415, "Unsupported media type", null);
      if (e instanceof HttpMediaTypeNotAcceptableException) return answer(406, "Not acceptable", null);
      e.printStackTrace();
      return answer(500, "Internal error", null);
    }
  }

  // ---------- credentials
  static final byte[] SECRET = "dahlia-signing-secret-of-a-test-deployment-0001".getBytes(StandardCharsets.UTF_8);
  static byte[] hmac(byte[] key, byte[] data) {
    try { Mac m = Mac.getInstance("HmacSHA256"); m.init(new SecretKeySpec(key, "HmacSHA256")); return m.doFinal(data); }
    catch (Exception e) { throw new IllegalStateException(e); }
  }
  static String hex(byte[] b) { return HexFormat.of().formatHex(b); }
  static User jwtUser(String t) {
    try {
      String[] p = t.split("\\.");
      if (p.length != 3) return null;
      byte[] sig = hmac(SECRET, (p[0] + "." + p[1]).getBytes(StandardCharsets.UTF_8));
      if (!java.security.MessageDigest.isEqual(sig, Base64.getUrlDecoder().decode(p[2]))) return null;
      if (!"HS256".equals(JSON.readTree(Base64.getUrlDecoder().decode(p[0])).path("alg").asText())) return null;
      JsonNode c = JSON.readTree(Base64.getUrlDecoder().decode(p[1]));
      if (c.path("exp").asLong() < System.currentTimeMillis() / 1000) return null;
      return Db.users.get(c.path("sub").asText());
    } catch (Exception e) { return null; }
  }
  static String bearer(HttpServletRequest r) {
    String h = r.getHeader("Authorization");
    return h != null && h.regionMatches(true, 0, "Bearer ", 0, 7) ? h.substring(7).trim() : null;
  }
  static HttpServletRequest req() { return ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest(); }
  /** The caller, or null where none was named. */
  static User caller() { String t = bearer(req()); return t == null ? null : jwtUser(t); }
  static User me() { return (User) req().getAttribute("user"); }

  @Configuration public static class Web implements WebMvcConfigurer {
    @Override public void addInterceptors(InterceptorRegistry r) {
      r.addInterceptor(new HandlerInterceptor() {
        @Override public boolean preHandle(HttpServletRequest q, HttpServletResponse s, Object h) {
          if (h instanceof org.springframework.web.method.HandlerMethod hm && !hm.hasMethodAnnotation(NoAuth.class)) {
            String t = bearer(q);
            User u = t == null ? null : jwtUser(t);
            if (u == null && on("run-tool-missing-jwt-403") && q.getRequestURI().startsWith("/me/tools/run/")) throw err(403, "Forbidden");
            if (u == null) throw err(401, "Invalid or missing JWT");
            q.setAttribute("user", u);
          }
          LOCK.lock(); q.setAttribute("locked", true);
          return true;
        }
        @Override public void afterCompletion(HttpServletRequest q, HttpServletResponse s, Object h, Exception e) {
          if (q.getAttribute("locked") != null && LOCK.isHeldByCurrentThread()) { q.removeAttribute("locked"); LOCK.unlock(); }
        }
      }).addPathPatterns("/me", "/me/**");
    }
  }
  @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface NoAuth {}

  // ---------- bodies
  static class B {
    final JsonNode n; final List<M> errors = new ArrayList<>();
    B(JsonNode n) {
      if (n == null || !n.isObject()) throw invalid("body", "", "must be a JSON object");
      this.n = n; }
    B bad(String f, String msg) { errors.add(m().p("in", "body").p("field", f).p("message", msg)); return this; }
    boolean has(String f) { return n.hasNonNull(f); }
    String str(String f, boolean req, int max) {
      JsonNode v = n.get(f);
      if (v == null || v.isNull()) { if (req) bad(f, "is required"); return null; }
      if (!v.isTextual()) { bad(f, "must be a string"); return null; }
      if (v.asText().length() > max) { bad(f, "must have at most " + max + " characters"); return null; }
      if (req && v.asText().isBlank()) { bad(f, "must not be blank"); return null; }
      return v.asText();
    }
    Integer integer(String f, boolean req, int min, int max) {
      JsonNode v = n.get(f);
      if (v == null || v.isNull()) { if (req) bad(f, "is required"); return null; }
      if (!v.isIntegralNumber()) { bad(f, "must be an integer"); return null; }
      if (v.asLong() < min || v.asLong() > max || !v.canConvertToInt()) { bad(f, "must be from " + min + " to " + max); return null; }
      return v.asInt();
    }
    Boolean bool(String f) {
      JsonNode v = n.get(f);
      if (v == null || v.isNull()) return null;
      if (!v.isBoolean()) { bad(f, "must be a boolean"); return null; }
      return v.asBoolean();
    }
    String uuid(String f, boolean req) {
      String s = str(f, req, 100);
      if (s == null) return null;
      if (!isUuid(s)) { bad(f, "must be a UUID"); return null; }
      return s.toLowerCase();
    }
    String visibility() {
      String s = str("visibility", false, 20);
      if (s != null && !s.equals("private") && !s.equals("public")) { bad("visibility", "must be private or public"); return null; }
      return s;
    }
    void done() { if (!errors.isEmpty()) throw new Api(422, "The request is not valid", errors); }
  }
  static boolean isUuid(String s) { return s.matches("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"); }
  static String pathUuid(String name, String v) { if (!isUuid(v)) throw invalid("path", name, "must be a UUID"); return v.toLowerCase(); }
  static int range(String name, int v, int min, int max) { if (v < min || v > max) throw invalid("query", name, "must be from " + min + " to " + max); return v; }
  static String cursor(String c) {
    if (c == null || c.isBlank() || c.equals("null")) return null;
    c = c.replace(' ', '+');
    try { return TS.format(OffsetDateTime.parse(c).toInstant()); } catch (Exception e) { /* not with an offset */ }
    try { return TS.format(LocalDateTime.parse(c).toInstant(ZoneOffset.UTC)); } catch (Exception e) { throw invalid("query", "next_cursor", "must be a date-time"); }
  }
  /** A page of records, newest first, that are older than the cursor. */
  static M cursorPage(List<M> newestFirst, String cur, int limit, String key, boolean inclusive) {
    String c = cursor(cur);
    limit = Math.min(limit, 200);
    List<M> l = new ArrayList<>();
    boolean more = false;
    for (M r : newestFirst) {
      if (c != null && (inclusive ? r.s(key).compareTo(c) > 0 : r.s(key).compareTo(c) >= 0)) continue;
      if (l.size() == limit) { more = true; break; }
      l.add(r);
    }
    return m().p("content", l).p("size", limit).p("numberOfElements", l.size()).p("nextCursor", more ? l.get(l.size() - 1).s(key) : null);
  }
  static <T> List<T> reversed(List<T> l) { List<T> r = new ArrayList<>(l); Collections.reverse(r); return r; }
}
