package verbena;

import io.vertx.core.json.JsonObject;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.UnaryOperator;

/** One stored state of a record; compared by identity. */
final class Doc {
  final JsonObject data;
  Doc(JsonObject data) { this.data = data; }
}

/** A collection of records with optimistic versions. What is stored is never changed in place. */
final class Coll {
  private final ConcurrentHashMap<String, Doc> map = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, ConcurrentSkipListMap<Long, String>> byOwner = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Long> seqOf = new ConcurrentHashMap<>();
  private final AtomicLong seq = new AtomicLong();

  /** Inserts; false when the id is taken. The record gets version and times. */
  boolean insert(String id, String owner, JsonObject rec) {
    long s = seq.updateAndGet(x -> Math.max(x + 1, System.currentTimeMillis()));
    if (rec.getString("createdAt") == null) rec.put("createdAt", Times.iso(s));
    else s = seq.incrementAndGet();
    if (rec.getString("updatedAt") == null) rec.put("updatedAt", rec.getString("createdAt"));
    rec.put("version", 1);
    if (map.putIfAbsent(id, new Doc(rec)) != null) return false;
    seqOf.put(id, s);
    byOwner.computeIfAbsent(owner, k -> new ConcurrentSkipListMap<>()).put(s, id);
    return true;
  }
  JsonObject get(String id) {
    if (id == null) return null;
    Doc d = map.get(id);
    return d == null ? null : d.data;
  }
  /** Compare and set with retry. fn gets a copy; null from it means no change. */
  JsonObject update(String id, UnaryOperator<JsonObject> fn) {
    for (;;) {
      Doc cur = map.get(id);
      if (cur == null) return null;
      JsonObject next = fn.apply(cur.data.copy());
      if (next == null) return cur.data;
      next.put("version", cur.data.getInteger("version") + 1).put("updatedAt", Times.iso(Math.max(System.currentTimeMillis(), Times.ms(cur.data.getString("createdAt")))));
      if (map.replace(id, cur, new Doc(next))) return next;
    }
  }
  /** Writes without looking what is there (used by faults only). */
  void force(String id, JsonObject rec) { map.put(id, new Doc(rec)); }

  JsonObject remove(String id, String owner) {
    Doc d = map.remove(id);
    if (d == null) return null;
    Long s = seqOf.remove(id);
    var m = byOwner.get(owner);
    if (m != null && s != null) m.remove(s);
    return d.data;
  }
  /** In order of creation. */
  List<JsonObject> ofOwner(String owner) {
    var m = byOwner.get(owner);
    if (m == null) return new ArrayList<>();
    List<JsonObject> out = new ArrayList<>(m.size());
    for (String id : m.values()) { JsonObject r = get(id); if (r != null) out.add(r); }
    return out;
  }
  int count(String owner) { var m = byOwner.get(owner); return m == null ? 0 : m.size(); }
  /** Newest first, older than the given time in ms, at most n. */
  List<JsonObject> page(String owner, long before, boolean inclusive, int n) {
    var m = byOwner.get(owner);
    List<JsonObject> out = new ArrayList<>();
    if (m == null) return out;
    for (String id : m.headMap(before, inclusive).descendingMap().values()) {
      if (out.size() >= n) break;
      JsonObject r = get(id);
      if (r != null) out.add(r);
    }
    return out;
  }
  Collection<JsonObject> all() {
    List<JsonObject> l = new ArrayList<>();
    for (Doc d : map.values()) l.add(d.data);
    return l;
  }
  List<JsonObject> newestOfAll(int n) {
    List<JsonObject> l = new ArrayList<>(all());
    l.sort(Comparator.comparing((JsonObject r) -> r.getString("createdAt")).reversed());
    return l.subList(0, Math.min(n, l.size()));
  }
}

/** The process' whole state. */
final class Store {
  static final Coll users = new Coll(), agents = new Coll(), files = new Coll(), themes = new Coll(), studio = new Coll(),
      schedules = new Coll(), runs = new Coll(), keys = new Coll(), credits = new Coll(), billing = new Coll(),
      subs = new Coll(), vips = new Coll(), redemptions = new Coll(), cli = new Coll(), bundles = new Coll(),
      installed = new Coll(), executions = new Coll(), earnings = new Coll();
  static final ConcurrentHashMap<String, String> keyIndex = new ConcurrentHashMap<>();
  static final ConcurrentHashMap<String, String> slugs = new ConcurrentHashMap<>();
  static final ConcurrentHashMap<String, List<JsonObject>> runLogs = new ConcurrentHashMap<>(), mcpLogs = new ConcurrentHashMap<>();
  static final AtomicInteger keySeq = new AtomicInteger(1000), bundleSeq = new AtomicInteger(100), logSeq = new AtomicInteger(5000);

  /** What goes out: without inner fields, with links. */
  static JsonObject view(JsonObject rec, String self) {
    JsonObject o = new JsonObject();
    for (Map.Entry<String, Object> e : rec) if (e.getKey().charAt(0) != '_') o.put(e.getKey(), e.getValue());
    return o.put("links", new JsonObject().put("self", self));
  }
}
