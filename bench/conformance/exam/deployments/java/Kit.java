import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Small tools that everything else stands on: faults, errors, JSON, a schema language, cron, tokens. */
final class Kit {
    private Kit() {}
    static final String FAULT = Objects.requireNonNullElse(System.getenv("FAULT"), "");

    /** True when this one fault is switched on. */
    static boolean on(String fault) { return !fault.isEmpty() && FAULT.equals(fault); }

    static Map<String, Object> obj(Object... kv) {
        Map<String, Object> m = new LinkedHashMap<>();
        for (int i = 0; i < kv.length; i += 2) m.put((String) kv[i], kv[i + 1]);
        return m;
    }

    static String hmac(String secret, byte[] text, boolean hex) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] d = mac.doFinal(text);
            return hex ? HexFormat.of().formatHex(d) : Base64.getUrlEncoder().withoutPadding().encodeToString(d);
        } catch (java.security.GeneralSecurityException e) { throw new IllegalStateException(e); }
    }
}

/** An answer other than 200. */
class Err extends RuntimeException {
    final int status;
    Err(int status, String message) { super(message, null, false, false); this.status = status; }
}

/** A 422 with its problems. */
class Invalid extends Err {
    final List<Object> problems;
    Invalid(List<Object> problems) { super(422, "invalid"); this.problems = problems; }
    Invalid(String where, String what) { this(List.of(Kit.obj("where", where, "what", what))); }
}

/** JSON: strict reader (no lone surrogates, bounded depth, last duplicate key wins), compact writer. */
final class Json {
    static final class Bad extends Exception { Bad(String m) { super(m, null, false, false); } }
    private final String s; private int i;
    private Json(String s) { this.s = s; }

    static Object parse(String text) throws Bad {
        Json j = new Json(text);
        Object v = j.value(0);
        j.space();
        if (j.i < text.length()) throw new Bad("text after the value");
        return v;
    }
    private void space() { while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++; }
    private char peek() throws Bad { if (i >= s.length()) throw new Bad("ends too early"); return s.charAt(i); }

