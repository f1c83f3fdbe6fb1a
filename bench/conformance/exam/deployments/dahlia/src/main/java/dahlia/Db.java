package dahlia;
import static dahlia.Core.*;
import java.util.*;

/** The state of the deployment, with what it starts with. */
public class Db {
  static final Map<String, User> users = new LinkedHashMap<>();
  static final Map<String, M> agents = new LinkedHashMap<>();       // by agentId; ownerId in it
  static final Map<String, M> files = new LinkedHashMap<>();        // by fileId
  static final Map<String, M> themes = new LinkedHashMap<>();       // by agentId
  static final Map<String, Run> runs = new LinkedHashMap<>();       // by runId
  static final List<M> runLogs = new ArrayList<>(), mcpLogs = new ArrayList<>(), executions = new ArrayList<>();
  static final Map<String, M> studio = new LinkedHashMap<>();       // by runId
  static final Map<String, Map<String, M>> subs = new LinkedHashMap<>(); // by user, agent
  static final Map<Integer, M> keys = new LinkedHashMap<>();        // by id; userId in it
  static final Map<String, M> credits = new LinkedHashMap<>();
  static final Map<Integer, M> bundles = new LinkedHashMap<>();     // tools: List<M>
  static final Map<String, M> cli = new LinkedHashMap<>();
  static final Map<String, M> schedules = new LinkedHashMap<>();
  static final Map<String, Map<String, M>> installed = new LinkedHashMap<>();
  static final Map<String, M> vip = new LinkedHashMap<>();          // code -> ownerId
  static final Map<String, List<M>> redeemed = new LinkedHashMap<>();
  static final Map<String, M> sessions = new LinkedHashMap<>();
  static final Set<String> events = new HashSet<>();
  static int seq = 100;
  static int next() { return ++seq; }

  static class Run {
    String id, agentId, userId, jobId, created, updated, jobResult; long jobUntil; boolean jobFails;
    List<M> messages = new ArrayList<>();
    boolean busy() { return jobId != null && System.currentTimeMillis() < jobUntil; }
    M view() {
      M a = agents.get(agentId);
      return m().p("runId", id).p("agentId", agentId).p("agentName", a == null ? null : a.get("name")).p("status", busy() ? "JOB_RUNNING" : "IDLE")
        .p("messageCount", messages.size()).p("startedAt", created).p("updatedAt", updated);
    }
  }

  static final String OWN = "user-own", OTHER = "user-other", SBX = "user-sandbox", PUB = "user-publisher";
  static void agent(String id, String owner, String name, String prompt, String vis, String slug, Double price, boolean computer) {
    String t = now();
    agents.put(id, m().p("agentId", id).p("ownerId", owner).p("name", name).p("chatPrompt", prompt).p("visibility", vis).p("vanitySlug", slug)
      .p("upsellDescription", null).p("monthlyPrice", price).p("paid", price != null).p("virtualComputer", computer).p("feedbackCount", 0).p("averageRating", null)
      .p("clonedFrom", null).p("createdAt", t).p("updatedAt", t));
  }
  static void key(String user, String name, String key, boolean dflt) {
    int id = next();
    keys.put(id, m().p("apiKeyId", id).p("userId", user).p("name", name).p("key", key).p("isDefault", dflt).p("createdAt", now()));
  }
  static void sub(String user, String agent) {
    String t = now();
    subs.computeIfAbsent(user, k -> new LinkedHashMap<>()).put(agent, m().p("agentId", agent).p("subscriptionId", "sub_" + uuid().substring(0, 8)).p("status", "active")
      .p("monthlyPrice", agents.get(agent).get("monthlyPrice")).p("startedAt", t).p("canceledAt", null));
  }
  static {
    users.put(OWN, new User(OWN, "Olive Owner", "olive@dahlia.example", "pro"));
    users.put(OTHER, new User(OTHER, "Otto Other", "otto@dahlia.example", "pro"));
    users.put(SBX, new User(SBX, "Sandy Sandbox", "sandy@dahlia.example", "sandbox"));
    users.put(PUB, new User(PUB, "Pia Publisher", "pia@dahlia.example", "pro"));
    agent("11111111-1111-4111-8111-111111111111", OWN, "Harbour pilot", "You answer questions about the harbour.", "private", "harbour-pilot", null, false);
    agent("22222222-2222-4222-8222-222222222222", OWN, "Long worker", "You run long jobs on your virtual computer.", "private", null, null, true);
    agent("33333333-3333-4333-8333-333333333333", OTHER, "Paid forecaster", "You forecast the weather for money.", "public", "paid-forecaster", 9.5, false);
    agent("44444444-4444-4444-8444-444444444444", OTHER, "Free librarian", "You know where each book stands.", "public", "free-librarian", null, false);
    agent("55555555-5555-4555-8555-555555555555", OWN, "Paid cook", "You cook up menus.", "public", "paid-cook", 4.0, false);
    agent("66666666-6666-4666-8666-666666666666", PUB, "Star gazer", "You name the stars.", "public", "star-gazer", 5.0, false);
    agent("77777777-7777-4777-8777-777777777777", PUB, "Plant doctor", "You heal plants.", "public", "plant-doctor", 7.0, false);
    agent("88888888-8888-4888-8888-888888888888", OTHER, "Secret diary", "You keep the diary of Otto.", "private", null, null, false);
    key(OWN, "Default", "dhl_own_3f9c1b7a5e2d4860", true);
    key(OTHER, "Default", "dhl_other_84b2d0c67e1f4a95", true);
    key(SBX, "Default", "dhl_sandbox_5a7e9d1c3b604f28", true);
    sub(OWN, "66666666-6666-4666-8666-666666666666");
    sub(OWN, "77777777-7777-4777-8777-777777777777");
    credits.put(OWN, m().p("balance", 5000).p("used", 0).p("updatedAt", now()));
    credits.put(OTHER, m().p("balance", 300).p("used", 0).p("updatedAt", now()));
    for (int i = 1; i <= 20; i++) vip.put("WELCOME-2026" + (i == 1 ? "" : "-" + i), m().p("ownerId", PUB));
    vip.put("OLIVE-FRIENDS", m().p("ownerId", OWN));
    vip.put("OTTO-FRIENDS", m().p("ownerId", OTHER));
  }
}
