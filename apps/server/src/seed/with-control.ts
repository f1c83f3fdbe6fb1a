import type { AppOptions } from '../app.ts';
import { controlRoutes } from '../control/control-routes.ts';
import { reportToStderr } from '../report.ts';
import { startServices } from '../start-services.ts';
import { openStore } from '../store/open-store.ts';
import { type Control, createControl } from './control-client.ts';

/**
 * Does something at the control surface of a deployment whose database is at hand, and that runs no job here.
 * @throws {UserError} when the folder is in use or the database can't be reached.
 */
export async function withControl<Result>(
  options: AppOptions,
  act: (control: Control) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(options, reportToStderr);
  try {
    const deliver = async () => new Response(null, { status: 503 });
    const { services, jobs, signals } = await startServices(store, {
      options,
      report: reportToStderr,
      deliver,
    });
    const token = crypto.randomUUID();
    const routes = controlRoutes({ token, services, reseed: async () => {}, report: reportToStderr });
    const send = async (request: Request) => await routes.fetch(request);
    try {
      return await act(createControl(send, { url: 'http://control', token }));
    } finally {
      await signals.close();
      await jobs.close();
    }
  } finally {
    await store.close();
  }
}
