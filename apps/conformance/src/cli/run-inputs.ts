import { digestContract } from '../attestation/digests.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { secretsOf } from '../deployment/secrets-of.ts';
import { createRedactor } from '../exchanges/redact.ts';
import { programVersion } from '../report/program-version.ts';
import type { Inputs } from '../results/inputs-schema.ts';
import type { Spec } from '../spec/spec.ts';

/** What a run is given, for its results folder; of the deployment what everybody may know. */
export async function inputsOf(
  deployment: Deployment,
  { version }: Pick<Spec, 'version'>,
  baseline?: Inputs['baseline'],
): Promise<Inputs> {
  return {
    program: programVersion(),
    contract: { version, sha256: await digestContract() },
    config: shownConfig(deployment),
    ...(baseline === undefined ? {} : { baseline }),
  };
}

/** Without credentials, without what opens something, such as codes and signatures, and without what only leads the way. */
export function shownConfig(deployment: Deployment): NonNullable<Inputs['config']> {
  const { agentsUrl, baseUrl, openapi, profile, consistencyWindowMs, bindings, stateUrl } = deployment;
  const { vipCode, ownVipCode, webhook, ...fixtures } = deployment.fixtures;
  const config = {
    agentsUrl: withoutSecrets(agentsUrl),
    baseUrl: withoutSecrets(baseUrl),
    openapi: withoutSecrets(openapi),
    profile,
    consistencyWindow: consistencyWindowMs / 1000,
    bindings,
    stateUrl: withoutSecrets(stateUrl),
    headers: Object.keys(deployment.connection?.headers ?? {}),
    fixtures,
  };
  const { redactText } = createRedactor(secretsOf(deployment));
  return {
    // What is undefined stands in no file.
    ...JSON.parse(redactText(JSON.stringify(config))),
    // Which of them there are decides what can be judged.
    credentials: namesOf(deployment.credentials),
    secretFixtures: namesOf({ vipCode, ownVipCode, webhook }),
  };
}

function namesOf(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** An address without user, password and query; a path as it is. */
function withoutSecrets(address: string | undefined): string | undefined {
  if (address === undefined || !/^https?:/.test(address)) return address;
  const url = new URL(address);
  return `${url.origin}${url.pathname}`.replace(/\/$/, '');
}
