package heron;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Section 4.1: conversations with a worker. */
final class WorkersApi {
    private static final String RUN_HEADER = "X-Service-Run-ID";
    private static final String JOB_HEADER = "x-service-job-id";
    private static final long PAUSE_BETWEEN_CHUNKS = 6;

    private final Store store;
    private final Worker worker;

    WorkersApi(Store store, Worker worker, Operation.Table table) {
        this.store = store;
        this.worker = worker;
        Schema guid = Schema.string().about("a GUID; any other text is the name of nobody");
        talks(table.workers("POST", "/{agent_id}"), false).summary("Start a conversation")
                .path("agent_id", guid).optionalBody(Schemas.START_RUN).succeeds(201, Schemas.TEXT_STREAM)
                .successType(Reply.TEXT).refuses(404, "no such worker").by(r -> start(r, false));
        talks(table.workers("PUT", "/{agent_id}/{run_id}"), true).summary("Say something more")
                .path("agent_id", guid).path("run_id", guid).body(Schemas.CONTINUE_RUN).succeeds(202, Schemas.TEXT_STREAM)
                .successType(Reply.TEXT).refuses(404, "no such worker or run").by(r -> goOn(r, false));
        talks(table.workers("POST", "/ndjson/{agent_id}"), false).summary("Start a conversation, with all signals")
                .path("agent_id", guid).optionalBody(Schemas.START_RUN).succeeds(201, Schemas.NDJSON_LINE)
                .successType(Reply.LINES).refuses(404, "no such worker").by(r -> start(r, true));
        talks(table.workers("PUT", "/ndjson/{agent_id}/{run_id}"), true).summary("Say something more, with all signals")
                .path("agent_id", guid).path("run_id", guid).body(Schemas.CONTINUE_RUN).succeeds(202, Schemas.NDJSON_LINE)
                .successType(Reply.LINES).refuses(404, "no such worker or run").by(r -> goOn(r, true));
        table.workers("GET", "/{agent_id}/{run_id}").summary("What was said")
                .path("agent_id", guid).path("run_id", guid).ok(Schema.array(Schemas.MESSAGE))
                .successHeader(JOB_HEADER, "there while a background job runs")
                .refuses(404, "no such worker or run").by(this::history);
    }

    private static Operation talks(Operation operation, boolean again) {
        operation.successHeader(RUN_HEADER, "the run").successHeader(JOB_HEADER, "there when a background job was started");
        return again ? operation.refuses(409, "a background job runs") : operation;
    }

    // ------------------------------------------------------------------ the operations

    private Reply start(Req request, boolean ndjson) {
        Store.Agent agent = agentOf(request);
        String message = message(request);
        if (!ndjson && Fault.on("post-409-during-job") && hasRunningJob(request.user, agent)) {
            throw new Refusal(409, "a background job runs");
        }
        if (!ndjson && message != null && Fault.on("n-message-lines-joined")) {
            message = message.replaceAll("\\s*\\n\\s*", " ");
        }
        if (!ndjson && Fault.on("n-post-ends-old-job")) {
            // One worker, one job: whoever starts anew has given up the old one.
            store.runs.values().stream().filter(r -> r.owner == request.user && r.agentId.equals(agent.id)).forEach(r -> r.job = null);
        }
        Store.Run run = newRun(request, agent, ndjson);
        run.startedByNdjson = ndjson;
        if (!ndjson && Fault.on("parallel-posts-mix-messages")) {
            // The message waits in a field that all requests share.
            sharedMessage = message;
            store.letOthersIn(40);
            message = sharedMessage;
        }
        Worker.Turn turn = worker.talk(agent, run, message);
        if (ndjson && Fault.on("n-ndjson-answer-not-kept")) {
            run.messages.remove(lastOf(run, "assistant"));
        }
        if (ndjson && turn.job() != null && Fault.on("job-of-ndjson-has-no-header")) {
            hiddenJobs.add(turn.job());
        }
        Reply reply = ndjson ? lines(201, request, turn) : text(201, request, turn);
        UUID shown = !ndjson && Fault.on("post-run-id-unknown") ? Guid.fresh() : run.id;
        if (ndjson || !Fault.on("post-without-run-id")) {
            reply.header(RUN_HEADER, Guid.show(shown));
        }
        return reply.header(JOB_HEADER, turn.job() == null ? null : turn.job().name);
    }

