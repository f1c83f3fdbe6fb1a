package heron;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** A request whose credential and input were found to be in order. */
final class Req {
    final Operation operation;
    final Map<String, Object> path = new LinkedHashMap<>();
    final Map<String, Object> query = new LinkedHashMap<>();
    final Map<String, String> headers = new LinkedHashMap<>();
    byte[] rawBody = new byte[0];
    Object body;
    /** Who asks; null for a stranger, which only some operations let in. */
    Store.User user;

    Req(Operation operation) {
        this.operation = operation;
    }

    String text(String name) {
        return (String) path.get(name);
    }

    UUID guid(String name) {
        return Guid.read(text(name));
    }

    long number(String name) {
        return (Long) path.get(name);
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> object() {
        return (Map<String, Object>) body;
    }

    String string(String field) {
        return (String) object().get(field);
    }

    Long integer(String field) {
        Object value = object().get(field);
        return value == null ? null : Long.valueOf(((Number) value).longValue());
    }
}
