package verbena;

import io.vertx.core.json.*;
import java.util.*;

/** Agent studio chats. */
final class StudioService extends Service {
  String address() { return "studio"; }

  void setup() {
    on("listStudio", r -> {
      List<JsonObject> out = new ArrayList<>();
      for (JsonObject s : Store.studio.ofOwner(r.uid())) if (!deleted(s) || Faults.on("studio-list-shows-deleted")) out.add(view(s));
      return Res.ok(new JsonArray(out));
    });
    on("createStudio", this::create);
    on("getStudio", r -> {
      JsonObject s = there(r);
      if (!canRead(s, r.user())) throw new ApiError(403, "no permission on this chat");
      return Res.ok(view(s));
    });
    on("putStudio", r -> {
      Body b = Body.of(r);
      JsonObject s = own(r), f = fields(b, r);
      return Res.ok(view(Store.studio.update(s.getString("runId"), n -> n.mergeIn(f))));
    });
    on("patchStudio", this::patch);
    on("deleteStudio", r -> {
      JsonObject s = own(r);
      return Res.ok(view(Store.studio.update(s.getString("runId"), n -> n.put("status", "deleted").put("deletedAt", Times.iso()))));
    });
    on("cloneStudio", this::copy);
  }
  private static boolean deleted(JsonObject s) { return s.getString("deletedAt") != null; }
  private static JsonObject view(JsonObject s) { return Store.view(s, "/me/agent-studio-chats/" + s.getString("runId")); }
  private JsonObject there(Req r) {
    JsonObject s = Store.studio.get(r.p("run_id"));
    if (s == null || deleted(s)) throw notFound("chat");
    return s;
  }
  private JsonObject own(Req r) {
    JsonObject s = there(r);
    boolean open = Faults.on("studio-public-writable") && "public".equals(s.getString("visibility")) && r.op().equals("patchStudio");
    if (!owns(s, r.user()) && !open) throw new ApiError(403, "no permission on this chat");
    return s;
  }
  private JsonObject fields(Body b, Req r) {
    JsonObject f = new JsonObject().put("title", b.optStr("title", null)).put("visibility", b.optEnum("visibility", "public", "public", "private"))
        .put("tags", b.optStrings("tags", new JsonArray())).put("notes", notes(b));
    AgentsService.sandbox(r.user(), f.getString("visibility"), "studio");
    return f;
  }
  private static JsonObject notes(Body b) {
    Object v = b.o.getValue("notes");
    if (v == null) return null;
    if (!(v instanceof JsonObject o)) throw b.bad("notes", "must be an object", "type");
    return o.copy();
  }
  private Res create(Req r) {
    Body b = Body.of(r);
    String id = b.optStr("runId", null);
    if (id != null && (id.isBlank() || id.length() > 200)) throw b.bad("runId", "must have 1 to 200 characters", "length");
    JsonObject f = fields(b, r);
    if (id == null) id = Ids.uuid();
    JsonObject old = Store.studio.get(id);
    if (old == null) {
      JsonObject s = new JsonObject().put("runId", id).put("ownerId", r.uid()).put("status", "active").putNull("clonedFrom").putNull("deletedAt").mergeIn(f);
      Store.studio.insert(id, r.uid(), s);
      return Res.ok(view(s));
    }
    if (!owns(old, r.user()) && Faults.on("studio-create-answers-foreign")) return Res.ok(view(old));
    if (!owns(old, r.user()) || deleted(old)) throw new ApiError(409, "a chat with this runId exists");
    return Res.ok(view(old));
  }
  private Res patch(Req r) {
    Body b = Body.of(r);
    JsonObject s = own(r);
    JsonObject f = new JsonObject();
    if (b.has("title") || Faults.on("studio-patch-clears-absent")) f.put("title", b.optStr("title", null));
    if (b.has("visibility")) { b.str("visibility"); f.put("visibility", b.optEnum("visibility", null, "public", "private")); }
    if (b.has("tags")) { if (b.isNull("tags")) throw b.bad("tags", "must be an array", "type"); f.put("tags", b.optStrings("tags", null)); }
    if (b.has("notes")) f.put("notes", notes(b));
    if (!Faults.on("studio-sandbox-private-on-patch")) AgentsService.sandbox(r.user(), f.getString("visibility"), "studio");
    if (f.containsKey("tags") && Faults.on("studio-clone-shares-tags")) { // the list is changed where it stands
      JsonArray tags = s.getJsonArray("tags"), want = f.getJsonArray("tags");
      tags.clear();
      tags.addAll(want);
      f.remove("tags");
      JsonObject n = new JsonObject(new LinkedHashMap<>(s.getMap())).mergeIn(f).put("version", s.getInteger("version") + 1).put("updatedAt", Times.iso());
      Store.studio.force(s.getString("runId"), n);
      return Res.ok(view(n));
    }
    return Res.ok(view(Store.studio.update(s.getString("runId"), n -> n.mergeIn(f))));
  }
  private Res copy(Req r) {
    JsonObject s = there(r);
    if (!"public".equals(s.getString("visibility")) && !(Faults.on("studio-clone-private-by-owner") && owns(s, r.user()))) throw new ApiError(400, "a private chat cannot be cloned");
    String id = Ids.uuid();
    boolean shared = Faults.on("studio-clone-shares-tags");
    JsonObject n = new JsonObject().put("runId", id).put("ownerId", r.uid()).put("title", s.getString("title")).put("visibility", s.getString("visibility"))
        .put("tags", shared ? s.getJsonArray("tags") : s.getJsonArray("tags").copy()).put("notes", s.getJsonObject("notes") == null ? null : s.getJsonObject("notes").copy())
        .put("status", "active").put("clonedFrom", s.getString("runId")).putNull("deletedAt");
    Store.studio.insert(id, r.uid(), n);
    return Res.of(201, view(n));
  }
}