    private String sharedMessage;
    private final List<Store.Job> hiddenJobs = new ArrayList<>();

    private Store.Run newRun(Req request, Store.Agent agent, boolean ndjson) {
        Store.Run latest = latestRun(request.user, agent);
        if (!ndjson && Fault.on("post-resumes-last-run") && latest != null && latest.job == null) {
            return latest;
        }
        UUID id = Guid.fresh();
        if (!ndjson && Fault.on("parallel-posts-share-run-id")) {
            // The identifier is made of the time, which does not tell two requests apart.
            id = Guid.of("run " + System.currentTimeMillis() / 400);
        }
        Store.Run run = new Store.Run(id, agent.id, request.user, Times.tick());
        if (!ndjson && Fault.on("post-keeps-old-context") && latest != null) {
            run.messages.addAll(latest.messages);
        }
        if (!ndjson && Fault.on("new-run-inherits-job") && latest != null) {
            run.job = latest.job;
            run.lastJob = latest.job;
        }
        store.runs.put(run.id, run);
        return run;
    }

    private Reply goOn(Req request, boolean ndjson) {
        Store.Agent agent = agentOf(request);
        Store.Run run = runOf(request, agent, !ndjson && Fault.on("put-into-others-run"));
        refuseWhileJobRuns(request, run, ndjson);
        String message = message(request);
        if (!ndjson && message.isEmpty() && run.lastJob != null && Fault.on("resume-with-empty-refused")) {
            throw Refusal.invalid("body.message", "is shorter than 1");
        }
        if (!ndjson && Fault.on("put-forgets-history")) {
            run.messages.clear();
        }
        if (!ndjson && Fault.on("parallel-puts-lose-one")) {
            // The history is read, and written back after others may have written theirs.
            List<Store.Message> before = new ArrayList<>(run.messages);
            store.letOthersIn(60);
            run.messages.clear();
            run.messages.addAll(before);
        }
        Store.Message lastAnswer = lastOf(run, "assistant");
        Store.Message lastSaid = lastOf(run, "user");
        Worker.Turn turn = worker.talk(agent, run, message);
        if (!ndjson && lastAnswer != null && Fault.on("n-put-streams-last-answer")) {
            // What is streamed is read from the history, one place too early.
            turn = new Worker.Turn(List.of(new Worker.Signal("utter", lastAnswer.content())), turn.job());
        }
        if (!ndjson && lastSaid != null && lastSaid.content().equals(message) && Fault.on("n-same-message-once")) {
            run.messages.remove(lastOf(run, "user"));
        }
        if (ndjson && Fault.on("ndjson-put-drops-user-message")) {
            run.messages.removeIf(m -> m.role().equals("user") && m == lastOf(run, "user"));
        }
        Reply reply = ndjson ? lines(202, request, turn) : text(202, request, turn);
        String name = !ndjson && Fault.on("put-run-id-misnamed") ? "X-Run-ID" : RUN_HEADER;
        UUID shown = !ndjson && Fault.on("put-new-run-id") ? Guid.fresh() : run.id;
        boolean hidesRun = ndjson && Fault.on("n-ndjson-put-without-run-id");
        return reply.header(name, hidesRun ? null : Guid.show(shown))
                .header(JOB_HEADER, turn.job() == null ? null : turn.job().name);
    }

    private static Store.Message lastOf(Store.Run run, String role) {
        Store.Message last = null;
        for (Store.Message message : run.messages) {
            last = message.role().equals(role) ? message : last;
        }
        return last;
    }

