import type { Interpreter } from '../interpreter/interpreter.ts';
import { createNotifications } from '../notifications/notifications.ts';
import { notificationServiceOpener } from '../notifications/open-notification-service.ts';
import type { Report } from '../report.ts';
import { deriveKey, type SecretBox } from '../secrets/secret-box.ts';
import type { Services } from '../services.ts';
import type { Store } from '../store/store.ts';
import { loopbackHosts } from './mcp/mcp-hosts.ts';
import { createToolCatalog } from './tool-catalog.ts';

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
  report: Report;
}

/** Sets up the tools, and the service and servers behind them. Nothing is opened before it's used. */
export function openTools(
  options: ToolsOptions,
  { db, secret, secretBox, interpreter, report }: Ground,
): Pick<Services, 'tools' | 'notifications' | 'mcpHosts'> {
  const mcpHosts = options.mcpHosts ?? (options.sandbox ? loopbackHosts : []);
  const service = {
    db,
    secret: Buffer.from(deriveKey(secret, 'notification service')).toString('base64url'),
    publicUrl: options.publicUrl,
  };
  const notifications = createNotifications({
    db,
    secretBox,
    upstreamUrl: options.notifierUrl,
    openService: notificationServiceOpener(service, report),
    publicUrl: options.publicUrl,
  });
  const tools = createToolCatalog({ db, interpreter, notifications, secretBox, allowedHosts: mcpHosts });
  return { tools, notifications, mcpHosts };
}