    private Object value(int depth) throws Bad {
        if (depth > 120) throw new Bad("nested too deeply");
        space();
        char c = peek();
        if (c == '{') {
            Map<String, Object> m = new LinkedHashMap<>();
            i++; space();
            if (peek() == '}') { i++; return m; }
            while (true) {
                space();
                if (peek() != '"') throw new Bad("a key is needed");
                String k = string();
                space();
                if (peek() != ':') throw new Bad("a colon is needed");
                i++;
                m.put(k, value(depth + 1));
                space();
                char d = peek(); i++;
                if (d == '}') return m;
                if (d != ',') throw new Bad("a comma is needed");
            }
        }
        if (c == '[') {
            List<Object> l = new ArrayList<>();
            i++; space();
            if (peek() == ']') { i++; return l; }
            while (true) {
                l.add(value(depth + 1));
                space();
                char d = peek(); i++;
                if (d == ']') return l;
                if (d != ',') throw new Bad("a comma is needed");
            }
        }
        if (c == '"') return string();
        if (s.startsWith("true", i)) { i += 4; return true; }
        if (s.startsWith("false", i)) { i += 5; return false; }
        if (s.startsWith("null", i)) { i += 4; return null; }
        return number();
    }
    private int digits() { int n = 0; while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') { i++; n++; } return n; }
    private Object number() throws Bad {
        int from = i;
        boolean whole = true;
        if (peek() == '-') i++;
        int first = i, n = digits();
        if (n == 0 || n > 1 && s.charAt(first) == '0') throw new Bad("not a value");
        if (i < s.length() && s.charAt(i) == '.') { whole = false; i++; if (digits() == 0) throw new Bad("not a number"); }
        if (i < s.length() && (s.charAt(i) == 'e' || s.charAt(i) == 'E')) {
            whole = false; i++;
            if (i < s.length() && (s.charAt(i) == '+' || s.charAt(i) == '-')) i++;
            if (digits() == 0) throw new Bad("not a number");
        }
        String t = s.substring(from, i);
        if (t.length() > 400) throw new Bad("number too long");
        try {
            if (whole && t.length() < 19 && !t.equals("-0")) return Long.parseLong(t);
            return new BigDecimal(t);
        } catch (ArithmeticException | NumberFormatException e) { throw new Bad("number out of range"); }
    }
    private String string() throws Bad {
        i++;
        StringBuilder b = new StringBuilder();
        while (true) {
            char c = peek(); i++;
            if (c == '"') break;
            if (c < 0x20) throw new Bad("raw control character");
            if (c != '\\') { b.append(c); continue; }
            char e = peek(); i++;
            switch (e) {
                case 'n' -> b.append('\n'); case 't' -> b.append('\t'); case 'r' -> b.append('\r');
                case 'b' -> b.append('\b'); case 'f' -> b.append('\f');
                case '"', '\\', '/' -> b.append(e);
                case 'u' -> {
                    if (i + 4 > s.length()) throw new Bad("ends too early");
                    int v = 0;
                    for (int k = 0; k < 4; k++) {
                        char h = s.charAt(i++);
                        int d = h < 128 ? Character.digit(h, 16) : -1;
                        if (d < 0) throw new Bad("bad escape");
                        v = v * 16 + d;
                    }
                    b.append((char) v);
                }
                default -> throw new Bad("bad escape");
            }
        }
        for (int k = 0; k < b.length(); k++)
            if (Character.isHighSurrogate(b.charAt(k)) && k + 1 < b.length() && Character.isLowSurrogate(b.charAt(k + 1))) k++;
            else if (Character.isSurrogate(b.charAt(k))) throw new Bad("lone surrogate");
        return b.toString();
    }

    static String write(Object v) { StringBuilder b = new StringBuilder(); write(v, b); return b.toString(); }
    private static void write(Object v, StringBuilder b) {
        if (v instanceof Map<?, ?> m) {
            char sep = '{';
            for (var e : m.entrySet()) { b.append(sep); quote((String) e.getKey(), b); b.append(':'); write(e.getValue(), b); sep = ','; }
            b.append(m.isEmpty() ? "{}" : "}");
        } else if (v instanceof Collection<?> l) {
            char sep = '[';
            for (Object x : l) { b.append(sep); write(x, b); sep = ','; }
            b.append(l.isEmpty() ? "[]" : "]");
        } else if (v == null || v instanceof Number || v instanceof Boolean) b.append(v);
        else quote(v.toString(), b);
    }
    private static void quote(String s, StringBuilder b) {
        b.append('"');
        for (int k = 0; k < s.length(); k++) {
            char c = s.charAt(k);
            if (c == '"' || c == '\\') b.append('\\').append(c);
            else if (c == '\n') b.append("\\n");
            else if (c < 0x20 || c == 0x2028 || c == 0x2029 || c == 0x7f) b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        }
        b.append('"');
    }
}

/**
 * A schema language in one line, read into JSON Schema and used both to check requests and to write /openapi.json:
 * {a:string(1..9), b?:int=3, c!:uuid[]|null, d:'x'|'y', e:Name}. "?" is optional; "!" is required, but the handler answers
 * for its absence (with 400 or 403, not 422).
 */
final class Schema {
    static final Map<String, Map<String, Object>> named = new TreeMap<>();
    private final String s; private int i;
    private Schema(String s) { this.s = s.replaceAll("\\s+", ""); }

    static Map<String, Object> of(String text) {
        Schema p = new Schema(text);
        Map<String, Object> m = p.type();
        if (p.i < p.s.length()) throw new IllegalStateException(text + " at " + p.i);
        return m;
    }
    static void define(String lines) {
        for (String line : lines.strip().split("\n(?=[A-Z])")) { int eq = line.indexOf('='); named.put(line.substring(0, eq).strip(), of(line.substring(eq + 1))); }
    }
    private boolean eat(char c) { if (i < s.length() && s.charAt(i) == c) { i++; return true; } return false; }
    private String word() { int f = i; while (i < s.length() && "{}[]()|,:?!='".indexOf(s.charAt(i)) < 0) i++; return s.substring(f, i); }

