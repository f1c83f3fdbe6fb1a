import { bundleSize, programs, type StandIns } from './bundle-size.ts';

/** A part of both clients, and what is bundled in its place to learn what it takes: the same exports, which do nothing. */
interface Feature {
  name: string;
  standIns: StandIns;
  /** Whether it was asked for after the first budget, 18 kB, was set. */
  later?: boolean;
}

const around = (name: string) => `export const ${name} = (transport) => transport;`;

/** What can be left out of both clients. */
export const features: readonly Feature[] = [
  { name: 'retries, by ky', standIns: { 'transport/with-retries.ts': around('withRetries') } },
  { name: 'three clocks', standIns: { 'transport/with-timeouts.ts': around('withTimeouts') } },
  { name: 'middleware', standIns: { 'transport/middleware.ts': around('withMiddleware') } },
  { name: 'tracing', standIns: { 'transport/with-tracing.ts': around('withTracing') } },
  {
    name: 'lists over their pages',
    standIns: { 'paging/paged.ts': 'export const paged = (_, operation) => operation;' },
  },
  {
    name: 'NDJSON parsed by the block',
    standIns: { 'streams/parse-block.ts': 'export const parseBlock = () => undefined;' },
  },
  {
    name: 'waiting for a job',
    standIns: { 'runs/wait-until-idle.ts': 'export const waitUntilIdle = () => undefined;' },
  },
  {
    name: 'schemas and profiles, of answers and events',
    later: true,
    standIns: {
      'validation/with-schemas.ts': around('withSchemas'),
      'streams/check-events.ts': 'export const checkEvents = (lines) => lines;',
    },
  },
  {
    name: 'addresses and credentials checked, never quoted, and told',
    later: true,
    standIns: {
      'transport/deployment-transport.ts':
        "export { fetchTransport as deploymentTransport } from './fetch-transport.ts';",
    },
  },
  {
    name: 'an error class for each status, with the address, and redirects told',
    later: true,
    standIns: {
      'errors/with-status-errors.ts': around('withStatusErrors'),
    },
  },
  {
    name: 'a log by option or variable, redacted',
    later: true,
    standIns: { 'transport/log-level.ts': 'export const logTo = () => [];' },
  },
  {
    name: 'extra fields, and no option in a body',
    later: true,
    standIns: { 'transport/with-body.ts': around('withBody') },
  },
  {
    name: 'a stream read twice is an error',
    later: true,
    standIns: { 'streams/stream-consumed-error.ts': 'export const StreamConsumedError = TypeError;' },
  },
  {
    name: 'timeouts, limits and pauses that are none are refused',
    later: true,
    standIns: {
      'errors/check-number.ts':
        "export const checkNumber = (value) => value;\nexport const checkEach = (value) => (typeof value === 'function' ? value : () => value);\nexport const longestTimer = 2147483647;",
    },
  },
  {
    name: 'user agent',
    later: true,
    standIns: { 'transport/user-agent.ts': 'export const userAgent = () => ({});' },
  },
];

/** Bytes, minified and with gzip, by which both clients are smaller without these features. */
export async function priceOf(left: readonly Feature[]): Promise<number> {
  const program = programs['every operation in both clients, ky'];
  const standIns = Object.assign({}, ...left.map((each) => each.standIns));
  return (await bundleSize(program)).gzip - (await bundleSize(program, standIns)).gzip;
}
