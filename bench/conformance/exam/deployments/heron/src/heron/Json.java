package heron;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A strict reader and a plain writer of JSON.
 *
 * <p>Values are {@code Map<String, Object>}, {@code List<Object>}, {@code String}, {@code Long}, {@code BigInteger},
 * {@code BigDecimal}, {@code Boolean} and {@code null}.
 */
final class Json {
    private static final int MAX_DEPTH = 100;
    private static final int MAX_NUMBER_LENGTH = 100;

    private Json() {}

    /** What was sent is not JSON. */
    static final class Malformed extends Exception {
        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    static List<Object> array(Object... values) {
        List<Object> list = new ArrayList<>();
        for (Object value : values) {
            list.add(value);
        }
        return list;
    }

    // ------------------------------------------------------------------ reading

    static Object read(byte[] utf8) throws Malformed {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(utf8)).toString();
        } catch (CharacterCodingException e) {
            throw new Malformed("not UTF-8");
        }
        return read(text);
    }

    static Object read(String text) throws Malformed {
        Reader reader = new Reader(text);
        Object value = reader.value(0);
        reader.blanks();
        if (reader.at < text.length()) {
            throw new Malformed("something stands behind the JSON value, at character " + reader.at);
        }
        return value;
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        private Malformed wrong() {
            return new Malformed(at >= text.length() ? "the JSON text ends too early" : "not JSON at character " + at);
        }

        private char peek() throws Malformed {
            if (at >= text.length()) {
                throw wrong();
            }
            return text.charAt(at);
        }

        void blanks() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private void expect(String word) throws Malformed {
            if (!text.startsWith(word, at)) {
                throw wrong();
            }
            at += word.length();
        }

        Object value(int depth) throws Malformed {
            if (depth > MAX_DEPTH) {
                throw new Malformed("nested too deeply");
            }
            blanks();
            switch (peek()) {
                case '{': return map(depth);
                case '[': return list(depth);
                case '"': return string();
                case 't': expect("true"); return true;
                case 'f': expect("false"); return false;
                case 'n': expect("null"); return null;
                default: return number();
            }
        }

        private Map<String, Object> map(int depth) throws Malformed {
            Map<String, Object> map = new LinkedHashMap<>();
            at++;
            blanks();
            if (peek() == '}') {
                at++;
                return map;
            }
            while (true) {
                blanks();
                if (peek() != '"') {
                    throw wrong();
                }
                String name = string();
                blanks();
                expect(":");
                map.put(name, value(depth + 1));
                blanks();
                if (peek() == '}') {
                    at++;
                    return map;
                }
                expect(",");
            }
        }

        private List<Object> list(int depth) throws Malformed {
            List<Object> list = new ArrayList<>();
            at++;
            blanks();
            if (peek() == ']') {
                at++;
                return list;
            }
            while (true) {
                list.add(value(depth + 1));
                blanks();
                if (peek() == ']') {
                    at++;
                    return list;
                }
                expect(",");
            }
        }

        private String string() throws Malformed {
            StringBuilder out = new StringBuilder();
            at++;
            while (true) {
                char c = peek();
                if (c == '"') {
                    at++;
                    return out.toString();
                }
                if (c < 0x20) {
                    throw wrong();
                }
                at++;
                out.append(c == '\\' ? escaped() : c);
            }
        }

        private char escaped() throws Malformed {
            char c = peek();
            at++;
            switch (c) {
                case '"': case '\\': case '/': return c;
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u':
                    int code = 0;
                    for (int i = 0; i < 4; i++, at++) {
                        int digit = Character.digit(peek(), 16);
                        if (digit < 0 || peek() > 'f') {
                            throw wrong();
                        }
                        code = code * 16 + digit;
                    }
                    return (char) code;
                default:
                    at--;
                    throw wrong();
            }
        }

        private Object number() throws Malformed {
            int start = at;
            if (peek() == '-') {
                at++;
            }
            if (peek() == '0') {
                at++;
            } else {
                digits();
            }
            boolean whole = true;
            if (at < text.length() && text.charAt(at) == '.') {
                whole = false;
                at++;
                digits();
            }
            if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
                whole = false;
                at++;
                if (peek() == '+' || peek() == '-') {
                    at++;
                }
                digits();
            }
            String digits = text.substring(start, at);
            if (digits.length() > MAX_NUMBER_LENGTH) {
                throw new Malformed("a number is too long");
            }
            if (!whole) {
                BigDecimal decimal;
                try {
                    decimal = new BigDecimal(digits);
                } catch (NumberFormatException | ArithmeticException e) {
                    throw new Malformed("a number is out of range");
                }
                if (Math.abs((long) decimal.scale()) > 1000) {
                    throw new Malformed("a number is out of range");
                }
                return decimal;
            }
            BigInteger integer = new BigInteger(digits);
            return integer.bitLength() < 64 ? (Object) integer.longValue() : integer;
        }

        private void digits() throws Malformed {
            int start = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            if (at == start) {
                throw wrong();
            }
        }
    }

    // ------------------------------------------------------------------ writing

    /** Everything that is not ASCII is escaped (house style), so that what is written survives every charset. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder(256);
        write(value, out, true);
        return out.toString();
    }

    /** The same with the characters as they are. */
    static String writeUnescaped(Object value) {
        StringBuilder out = new StringBuilder(256);
        write(value, out, false);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out, boolean ascii) {
        if (value == null || value instanceof Boolean || value instanceof Number) {
            out.append(value instanceof BigDecimal ? ((BigDecimal) value).toPlainString() : String.valueOf(value));
        } else if (value instanceof Map) {
            char separator = '{';
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                string((String) entry.getKey(), out, ascii);
                out.append(':');
                write(entry.getValue(), out, ascii);
                separator = ',';
            }
            out.append(separator == '{' ? "{}" : "}");
        } else if (value instanceof Iterable) {
            char separator = '[';
            for (Object element : (Iterable<?>) value) {
                out.append(separator);
                write(element, out, ascii);
                separator = ',';
            }
            out.append(separator == '[' ? "[]" : "]");
        } else {
            string(value.toString(), out, ascii);
        }
    }

    private static void string(String text, StringBuilder out, boolean ascii) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"': out.append("\\\""); break;
                case '\\': out.append("\\\\"); break;
                case '\n': out.append("\\n"); break;
                case '\r': out.append("\\r"); break;
                case '\t': out.append("\\t"); break;
                default:
                    boolean loneOrWide = ascii ? c > 0x7e : Character.isSurrogate(c);
                    if (c < 0x20 || loneOrWide) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
            }
        }
        out.append('"');
    }
}
