import { variables } from '../clients/environment.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { Deployment } from './deployment.ts';
import { type FetchTransportOptions, fetchTransport } from './fetch-transport.ts';
import type { Transport, TransportRequest } from './transport.ts';

/** Plain fetch, where an address or credential that is missing or wrong is an error before anything is sent. */
export function deploymentTransport(options: FetchTransportOptions): Transport {
  const send = fetchTransport(options);
  return async (request) => {
    demandDeployment(request, options);
    return send(request);
  };
}

function demandDeployment({ operation, api, headers, open }: TransportRequest, given: Deployment): void {
  const [address, credential] =
    api === 'user' ? (['baseUrl', 'jwt'] as const) : (['agentsUrl', 'apiKey'] as const);
  const refuse = (option: keyof Deployment, problem: string): never => {
    const variable = variables[option];
    throw new ConfigurationError(`${problem} ${option}, or set ${variable}`, { operation, option, variable });
  };
  if (!given[address]) refuse(address, 'needs an address: give');
  if (!/^https?:\/\/./.test(`${given[address]}`))
    refuse(address, `can't be sent to "${given[address]}", which isn't http:// or https://: correct`);
  if (given[credential] === undefined && !open && !headers.has('authorization'))
    refuse(credential, 'needs a credential (false sends none): give');
}
