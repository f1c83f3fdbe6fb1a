import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/report/report.ts';
import { runCli } from '../helpers/judge-target.ts';
import { bindingsOf } from './bindings-of.ts';
import { configOf } from './config-of.ts';
import { createStyledDeployment, type StyledDeployment } from './deployment.ts';
import { describe } from './openapi.ts';
import { serve } from './serve.ts';
import type { Style } from './style.ts';

export interface JudgeOptions {
  /** Whether the CLI is given the deployment's own OpenAPI document. */
  readonly withDocument: boolean;
  /** Whether the config binds what the names and the document don't tell. */
  readonly withBindings?: boolean;
  /** Whether the config tells of the User API alone. */
  readonly userAlone?: boolean;
  readonly args?: readonly string[];
  /** Changes the deployment on its way to the wire. */
  readonly wrap?: (deployment: StyledDeployment) => Fetch;
}

type Fetch = (request: Request) => Promise<Response>;

/** Judges a fresh deployment of a style, as a user of the CLI would. */
export function judgeStyle(style: Style, options: JudgeOptions): Promise<Report> {
  return reportOn(['run', '--shrink-time', '0'], style, options);
}

/** Verifies a fresh deployment of a style against the contracts of our own client. */
export function verifyStyle(style: Style, options: JudgeOptions): Promise<Report> {
  return reportOn(['pact', 'verify'], style, options);
}

async function reportOn(
  command: readonly string[],
  style: Style,
  {
    withDocument,
    withBindings = false,
    userAlone = false,
    args = [],
    wrap = ({ fetch }) => fetch,
  }: JudgeOptions,
): Promise<Report> {
  const deployment = createStyledDeployment(style);
  const { seeds } = deployment;
  const target = await serve(wrap(deployment), style.workers);
  const folder = await mkdtemp(join(tmpdir(), 'style-'));
  const document = join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify(describe(style, target.url)));
  const config = {
    ...configOf(style, seeds, target.url),
    ...(withDocument && { openapi: document }),
    ...(userAlone && { agentsUrl: undefined }),
    ...(withBindings && { bindings: bindingsOf(style, withDocument) }),
  };
  const file = join(folder, 'deployment.json');
  await writeFile(file, JSON.stringify(config));
  const { out, progress } = await runCli([...command, '--config', file, '--json', ...args]);
  await target.close();
  await rm(folder, { recursive: true });
  if (out === '') throw new Error(`No report of the style ${style.name}: ${progress}`);
  return JSON.parse(out);
}
