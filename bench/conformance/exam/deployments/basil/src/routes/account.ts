import { createHmac, timingSafeEqual } from "node:crypto";
import { ApiError, list, notFound, route } from "../core";
import { all, one, run, tx, type Row } from "../db";
import { fault, tick } from "../faults";
import { money, newId, nowSec } from "../ids";
import { forgetKey, type User } from "../auth";
import { Lru } from "../cache";
import * as S from "../schemas";

const E500 = { 500: "Internal error" };

// --- API keys --------------------------------------------------------------------------------------
const keyBase = (r: Row): Record<string, unknown> => ({ object: "api_key", api_key_id: r.api_key_id, name: r.name, default: r.is_default === 1, labels: JSON.parse(r.labels), created: r.created });
const keyView = (r: Row): unknown => ({ ...keyBase(r), secret: r.secret });
const keyHidden = (r: Row): unknown => ({ ...keyBase(r), hint: `…${(r.secret as string).slice(-4)}` });
function insertKey(user: User, name: string, labels: unknown, isDefault: boolean): Row {
  const { lastInsertRowid } = run("INSERT INTO api_keys (user_id, secret, name, labels, is_default, created) VALUES (?, ?, ?, ?, ?, ?)", user.userId, newId("bsk", 32), name, JSON.stringify(labels), isDefault ? 1 : 0, nowSec());
  return one("SELECT * FROM api_keys WHERE api_key_id = ?", Number(lastInsertRowid))!;
}
const needKey = (user: User, id: number): Row => {
  const row = one("SELECT * FROM api_keys WHERE api_key_id = ? AND user_id = ?", id, user.userId);
  if (!row) throw notFound("api_key", "api_key_id");
  return row;
};
route({
  method: "GET", path: "/me/api-keys", id: "listApiKeys", tag: "keys", summary: "The caller's keys without their values.", auth: "jwt", ok: 200, returns: S.ApiKeysHidden, errors: E500,
  handler: ({ user }) => all("SELECT * FROM api_keys WHERE user_id = ? ORDER BY api_key_id", user.userId).map((r) => (fault("key-list-shows-secret") ? { ...(keyHidden(r) as object), secret: r.secret } : keyHidden(r))),
});
route({
  method: "POST", path: "/me/api-keys", id: "createApiKey", tag: "keys", summary: "Create a key.", auth: "jwt", body: S.ApiKeyCreate, ok: 200, returns: S.ApiKey, errors: E500,
  handler: ({ user, body }) => tx(() => keyView(insertKey(user, body.name ?? "API key", body.labels ?? {}, !one("SELECT 1 FROM api_keys WHERE user_id = ?", user.userId)))),
});
route({
  method: "GET", path: "/me/api-keys/default", id: "getDefaultApiKey", tag: "keys", summary: "The default key; made when there is none.", auth: "jwt", ok: 200, returns: S.ApiKey, errors: E500,
  handler: ({ user }) => tx(() => keyView(one("SELECT * FROM api_keys WHERE user_id = ? AND is_default = 1", user.userId) ?? insertKey(user, "Default key", {}, true))),
});
route({
  method: "GET", path: "/me/api-keys/{api_key_id}", id: "getApiKey", tag: "keys", summary: "One key.", auth: "jwt", params: { api_key_id: "integer" }, ok: 200, returns: S.ApiKey, errors: { 404: "No such key", ...E500 },
  handler: ({ user, params }) => keyView(needKey(user, params.api_key_id)),
});
route({
  method: "DELETE", path: "/me/api-keys/{api_key_id}", id: "deleteApiKey", tag: "keys", summary: "Delete a key; the oldest one left becomes the default where it was that.", auth: "jwt", params: { api_key_id: "integer" }, ok: 200, returns: S.ApiKeyHidden, errors: { 404: "No such key", ...E500 },
  handler: ({ user, params }) =>
    tx(() => {
      let row: Row;
      if (fault("key-delete-of-others")) {
        const any = one("SELECT * FROM api_keys WHERE api_key_id = ?", params.api_key_id);
        if (!any) throw notFound("api_key", "api_key_id");
        row = any;
      } else row = needKey(user, params.api_key_id);
      run("DELETE FROM api_keys WHERE api_key_id = ?", row.api_key_id);
      if (!fault("deleted-key-still-works")) forgetKey(row.secret);
      if (row.is_default) run("UPDATE api_keys SET is_default = 1 WHERE api_key_id = (SELECT MIN(api_key_id) FROM api_keys WHERE user_id = ?)", row.user_id);
      return keyHidden(row);
    }),
});

