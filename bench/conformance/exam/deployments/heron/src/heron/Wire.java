package heron;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How the records look on the wire. */
final class Wire {
    private Wire() {}

    static String money(BigDecimal amount) {
        return amount == null ? null : amount.setScale(2, RoundingMode.HALF_UP).toPlainString();
    }

    /** House style: lists that are not paged are sorted by their identifiers read backwards. */
    static <T> List<T> backwards(List<T> records, Function<T, String> identifier) {
        List<T> sorted = new ArrayList<>(records);
        sorted.sort(Comparator.comparing(record -> new StringBuilder(identifier.apply(record)).reverse().toString()));
        return sorted;
    }

    static Map<String, Object> agent(Store.Agent agent) {
        return Json.object(
                "worker-ref", Guid.show(agent.id),
                "chat-ref", agent.id.toString(),
                "opening-brief", agent.prompt,
                "seen-by", agent.visibility,
                "nice-name", agent.slug,
                "sales-pitch", agent.pitch,
                "asking-price", money(agent.price),
                "hatched-at", Times.show(agent.made));
    }

    static Map<String, Object> file(Store.Agent agent, Store.AgentFile file) {
        return Json.object(
                "leaf-ref", Guid.show(file.id),
                "worker-ref", Guid.show(agent.id),
                "title", file.title,
                "text", file.text,
                "rank", file.rank);
    }

    static Map<String, Object> run(Store.Run run) {
        return Json.object(
                "run-ref", Guid.show(run.id),
                "worker-ref", Guid.show(run.agentId),
                "began-at", Times.show(run.began),
                "utterances", run.messages.size(),
                "diving", run.job != null);
    }

    static Map<String, Object> runLog(Store.Run run, Store.LogEntry entry) {
        return Json.object(
                "log-ref", Guid.show(entry.id()),
                "run-ref", Guid.show(run.id),
                "at", Times.show(entry.at()),
                "words", entry.words());
    }

    static Map<String, Object> mcpLog(Store.Run run, Store.McpCall call) {
        return Json.object(
                "run-ref", Guid.show(run.id),
                "tool-name", call.tool(),
                "sent", call.sent(),
                "got", call.got(),
                "at", Times.show(call.at()));
    }

    static Map<String, Object> execution(Store.Execution execution) {
        return Json.object(
                "entry-no", execution.number(),
                "tool-name", execution.tool(),
                "sent", execution.sent(),
                "got", execution.got(),
                "went-well", execution.wentWell(),
                "at", Times.show(execution.at()));
    }

    static Map<String, Object> studioChat(Store.StudioChat chat) {
        return Json.object(
                "run-ref", chat.runId,
                "shown-to", chat.visibility,
                "caption", chat.caption,
                "moulted", chat.moulted,
                "hatched-at", Times.show(chat.made));
    }

    static Map<String, Object> subscription(Store.Subscription subscription) {
        return Json.object(
                "worker-ref", Guid.show(subscription.agent.id),
                "condition", subscription.active ? "nesting" : "flown",
                "since", Times.show(subscription.since),
                "asking-price", money(subscription.agent.price));
    }

    static Map<String, Object> key(Store.Key key) {
        return Json.object(
                "key-no", key.number,
                "label", key.label,
                "bearer-word", key.value,
                "is-main", key.isMain,
                "hatched-at", Times.show(key.made));
    }

    static Map<String, Object> hiddenKey(Store.Key key) {
        Map<String, Object> out = key(key);
        out.remove("bearer-word");
        return out;
    }

    static Map<String, Object> credits(Store.User user) {
        return Json.object("left-over", money(user.credits));
    }

    static Map<String, Object> bundle(Store.Bundle bundle) {
        return Json.object("basket-no", bundle.number, "title", bundle.title, "contents", bundleTools(bundle));
    }

    static Map<String, Object> simpleBundle(Store.Bundle bundle) {
        return Json.object("basket-no", bundle.number, "title", bundle.title);
    }

    static List<Object> bundleTools(Store.Bundle bundle) {
        List<Object> out = new ArrayList<>();
        for (String id : backwards(new ArrayList<>(bundle.toolIds), id -> id)) {
            out.add(Json.object("tool-ref", id));
        }
        return out;
    }

    static Map<String, Object> login(Store.LoginSession session) {
        return Json.object(
                "login-ref", Guid.show(session.id),
                "ready", session.jwt != null,
                "hatched-at", Times.show(session.made));
    }

    static Map<String, Object> schedule(Store.Schedule schedule) {
        java.time.Instant next = schedule.asleep ? null : Cron.parse(schedule.cron).next(java.time.Instant.now());
        return Json.object(
                "rota-ref", Guid.show(schedule.id),
                "chat-ref", schedule.chatId.toString(),
                "beat", schedule.cron,
                "asleep", schedule.asleep,
                "next-at", next == null ? null : Times.show(next));
    }
}
