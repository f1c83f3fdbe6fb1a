package heron;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** JSON Web Tokens, signed with HS256. */
final class Jwt {
    private static final byte[] SECRET = "a heron stands on one leg and keeps the other one for signing".getBytes(StandardCharsets.UTF_8);
    static final String ISSUER = "heronry";

    private Jwt() {}

    static String sign(Map<String, Object> claims) {
        String head = encode(Json.write(Json.object("typ", "JWT", "alg", "HS256")).getBytes(StandardCharsets.UTF_8));
        String body = encode(Json.write(claims).getBytes(StandardCharsets.UTF_8));
        return head + "." + body + "." + encode(hmac(SECRET, (head + "." + body).getBytes(StandardCharsets.UTF_8)));
    }

    /** What is looked at when a token is checked; all of it, except where a mistake is switched on. */
    record Checks(boolean signature, boolean algorithm) {
        static final Checks ALL = new Checks(true, true);
    }

    /** The claims of a token that is ours, signed, and not over; null for every other text. */
    static Map<String, Object> verify(String token, Checks checks) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return null;
        }
        try {
            Map<String, Object> head = map(parts[0]);
            Map<String, Object> claims = map(parts[1]);
            boolean unsigned = !checks.algorithm() && "none".equals(head.get("alg"));
            if (!unsigned) {
                if (!"HS256".equals(head.get("alg"))) {
                    return null;
                }
                byte[] given = Base64.getUrlDecoder().decode(parts[2]);
                byte[] right = hmac(SECRET, (parts[0] + "." + parts[1]).getBytes(StandardCharsets.UTF_8));
                boolean canonical = encode(given).equals(parts[2]);
                if (checks.signature() && !(canonical && MessageDigest.isEqual(given, right))) {
                    return null;
                }
            }
            return isValidNow(claims) ? claims : null;
        } catch (IllegalArgumentException | Json.Malformed e) {
            return null;
        }
    }

    private static boolean isValidNow(Map<String, Object> claims) {
        long now = Instant.now().getEpochSecond();
        return ISSUER.equals(claims.get("iss"))
                && claims.get("sub") instanceof String
                && claims.get("exp") instanceof Long expiry && now < expiry
                && (!(claims.get("nbf") instanceof Long start) || now >= start);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(String part) throws Json.Malformed {
        Object value = Json.read(Base64.getUrlDecoder().decode(part));
        if (!(value instanceof Map)) {
            throw new Json.Malformed("no object");
        }
        return (Map<String, Object>) value;
    }

    static byte[] hmac(byte[] key, byte[] data) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
