package heron;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A small part of JSON Schema that serves twice: it checks what is sent to us, and it is written into the OpenAPI
 * document. So the document cannot say anything else than the checks do.
 */
final class Schema {
    /** One thing that is wrong with what was sent. */
    record Grievance(String spot, String gripe) {
        Map<String, Object> json() {
            return Json.object("spot", spot, "gripe", gripe);
        }
    }

    private final String type;
    private String component;
    private String about;
    private String format;
    private Pattern pattern;
    private boolean nullable;
    private Integer minLength;
    private Integer maxLength;
    private BigDecimal minimum;
    private BigDecimal maximum;
    private List<Object> allowed;
    private Object defaultValue;
    private Schema items;
    private boolean closed;
    private final Map<String, Schema> properties = new LinkedHashMap<>();
    private final List<String> required = new ArrayList<>();

    private Schema(String type) {
        this.type = type;
    }

    // ------------------------------------------------------------------ making one

    static Schema any() { return new Schema(null); }
    static Schema string() { return new Schema("string"); }
    static Schema integer() { return new Schema("integer"); }
    static Schema number() { return new Schema("number"); }
    static Schema bool() { return new Schema("boolean"); }
    static Schema uuid() { return string().format("uuid"); }
    static Schema dateTime() { return string().format("date-time"); }
    static Schema uri() { return string().format("uri"); }

    static Schema array(Schema items) {
        Schema schema = new Schema("array");
        schema.items = items;
        return schema;
    }

    /** What a component describes, or null. */
    static Schema nullOr(Schema component) {
        Schema schema = new Schema(component.type);
        schema.component = component.component;
        schema.closed = component.closed;
        schema.properties.putAll(component.properties);
        schema.required.addAll(component.required);
        schema.nullable = true;
        return schema;
    }

    /** An object with exactly the properties that are added to it. */
    static Schema object() {
        Schema schema = new Schema("object");
        schema.closed = true;
        return schema;
    }

    /** An object that may hold anything. */
    static Schema openObject() {
        return new Schema("object");
    }

    Schema has(String name, Schema schema) {
        properties.put(name, schema);
        required.add(name);
        return this;
    }

    Schema may(String name, Schema schema) {
        properties.put(name, schema);
        return this;
    }

    /** Unknown properties are let through. */
    Schema open() { closed = false; return this; }

    /** Gives it a name, under which it stands in components/schemas. */
    Schema named(String name) { component = name; return this; }
    Schema about(String words) { about = words; return this; }
    Schema format(String name) { format = name; return this; }
    Schema pattern(String regex) { pattern = Pattern.compile(regex); return this; }
    Schema orNull() { nullable = true; return this; }
    Schema length(int min, int max) { minLength = min; maxLength = max; return this; }
    Schema minLength(int min) { minLength = min; return this; }
    Schema atLeast(String value) { minimum = new BigDecimal(value); return this; }
    Schema atMost(String value) { maximum = new BigDecimal(value); return this; }
    Schema oneOf(Object... values) { allowed = Json.array(values); return this; }
    Schema byDefault(Object value) { defaultValue = value; return this; }

    String component() { return component; }
    Object defaultValue() { return defaultValue; }
    Map<String, Schema> properties() { return properties; }
    Schema items() { return items; }

    /** Whether it is a string without any bounds. */
    boolean takesAnyText() {
        return "string".equals(type) && minLength == null && maxLength == null && pattern == null && format == null && allowed == null;
    }

    // ------------------------------------------------------------------ checking

    void check(Object value, String spot, List<Grievance> out) {
        if (value == null) {
            if (type != null && !nullable) {
                out.add(new Grievance(spot, "may not be null"));
            }
            return;
        }
        if (type == null) {
            return;
        }
        switch (type) {
            case "string" -> checkString(value, spot, out);
            case "integer", "number" -> checkNumber(value, spot, out);
            case "boolean" -> {
                if (!(value instanceof Boolean)) {
                    out.add(new Grievance(spot, "is no boolean"));
                }
            }
            case "array" -> checkArray(value, spot, out);
            default -> checkObject(value, spot, out);
        }
    }

    private void checkString(Object value, String spot, List<Grievance> out) {
        if (!(value instanceof String text)) {
            out.add(new Grievance(spot, "is no string"));
            return;
        }
        int length = text.codePointCount(0, text.length());
        if (minLength != null && length < minLength) {
            out.add(new Grievance(spot, "is shorter than " + minLength));
        } else if (maxLength != null && length > maxLength) {
            out.add(new Grievance(spot, "is longer than " + maxLength));
        } else if (allowed != null && !allowed.contains(text)) {
            out.add(new Grievance(spot, "is none of " + allowed));
        } else if (pattern != null && !pattern.matcher(text).find()) {
            out.add(new Grievance(spot, "does not match " + pattern.pattern()));
        } else if (format != null && !hasFormat(text)) {
            out.add(new Grievance(spot, "is no " + format));
        }
    }

