import type { RecordedResponse } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import type { Calling } from './call-deployment.ts';
import { inContractNames } from './contract-names.ts';
import type { CredentialSwap } from './credential-swap.ts';
import { brokenLine } from './ndjson-lines.ts';
import type { ObservedInteraction } from './observed-interaction.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: string;
}

const ndjson = 'application/x-ndjson';

interface KeepOptions extends Pick<Calling, 'fieldMapping'> {
  readonly operation: Operation;
  readonly swap: CredentialSwap;
}

/** Are made again for the verifier. */
const ownHeaders = ['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'content-encoding'];

/** What the contract asks of an answer besides what Pact can express; a violation leaves the verifier without one. */
export function keepTo(
  observed: ObservedInteraction,
  response: RecordedResponse,
  { operation, swap, fieldMapping }: KeepOptions,
): Reply | undefined {
  const { omits = [], mediaType } = observed.arranged;
  const leaked = response.headers.find(([name]) => omits.includes(name));
  if (leaked !== undefined) {
    const [name, value] = leaked;
    observed.problem = {
      expected: { kind: 'header', name, presence: 'absent' },
      observed: { kind: 'header', name, value },
    };
    return undefined;
  }
  // No regular expression of the contract can tell how JSON nests.
  const line = mediaType === ndjson && response.status < 300 ? brokenLine(response.body.text) : undefined;
  if (line !== undefined) {
    observed.problem = {
      expected: { kind: 'contract' },
      observed: { kind: 'mismatch', parts: ['BodyMismatch'], text: `line ${line} of the stream is not JSON` },
    };
    return undefined;
  }
  const headers: Record<string, string[]> = {};
  for (const [name, value] of response.headers)
    if (!ownHeaders.includes(name)) headers[name] = [...(headers[name] ?? []), swap.toExample(value)];
  const body =
    response.status < 300 ? translated(response.body.text, operation, fieldMapping) : response.body.text;
  return {
    status: response.status,
    headers: { ...headers, ...(mediaType === undefined ? {} : { 'content-type': mediaType }) },
    // Nothing says that an answer has words, but Pact has no way to ask for a body that may be empty.
    body: mediaType !== undefined && body === '' ? '\n' : swap.toExample(body),
  };
}

function translated(text: string, operation: Operation, fieldMapping: Calling['fieldMapping']): string {
  const body = parseJson(text);
  const read = inContractNames(operation, body, fieldMapping);
  return read === body ? text : JSON.stringify(read);
}
