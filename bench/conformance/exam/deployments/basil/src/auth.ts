import { createHmac, timingSafeEqual } from "node:crypto";
import { Lru } from "./cache";
import { one } from "./db";
import { fault } from "./faults";

export interface User { userId: string; email: string; name: string; tier: string; created: number }

const SECRET = "basil-dev-signing-secret-2f7a91";
const b64 = (s: string | Buffer): string => Buffer.from(s).toString("base64url");
const sign = (head: string): Buffer => createHmac("sha256", SECRET).update(head).digest();

export function makeJwt(sub: string, iat: number, exp: number): string {
  const head = `${b64(JSON.stringify({ alg: "HS256", typ: "JWT" }))}.${b64(JSON.stringify({ iss: "basil", sub, iat, exp }))}`;
  return `${head}.${b64(sign(head))}`;
}

const toUser = (r: any): User => ({ userId: r.user_id, email: r.email, name: r.name, tier: r.tier, created: r.created });
const users = new Lru<User>(1000);
export function userById(userId: string): User | null {
  const hit = users.get(userId);
  if (hit) return hit;
  const row = one("SELECT * FROM users WHERE user_id = ?", userId);
  return row ? users.set(userId, toUser(row)) : null;
}

const tokens = new Lru<{ sub: string; exp: number }>(2000);
export function userOfJwt(token: string): User | null {
  let claims = tokens.get(token);
  if (!claims) {
    const parts = token.split(".");
    if (parts.length !== 3) return null;
    try {
      const header = JSON.parse(Buffer.from(parts[0]!, "base64url").toString());
      if (header.alg !== "HS256") return null;
      const given = Buffer.from(parts[2]!, "base64url");
      const want = sign(`${parts[0]}.${parts[1]}`);
      if (!fault("jwt-signature-unchecked") && (given.length !== want.length || !timingSafeEqual(given, want) || b64(given) !== parts[2])) return null;
      claims = JSON.parse(Buffer.from(parts[1]!, "base64url").toString()) as { sub: string; exp: number };
    } catch {
      return null;
    }
    if (typeof claims?.sub !== "string" || typeof claims.exp !== "number") return null;
    tokens.set(token, claims);
  }
  if (claims.exp * 1000 <= Date.now()) return null;
  return userById(claims.sub);
}

const keys = new Lru<string>(2000);
export function userOfKey(secret: string): User | null {
  let userId = keys.get(secret);
  if (!userId) {
    const row = one("SELECT user_id FROM api_keys WHERE secret = ?", secret);
    if (!row) return null;
    userId = keys.set(secret, row.user_id as string);
  }
  return userById(userId);
}
export const forgetKey = (secret: string): void => keys.delete(secret);