    private Map<String, Object> type() {
        List<Object> any = new ArrayList<>();
        do any.add(postfix()); while (eat('|'));
        if (any.size() == 1) return cast(any.get(0));
        if (any.stream().allMatch(x -> cast(x).containsKey("const"))) {
            return Kit.obj("type", "string", "enum", any.stream().map(x -> cast(x).get("const")).toList());
        }
        return Kit.obj("anyOf", any);
    }
    private Map<String, Object> postfix() {
        Map<String, Object> t = prim();
        while (s.startsWith("[]", i)) { i += 2; t = Kit.obj("type", "array", "items", t); }
        return t;
    }
    private Map<String, Object> prim() {
        if (eat('{')) {
            Map<String, Object> props = new LinkedHashMap<>();
            List<Object> req = new ArrayList<>(), late = new ArrayList<>();
            while (!eat('}')) {
                String k = word();
                boolean opt = eat('?'), bang = eat('!');
                if (!eat(':')) throw new IllegalStateException(s + " at " + i);
                props.put(k, type());
                if (!opt) req.add(k);
                if (bang) late.add(k);
                eat(',');
            }
            Map<String, Object> m = Kit.obj("type", "object", "properties", props);
            if (!req.isEmpty()) m.put("required", req);
            if (!late.isEmpty()) m.put("x-absence-is-not-422", late);
            return m;
        }
        if (eat('\'')) { String w = word(); eat('\''); return Kit.obj("const", w); }
        String w = word();
        Map<String, Object> t = switch (w) {
            case "string", "null", "object" -> Kit.obj("type", w);
            case "int" -> Kit.obj("type", "integer");
            case "num" -> Kit.obj("type", "number");
            case "bool" -> Kit.obj("type", "boolean");
            case "any" -> Kit.obj();
            case "uuid" -> Kit.obj("type", "string", "format", "uuid");
            case "uri" -> Kit.obj("type", "string", "format", "uri");
            case "datetime" -> Kit.obj("type", "string", "format", "date-time");
            case "date" -> Kit.obj("type", "string", "format", "date");
            default -> Kit.obj("$ref", "#/components/schemas/" + w);
        };
        if (eat('(')) {
            String[] r = word().split("\\.\\.", -1);
            i++;
            boolean text = "string".equals(t.get("type"));
            if (!r[0].isEmpty()) t.put(text ? "minLength" : "minimum", Long.parseLong(r[0]));
            if (!r[1].isEmpty()) t.put(text ? "maxLength" : "maximum", Long.parseLong(r[1]));
        }
        if (eat('=')) { String d = word(); try { t.put("default", Json.parse(d)); } catch (Json.Bad e) { t.put("default", d); } }
        return t;
    }
    @SuppressWarnings("unchecked") static Map<String, Object> cast(Object o) { return (Map<String, Object>) o; }

