import { defaultService } from '../../domain/tools/runnable-tool.ts';
import type { Services } from '../../services.ts';
import { findUserTool, type InstalledTool, insertUserTool } from '../../store/user-tool-repository.ts';
import { isNotifierTool } from '../../tools/notifier-tools.ts';
import { findPublicTool } from '../../tools/tool-catalog.ts';
import type { ConnectionRequest } from './install-request.ts';
import { InstallationFailed } from './installation-failed.ts';

interface Installation {
  userId: string;
  toolId: string;
  connection: ConnectionRequest | undefined;
}

/** Installs a public tool for its user's agents, with the connection that a NOTIFIER tool needs. */
export async function installPublicTool(
  { store, notifications }: Pick<Services, 'store' | 'notifications'>,
  { userId, toolId, connection }: Installation,
): Promise<InstalledTool> {
  if (!findPublicTool(toolId)) throw new InstallationFailed(`There is no public tool ${toolId}.`);
  if (await findUserTool(store.db, { userId, toolId })) throw alreadyInstalled(toolId);
  if (isNotifierTool(toolId)) {
    const { token, service_id: serviceId, service_id_namespace: namespace } = connection ?? byDefault;
    const isConnected = await notifications.connect({ userId, serviceId, namespace }, token);
    if (!isConnected)
      throw new InstallationFailed('This tool needs a connection: give connection.token of your account.');
  }
  const installed = await insertUserTool(store.db, { userId, toolId, server: null });
  if (!installed) throw alreadyInstalled(toolId);
  return installed;
}

const byDefault: ConnectionRequest = {
  service_id: defaultService.serviceId,
  service_id_namespace: defaultService.namespace,
};

function alreadyInstalled(toolId: string): InstallationFailed {
  return new InstallationFailed(`${toolId} is installed already.`);
}
