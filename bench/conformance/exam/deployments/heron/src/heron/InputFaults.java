package heron;

import java.util.List;
import java.util.Map;

/** The mistakes in the checks of query and path parameters: a wrong default, a bound that is off or forgotten. */
final class InputFaults {
    /** With the fault, this schema judges the parameter instead of the right one. */
    private record Misjudged(String operation, String parameter, Schema schema) {}

    private static final Map<String, Misjudged> MISJUDGED = Map.ofEntries(
            Map.entry("runs-default-20", new Misjudged("GET /me/agent-runs", "limit",
                    Schema.integer().byDefault(20L))),
            Map.entry("summary-default-30", new Misjudged("GET /me/monetization/summary", "period",
                    Schema.integer().atLeast("1").atMost("365").byDefault(30L))),
            Map.entry("n-summary-period-0", new Misjudged("GET /me/monetization/summary", "period",
                    Schema.integer().atLeast("0").atMost("365").byDefault(28L))),
            Map.entry("n-search-default-10", new Misjudged("GET /me/tools/search", "limit",
                    Schema.integer().atLeast("1").atMost("200").byDefault(10L))),
            Map.entry("search-min-score-default-0", new Misjudged("GET /me/tools/search", "min_score",
                    Schema.number().atLeast("0").atMost("1").byDefault(new java.math.BigDecimal("0")))),
            Map.entry("tool-run-service-default", new Misjudged("POST /me/tools/run/{tool_name}", "service_id",
                    Schema.string().byDefault("main"))),
            Map.entry("subscribers-period-0", new Misjudged("GET /me/monetization/subscribers", "period",
                    Schema.integer().atLeast("0").atMost("365").byDefault(28L))),
            Map.entry("summary-365-refused", new Misjudged("GET /me/monetization/summary", "period",
                    Schema.integer().atLeast("1").atMost("364").byDefault(28L))),
            Map.entry("search-limit-201", new Misjudged("GET /me/tools/search", "limit",
                    Schema.integer().atLeast("1").byDefault(20L))),
            Map.entry("search-limit-200-refused", new Misjudged("GET /me/tools/search", "limit",
                    Schema.integer().atLeast("1").atMost("199").byDefault(20L))),
            Map.entry("search-empty-q", new Misjudged("GET /me/tools/search", "q", Schema.string())),
            Map.entry("vibe-any-service", new Misjudged("GET /me/agents/{agent_id}/vibe", "service_name", Schema.string())),
            Map.entry("vibe-third-refused", new Misjudged("GET /me/agents/{agent_id}/vibe", "service_name",
                    Schema.string().oneOf("loom", "anvil", "qwill"))));

    private InputFaults() {}

    static boolean toleratesMissing(Operation operation) {
        return operation.is("GET /me/schedules/text-to-cron") && Fault.on("cron-query-optional")
                || operation.is("GET /me/agents/{agent_id}/vibe") && Fault.on("n-vibe-without-service");
    }

    static void disturb(Req request, Map<String, String> query, List<Schema.Grievance> wrong) {
        Operation operation = request.operation;
        MISJUDGED.forEach((id, change) -> {
            if (Fault.on(id) && operation.is(change.operation())) {
                String spot = "query." + change.parameter();
                String text = query.get(change.parameter());
                if (text != null) {
                    wrong.removeIf(grievance -> grievance.spot().equals(spot));
                    request.query.put(change.parameter(), change.schema().fromText(text, spot, wrong));
                } else if (change.schema().defaultValue() != null) {
                    request.query.put(change.parameter(), change.schema().defaultValue());
                }
            }
        });
        if (wrong.isEmpty()) {
            return;
        }
        if (operation.is("GET /me/agent-runs") && Fault.on("runs-422-without-body")) {
            Refusal refusal = Refusal.invalid(wrong);
            refusal.withoutBody = true;
            throw refusal;
        }
        if (operation.is("GET /me/executions/{log_id}") && Fault.on("execution-id-text-500")
                || operation.is("GET /me/executions") && Fault.on("n-executions-bad-cursor-500")
                        && wrong.stream().anyMatch(grievance -> grievance.spot().equals("query.next_cursor"))
                || operation.is("GET /me/monetization/subscribers") && Fault.on("subscribers-text-period-500")
                || operation.is("POST /me/payments/sessions") && Fault.on("payment-session-bad-body-500")) {
            throw new IllegalStateException("the input was taken as it is: " + wrong);
        }
    }
}
