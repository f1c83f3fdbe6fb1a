import {
  createStyledDeployment,
  type StyledDeployment,
} from '../../apps/conformance/test/styles/deployment.ts';
import { describe } from '../../apps/conformance/test/styles/openapi.ts';
import { serve } from '../../apps/conformance/test/styles/serve.ts';
import type { Style } from '../../apps/conformance/test/styles/style.ts';
import { type Failures, runSchemathesis } from './run-schemathesis.ts';

export type Wrap = (deployment: StyledDeployment) => StyledDeployment['fetch'];

/** The deployment as it is. */
export const untouched: Wrap = ({ fetch }) => fetch;

export interface Answered {
  readonly failures: Failures;
  readonly requests: number;
}

/** What Schemathesis says of a deployment with a fault, given its document, and how many requests it takes. */
export async function askSchemathesis(
  style: Style,
  wrap: Wrap,
  options: readonly string[],
): Promise<Answered> {
  const deployment = createStyledDeployment(style);
  const { fetch, counted } = counting(wrap(deployment));
  const target = await serve(fetch, style.workers);
  const failures = await runSchemathesis({
    document: documentFor(style, target.url),
    url: target.url,
    jwt: deployment.seeds.jwt.own,
    options,
  });
  await target.close();
  return { failures, requests: counted() };
}

/** The failures of two runs without a fault: twice, since not all that it reports comes back. */
export async function seenWithoutFault(
  style: Style,
  options: readonly string[],
): Promise<{ readonly failures: ReadonlySet<string>; readonly requests: number }> {
  const [first, second] = [
    await askSchemathesis(style, untouched, options),
    await askSchemathesis(style, untouched, options),
  ];
  return {
    failures: new Set([...first.failures.keys(), ...second.failures.keys()]),
    requests: first.requests,
  };
}

/** Schemathesis takes every status that its document leaves out for a failure, so a refused credential is added. */
function documentFor(style: Style, url: string): object {
  const document = describe(style, url);
  const paths = Object.entries(Object(document.paths)).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(Object(operations)).map(([method, one]) => [method, withRefusal(style, one)]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function withRefusal(style: Style, operation: unknown) {
  const described = Object(operation);
  const refusal = { [style.choices.credentials.refusal]: { description: 'Who are you?' } };
  return { ...described, responses: { ...refusal, ...described.responses } };
}

function counting(fetch: StyledDeployment['fetch']) {
  let requests = 0;
  const counted: StyledDeployment['fetch'] = (request) => {
    requests += 1;
    return fetch(request);
  };
  return { fetch: counted, counted: () => requests };
}
