package verbena;

import io.vertx.core.json.*;
import java.time.*;

/** The state at the start: three users and their fixtures. */
final class Seed {
  static final String OWN = "usr_OwnVerbena00000000001", OTHER = "usr_OtherVerbena000000001", BOX = "usr_SandboxVerbena0000001";
  private static final String AT = "2026-02-01T08:00:00Z";

  private static void user(String id, String email, String name, String tier, int credits, String key) {
    Store.users.insert(id, "-", new JsonObject().put("userId", id).put("email", email).put("name", name).put("tier", tier).put("createdAt", AT));
    Store.credits.insert(id, id, new JsonObject().put("userId", id).put("balance", credits).put("used", 0).put("createdAt", AT));
    LocalDate first = LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1);
    Store.billing.insert(id, id, new JsonObject().put("userId", id).put("plan", tier).put("status", tier.equals("sandbox") ? "none" : "active").put("amountCents", tier.equals("sandbox") ? 0 : 2900)
        .put("currency", "usd").put("currentPeriodStart", first + "T00:00:00Z").put("currentPeriodEnd", first.plusMonths(1) + "T00:00:00Z").putNull("paymentMethod")
        .put("invoicesPaid", 0).put("paidTotalCents", 0).put("createdAt", AT));
    MoneyService.newKey(id, "Default", key, true);
  }
  private static void agent(int n, String owner, String name, String visibility, Integer price) {
    String id = String.format("5eed0000-0000-4000-8000-%012d", n);
    JsonObject a = AgentsService.blank(id, owner).put("name", name).put("description", "Knows all about " + name.toLowerCase() + ".").put("chatPrompt", "You are " + name + ". Answer in a friendly way.")
        .put("visibility", visibility).put("priceCents", price).put("vanitySlug", name.toLowerCase().replace(' ', '-')).put("createdAt", AT);
    Store.slugs.put(a.getString("vanitySlug"), id);
    Store.agents.insert(id, owner, a);
  }
  private static void sub(String user, int n) {
    String id = String.format("5eed0000-0000-4000-8000-%012d", n);
    Store.subs.insert(user + "|" + id, user, new JsonObject().put("subscriptionId", Ids.nano("sub_")).put("agentId", id).put("status", "active").put("priceCents", Store.agents.get(id).getInteger("priceCents"))
        .put("currency", "usd").put("startedAt", AT).putNull("cancelledAt").put("sessionId", Ids.nano("chk_")).put("createdAt", AT));
  }
  private static void vip(String code, String owner) { Store.vips.insert(code, owner, new JsonObject().put("code", code).put("ownerId", owner)); }

  static void load() {
    user(OWN, "own@verbena.example", "Olive Own", "pro", 5000, "vk_own0000000000000000000000000001");
    user(OTHER, "other@verbena.example", "Otto Other", "pro", 400, "vk_other00000000000000000000000001");
    user(BOX, "sandbox@verbena.example", "Sandy Sandbox", "sandbox", 8, "vk_sandbox000000000000000000000001");
    agent(1, OWN, "Verbena Guide", "public", null);
    agent(2, OWN, "Premium Gardener", "public", 1999);
    agent(11, OTHER, "Paid Herbalist", "public", 1499);
    agent(12, OTHER, "Free Florist", "public", null);
    agent(13, OTHER, "Subscribed Botanist", "public", 999);
    agent(14, OTHER, "Leaving Beekeeper", "public", 799);
    agent(15, OTHER, "Private Pharmacist", "private", null);
    sub(OWN, 13);
    sub(OWN, 14);
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    int[] days = {0, 1, 3, 3, 7, 12, 20, 27, 28, 29, 45, 90, 200, 364};
    for (int i = 0; i < days.length; i++) MoneyService.earn(OWN, today.minusDays(days[i]), i % 3 == 0 ? 1999 : 1049 + i * 10, i % 2 == 0);
    MoneyService.earn(OTHER, today.minusDays(2), 1499, true);
    for (String c : new String[] {"VERBENA-WELCOME-2026", "VERBENA-SECOND-2026", "VERBENA-THIRD-2026"}) vip(c, BOX);
    vip("VERBENA-MINE-2026", OWN);
    vip("VERBENA-OTHERS-2026", OTHER);
  }
}
