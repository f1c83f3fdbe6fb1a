package heron;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The scripted worker. It has no model, but it listens: it answers what was said, remembers how the conversation
 * began, reads a tide table when asked to, and, if it can, dives (that is: does a job in the background).
 */
final class Worker {
    static final String TOOL_MESSAGE = "Please read the tide table at Bittern Sluice.";
    static final String TOOL_NAME = "HERON_READ_TIDE_TABLE";
    static final String TOOL_OUTPUT = "gauge Q7-ebb-0417 zero-datum";
    static final String JOB_MESSAGE = "Please dive for mussels.";
    static final String FAILING_JOB_MESSAGE = "Please dive into the mud.";
    static final long JOB_MILLIS = 900;

    /** One thing that a worker does in its turn, in the order of the NDJSON stream. */
    record Signal(String kind, Object... rest) {
        String line() {
            List<Object> line = Json.array(kind);
            line.addAll(List.of(rest));
            return Json.write(line);
        }
    }

    record Turn(List<Signal> signals, Store.Job job) {
        String words() {
            StringBuilder out = new StringBuilder();
            for (Signal signal : signals) {
                if (signal.kind().equals("utter")) {
                    out.append(signal.rest()[0]);
                }
            }
            return out.toString();
        }
    }

    private final Store store;

    Worker(Store store) {
        this.store = store;
    }

    /** Says the message to the worker; the run has everything in its history when this returns. */
    Turn talk(Store.Agent agent, Store.Run run, String message) {
        Instant now = Times.tick();
        if (message != null) {
            run.messages.add(new Store.Message("user", kept(message), now));
            run.note(now, "the user spoke");
        }
        List<Signal> signals = new ArrayList<>();
        Store.Job job = null;
        String heard = message == null ? "" : message.toLowerCase();
        if (heard.contains("read the tide table")) {
            readTideTable(run, signals);
        } else if (agent.dives && (heard.contains("dive for mussels") || heard.contains("dive into the mud"))) {
            job = new Store.Job(heard.contains("mud"));
            utter(signals, "Down I go. I come up again in a moment; ask for me then.");
            signals.add(new Signal("dive", job.name));
            startJob(run, job);
        } else {
            utter(signals, answer(run, message));
        }
        signals.add(new Signal("rest"));
        Turn turn = new Turn(signals, job);
        run.messages.add(new Store.Message("assistant", turn.words(), Times.tick()));
        run.note(Times.tick(), "the worker spoke");
        return turn;
    }

    /** What is kept of a message in the history: the message, unless a fault spoils it. */
    private static String kept(String message) {
        if (Fault.on("history-ascii")) {
            return message.replaceAll("[^\\x00-\\x7f]", "?");
        }
        if (Fault.on("history-html-escaped")) {
            return message.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        }
        if (Fault.on("history-cut-256") && message.length() > 256) {
            return message.substring(0, 256);
        }
        return message;
    }

    private static String answer(Store.Run run, String message) {
        if (message == null) {
            return "Kraak. I stand here and listen. What is it?";
        }
        List<String> said = new ArrayList<>();
        for (Store.Message earlier : run.messages) {
            if (earlier.role().equals("user")) {
                said.add(earlier.content());
            }
        }
        String heard = message.isBlank() ? "You said nothing, and I heard it." : "You said \u201c" + message + "\u201d.";
        return said.size() < 2 ? heard + " I have not heard anything from you before."
                : heard + " That makes " + said.size() + " things, and the first was \u201c" + said.get(0) + "\u201d.";
    }

    private static void readTideTable(Store.Run run, List<Signal> signals) {
        utter(signals, "Let me look at the board. ");
        Map<String, Object> input = Json.object("sluice", "Bittern Sluice");
        Map<String, Object> output = Json.object("table", TOOL_OUTPUT, "metres", new java.math.BigDecimal("1.7"));
        signals.add(new Signal("reach", TOOL_NAME, input));
        signals.add(new Signal("grasp", TOOL_NAME, output));
        run.mcpCalls.add(new Store.McpCall(TOOL_NAME, input, output, Times.tick()));
        run.messages.add(new Store.Message("tool", Json.write(output), Times.tick()));
        run.note(Times.tick(), "the worker used " + TOOL_NAME);
        utter(signals, "The water at the sluice is falling, a man could nearly stand in it.");
    }

    /** Cuts words into a handful of pieces, between words. */
    private static void utter(List<Signal> signals, String words) {
        int size = Math.max(14, words.length() / 7);
        int start = 0;
        while (start < words.length()) {
            int end = Math.min(words.length(), start + size);
            while (end < words.length() && words.charAt(end - 1) != ' ' && end - start < 2 * size) {
                end++;
            }
            if (end < words.length() && Character.isLowSurrogate(words.charAt(end))) {
                end++;
            }
            signals.add(new Signal("utter", words.substring(start, end)));
            start = end;
        }
    }

    private void startJob(Store.Run run, Store.Job job) {
        run.job = job;
        run.lastJob = job;
        run.note(Times.tick(), "a dive began: " + job.name);
        store.later(JOB_MILLIS, () -> {
            int mussels = 0;
            for (char c : job.name.toCharArray()) {
                mussels += c % 7;
            }
            String report = job.fails ? "Nothing but mud. The dive failed." : "I am up again, with " + mussels + " mussels.";
            run.messages.add(new Store.Message("assistant", report, Times.tick()));
            run.note(Times.tick(), job.fails ? "the dive ended with an error" : "the dive ended");
            run.job = null;
        });
    }
}
