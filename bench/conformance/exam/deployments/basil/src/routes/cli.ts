import { ApiError, notFound, route } from "../core";
import { one, run, tx, type Row } from "../db";
import { fault, tick } from "../faults";
import { newUuid, nowSec } from "../ids";
import * as S from "../schemas";

const TTL = 15 * 60;
const view = (r: Row): unknown => ({ object: "cli_auth", cli_auth_id: r.cli_auth_id, status: r.consumed ? "consumed" : r.jwt ? "attached" : "pending", expires: r.expires, created: r.created, updated: r.updated });
function need(id: string, param: string): Row {
  const row = one("SELECT * FROM cli_sessions WHERE cli_auth_id = ? AND expires > ?", id, nowSec());
  if (!row) throw notFound("cli_auth", param);
  return row;
}
const E503 = { 503: "Service unavailable" };
route({
  method: "POST", path: "/me/cli-auth", id: "createCliAuth", tag: "cli", summary: "A session, open for a quarter of an hour.", auth: "none", ok: 200, returns: S.CliAuthModel, errors: E503,
  handler: () => {
    const id = newUuid(), now = nowSec();
    run("INSERT INTO cli_sessions (cli_auth_id, created, updated, expires) VALUES (?, ?, ?, ?)", id, now, now, now + TTL);
    return view(need(id, "cli_auth_id"));
  },
});
route({
  method: "PUT", path: "/me/cli-auth/{cli_auth_id}", id: "attachCliAuth", tag: "cli", summary: "Attach the caller's JWT.", auth: "jwt", params: { cli_auth_id: "uuid" }, body: S.CliAuthInsertModel, ok: 200, returns: S.CliAuthModel,
  errors: { 403: "Another user's session, or one that was read", 404: "No such session", ...E503 },
  handler: ({ user, params, body }) =>
    tx(() => {
      const row = need(params.cli_auth_id, "cli_auth_id");
      if (row.consumed || (row.user_id !== null && row.user_id !== user.userId)) throw new ApiError(403, "session_not_yours", "You may not update this session.");
      run("UPDATE cli_sessions SET user_id = ?, jwt = ?, updated = ? WHERE cli_auth_id = ?", user.userId, body.token, nowSec(), row.cli_auth_id);
      return view(need(row.cli_auth_id, "cli_auth_id"));
    }),
});
route({
  method: "GET", path: "/me/cli-auth/{auth_id}", id: "readCliAuth", tag: "cli", summary: "The JWT, once; else null.", auth: "none", params: { auth_id: "uuid" }, ok: 200, returns: S.JwtOrNull, errors: { 404: "No such session", ...E503 },
  handler: async ({ params }) => {
    const row = need(params.auth_id, "auth_id");
    if (!row.jwt) return null;
    if (fault("cli-jwt-not-consumed")) return row.jwt;
    if (fault("cli-double-read-at-once")) await tick(5);
    run("UPDATE cli_sessions SET jwt = NULL, consumed = 1, updated = ? WHERE cli_auth_id = ?", nowSec(), row.cli_auth_id);
    return row.jwt;
  },
});