    private void refuseWhileJobRuns(Req request, Store.Run run, boolean ndjson) {
        Store.Job job = run.job;
        if (Fault.on("failed-job-blocks-forever") && run.lastJob != null && run.lastJob.fails) {
            job = run.lastJob;
        }
        if (!ndjson && Fault.on("job-blocks-other-runs")) {
            job = store.runs.values().stream().filter(r -> r.agentId.equals(run.agentId) && r.job != null)
                    .map(r -> r.job).findFirst().orElse(job);
        }
        boolean forgotten = ndjson ? Fault.on("ndjson-put-during-job") : Fault.on("put-during-job");
        if (job == null || forgotten) {
            return;
        }
        if (!ndjson && Fault.on("put-refused-but-kept")) {
            run.messages.add(new Store.Message("user", message(request), Times.tick()));
        }
        if (!ndjson && Fault.on("n-refused-put-ends-job")) {
            run.job = null;
        }
        throw new Refusal(!ndjson && Fault.on("put-during-job-423") ? 423 : 409, "a background job runs; ask again when it is over");
    }

    private Reply history(Req request) {
        Store.Agent agent = agentOf(request);
        boolean anybody = Fault.on("run-read-any-key") || Fault.on("run-read-other-user");
        Store.Run run = runOf(request, agent, anybody);
        if (run.job != null && Fault.on("run-read-500-during-job")) {
            throw new IllegalStateException("the worker is busy");
        }
        List<Object> messages = new ArrayList<>();
        for (Store.Message message : run.messages) {
            messages.add(wire(message));
        }
        if (Fault.on("n-history-last-20") && messages.size() > 20) {
            messages.subList(0, messages.size() - 20).clear();
        }
        if (Fault.on("history-newest-first")) {
            Collections.reverse(messages);
        }
        if (Fault.on("history-without-first") && !messages.isEmpty()) {
            messages.remove(0);
        }
        Reply reply = Fault.on("history-wrapped") ? Reply.ok(Json.object("messages", messages)) : Reply.ok(messages);
        return reply.header(JOB_HEADER, shownJob(run));
    }

    private static Object wire(Store.Message message) {
        String role = message.role();
        Object content = message.content();
        if (Fault.on("history-roles-swapped")) {
            role = role.equals("user") ? "assistant" : "user";
        }
        if (Fault.on("history-content-in-parts")) {
            content = Json.array(Json.object("type", "text", "text", content));
        }
        return Json.object("role", role, "content", content, "at", Times.show(message.at()));
    }

    private String shownJob(Store.Run run) {
        if (Fault.on("job-header-missing")) {
            return null;
        }
        if (run.job != null && Fault.on("n-job-id-changes")) {
            return "dive/" + Guid.secretWord(8);
        }
        if (Fault.on("job-header-always")) {
            return run.job == null ? "none" : run.job.name;
        }
        if (Fault.on("job-header-stays") && run.lastJob != null) {
            return run.lastJob.name;
        }
        return run.job == null || hiddenJobs.contains(run.job) ? null : run.job.name;
    }

    // ------------------------------------------------------------------ who and what is meant

    private Store.Agent agentOf(Req request) {
        Store.Agent agent = store.agent(request.text("agent_id"));
        if (agent == null && Fault.on("n-chat-deleted-still-talks") && request.guid("agent_id") != null) {
            agent = store.cachedWorkers.get(request.guid("agent_id"));
        }
        boolean open = request.operation.is("POST /{agent_id}") && Fault.on("private-worker-open");
        if (agent == null || !(agent.isSeenBy(request.user) || open)) {
            throw new Refusal(404, "no such worker");
        }
        return agent;
    }

    private Store.Run runOf(Req request, Store.Agent agent, boolean anybodys) {
        UUID id = request.guid("run_id");
        Store.Run run = id == null ? null : store.runs.get(id);
        if (run == null || !run.agentId.equals(agent.id) || !(run.owner == request.user || anybodys)) {
            throw new Refusal(404, "no such run");
        }
        return run;
    }

