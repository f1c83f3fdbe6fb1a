package heron;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One operation of the interface: how it is reached, what it takes, and what it answers. */
final class Operation {
    enum Api { WORKERS, USER }

    /** NONE: also a stranger may ask; a valid JWT is looked at all the same. */
    enum Auth { JWT, API_KEY, NONE }

    interface Handler {
        Reply answer(Req request);
    }

    record Parameter(String name, Schema schema, boolean required) {}

    final Api api;
    final String method;
    final String path;
    final List<String> segments;
    final Map<String, Parameter> pathParameters = new LinkedHashMap<>();
    final Map<String, Parameter> queryParameters = new LinkedHashMap<>();
    final Map<Integer, String> refusals = new TreeMap<>();
    Auth auth;
    Schema body;
    boolean bodyRequired;
    /** A body that the operation checks by itself. */
    Schema ownBody;
    boolean deprecated;
    String summary = "";
    int successStatus = 200;
    Schema success;
    String successType = Reply.JSON;
    Map<String, String> successHeaders = new LinkedHashMap<>();
    Parameter headerParameter;
    Handler handler;

    Operation(Api api, String method, String path) {
        this.api = api;
        this.method = method;
        this.path = path;
        this.segments = List.of(path.substring(1).split("/", -1));
        this.auth = api == Api.USER ? Auth.JWT : Auth.API_KEY;
        for (String segment : segments) {
            if (segment.startsWith("{")) {
                String name = segment.substring(1, segment.length() - 1);
                pathParameters.put(name, new Parameter(name, Schema.string(), true));
            }
        }
    }

    /** Method and path template as the interface writes them. */
    String key() {
        return method + " " + (api == Api.USER ? "{base_url}" : "{agents_url}") + path;
    }

    boolean is(String methodAndPath) {
        return methodAndPath.equals(method + " " + path);
    }

    Operation noAuth() { auth = Auth.NONE; return this; }
    Operation deprecated() { deprecated = true; return this; }
    Operation summary(String words) { summary = words; return this; }

    Operation path(String name, Schema schema) {
        pathParameters.put(name, new Parameter(name, schema, true));
        return this;
    }

    Operation query(String name, Schema schema) {
        queryParameters.put(name, new Parameter(name, schema, false));
        return this;
    }

    Operation queryRequired(String name, Schema schema) {
        queryParameters.put(name, new Parameter(name, schema, true));
        return this;
    }

    Operation header(String name, Schema schema) {
        headerParameter = new Parameter(name, schema, true);
        return this;
    }

    Operation body(Schema schema) {
        body = schema;
        bodyRequired = true;
        return this;
    }

    Operation ownBody(Schema schema) { ownBody = schema; return this; }

    Operation optionalBody(Schema schema) {
        body = schema;
        bodyRequired = false;
        return this;
    }

    Operation ok(Schema schema) { return succeeds(200, schema); }

    Operation succeeds(int status, Schema schema) {
        successStatus = status;
        success = schema;
        return this;
    }

    Operation successType(String contentType) { successType = contentType; return this; }
    Operation successHeader(String name, String words) { successHeaders.put(name, words); return this; }
    Operation refuses(int status, String words) { refusals.put(status, words); return this; }
    Operation by(Handler handler) { this.handler = handler; return this; }

    boolean hasInput() {
        return body != null || !queryParameters.isEmpty()
                || pathParameters.values().stream().anyMatch(p -> !p.schema().takesAnyText());
    }

    /** All statuses besides the success, with those that come from the credential and from the checks of the input. */
    Map<Integer, String> allRefusals() {
        Map<Integer, String> all = new TreeMap<>(refusals);
        boolean toolRun = path.startsWith("/me/tools/run/");
        if (auth == Auth.API_KEY) {
            all.putIfAbsent(401, "no API key, or one that is not known");
        } else if (auth == Auth.JWT && !toolRun) {
            all.putIfAbsent(401, "the JWT is not valid, or over");
            all.merge(403, "no JWT", (there, more) -> there + "; or " + more);
        }
        if (hasInput()) {
            all.putIfAbsent(422, "the input does not fit");
        }
        if (body != null || ownBody != null) {
            all.putIfAbsent(413, "the body is larger than 1 MiB");
        }
        return all;
    }

    /** The operations of one service, collected. */
    static final class Table {
        final List<Operation> all = new ArrayList<>();

        Operation user(String method, String path) {
            return add(new Operation(Api.USER, method, path));
        }

        Operation workers(String method, String path) {
            return add(new Operation(Api.WORKERS, method, path));
        }

        private Operation add(Operation operation) {
            all.add(operation);
            return operation;
        }
    }
}
