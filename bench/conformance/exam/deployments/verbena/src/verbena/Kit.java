package verbena;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.regex.Pattern;

/** Who calls. */
record User(String id, String tier) {
  boolean sandbox() { return "sandbox".equals(tier); }
}

/** A request as it goes over the event bus. Immutable; passed by reference. */
record Req(String op, User user, Map<String, String> path, Map<String, Object> query, Object body, boolean hasBody,
           Buffer raw, MultiMap headers) {
  String p(String n) { return path.get(n); }
  String uid() { return user == null ? null : user.id(); }
  String q(String n) { Object v = query.get(n); return v == null ? null : v.toString(); }
  int qi(String n) { return ((Number) query.get(n)).intValue(); }
}

/** An answer as it goes over the event bus. */
record Res(int status, Object body, Map<String, String> headers, ApiError error) {
  static Res ok(Object b) { return new Res(200, b, Map.of(), null); }
  static Res of(int s, Object b) { return new Res(s, b, Map.of(), null); }
  static Res err(ApiError e) { return new Res(e.status, null, Map.of(), e); }
  static Res env(Object b) { return ok(new JsonObject().put("result", b).putNull("page")); }
  static Res list(List<?> l, String next) {
    return ok(new JsonObject().put("result", new JsonArray(l)).put("page", new JsonObject().put("next", next).put("size", l.size())));
  }
}

final class ApiError extends RuntimeException {
  final int status;
  final JsonArray detail;
  ApiError(int status, String msg) { this(status, msg, null); }
  ApiError(int status, String msg, JsonArray detail) { super(msg, null, false, false); this.status = status; this.detail = detail; }
  static ApiError invalid(String where, String field, String msg, String type) {
    JsonArray loc = new JsonArray().add(where);
    if (field != null) loc.add(field);
    return new ApiError(422, (field == null ? where : field) + ": " + msg,
        new JsonArray().add(new JsonObject().put("loc", loc).put("msg", msg).put("type", type)));
  }
}

final class Faults {
  static final String ACTIVE = Optional.ofNullable(System.getenv("FAULT")).orElse("").trim();
  static boolean on(String id) { return ACTIVE.equals(id); }
}

final class Ids {
  private static final char[] ABC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".toCharArray();
  private static final SecureRandom RND = new SecureRandom();
  static String nano(String prefix) { return nano(prefix, 21); }
  static String nano(String prefix, int n) {
    byte[] b = new byte[n];
    RND.nextBytes(b);
    StringBuilder s = new StringBuilder(prefix);
    for (byte x : b) s.append(ABC[x & 63]);
    return s.toString();
  }
  static String uuid() { return UUID.randomUUID().toString(); }
  private static final Pattern U = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  static boolean isUuid(String s) { return s != null && U.matcher(s).matches(); }
}

final class Times {
  static Instant now() { return Instant.now().truncatedTo(ChronoUnit.MILLIS); }
  static String iso() { return now().toString(); }
  static String iso(long ms) { return Instant.ofEpochMilli(ms).toString(); }
  static long ms(String iso) { return Instant.parse(iso).toEpochMilli(); }
}

/** Reads a JSON request body with the checks that lead to 422. */
final class Body {
  final JsonObject o;
  Body(JsonObject o) { this.o = o; }
  static Body of(Req r) {
    if (!r.hasBody()) throw ApiError.invalid("body", null, "a JSON body is required", "missing");
    if (!(r.body() instanceof JsonObject j)) throw ApiError.invalid("body", null, "must be a JSON object", "type");
    return new Body(j);
  }
  static Body optional(Req r) {
    if (!r.hasBody() || r.body() == null) return new Body(new JsonObject());
    return of(r);
  }
  boolean has(String f) { return o.containsKey(f); }
  boolean isNull(String f) { return o.getValue(f) == null; }
  ApiError bad(String f, String msg, String type) { return ApiError.invalid("body", f, msg, type); }
  String str(String f) {
    if (isNull(f)) throw bad(f, "is required", "missing");
    return optStr(f, null);
  }
  String nonEmpty(String f) {
    String s = str(f);
    if (s.isBlank()) throw bad(f, "must not be blank", "too-short");
    return s;
  }
  String optStr(String f, String d) {
    Object v = o.getValue(f);
    if (v == null) return d;
    if (!(v instanceof String s)) throw bad(f, "must be a string", "type");
    return s;
  }
  Boolean optBool(String f, Boolean d) {
    Object v = o.getValue(f);
    if (v == null) return d;
    if (!(v instanceof Boolean b)) throw bad(f, "must be a boolean", "type");
    return b;
  }
  Integer optInt(String f, Integer d, int min, int max) {
    Object v = o.getValue(f);
    if (v == null) return d;
    if (!(v instanceof Integer || v instanceof Long)) throw bad(f, "must be an integer", "type");
    long n = ((Number) v).longValue();
    if (n < min || n > max) throw bad(f, "must be between " + min + " and " + max, "range");
    return (int) n;
  }
  int integer(String f, int min, int max) {
    if (isNull(f)) throw bad(f, "is required", "missing");
    return optInt(f, null, min, max);
  }
  String optEnum(String f, String d, String... values) {
    String s = optStr(f, d);
    if (s != null && !s.equals(d) && !Arrays.asList(values).contains(s)) throw bad(f, "must be one of " + String.join(", ", values), "enum");
    return s;
  }
  JsonArray optStrings(String f, JsonArray d) {
    Object v = o.getValue(f);
    if (v == null) return d;
    if (!(v instanceof JsonArray a)) throw bad(f, "must be an array", "type");
    for (Object x : a) if (!(x instanceof String)) throw bad(f, "must hold strings only", "type");
    return a.copy();
  }
}

/** Passes immutable objects by reference between local verticles. */
final class LocalCodec<T> implements MessageCodec<T, T> {
  private final String name;
  LocalCodec(String name) { this.name = name; }
  public void encodeToWire(Buffer b, T t) { throw new UnsupportedOperationException(); }
  public T decodeFromWire(int p, Buffer b) { throw new UnsupportedOperationException(); }
  public T transform(T t) { return t; }
  public String name() { return name; }
  public byte systemCodecID() { return -1; }
}