    private static String message(Req request) {
        return request.body == null ? null : request.string("message");
    }

    private boolean hasRunningJob(Store.User user, Store.Agent agent) {
        return store.runs.values().stream().anyMatch(r -> r.owner == user && r.agentId.equals(agent.id) && r.job != null);
    }

    private Store.Run latestRun(Store.User user, Store.Agent agent) {
        Store.Run latest = null;
        for (Store.Run run : store.runs.values()) {
            if (run.owner == user && run.agentId.equals(agent.id) && !run.messages.isEmpty()) {
                latest = run;
            }
        }
        return latest;
    }

    // ------------------------------------------------------------------ the streams

    private static Reply text(int status, Req request, Worker.Turn turn) {
        boolean first = request.operation.method.equals("POST");
        List<byte[]> chunks = new ArrayList<>();
        for (Worker.Signal signal : turn.signals()) {
            String piece = null;
            if (signal.kind().equals("utter")) {
                piece = (String) signal.rest()[0];
            } else if (signal.kind().equals("reach") && first && Fault.on("text-shows-tool-calls")
                    || signal.kind().equals("grasp") && first && Fault.on("text-shows-tool-calls")) {
                piece = "\n[" + signal.line() + "]\n";
            }
            if (piece != null) {
                chunks.add((first && Fault.on("text-as-sse") ? "data: " + piece + "\n\n" : piece).getBytes(StandardCharsets.UTF_8));
            }
        }
        if (first && Fault.on("text-stream-garbled")) {
            chunks = inPiecesOfTenBytes(turn.words().getBytes(StandardCharsets.UTF_8));
        }
        boolean breaksOff = first && Fault.on("text-stream-breaks-off") && turn.words().length() > 60;
        return stream(status, Reply.TEXT, chunks, breaksOff);
    }

    /** Each piece is made text and bytes again by itself, also where it ends in the middle of a character. */
    private static List<byte[]> inPiecesOfTenBytes(byte[] bytes) {
        List<byte[]> out = new ArrayList<>();
        for (int start = 0; start < bytes.length; start += 10) {
            String piece = new String(bytes, start, Math.min(10, bytes.length - start), StandardCharsets.UTF_8);
            out.add(piece.getBytes(StandardCharsets.UTF_8));
        }
        return out;
    }

    private static Reply lines(int status, Req request, Worker.Turn turn) {
        boolean first = request.operation.method.equals("POST");
        List<byte[]> chunks = new ArrayList<>();
        for (Worker.Signal signal : turn.signals()) {
            boolean ofTool = signal.kind().equals("reach") || signal.kind().equals("grasp");
            if (first && signal.kind().equals("grasp") && Fault.on("ndjson-without-tool-response")
                    || first && signal.kind().equals("utter") && Fault.on("ndjson-without-words")) {
                continue;
            }
            if (!first && ofTool && Fault.on("n-ndjson-put-without-tool-calls")) {
                continue;
            }
            String line = signal.line();
            if (first && ofTool && Fault.on("ndjson-printed-prettily")) {
                line = line.replace("{", "{\n  ").replace(",", ",\n  ").replace("}", "\n}");
            }
            if (first && Fault.on("n-ndjson-as-array")) {
                boolean last = signal == turn.signals().get(turn.signals().size() - 1);
                line = (chunks.isEmpty() ? "[" : "") + line + (last ? "]" : ",");
            }
            chunks.add((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
        return stream(status, Reply.LINES, chunks, false);
    }

    private static Reply stream(int status, String contentType, List<byte[]> chunks, boolean breaksOff) {
        return Reply.stream(status, contentType, (OutputStream out) -> {
            int left = breaksOff ? chunks.size() / 2 : chunks.size();
            for (byte[] chunk : chunks) {
                if (left-- == 0) {
                    throw new IOException("the connection is dropped in the middle");
                }
                out.write(chunk);
                out.flush();
                Thread.sleep(PAUSE_BETWEEN_CHUNKS);
            }
        });
    }
}
