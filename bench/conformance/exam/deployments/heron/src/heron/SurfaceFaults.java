package heron;

import java.util.Map;

/**
 * The mistakes that stand not in the work of an operation but in its wiring: a wrong success status, a credential
 * that is demanded or forgotten, a route that is shadowed by another.
 */
final class SurfaceFaults {
    private record Status(String operation, int status) {}

    private static final Map<String, Status> WRONG_STATUS = Map.ofEntries(
            Map.entry("api-key-201", new Status("POST /me/api-keys", 201)),
            Map.entry("payment-session-201", new Status("POST /me/payments/sessions", 201)),
            Map.entry("studio-clone-200", new Status("POST /me/agent-studio-chats/{run_id}/clone", 200)),
            Map.entry("file-post-200", new Status("POST /me/agents/{agent_id}/files", 200)),
            Map.entry("file-delete-200", new Status("DELETE /me/agents/{agent_id}/files/{file_id}", 200)));

    private static final Map<String, String> EMPTY_204 = Map.of(
            "studio-delete-204", "DELETE /me/agent-studio-chats/{run_id}",
            "chat-delete-204", "DELETE /me/chats/{chat_id}");

    private static final Map<String, String> AUTH_DEMANDED = Map.of(
            "n-webhook-needs-jwt", "POST /me/payments/webhook",
            "studio-get-needs-auth", "GET /me/agent-studio-chats/{run_id}",
            "agent-get-needs-auth", "GET /me/agents/{agent_id}",
            "public-tools-need-auth", "GET /me/tools");

    private static final Map<String, String> AUTH_FORGOTTEN = Map.of(
            "ndjson-post-without-key", "POST /ndjson/{agent_id}",
            "billing-open", "GET /me/billing",
            "cli-attach-open", "PUT /me/cli-auth/{cli_auth_id}",
            "vip-count-open", "GET /me/vip");

    private static final Map<String, String> SHADOWED = Map.of(
            "default-key-shadowed", "GET /me/api-keys/default",
            "onboarding-shadowed", "GET /me/schedules/onboarding",
            "tools-list-shadowed", "GET /me/tools/list");

    private SurfaceFaults() {}

    private static boolean hits(Map<String, String> faults, Operation operation) {
        return faults.entrySet().stream().anyMatch(e -> operation.is(e.getValue()) && Fault.on(e.getKey()));
    }

    static boolean demandsAuth(Operation operation) {
        return hits(AUTH_DEMANDED, operation);
    }

    static boolean forgetsAuth(Operation operation) {
        return hits(AUTH_FORGOTTEN, operation);
    }

    static boolean shadowed(Operation operation) {
        return hits(SHADOWED, operation);
    }

    static Reply disturb(Operation operation, Reply reply) {
        if (hits(EMPTY_204, operation) && reply.status == 200) {
            return Reply.nothing(204);
        }
        for (Map.Entry<String, Status> entry : WRONG_STATUS.entrySet()) {
            if (Fault.on(entry.getKey()) && operation.is(entry.getValue().operation())
                    && reply.status == operation.successStatus) {
                boolean emptyBefore = reply.status == 204;
                reply.status = entry.getValue().status();
                return emptyBefore ? Reply.json(reply.status, null) : reply;
            }
        }
        return reply;
    }
}
