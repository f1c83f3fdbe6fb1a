import type { Operation } from '@agent-workers/types';
import { literal, type Page } from '../page.ts';
import { callByCurl, callFromTypeScript } from './calls.ts';
import { type Described, jsonSchemaOf, type Node, nameOf, nodeAt, resolved } from './document.ts';
import { fieldsOf } from './fields.ts';
import { type Mark, marksIn } from './marks.ts';
import type { ToldRule } from './told-rule.ts';

export interface OperationFacts {
  readonly operation: Operation;
  /** As the contract describes it. */
  readonly contract: Described;
  /** As our server does, with its choices. */
  readonly server: Described;
  /** The rules that bind it. */
  readonly rules: readonly ToldRule[];
  readonly base: string;
}

/** Rules that bind many operations alike are named, and not told again on each page. */
const few = 12;

/** All that is known of an operation: how it is called, what the interface shows of it and what not, what our server chose. */
export function operationPage(facts: OperationFacts): Page {
  const { operation, contract, base } = facts;
  const api = operation.api === 'user' ? 'User API' : 'Workers API';
  return {
    slug: `operations/${operation.id}`,
    title: operation.id,
    description: operation.summary,
    text: [
      `\`${operation.method} ${operation.path}\``,
      `${literal(operation.summary)}. Section ${operation.section} of [the interface](${base}/interface/); ${api}. ${literal(String(contract.operation.description ?? ''))}`,
      ...reading(contract),
      '## Call it',
      `\`\`\`ts\n${callFromTypeScript(operation, contract)}\n\`\`\``,
      `\`\`\`sh\n${callByCurl(operation, contract)}\n\`\`\``,
      `Address and credential come from the environment; words in capitals are for you to fill in. Types, errors and options: [\`${operation.id}\`](${base}/api/client-fetch/${operation.tag}/#export-${operation.id}).`,
      ...parameters(operation),
      ...body(facts),
      '## Statuses',
      table(
        ['status', 'when'],
        operation.statuses.map(({ status, condition }) => [status, literal(condition)]),
      ),
      ...answer(facts),
      ...open(facts),
      ...sentences(facts),
    ].join('\n\n'),
  };
}

function reading({ operation }: Described): string[] {
  const words = operation['x-reading'];
  return typeof words === 'string' ? [`How the contract reads the interface here: ${literal(words)}`] : [];
}

function parameters({ pathParameters, queryParameters }: Operation): string[] {
  const rows = [
    ...pathParameters.map((one) => ({ ...one, where: 'path' })),
    ...queryParameters.map((one) => ({ ...one, where: 'query' })),
  ].map(({ name, where, type, format, required, minimum, maximum, default: usual, enum: values }) => [
    `\`${name}\``,
    where,
    `${type}${format === undefined ? '' : ` (${format})`}${values === undefined ? '' : `: ${values.join(', ')}`}`,
    [
      ...(required ? ['required'] : []),
      ...(minimum === undefined ? [] : [`from ${minimum}`]),
      ...(maximum === undefined ? [] : [`to ${maximum}`]),
      ...(usual === undefined ? [] : [`default ${usual}`]),
    ].join(', '),
  ]);
  return rows.length === 0 ? [] : ['## Parameters', table(['name', 'in', 'type', 'limits'], rows)];
}

function body({ contract, server }: OperationFacts): string[] {
  const own = resolved(contract.operation.requestBody, contract.document);
  const chosen = resolved(server.operation.requestBody, server.document);
  if (Object.keys(nodeAt(own, 'content')).length === 0) return [];
  const name = nameOf(jsonSchemaOf(own));
  const title = `## Body${name === undefined ? '' : `: ${name}`}`;
  return [title, ...fieldTable([jsonSchemaOf(own), contract], [jsonSchemaOf(chosen), server])];
}

function answer({ contract, server }: OperationFacts): string[] {
  const [own, chosen] = [jsonSchemaOf(successOf(contract)), jsonSchemaOf(successOf(server))];
  const name = nameOf(own) ?? nameOf(resolved(own, contract.document).items);
  const title = `## Answer${name === undefined ? '' : `: ${name}`}`;
  const parts = [...fieldTable([own, contract], [chosen, server]), ...headers(contract)];
  return parts.length === 0 ? [] : [title, ...parts];
}

function successOf({ operation, document }: Described): Node {
  const responses = nodeAt(operation, 'responses');
  const [status] = Object.keys(responses).filter((one) => one.startsWith('2'));
  return status === undefined ? {} : resolved(responses[status], document);
}

function headers(contract: Described): string[] {
  const rows = Object.entries(nodeAt(successOf(contract), 'headers')).map(([name, header]) => [
    `\`${name}\``,
    literal(String(resolved(header, contract.document).description ?? '')),
  ]);
  return rows.length === 0 ? [] : [table(['header', 'meaning'], rows)];
}

type Side = readonly [schema: unknown, described: Described];

/** What the contract shows of a record, and what our server makes of it, field by field. */
function fieldTable([own, contract]: Side, [chosen, server]: Side): string[] {
  const shown = new Map(fieldsOf(own, contract.document).map((one) => [one.name, one]));
  const ours = new Map(fieldsOf(chosen, server.document).map((one) => [one.name, one]));
  const names = [...new Set([...shown.keys(), ...ours.keys()])];
  const rows = names.map((name) => {
    const [of, here] = [shown.get(name), ours.get(name)];
    const grounds =
      of === undefined ? 'not shown' : of.isInferred ? 'inferred: the name is our choice' : 'documented';
    const required = here?.isRequired ? ', required' : '';
    return [
      `\`${name}\``,
      of === undefined ? '' : literal(`${of.type}${of.isRequired ? ', required' : ''}`),
      grounds,
      here === undefined ? 'not there' : literal(`${here.type}${required}`),
      literal(of?.words ?? ''),
    ];
  });
  return rows.length === 0 ? [] : [table(['field', 'type', 'interface', 'our server', 'meaning'], rows)];
}

function open({ contract, server, base }: OperationFacts): string[] {
  const list = (marks: readonly Mark[], types = false): string =>
    marks
      .map(
        ({ place, words, type }) => `- ${literal(`${place}: ${words}${types && type ? ` (${type})` : ''}`)}`,
      )
      .join('\n');
  const hidden = marksIn(contract, 'x-not-shown');
  // Fields and bodies stand in the tables.
  const chosen = marksIn(server, 'x-choice').filter(({ words }) => words !== 'fields' && words !== 'body');
  return [
    ...(hidden.length === 0
      ? []
      : ['## What the interface doesn’t show', 'Any behavior conforms there.', list(hidden)]),
    '## What our server chose',
    ...(chosen.length === 0 ? [] : [list(chosen, true)]),
    `Fields: the column “our server” above. Errors, limits and what concerns many operations: [all choices](${base}/server/unspecified-behavior/).`,
  ];
}

function sentences({ rules, base }: OperationFacts): string[] {
  const own = rules.filter(({ operations = [] }) => operations.length <= few);
  const shared = rules.filter((rule) => !own.includes(rule));
  const link = ({ id }: ToldRule): string => `[\`${id}\`](${base}/rules/${id}/)`;
  const rows = own.map((rule) => [link(rule), rule.basis, literal(rule.text)]);
  return [
    '## Sentences and rules',
    ...(rows.length === 0 ? [] : [table(['rule', 'basis', 'sentence'], rows)]),
    ...(shared.length === 0
      ? []
      : [`Rules of many operations bind this one as well: ${shared.map(link).join(', ')}.`]),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