    private boolean hasFormat(String text) {
        switch (format) {
            case "uuid": return Guid.read(text) != null;
            case "date-time": return Times.read(text) != null;
            case "uri":
                try {
                    return URI.create(text).isAbsolute();
                } catch (IllegalArgumentException e) {
                    return false;
                }
            default: return true;
        }
    }

    private void checkNumber(Object value, String spot, List<Grievance> out) {
        BigDecimal number;
        if (value instanceof Long whole) {
            number = BigDecimal.valueOf(whole);
        } else if (value instanceof BigInteger whole) {
            number = new BigDecimal(whole);
        } else if (value instanceof BigDecimal decimal) {
            number = decimal;
        } else {
            out.add(new Grievance(spot, "is no " + type));
            return;
        }
        boolean fits = !type.equals("integer")
                || (number.stripTrailingZeros().scale() <= 0 && number.toBigInteger().bitLength() < 64);
        if (!fits) {
            out.add(new Grievance(spot, "is no integer"));
        } else if (minimum != null && number.compareTo(minimum) < 0) {
            out.add(new Grievance(spot, "is less than " + minimum));
        } else if (maximum != null && number.compareTo(maximum) > 0) {
            out.add(new Grievance(spot, "is more than " + maximum));
        }
    }

    private void checkArray(Object value, String spot, List<Grievance> out) {
        if (!(value instanceof List<?> list)) {
            out.add(new Grievance(spot, "is no array"));
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            items.check(list.get(i), spot + "." + i, out);
        }
    }

    private void checkObject(Object value, String spot, List<Grievance> out) {
        if (!(value instanceof Map<?, ?> map)) {
            out.add(new Grievance(spot, "is no object"));
            return;
        }
        for (String name : required) {
            if (!map.containsKey(name)) {
                out.add(new Grievance(spot + "." + name, "is missing"));
            }
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Schema schema = properties.get((String) entry.getKey());
            if (schema != null) {
                schema.check(entry.getValue(), spot + "." + entry.getKey(), out);
            } else if (closed) {
                out.add(new Grievance(spot + "." + entry.getKey(), "is not known here"));
            }
        }
    }

    // ------------------------------------------------------------------ text of a path or query parameter

    /** The value that a parameter's text stands for; null where it may be null and stands for nothing. */
    Object fromText(String text, String spot, List<Grievance> out) {
        if (nullable && (text.isEmpty() || text.equals("null"))) {
            return null;
        }
        Object value = text;
        if (Objects.equals(type, "integer") || Objects.equals(type, "number")) {
            String form = type.equals("integer") ? "-?[0-9]{1,30}" : "-?[0-9]{1,30}(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?";
            if (text.matches(form)) {
                value = new BigDecimal(text);
            }
        }
        int before = out.size();
        check(value, spot, out);
        if (out.size() > before) {
            return null;
        }
        return Objects.equals(type, "integer") ? (Object) ((BigDecimal) value).longValue() : value;
    }

    // ------------------------------------------------------------------ writing as JSON Schema

    /** A reference where it has a name, itself otherwise. */
    Map<String, Object> json() {
        if (component == null) {
            return definition();
        }
        Map<String, Object> reference = Json.object("$ref", "#/components/schemas/" + component);
        return nullable ? Json.object("anyOf", Json.array(reference, Json.object("type", "null"))) : reference;
    }

    Map<String, Object> definition() {
        Map<String, Object> out = new LinkedHashMap<>();
        if (type != null) {
            boolean orNull = nullable && component == null;
            out.put("type", orNull ? Json.array(type, "null") : type);
        }
        put(out, "description", about);
        put(out, "format", format);
        put(out, "pattern", pattern == null ? null : pattern.pattern());
        put(out, "minLength", minLength);
        put(out, "maxLength", maxLength);
        put(out, "minimum", minimum);
        put(out, "maximum", maximum);
        put(out, "default", defaultValue);
        if (allowed != null) {
            List<Object> values = new ArrayList<>(allowed);
            if (nullable) {
                values.add(null);
            }
            out.put("enum", values);
        }
        if (items != null) {
            out.put("items", items.json());
        }
        if (!properties.isEmpty() || closed) {
            Map<String, Object> members = new LinkedHashMap<>();
            properties.forEach((name, schema) -> members.put(name, schema.json()));
            out.put("properties", members);
            if (!required.isEmpty()) {
                out.put("required", required);
            }
        }
        if (Objects.equals(type, "object")) {
            out.put("additionalProperties", !closed);
        }
        return out;
    }

    private static void put(Map<String, Object> out, String name, Object value) {
        if (value != null) {
            out.put(name, value);
        }
    }
}
