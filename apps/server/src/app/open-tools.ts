import type { Interpreter } from '../agents/interpreter/interpreter.ts';
import { loopbackHosts } from '../agents/tools/mcp/mcp-client.ts';
import { createToolCatalog } from '../agents/tools/tool-catalog.ts';
import { createNotifications } from '../notifications/notifications.ts';
import { notifierTools, runnableNotifierTools } from '../notifications/notifier-tools.ts';
import { notificationServiceOpener } from '../notifications/open-notification-service.ts';
import type { Services } from '../operations/services.ts';
import type { Logger } from '../platform/logger.ts';
import { deriveKey, type SecretBox } from '../platform/secrets/secret-box.ts';
import type { Store } from '../store/store.ts';

/** What tools are set up with. */
export interface ToolsOptions {
  notifierUrl?: string | undefined;
  mcpHosts?: readonly string[] | undefined;
  publicUrl?: string | undefined;
  sandbox?: boolean | undefined;
}

interface Ground {
  db: Store['db'];
  secret: Buffer;
  secretBox: SecretBox;
  interpreter: Interpreter;
  /** Whether a user may store so many bytes more. */
  mayStore: (userId: string, bytes: number) => Promise<boolean>;
  logger: Logger;
}

/** Sets up the tools, and the service and servers behind them. Nothing is opened before it's used. */
export function openTools(
  options: ToolsOptions,
  { db, secret, secretBox, interpreter, mayStore, logger }: Ground,
): Pick<Services, 'tools' | 'notifications' | 'mcpHosts'> {
  const mcpHosts = options.mcpHosts ?? (options.sandbox ? loopbackHosts : []);
  const service = {
    db,
    secret: Buffer.from(deriveKey(secret, 'notification service')).toString('base64url'),
    publicUrl: options.publicUrl,
    mayStore,
  };
  const notifications = createNotifications({
    db,
    secretBox,
    upstreamUrl: options.notifierUrl,
    openService: notificationServiceOpener(service, logger),
    publicUrl: options.publicUrl,
  });
  const integrations = {
    tools: notifierTools,
    runnableFor: (userId: string) => runnableNotifierTools(notifications, userId),
  };
  const tools = createToolCatalog({ db, interpreter, integrations, secretBox, allowedHosts: mcpHosts });
  return { tools, notifications, mcpHosts };
}
