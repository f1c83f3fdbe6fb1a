import type { Backend } from '@agent-workers/tools/executor';
import type { NotificationService } from '@agent-workers/tools/service';
import type { ServiceKey } from '../domain/tools/tool.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { deleteConnections, findConnection, saveConnection } from '../store/auth-connection-repository.ts';
import type { Store } from '../store/store.ts';

/** A user's connection to the notification service. */
export type ConnectionKey = ServiceKey & { userId: string };

/** The service behind the NOTIFIER tools and its users' connections to it. */
export interface Notifications {
  /** The embedded service's own addresses; undefined where the service is outside. */
  fetch: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Makes a connection, or puts the token in place of its old one. Without a token a connection that is there stays,
   * and the embedded service makes a token of its own.
   * @returns false when a token of the outside service is needed and missing.
   */
  connect(key: ConnectionKey, token: string | undefined): Promise<boolean>;
  /** Where the tools' calls go; undefined where there's no connection. Addresses of uploads begin with `origin`. */
  backendFor(key: ConnectionKey, origin: string | undefined): Promise<Backend | undefined>;
  /** Forgets the connections of a user. */
  disconnect(userId: string): Promise<void>;
  /** Deletes all that a user has here; what an outside service has is not ours. */
  deleteUser(userId: string): Promise<void>;
  /** What the embedded service keeps of a user. */
  exportUser(userId: string): AsyncGenerator<{ kind: string; record: object }, void>;
  /** How many bytes of a user the embedded service keeps. */
  storedBytes(userId: string): Promise<number>;
}

export interface NotificationsOptions {
  db: Store['db'];
  secretBox: SecretBox;
  /** Address of an outside service, set by the operator. */
  upstreamUrl: string | undefined;
  /** The embedded service, opened at its first use. */
  openService: () => Promise<NotificationService>;
  /** Where clients reach this deployment, for the addresses of uploads; else where each call came in. */
  publicUrl: string | undefined;
}

/** The path of the embedded service. */
export const notifierPath = '/notifier';

export function createNotifications(options: NotificationsOptions): Notifications {
  const { db, secretBox, upstreamUrl, openService, publicUrl } = options;

  async function embeddedFetch(request: Request): Promise<Response> {
    const service = await openService();
    return await service.fetch(request);
  }

  async function makeToken(userId: string): Promise<string> {
    const service = await openService();
    return (await service.createUser({ email: emailOf(userId), name: userId })).token;
  }

  return {
    fetch: upstreamUrl === undefined ? embeddedFetch : undefined,
    async connect(key, given) {
      if (given === undefined && (await findConnection(db, key)) !== undefined) return true;
      const token = given ?? (upstreamUrl === undefined ? await makeToken(key.userId) : undefined);
      if (token === undefined) return false;
      await saveConnection(db, { ...key, sealedToken: secretBox.seal(token, purposeFor(key)) });
      return true;
    },
    async backendFor(key, origin = 'http://127.0.0.1:8787') {
      const sealedToken = await findConnection(db, key);
      if (sealedToken === undefined) return undefined;
      const token = secretBox.open(sealedToken, purposeFor(key));
      const { upstreamBackend } = await import('@agent-workers/tools/executor');
      if (upstreamUrl !== undefined) return upstreamBackend({ baseUrl: upstreamUrl, token });
      return upstreamBackend({
        baseUrl: `${publicUrl ?? origin}${notifierPath}`,
        token,
        fetch: embeddedFetch,
      });
    },
    disconnect: (userId) => deleteConnections(db, userId),
    async deleteUser(userId) {
      await deleteConnections(db, userId);
      if (upstreamUrl === undefined) await (await openService()).deleteUser(emailOf(userId));
    },
    async *exportUser(userId) {
      if (upstreamUrl !== undefined) return;
      const service = await openService();
      for await (const { kind, record } of service.exportUser(emailOf(userId)))
        yield { kind: `notification_${kind}`, record };
    },
    async storedBytes(userId) {
      return upstreamUrl === undefined ? await (await openService()).storedBytes(emailOf(userId)) : 0;
    },
  };
}

/** An account of the embedded service has an address that reaches nobody, and the user's id as its name. */
function emailOf(userId: string): string {
  return `${userId}@users.invalid`;
}

function purposeFor({ userId, namespace, serviceId }: ConnectionKey): string {
  return `auth connection ${JSON.stringify([userId, namespace, serviceId])}`;
}
