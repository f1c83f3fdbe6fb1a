package heron;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the OpenAPI document from the same table of operations that the server works by. */
final class OpenApi {
    private OpenApi() {}

    static Map<String, Object> document(List<Operation> operations) {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Operation operation : operations) {
            paths.putIfAbsent(operation.path, item(operation.api));
            path(paths, operation).put(operation.method.toLowerCase(), describe(operation));
        }
        Map<String, Object> schemas = new LinkedHashMap<>();
        Schemas.COMPONENTS.forEach(schema -> schemas.put(schema.component(), schema.definition()));
        return Json.object(
                "openapi", "3.1.0",
                "info", Json.object("title", "Heronry", "version", "0.1.0",
                        "description", "A deployment of the Agent Workers platform. Paths that begin with /me belong to the User API, the others to the Workers API."),
                "servers", Json.array(Json.object("url", Server.BASE_PREFIX)),
                "paths", paths,
                "components", Json.object(
                        "schemas", schemas,
                        "securitySchemes", Json.object(
                                "apiKey", Json.object("type", "http", "scheme", "bearer", "description", "an API key"),
                                "jwt", Json.object("type", "http", "scheme", "bearer", "bearerFormat", "JWT"))));
    }

    private static Map<String, Object> item(Operation.Api api) {
        return api == Operation.Api.USER ? new LinkedHashMap<>()
                : Json.object("servers", Json.array(Json.object("url", Server.AGENTS_PREFIX)));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> path(Map<String, Object> paths, Operation operation) {
        return (Map<String, Object>) paths.get(operation.path);
    }

    private static Map<String, Object> describe(Operation operation) {
        Map<String, Object> out = Json.object("summary", operation.summary, "operationId", operationId(operation));
        if (operation.deprecated) {
            out.put("deprecated", true);
        }
        out.put("security", switch (operation.auth) {
            case NONE -> List.of();
            case JWT -> Json.array(Json.object("jwt", List.of()));
            case API_KEY -> Json.array(Json.object("apiKey", List.of()));
        });
        List<Object> parameters = new ArrayList<>();
        operation.pathParameters.values().forEach(p -> parameters.add(parameter("path", p)));
        operation.queryParameters.values().forEach(p -> parameters.add(parameter("query", p)));
        if (operation.headerParameter != null) {
            parameters.add(parameter("header", operation.headerParameter));
        }
        if (!parameters.isEmpty()) {
            out.put("parameters", parameters);
        }
        Schema body = operation.body != null ? operation.body : operation.ownBody;
        if (body != null) {
            out.put("requestBody", Json.object(
                    "required", operation.body == null || operation.bodyRequired,
                    "content", Json.object("application/json", Json.object("schema", body.json()))));
        }
        out.put("responses", responses(operation));
        return out;
    }

    private static String operationId(Operation operation) {
        StringBuilder out = new StringBuilder(operation.method.toLowerCase());
        for (String segment : operation.segments) {
            String word = segment.replaceAll("[{}]", "").replace('-', '_');
            out.append(word.isEmpty() ? "" : "_" + word);
        }
        return out.toString();
    }

    private static Map<String, Object> parameter(String in, Operation.Parameter parameter) {
        return Json.object("name", parameter.name(), "in", in, "required", parameter.required(), "schema", parameter.schema().json());
    }

    private static Map<String, Object> responses(Operation operation) {
        Map<String, Object> out = new LinkedHashMap<>();
        Map<String, Object> success = Json.object("description", "done");
        if (!operation.successHeaders.isEmpty()) {
            Map<String, Object> headers = new LinkedHashMap<>();
            operation.successHeaders.forEach((name, words) ->
                    headers.put(name, Json.object("description", words, "schema", Schema.string().json())));
            success.put("headers", headers);
        }
        if (operation.success != null) {
            success.put("content", content(operation.successType, operation.success));
        }
        out.put(String.valueOf(operation.successStatus), success);
        operation.allRefusals().forEach((status, words) -> out.put(String.valueOf(status), Json.object(
                "description", words,
                "content", content(Reply.JSON, status == 422 ? Schemas.VALIDATION_ERROR : Schemas.ERROR))));
        return out;
    }

    private static Map<String, Object> content(String contentType, Schema schema) {
        return Json.object(contentType.replaceAll(";.*", ""), Json.object("schema", schema.json()));
    }
}
