package verbena;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Bearer credentials: JWT (HS256) at the User API, API keys at the Workers API. */
final class Auth {
  static final String SECRET = "verbena-officinalis-signing-secret-2026";
  static final String WEBHOOK_SECRET = "verbena-payments-secret";

  static byte[] hmac(String secret, byte[] data) {
    try {
      Mac m = Mac.getInstance("HmacSHA256");
      m.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return m.doFinal(data);
    } catch (Exception e) { throw new IllegalStateException(e); }
  }
  static String hex(byte[] b) { return HexFormat.of().formatHex(b); }

  static String bearer(String header) {
    if (header == null) return null;
    int sp = header.indexOf(' ');
    if (sp < 0 || !header.substring(0, sp).equalsIgnoreCase("Bearer")) return null;
    String t = header.substring(sp + 1).trim();
    return t.isEmpty() ? null : t;
  }

  /** The user of a JWT, or null when it is not valid. */
  static User user(String jwt, boolean checkSignature) {
    if (jwt == null) return null;
    String[] p = jwt.split("\\.", -1);
    if (p.length != 3) return null;
    try {
      Base64.Decoder d = Base64.getUrlDecoder();
      JsonObject h = new JsonObject(new String(d.decode(p[0]), StandardCharsets.UTF_8));
      if (!"HS256".equals(h.getString("alg"))) return null;
      byte[] want = hmac(SECRET, (p[0] + "." + p[1]).getBytes(StandardCharsets.US_ASCII));
      if (checkSignature && !MessageDigest.isEqual(want, d.decode(p[2]))) return null;
      JsonObject c = new JsonObject(new String(d.decode(p[1]), StandardCharsets.UTF_8));
      long now = System.currentTimeMillis() / 1000;
      if (!(c.getValue("exp") instanceof Number exp) || exp.longValue() <= now) return null;
      if (c.getValue("nbf") instanceof Number nbf && nbf.longValue() > now) return null;
      if (!"verbena".equals(c.getString("iss"))) return null;
      JsonObject u = Store.users.get(c.getString("sub"));
      return u == null ? null : new User(u.getString("userId"), u.getString("tier"));
    } catch (RuntimeException e) { return null; }
  }

  /** The user of an API key. The cache belongs to one event loop and is only used by a fault. */
  static User keyUser(String key, Map<String, User> cache) {
    if (key == null) return null;
    if (Faults.on("revoked-key-cached") && cache.containsKey(key)) return cache.get(key);
    String id = Store.keyIndex.get(key);
    JsonObject k = id == null ? null : Store.keys.get(id);
    if (k == null) return null;
    JsonObject u = Store.users.get(k.getString("_owner"));
    User user = new User(u.getString("userId"), u.getString("tier"));
    cache.put(key, user);
    return user;
  }
}