    /** Adds what is wrong with the value to problems. */
    static void check(Map<String, Object> t, Object v, String where, List<Object> problems) {
        if (problems.size() > 20) return;
        if (t.get("$ref") instanceof String ref) { check(named.get(ref.substring(21)), v, where, problems); return; }
        if (t.get("anyOf") instanceof List<?> any) {
            List<Object> last = null;
            for (Object o : any) {
                List<Object> mine = new ArrayList<>();
                check(cast(o), v, where, mine);
                if (mine.isEmpty()) return;
                if (last == null) last = mine;
            }
            problems.addAll(last);
            return;
        }
        Object type = t.get("type");
        String bad = null;
        if (t.get("const") != null && !t.get("const").equals(v)) bad = "is not " + t.get("const");
        else if (type == null) return;
        else switch ((String) type) {
            case "string" -> {
                if (!(v instanceof String x)) { bad = "is not a string"; break; }
                int n = x.codePointCount(0, x.length());
                if (t.get("minLength") instanceof Long m && n < m) bad = "is shorter than " + m;
                else if (t.get("maxLength") instanceof Long m && n > m) bad = "is longer than " + m;
                else if (t.get("enum") instanceof List<?> l && !l.contains(v)) bad = "is none of " + l;
            }
            case "integer", "number" -> {
                if (!(v instanceof Number x)) { bad = "is not a number"; break; }
                double d = x.doubleValue();
                if (type.equals("integer") && d != Math.rint(d) || Double.isInfinite(d)) bad = "is not an integer";
                else if (t.get("minimum") instanceof Long m && d < m) bad = "is below " + m;
                else if (t.get("maximum") instanceof Long m && d > m) bad = "is above " + m;
            }
            case "boolean" -> { if (!(v instanceof Boolean)) bad = "is not a boolean"; }
            case "null" -> { if (v != null) bad = "is not null"; }
            case "array" -> {
                if (!(v instanceof List<?> l)) { bad = "is not an array"; break; }
                for (int k = 0; k < l.size(); k++) check(cast(t.get("items")), l.get(k), where + "[" + k + "]", problems);
            }
            case "object" -> {
                if (!(v instanceof Map<?, ?> m)) { bad = "is not an object"; break; }
                List<?> late = (List<?>) t.getOrDefault("x-absence-is-not-422", List.of());
                for (Object k : (List<?>) t.getOrDefault("required", List.of()))
                    if (!m.containsKey(k) && !late.contains(k)) problems.add(Kit.obj("where", where + "." + k, "what", "is missing"));
                for (var e : cast(t.getOrDefault("properties", Map.of())).entrySet())
                    if (m.containsKey(e.getKey()) && !(late.contains(e.getKey()) && m.get(e.getKey()) == null))
                        check(cast(e.getValue()), m.get(e.getKey()), where + "." + e.getKey(), problems);
            }
            default -> throw new IllegalStateException();
        }
        if (bad != null) problems.add(Kit.obj("where", where, "what", bad));
    }
}

/** Five-field cron expressions (names of months and days, lists, ranges, steps; Sunday is 0 or 7). */
final class Cron {
    final String text;
    private final BitSet[] f = new BitSet[5];
    private boolean anyDay, anyWeekday;
    private static final int[] LO = {0, 0, 1, 1, 0}, HI = {59, 23, 31, 12, 7};
    private static final List<String> MONTHS = List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"),
        DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final Map<String, String> PHRASES = Map.of("@hourly", "0 * * * *", "@daily", "0 0 * * *", "@weekly", "0 0 * * 0",
        "@monthly", "0 0 1 * *", "@yearly", "0 0 1 1 *", "every minute", "* * * * *", "every hour", "0 * * * *", "every day", "0 0 * * *", "every week", "0 0 * * 0");

    private Cron(String text) { this.text = text; }