// --- billing and credits ---------------------------------------------------------------------------
route({
  method: "GET", path: "/me/billing", id: "getBilling", tag: "billing", summary: "Plan and period.", auth: "jwt", ok: 200, returns: S.BillingInformationSubscription, errors: E500,
  handler: ({ user }) => {
    const now = new Date();
    const first = (months: number): number => Math.floor(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1) / 1000);
    const n = one("SELECT COUNT(*) AS n FROM subscriptions WHERE user_id = ? AND status = 'active'", user.userId)!.n;
    return { object: "billing", plan: user.tier, status: "active", price: money(user.tier === "sandbox" ? 0 : 2900), period_start: first(0), period_end: first(1), agent_subscriptions: n };
  },
});
const creditsView = (r: Row): unknown => ({ object: "credits", remaining: r.balance, used: r.used, updated: r.updated });
const needCredits = (user: User): Row => {
  const row = one("SELECT * FROM credits WHERE user_id = ?", user.userId);
  if (!row) throw notFound("credits");
  return row;
};
route({
  method: "GET", path: "/me/credits", id: "getCredits", tag: "billing", summary: "Credits left.", auth: "jwt", ok: 200, returns: S.AgentExecutionCredits, errors: { 404: "Credits not found", ...E500 },
  handler: ({ user }) => creditsView(needCredits(user)),
});
route({
  method: "POST", path: "/me/credits/use", id: "useCredit", tag: "billing", summary: "Use one credit.", auth: "jwt", ok: 200, returns: S.AgentExecutionCredits, errors: { 404: "No credits left", ...E500 },
  handler: async ({ user }) => {
    if (fault("credits-use-race")) {
      const { balance, used } = needCredits(user);
      await tick(2);
      if (balance < 1) throw new ApiError(404, "no_credits_left", "There are no credits left.");
      run("UPDATE credits SET balance = ?, used = ?, updated = ? WHERE user_id = ?", balance - 1, used + 1, nowSec(), user.userId);
      return creditsView(needCredits(user));
    }
    return tx(() => {
      needCredits(user);
      const { changes } = run("UPDATE credits SET balance = balance - 1, used = used + 1, updated = ? WHERE user_id = ? AND balance > 0", nowSec(), user.userId);
      if (!changes) throw new ApiError(404, "no_credits_left", "There are no credits left.");
      return creditsView(needCredits(user));
    });
  },
});

// --- payments --------------------------------------------------------------------------------------
const WEBHOOK_SECRET = "whsec_basil_51c0ffee";
export const SIGNATURE_HEADER = "x-payment-signature";
export const signWebhook = (body: string): string => "sha256=" + createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex");
route({
  method: "POST", path: "/me/payments/webhook", id: "receivePaymentEvent", tag: "billing", summary: "Event of the payment provider, each taken once.", auth: "none", bodyRaw: true, ok: 200, returns: S.PaymentWebhookResponseSuccess,
  errors: { 400: "Missing signature or invalid event" }, requestHeaders: { [SIGNATURE_HEADER]: "sha256= and the HMAC of the body." },
  handler: ({ request, rawBody }) => {
    const given = request.headers.get(SIGNATURE_HEADER);
    if (!given && !fault("webhook-unsigned-taken")) throw new ApiError(400, "missing_signature", "The signature is missing.");
    if (given) {
      const a = Buffer.from(given), b = Buffer.from(signWebhook(rawBody));
      if (a.length !== b.length || !timingSafeEqual(a, b)) throw new ApiError(400, "invalid_signature", "The signature does not fit.");
    }
    let event: any;
    try {
      event = JSON.parse(rawBody);
    } catch {
      throw new ApiError(400, "invalid_event", "The event is no JSON.");
    }
    if (typeof event?.id !== "string" || typeof event.type !== "string" || typeof event.data !== "object" || event.data === null) throw new ApiError(400, "invalid_event", "An event has id, type and data.");
    return tx(() => {
      const { changes } = run("INSERT OR IGNORE INTO payment_events VALUES (?, ?, ?)", event.id, event.type, nowSec());
      if (!changes && !fault("webhook-replayed")) return { object: "webhook_receipt", received: true, handled: true, duplicate: true };
      let handled = false;
      if (event.type === "credits.purchased" && Number.isSafeInteger(event.data.credits) && event.data.credits > 0) {
        handled = run("UPDATE credits SET balance = balance + ?, updated = ? WHERE user_id = ?", event.data.credits, nowSec(), String(event.data.user_id)).changes > 0;
      }
      return { object: "webhook_receipt", received: true, handled, duplicate: false };
    });
  },
});
const PRODUCTS: Record<string, number> = { credits_100: 500, credits_500: 2250, pro_monthly: 2900 };
route({
  method: "POST", path: "/me/payments/sessions", id: "createPaymentSession", tag: "billing", summary: "A payment session.", auth: "jwt", body: S.PaymentSessionRequest, ok: 200, returns: S.PaymentSessionResponse,
  handler: ({ user, body }) => {
    const product: string = body.product ?? "credits_100", quantity: number = body.quantity ?? 1, id = newId("ps");
    const doc = { object: "payment_session", session_id: id, url: `https://pay.basil.example/${id}`, product, quantity, total: money(PRODUCTS[product]! * quantity), created: nowSec() };
    run("INSERT INTO payment_sessions VALUES (?, ?, ?)", id, user.userId, JSON.stringify(doc));
    return doc;
  },
});

