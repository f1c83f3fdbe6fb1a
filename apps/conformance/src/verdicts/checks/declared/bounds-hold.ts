import type { Declaration, DeclaredParameter } from '../../../deployment/declaration/declaration.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { type DeclaredAnswer, declaredAnswers } from '../../declared/answers.ts';
import { isMasked } from '../../declared/departure.ts';
import { describedBy } from '../../declared/described.ts';
import { plainJson } from '../../declared/plain-json.ts';
import { breachesOf } from '../../declared/validate.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

const invalid = 422;

/** What holds of one value by itself; of the others another part of the request may decide. */
const bounds: readonly string[] = [
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'required',
];

export const boundsHold: Check = {
  id: 'declared.bounds',
  drivenBy: 'probes',
  evidence: ['answer'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      declaredAnswers(recording, operations).flatMap((answer) => {
        const judged = succeeded(answer.exchange) ? judgeTaken(answer) : judgeRefused(answer, recording);
        return judged === undefined ? [] : [judged.found];
      }),
      (found) => found,
    ),
};

interface Judged {
  readonly found: Found | undefined;
}

/** A value of a request: which, and whether the document allows it; undefined where that can't be decided. */
interface Value {
  readonly name: string;
  readonly keyword: string | undefined;
}

function judgeTaken({ exchange, declaration }: DeclaredAnswer): Judged | undefined {
  const values = [...queryValues(exchange, declaration), ...bodyValues(exchange, declaration)];
  if (values.length === 0) return undefined;
  const broken = values.find(({ keyword }) => keyword !== undefined);
  if (broken?.keyword === undefined) return { found: undefined };
  return {
    found: finding([exchange], {
      expected: {
        kind: 'status',
        oneOf: ['refusal'],
        because: { kind: 'declared-bound', parameter: broken.name, keyword: broken.keyword },
      },
      observed: statusOf(exchange),
    }),
  };
}

/** Only where nothing but a bounded number is tried out, and the request is taken without it. */
function judgeRefused(
  { exchange, declaration, status }: DeclaredAnswer,
  recording: Recording,
): Judged | undefined {
  const { intent, identity, operation } = exchange;
  const isTried = ['at-bound', 'inside-bound', 'declared-bound'].includes(intent?.kind ?? '');
  if (status !== invalid || !isTried || intent?.mutation !== undefined || identity !== 'own')
    return undefined;
  const isTaken = probesOf(recording, [operation]).some(
    (one) => one.intent?.kind === 'valid' && one.identity === 'own' && succeeded(one),
  );
  const parameter = parametersOf(declaration, operation).find(
    (one) => one.in === 'query' && one.name === intent?.parameter,
  );
  if (!isTaken || parameter === undefined || !isBoundedNumber(parameter)) return undefined;
  const value = queryValues(exchange, declaration).find(({ name }) => name === parameter.name);
  if (value === undefined || value.keyword !== undefined) return undefined;
  return {
    found: finding([exchange], {
      expected: {
        kind: 'status',
        noneOf: [invalid],
        because: { kind: 'declared-bound', parameter: parameter.name },
      },
      observed: statusOf(exchange),
    }),
  };
}

function parametersOf(declaration: Declaration, operation: string): readonly DeclaredParameter[] {
  return describedBy(declaration)(operation)?.parameters ?? [];
}

function isBoundedNumber({ schema }: DeclaredParameter): boolean {
  return typeof schema?.node.minimum === 'number' || typeof schema?.node.maximum === 'number';
}

function queryValues(exchange: Exchange, declaration: Declaration): readonly Value[] {
  const parameters = parametersOf(declaration, exchange.operation).filter((one) => one.in === 'query');
  if (parameters.length === 0) return [];
  const { searchParams } = new URL(exchange.request.url);
  return parameters.flatMap(({ name, required, schema }): readonly Value[] => {
    const [value, ...others] = searchParams.getAll(name);
    if (value === undefined) return required ? [{ name, keyword: 'required' }] : [];
    if (others.length > 0 || value === '' || schema === undefined || isMasked(value)) return [];
    const keyword = keywordAgainst(value, schema.at, declaration);
    return keyword === 'undecided' ? [] : [{ name, keyword }];
  });
}

/** The keyword that forbids a text, whatever the deployment may read it as. */
function keywordAgainst(
  text: string,
  place: readonly string[],
  declaration: Declaration,
): string | undefined | 'undecided' {
  const found = readingsOf(text).map((value) =>
    breachesOf(value, place, { declaration, direction: 'request' }),
  );
  if (found.some((one) => one === undefined)) return 'undecided';
  if (found.some((one) => one?.length === 0)) return undefined;
  const [last] = found.at(-1) ?? [];
  return last?.keyword;
}

/** The text itself first, and last what it looks most like. */
function readingsOf(text: string): readonly unknown[] {
  const number = text.trim() === '' || Number.isNaN(Number(text)) ? [] : [Number(text)];
  const word = { true: true, yes: true, on: true, 1: true, false: false, no: false, off: false, 0: false }[
    text.trim().toLowerCase()
  ];
  const missing = /^(null|none|nil|undefined)$/i.test(text) ? [null] : [];
  const list = text.split(',');
  return [text, ...missing, ...(word === undefined ? [] : [word]), list, list.map(Number), ...number];
}

function bodyValues(exchange: Exchange, declaration: Declaration): readonly Value[] {
  const { body: text = '', contentType = 'application/json' } = exchange.request;
  const schema = describedBy(declaration)(exchange.operation)?.requestSchema;
  if (schema === undefined || contentType !== 'application/json') return [];
  const body = plainJson(text);
  if (body === undefined) return [];
  const breaches = breachesOf(body, schema.at, { declaration, direction: 'request' });
  if (breaches === undefined || breaches.some(({ value }) => isMasked(value)) || isMasked(body)) return [];
  const broken = breaches.find(({ keyword, isAlternative }) => bounds.includes(keyword) && !isAlternative);
  // What breaks nothing but rules between parts of the body is not decided here.
  if (broken === undefined && breaches.length > 0) return [];
  return [{ name: broken?.path.join('.') || 'body', keyword: broken?.keyword }];
}
