import type { NotificationService } from '../../src/service/index.ts';

export interface Wire {
  status: number;
  // The wire's fields differ by operation, and each test names what it wants of them.
  body: Record<string, unknown> & { pushes?: WireRecord[]; devices?: WireRecord[]; chats?: WireRecord[] };
  headers: Headers;
}

export interface WireRecord extends Record<string, unknown> {
  iden: string;
  active: boolean;
  modified: number;
}

/** Calls the service as one user. */
export function callerOf(service: NotificationService, token: string) {
  return async (method: string, path: string, body?: unknown): Promise<Wire> => {
    const response = await service.fetch(
      new Request(`https://push.test${path}`, {
        method,
        headers: { 'access-token': token },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
  };
}