// --- monetization: days are days of UTC, today is the last -------------------------------------------
const period = { period: { kind: "integer" as const, default: 28, min: 1, max: 365 } };
function report(user: User, days: number): { date: string; subscribers: number; cents: number }[] {
  const today = Math.floor(Date.now() / 86_400_000);
  const from = (today - days + 1) * 86400;
  const to = fault("monetization-misses-today") ? today * 86400 : (today + 1) * 86400;
  const sums = new Map(all("SELECT at / 86400 AS day, COUNT(*) AS n, SUM(cents) AS cents FROM ledger WHERE owner_id = ? AND at >= ? AND at < ? GROUP BY day", user.userId, from, to).map((r) => [r.day as number, r]));
  return Array.from({ length: days }, (_, i) => {
    const day = today - days + 1 + i;
    return { date: new Date(day * 86_400_000).toISOString().slice(0, 10), subscribers: sums.get(day)?.n ?? 0, cents: sums.get(day)?.cents ?? 0 };
  });
}
const sum = (rows: { subscribers: number; cents: number }[], key: "subscribers" | "cents"): number => rows.reduce((n, r) => n + r[key], 0);
route({
  method: "GET", path: "/me/monetization/summary", id: "getMonetizationSummary", tag: "billing", summary: "Subscribers won and money earned in the period.", auth: "jwt", query: period, ok: 200, returns: S.MonetizationSummary,
  handler: ({ user, query }) => {
    const rows = report(user, query.period);
    return { object: "monetization_summary", period: query.period, total_subscribers: sum(rows, "subscribers"), total_earnings: money(sum(rows, "cents")) };
  },
});
route({
  method: "GET", path: "/me/monetization/subscribers", id: "getMonetizationSubscribers", tag: "billing", summary: "New subscribers by day.", auth: "jwt", query: period, ok: 200, returns: S.MonetizationSubscribersResponse,
  handler: ({ user, query }) => {
    const rows = report(user, query.period);
    return list(rows.map((r) => ({ date: r.date, subscribers: r.subscribers })), null, { period: query.period, total_subscribers: sum(rows, "subscribers") });
  },
});
route({
  method: "GET", path: "/me/monetization/earnings", id: "getMonetizationEarnings", tag: "billing", summary: "Earnings by day.", auth: "jwt", query: period, ok: 200, returns: S.MonetizationEarningsResponse,
  handler: ({ user, query }) => {
    const rows = report(user, query.period);
    return list(rows.map((r) => ({ date: r.date, earnings: money(r.cents) })), null, { period: query.period, total_earnings: money(sum(rows, "cents")) });
  },
});

// --- user and VIP codes ----------------------------------------------------------------------------
const profile = new Lru<unknown>(100);
for (const path of ["/me/", "/me"]) {
  route({
    method: "GET", path, id: path === "/me/" ? "getMe" : "getMeBare", tag: "user", summary: "The caller.", auth: "jwt", ok: 200, returns: S.UserWithTier,
    handler: ({ user, request }) => {
      const key = fault("me-cached-for-all") ? new URL(request.url).pathname : user.userId;
      return profile.get(key) ?? profile.set(key, { object: "user", user_id: user.userId, email: user.email, name: user.name, tier: user.tier, created: user.created });
    },
  });
}
const redeemedBy = (user: User): number => one("SELECT COUNT(*) AS n FROM vip_redemptions WHERE user_id = ?", user.userId)!.n;
route({
  method: "GET", path: "/me/vip", id: "getVipCount", tag: "user", summary: "How many codes the caller redeemed.", auth: "jwt", ok: 200, returns: S.VipCodeRedemptionCount, errors: { 400: "Database error" },
  handler: ({ user }) => ({
    object: "vip_redemption_count", count: redeemedBy(user),
    own_codes_redeemed: one("SELECT COUNT(*) AS n FROM vip_redemptions r JOIN vip_codes c ON c.code = r.code WHERE c.owner_id = ?", user.userId)!.n,
  }),
});
route({
  method: "POST", path: "/me/vip", id: "redeemVipCode", tag: "user", summary: "Redeem a code, once per user.", auth: "jwt", body: S.VipCodeRequest, ok: 200, returns: S.VipCodeRedeemed, errors: { 400: "Invalid code, own code, or already redeemed" },
  handler: ({ user, body }) =>
    tx(() => {
      const code = one("SELECT * FROM vip_codes WHERE code = ?", body.code);
      if (!code) throw new ApiError(400, "invalid_vip_code", "This code is not valid.", "code");
      if (code.owner_id === user.userId) throw new ApiError(400, "own_vip_code", "This is a code of your own.", "code");
      const again = fault("vip-once-for-all") ? one("SELECT 1 FROM vip_redemptions WHERE code = ?", code.code) : one("SELECT 1 FROM vip_redemptions WHERE code = ? AND user_id = ?", code.code, user.userId);
      if (again) throw new ApiError(400, "vip_code_redeemed", "You have redeemed this code.", "code");
      const now = nowSec();
      run("INSERT INTO vip_redemptions (code, user_id, created) VALUES (?, ?, ?)", code.code, user.userId, now);
      return { object: "vip_redemption", code: code.code, redeemed: now, count: redeemedBy(user) };
    }),
});
