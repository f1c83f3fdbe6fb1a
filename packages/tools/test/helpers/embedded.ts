import { createExecutor, type ExecutorOptions, embeddedBackend } from '../../src/executor/index.ts';
import { createNotificationService } from '../../src/service/index.ts';
import { callerOf } from './service-caller.ts';

/** An executor on a service of its own, which counts the requests that reach it. */
export async function embedded(options: Omit<ExecutorOptions, 'backend'> = {}) {
  const service = await createNotificationService();
  const { iden, token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
  const requests: string[] = [];
  const counted = {
    fetch: (request: Request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return service.fetch(request);
    },
  };
  const executor = createExecutor({ backend: embeddedBackend({ service: counted, token }), ...options });
  return { service, executor, requests, iden, token, call: callerOf(service, token) };
}