    /** Null when the text is no cron expression. */
    static Cron of(String in) {
        if (in.length() > 200) return null;
        String t = in.strip().replaceAll("\\s+", " ");
        t = PHRASES.getOrDefault(t.toLowerCase(Locale.ROOT), t);
        String[] p = t.split(" ");
        if (p.length != 5) return null;
        Cron c = new Cron(t);
        try { for (int k = 0; k < 5; k++) c.f[k] = field(p[k].toUpperCase(Locale.ROOT), k); } catch (IllegalArgumentException e) { return null; }
        c.anyDay = p[2].startsWith("*"); c.anyWeekday = p[4].startsWith("*");
        if (c.f[4].get(7)) c.f[4].set(0);
        return c;
    }
    private static BitSet field(String s, int k) {
        BitSet b = new BitSet();
        for (String part : s.split(",", -1)) {
            String[] st = part.split("/", -1);
            int step = 1, lo, hi;
            if (st.length > 2) throw new IllegalArgumentException();
            if (st.length == 2) { step = number(st[1], -1); if (step < 1) throw new IllegalArgumentException(); }
            if (st[0].equals("*")) { lo = LO[k]; hi = k == 4 ? 6 : HI[k]; }
            else {
                String[] r = st[0].split("-", -1);
                if (r.length > 2) throw new IllegalArgumentException();
                lo = number(r[0], k);
                hi = r.length == 2 ? number(r[1], k) : st.length == 2 ? HI[k] : lo;
            }
            int max = Kit.on("sched-cron-range-unchecked") ? 99 : Kit.on("sched-cron-sunday-seven") && k == 4 ? 6 : HI[k];
            if (lo < LO[k] || hi > max || lo > hi) throw new IllegalArgumentException();
            for (int v = lo; v <= hi; v += step) b.set(v);
        }
        return b;
    }
    private static int number(String s, int k) {
        if (k == 3 && MONTHS.contains(s)) return MONTHS.indexOf(s) + 1;
        if (k == 4 && DAYS.contains(s)) return DAYS.indexOf(s);
        if (!s.matches("[0-9]{1,3}")) throw new IllegalArgumentException();
        return Integer.parseInt(s);
    }
    private boolean day(LocalDate d) {
        boolean dom = f[2].get(d.getDayOfMonth()), dow = f[4].get(d.getDayOfWeek().getValue() % 7);
        return f[3].get(d.getMonthValue()) && (anyDay || anyWeekday ? dom && dow : dom || dow);
    }
    boolean matches(LocalDateTime t) { return f[0].get(t.getMinute()) && f[1].get(t.getHour()) && day(t.toLocalDate()); }
    /** The first time after t, or null (the 30th of February). */
    Instant next(Instant t) {
        LocalDateTime at = LocalDateTime.ofInstant(t, ZoneOffset.UTC).withSecond(0).withNano(0).plusMinutes(1);
        for (int n = 0; n < 366 * 8 + 3; n++) {
            if (day(at.toLocalDate()))
                for (int h = f[1].nextSetBit(at.getHour()); h >= 0 && h < 24; h = f[1].nextSetBit(h + 1)) {
                    int m = f[0].nextSetBit(h == at.getHour() ? at.getMinute() : 0);
                    if (m >= 0 && m < 60) return at.withHour(h).withMinute(m).toInstant(ZoneOffset.UTC);
                }
            at = at.toLocalDate().plusDays(1).atStartOfDay();
        }
        return null;
    }
}

/** User tokens: HS256, compared as text so that no other spelling of a signature passes. */
final class Jwt {
    private static final String SECRET = "warp-and-weft-9c1d57a0";
    /** The subject, or null when the token is not to be trusted. */
    static String subject(String token, boolean unsigned, boolean anySignature) {
        String[] p = token.split("\\.", -1);
        if (p.length != 3) return null;
        try {
            var dec = Base64.getUrlDecoder();
            Map<String, Object> head = Schema.cast(Json.parse(new String(dec.decode(p[0]), StandardCharsets.UTF_8)));
            Map<String, Object> body = Schema.cast(Json.parse(new String(dec.decode(p[1]), StandardCharsets.UTF_8)));
            String good = Kit.hmac(SECRET, (p[0] + "." + p[1]).getBytes(StandardCharsets.UTF_8), false);
            boolean signed = Kit.on("auth-signature-prefix") ? good.startsWith(p[2].substring(0, Math.min(6, p[2].length()))) && p[2].length() > 5 : good.equals(p[2]);
            if (anySignature && !p[2].isEmpty()) signed = true;
            if (unsigned && "none".equals(head.get("alg"))) signed = true;
            else if (!"HS256".equals(head.get("alg"))) return null;
            if (!signed || !(body.get("exp") instanceof Long exp) || exp <= Instant.now().getEpochSecond()) return null;
            return body.get("sub") instanceof String sub ? sub : null;
        } catch (Json.Bad | RuntimeException e) { return null; }
    }
}
