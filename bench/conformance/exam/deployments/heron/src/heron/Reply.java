package heron;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What goes back to the client: bytes that are there already, or a stream that is still to be made. */
final class Reply {
    static final String JSON = "application/vnd.heron+json";
    static final String TEXT = "text/markdown; charset=utf-8";
    static final String LINES = "application/jsonl; charset=utf-8";

    interface Streamer {
        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }

    int status;
    final String contentType;
    byte[] bytes;
    final Streamer streamer;
    final Map<String, String> headers = new LinkedHashMap<>();

    private Reply(int status, String contentType, byte[] bytes, Streamer streamer) {
        this.status = status;
        this.contentType = contentType;
        this.bytes = bytes;
        this.streamer = streamer;
    }

    static Reply ok(Object json) {
        return json(200, json);
    }

    static Reply json(int status, Object json) {
        return raw(status, JSON, Json.write(json));
    }

    static Reply raw(int status, String contentType, String text) {
        return new Reply(status, contentType, text.getBytes(StandardCharsets.UTF_8), null);
    }

    static Reply raw(int status, String contentType, byte[] bytes) {
        return new Reply(status, contentType, bytes, null);
    }

    static Reply nothing(int status) {
        return new Reply(status, null, new byte[0], null);
    }

    static Reply stream(int status, String contentType, Streamer streamer) {
        return new Reply(status, contentType, null, streamer);
    }

    Reply header(String name, String value) {
        if (value != null) {
            headers.put(name, value);
        }
        return this;
    }
}
