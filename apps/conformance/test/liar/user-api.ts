import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DescribedParameter } from '../../src/spec/description.ts';
import type { Operation } from '../../src/spec/spec.ts';
import type { Choices } from './choices.ts';
import { liarsJwt } from './fixtures.ts';

type UserChoices = Choices['user'];

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers a reading request of the User API: by the contract, and in the silences as the choices say. */
export function answerUser(
  request: IncomingMessage,
  response: ServerResponse,
  operations: readonly Operation[],
  choices: UserChoices,
): void {
  const url = new URL(request.url ?? '', 'http://liar');
  const operation = findOperation(operations, request.method ?? '', url.pathname);
  const authorized = request.headers.authorization === `Bearer ${liarsJwt}`;
  const { status, body } = operation
    ? decide(operation, { url, authorized }, choices)
    : { status: 404, body: { error: 'no such path' } };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' && status >= 400 ? body : JSON.stringify(body));
}

function decide(
  operation: Operation,
  { url, authorized }: { url: URL; authorized: boolean },
  choices: UserChoices,
): Answer {
  if (operation.secured && !authorized) return { status: choices.refusal, body: '<p>Who are you?</p>' };
  if (!isValid(operation, url)) return { status: choices.invalid, body: { problem: ['look again'] } };
  if (operation.path.includes('{')) return { status: unknownStatus(operation, choices), body: {} };
  if (choices.failing === operation.id && operation.statuses.includes('500'))
    return { status: 500, body: 'sorry' };
  return { status: 200, body: operation.answer === 'array' ? choices.array : choices.record };
}

/** A literal path is found before one with a parameter in the same place. */
function findOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  return operations
    .filter((one) => one.api === 'user' && one.method === method)
    .filter((one) => new RegExp(`^${one.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

function isValid({ parameters, path }: Operation, url: URL): boolean {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const values =
    new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`).exec(url.pathname)?.slice(1) ?? [];
  return parameters.every((one) => {
    const value =
      one.in === 'path' ? values[names.indexOf(one.name)] : (url.searchParams.get(one.name) ?? undefined);
    return value === undefined ? !one.required : fits(value, one);
  });
}

function fits(value: string, { types, format, bounds }: DescribedParameter): boolean {
  if (format === 'uuid') return /^[0-9a-f-]{36}$/i.test(value);
  if (!types.includes('integer') && !types.includes('number'))
    return value.length >= Number(bounds.minLength ?? 0);
  const number = Number(value);
  return number >= Number(bounds.minimum ?? -Infinity) && number <= Number(bounds.maximum ?? Infinity);
}

/** Nobody has an identifier that a probe asks for; an owner may be told before the thing itself is. */
function unknownStatus({ statuses }: Operation, { hides }: UserChoices): number {
  if (hides && statuses.includes('403')) return 403;
  return statuses.includes('404') ? 404 : 200;
}
