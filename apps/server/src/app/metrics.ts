import type * as prometheus from 'prom-client';
import type { Semaphore } from '../agents/interpreter/semaphore.ts';
import type { BackgroundJobs } from '../agents/jobs/background-jobs.ts';
import type { Turns } from '../agents/turns/turns.ts';
import type { ProcessFigures } from '../http/admin/page/overview.ts';
import { listRunningJobIds } from '../store/job-repository.ts';
import type { Count } from '../store/overview-repository.ts';
import type { Store } from '../store/store.ts';

/** Where the numbers come from. */
export interface Measured {
  store: Store;
  turns: Pick<Turns, 'runningTurnIds'>;
  jobs: Pick<BackgroundJobs, 'runningHere'>;
  programs: Pick<Semaphore, 'running' | 'waiting'>;
  recentErrors: ProcessFigures['recentErrors'];
}

/** What is measured in a process, as Prometheus reads it. */
export interface Metrics {
  /** Notes a request that was answered. */
  note(request: Request, response: Response): void;
  /** Answers Prometheus. */
  respond(): Promise<Response>;
  /** What the operator's page shows of this process. */
  figures(): Promise<ProcessFigures>;
}

/** The library is loaded only here. */
export async function createMetrics(measured: Measured): Promise<Metrics> {
  const library = await import('prom-client');
  const registry = new library.Registry();
  library.collectDefaultMetrics({ register: registry });
  addGauges(library, registry, measured);
  addConnections(library, registry, measured.store);
  const requests = new library.Counter({
    name: 'agent_workers_http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'status'],
    registers: [registry],
  });
  return {
    note: ({ method }, { status }) => requests.inc({ method: known.has(method) ? method : 'other', status }),
    respond: async () =>
      new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } }),
    figures: async () => ({
      turnsRunning: measured.turns.runningTurnIds().length,
      jobsRunning: measured.jobs.runningHere(),
      programsRunning: measured.programs.running(),
      programsWaiting: measured.programs.waiting(),
      uptime: process.uptime(),
      memory: process.memoryUsage.rss(),
      requests: byClass(await requests.get()),
      recentErrors: measured.recentErrors,
    }),
  };
}

/** Numbers that are read when Prometheus asks. */
function addGauges(
  { Gauge }: typeof prometheus,
  registry: prometheus.Registry,
  { store, turns, jobs, programs }: Measured,
): void {
  const gauges: [name: string, help: string, read: () => number | Promise<number>][] = [
    [
      'jobs_open',
      'Background jobs that wait or run, in all processes',
      async () => (await listRunningJobIds(store.db)).length,
    ],
    ['jobs_running', 'Background jobs that run in this process', jobs.runningHere],
    ['turns_running', 'Turns that this process is answering', () => turns.runningTurnIds().length],
    ['programs_running', 'Programs that run in this process or for it', programs.running],
    ['programs_waiting', 'Programs that wait for a place', programs.waiting],
  ];
  for (const [name, help, read] of gauges)
    new Gauge({
      name: `agent_workers_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
}

function addConnections({ Gauge }: typeof prometheus, registry: prometheus.Registry, { pool }: Store): void {
  new Gauge({
    name: 'agent_workers_database_connections',
    help: 'Connections of the pool to PostgreSQL by state; waiting: queries that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(pool?.() ?? {})) this.set({ state }, count);
    },
  });
}

/** For example `{ name: '2xx', count: 12 }`. */
function byClass({ values }: { values: { value: number; labels: { status?: string | number } }[] }): Count[] {
  const counts = new Map<string, number>();
  for (const { value, labels } of values) {
    const name = `${String(labels.status).slice(0, 1)}xx`;
    counts.set(name, (counts.get(name) ?? 0) + value);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

// A client may send any word for a method, and each label is kept for ever.
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
