import type { Transport } from '../../src/index.ts';
import type { OperationFunction } from '../../src/transport/transport.ts';
import type { Answer } from './answers.ts';
import type { StateName } from './states.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A state of the provider, with what it is told. */
export type Given = StateName | readonly [name: StateName, parameters: Readonly<Record<string, Json>>];

/** One request in one state, and what the client needs of the answer. */
export interface Case {
  status: number | 'success' | 'error';
  /** Other statuses that the interface allows in the same state. */
  or?: readonly number[];
  given: readonly Given[];
  /** What else tells it from the other cases of its operation. */
  when?: string;
  /** Sent as JSON; a text `${name}` stands for what a state gives. */
  body?: Json;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  credential?: 'missing' | 'unknown';
  answer?: Answer;
}

/** A call of the client, with the body and the query of a case. */
export interface Sent {
  // The contract shows no fields of most bodies, so a recording says itself what it sends.
  body: never;
  query: never;
  headers: Readonly<Record<string, string>>;
}

export interface Interaction extends Case {
  description: string;
  operation: string;
  source: OperationFunction;
  provider: 'workers-api' | 'user-api';
  method: string;
  /** As the interface writes it. */
  path: string;
  /** Whether the interface declares no auth for it. */
  isOpen: boolean;
  call: (transport: Transport, sent: Sent) => Promise<unknown>;
}

/** Something that a contract is about: which request the interface shows for it, and how the client is asked for it. */
export interface Contract {
  source: OperationFunction;
  /** Where the function is called otherwise than its operation. */
  operation?: string;
  /** Method and path, as the interface writes them: written here by hand, so that the client can't define them. */
  request: string;
  /** Whether the interface declares no auth for it. */
  isOpen?: boolean;
  call: Interaction['call'];
  cases: readonly Case[];
}

export function interactionsOf(
  provider: Interaction['provider'],
  contracts: readonly Contract[],
): Interaction[] {
  return contracts.flatMap(({ source, operation = source.name, request, isOpen = false, call, cases }) => {
    const [method = '', path = ''] = request.split(' ');
    return cases.map((one) => ({
      ...one,
      description: `${operation} answers ${[one.status, ...(one.or ?? [])].join(' or ')}${describe(one)}`,
      operation,
      source,
      provider,
      method,
      path,
      isOpen,
      call,
    }));
  });
}

function describe({ given, when }: Case): string {
  const names = given
    .map((one) => (typeof one === 'string' ? one : one[0]))
    .filter((name) => !isBeside(name));
  const states = names.length === 0 ? '' : ` given ${names.join(' and ')}`;
  return when === undefined ? states : `${states}, ${when}`;
}

/** States that say what the answer must keep to beside Pact, and nothing of the provider. */
function isBeside(name: StateName): boolean {
  return ['the response omits headers', 'the media type is not shown', 'the request leaves out'].includes(
    name,
  );
}
