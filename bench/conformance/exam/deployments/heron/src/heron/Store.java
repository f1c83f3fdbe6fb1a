package heron;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** All state, in memory. Whoever reads or writes it holds {@link #lock}. */
final class Store {
    static final String PUBLIC = "public";
    static final String PRIVATE = "private";

    final ReentrantLock lock = new ReentrantLock();
    private final ScheduledExecutorService later = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "later");
        thread.setDaemon(true);
        return thread;
    });

    final Map<UUID, User> users = new LinkedHashMap<>();
    final Map<UUID, Agent> agents = new LinkedHashMap<>();
    final Map<UUID, Run> runs = new LinkedHashMap<>();
    final List<Execution> executions = new ArrayList<>();
    final Map<String, StudioChat> studioChats = new LinkedHashMap<>();
    final List<Subscription> subscriptions = new ArrayList<>();
    final Map<String, Checkout> checkouts = new LinkedHashMap<>();
    final Map<Long, Key> keys = new LinkedHashMap<>();
    final Map<Long, Bundle> bundles = new LinkedHashMap<>();
    final Map<UUID, LoginSession> logins = new LinkedHashMap<>();
    final Map<UUID, Schedule> schedules = new LinkedHashMap<>();
    final Map<String, VipCode> vipCodes = new LinkedHashMap<>();

    private long lastKeyNumber = 5_000_000_000L;
    private long lastBundleNumber = 0;
    private long lastExecutionNumber = -7;

    // ------------------------------------------------------------------ records

    static final class User {
        final UUID id;
        final String name;
        final String email;
        final String standing;
        /** Null: this user never had any. */
        BigDecimal credits;
        final Set<String> redeemedCodes = new HashSet<>();
        final Map<String, Instant> installedTools = new LinkedHashMap<>();
        final Map<LocalDate, Day> ledger = new TreeMap<>();
        String plan = "nestling";
        Instant paidThrough;

        User(UUID id, String name, String email, String standing) {
            this.id = id;
            this.name = name;
            this.email = email;
            this.standing = standing;
        }

        boolean isSandbox() {
            return standing.equals("sandpiper");
        }
    }

    record Day(int patrons, BigDecimal takings) {}

    static final class Agent {
        final UUID id;
        User owner;
        String prompt;
        String visibility = PUBLIC;
        String slug;
        String pitch;
        BigDecimal price;
        String themeColor;
        boolean dives;
        final Instant made = Times.tick();
        final List<AgentFile> files = new ArrayList<>();
        final List<Map<String, Object>> feedback = new ArrayList<>();
        int filesEverMade;
        boolean madeUnderAgents;

        Agent(UUID id, User owner, String prompt) {
            this.id = id;
            this.owner = owner;
            this.prompt = prompt;
        }

        boolean isPublic() {
            return visibility.equals(PUBLIC);
        }

        boolean isSeenBy(User user) {
            return isPublic() || owner == user;
        }
    }

    static final class AgentFile {
        final UUID id = Guid.fresh();
        String title;
        String text;
        long rank;
    }

    record Message(String role, String content, Instant at) {}

    record LogEntry(UUID id, Instant at, String words) {}

    record McpCall(String tool, Object sent, Object got, Instant at) {}

    static final class Job {
        final String name = "dive/" + Guid.secretWord(8);
        final boolean fails;

        Job(boolean fails) {
            this.fails = fails;
        }
    }

    static final class Run {
        UUID id;
        final UUID agentId;
        final User owner;
        final Instant began;
        final List<Message> messages = new ArrayList<>();
        final List<LogEntry> log = new ArrayList<>();
        final List<McpCall> mcpCalls = new ArrayList<>();
        Job job;
        Job lastJob;
        boolean startedByNdjson;

        Run(UUID id, UUID agentId, User owner, Instant began) {
            this.id = id;
            this.agentId = agentId;
            this.owner = owner;
            this.began = began;
        }

        void note(Instant at, String words) {
            log.add(new LogEntry(Guid.fresh(), at, words));
        }
    }

    record Execution(long number, User owner, String tool, Object sent, Object got, boolean wentWell, Instant at) {}

    static final class StudioChat {
        String runId;
        User owner;
        String visibility = PUBLIC;
        String caption;
        boolean moulted;
        final Instant made = Times.tick();
    }

    static final class Subscription {
        final User patron;
        final Agent agent;
        final String providerRef;
        boolean active = true;
        final Instant since = Times.tick();

        Subscription(User patron, Agent agent, String providerRef) {
            this.patron = patron;
            this.agent = agent;
            this.providerRef = providerRef;
        }
    }

    record Checkout(String ref, User patron, Agent agent) {}

    static final class Key {
        final long number;
        User owner;
        final String label;
        final String value;
        boolean isMain;
        boolean madeByRequest;
        final Instant made = Times.tick();

        Key(long number, User owner, String label, String value) {
            this.number = number;
            this.owner = owner;
            this.label = label;
            this.value = value;
        }
    }

    static final class Bundle {
        final long number;
        final User owner;
        String title = "basket";
        final Set<String> toolIds = new java.util.LinkedHashSet<>();

        Bundle(long number, User owner) {
            this.number = number;
            this.owner = owner;
        }
    }

    static final class LoginSession {
        final UUID id = Guid.fresh();
        final Instant made = Times.tick();
        String jwt;
        User attachedBy;
        boolean consumed;
    }

    static final class Schedule {
        final UUID id = Guid.fresh();
        final User owner;
        UUID chatId;
        String cron;
        boolean asleep;

        Schedule(User owner) {
            this.owner = owner;
        }
    }

    static final class VipCode {
        final String code;
        final User owner;
        int timesUsed;

        VipCode(String code, User owner) {
            this.code = code;
            this.owner = owner;
        }
    }

    // ------------------------------------------------------------------ numbers, look-ups

    long nextKeyNumber() { return lastKeyNumber += 13; }
    long nextBundleNumber() { return --lastBundleNumber; }
    long nextExecutionNumber() { return lastExecutionNumber += 7; }
    long newestBundleNumber() { return lastBundleNumber; }

    User firstUser() {
        return users.values().iterator().next();
    }

    User ownerOfKey(String value) {
        for (Key key : keys.values()) {
            if (key.value.equals(value) && !(key.madeByRequest && Fault.on("n-new-key-refused"))) {
                return key.owner;
            }
        }
        return Fault.on("deleted-key-works") ? ownersOfDeletedKeys.get(value) : null;
    }

    /** Only looked at with a fault: the cache from which a deleted key is never dropped. */
    final Map<String, User> ownersOfDeletedKeys = new LinkedHashMap<>();

    /** Only filled with a fault: the cache of the Workers API from which a removed chat is never dropped. */
    final Map<UUID, Agent> cachedWorkers = new LinkedHashMap<>();

    Agent agent(String guid) {
        UUID id = Guid.read(guid);
        return id == null ? null : agents.get(id);
    }

    Agent agentWithSlug(String slug) {
        for (Agent agent : agents.values()) {
            if (slug.equals(agent.slug)) {
                return agent;
            }
        }
        return null;
    }

    // ------------------------------------------------------------------ time

    /** Does something later, holding the lock. */
    void later(long millis, Runnable task) {
        later.schedule(() -> {
            lock.lock();
            try {
                task.run();
            } catch (RuntimeException e) {
                e.printStackTrace();
            } finally {
                lock.unlock();
            }
        }, millis, TimeUnit.MILLISECONDS);
    }

    void every(long millis, Runnable task) {
        later(millis, () -> {
            task.run();
            every(millis, task);
        });
    }

    /** With some faults: what should be one step is two, and others come in between. */
    void letOthersIn(long millis) {
        int held = lock.getHoldCount();
        for (int i = 0; i < held; i++) {
            lock.unlock();
        }
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (int i = 0; i < held; i++) {
            lock.lock();
        }
    }
}
