import { createHmac, timingSafeEqual } from 'node:crypto';
import { users, apiKeys } from './db.ts';
import { fault, type User } from './core.ts';

const SECRET = 'plum-jwt-signing-secret';
const b64 = (o: unknown) => Buffer.from(JSON.stringify(o)).toString('base64url');
const mac = (t: string) => createHmac('sha256', SECRET).update(t).digest('base64url');
export function signJwt(sub: string): string {
  const head = b64({ alg: 'HS256', typ: 'JWT' }) + '.' + b64({ sub, iss: 'plum' });
  return head + '.' + mac(head);
}
const bearer = (header: string | undefined): string | null => {
  const m = /^Bearer +(\S+)\s*$/i.exec(header ?? '');
  return m ? m[1] : null;
};
export function userByJwt(header: string | undefined): User | null {
  const token = bearer(header);
  if (!token) return null;
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  const want = Buffer.from(mac(parts[0] + '.' + parts[1])), got = Buffer.from(parts[2]);
  if (want.length !== got.length || !timingSafeEqual(want, got)) return null;
  try {
    return users.get(JSON.parse(Buffer.from(parts[1], 'base64url').toString()).sub);
  } catch { return null; }
}
const keyCache = new Map<string, User>();
export function userByKey(header: string | undefined): User | null {
  const token = bearer(header);
  if (!token) return null;
  if (fault('deleted-key-still-works') && keyCache.has(token)) return keyCache.get(token)!;
  const row = apiKeys.one('key = ?', token);
  const user = row && users.get(row.user_id);
  if (user) keyCache.set(token, user);
  return user ?? null;
}
