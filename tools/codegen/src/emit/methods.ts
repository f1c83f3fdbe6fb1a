import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import { docComment } from './doc-comment.ts';
import {
  answerType,
  beforeRequired,
  bodyType,
  capitaliseKind,
  checkedNote,
  documentation,
  type EmittedOperation,
  ownParameters,
  statusType,
} from './function.ts';
import { recordImport } from './function-imports.ts';
import { groupName } from './index-file.ts';
import { capitalise, queryTypeName } from './operation-types.ts';

const imports = [
  {
    from: 'clients/call-options',
    names: ['Checked', 'ClientCallOptions', 'ClientNdjsonOptions', 'ClientWriteOptions'],
  },
  { from: 'clients/paged-method', names: ['PagedMethod'] },
  { from: 'clients/profile', names: ['AnswerIn', 'BodyIn', 'EventIn', 'Profile'] },
  { from: 'transport/call', names: ['ApiCall'] },
  { from: 'transport/call-stream', names: ['NdjsonAnswer', 'StreamCall', 'TextAnswer'] },
];

/**
 * What a client's methods look like, written out: a type that is computed from the functions would lose their overloads,
 * and its names in an editor. Each is written twice: with the types of a profile, and without any parameter, because a
 * compiler would instantiate each method of a generic interface for the clients that have no profile too.
 */
export function emitMethods(api: Api, operations: EmittedOperation[]): GeneratedFile {
  const tags = [...new Set(operations.map(({ operation }) => operation.tag))].sort();
  const written = kinds.flatMap((kind) => [
    ...tags.map((tag) => {
      const own = operations.filter(({ operation }) => operation.tag === tag);
      const methods = own.map((each) => emitMethod(each, kind));
      const comment = docComment([`The operations of \`${groupName(tag)}\`${kind.note}.`]);
      return `${comment}export interface ${interfaceName(tag, kind)}${kind.parameter} {\n${methods.join('\n')}}\n`;
    }),
    allGroups(api, tags, kind),
  ]);
  const body = [...written, bodies(api, operations)].join('\n');
  return { path: `${api.name}-methods.ts`, content: `${header(body, api)}\n${body}` };
}

/** How the interfaces of methods are written: which types they name, and what they are told apart by. */
interface Kind {
  prefix: string;
  parameter: string;
  argument: string;
  note: string;
  /** A type by the profile, where there may be one. */
  typeIn(lookup: string, id: string, shown: string): string;
  event: string;
}

const kinds: readonly Kind[] = [
  { prefix: '', parameter: '', argument: '', note: '', typeIn: (_, __, shown) => shown, event: 'unknown' },
  {
    prefix: 'Profiled',
    parameter: '<P extends Profile>',
    argument: '<P>',
    note: ', with the types of a profile',
    typeIn: (lookup, id, shown) => `${lookup}<P, '${id}', ${shown}>`,
    event: 'EventIn<P>',
  },
];

function allGroups(api: Api, tags: string[], kind: Kind): string {
  const groups = tags.map(
    (tag) => `  readonly ${groupName(tag)}: ${interfaceName(tag, kind)}${kind.argument};\n`,
  );
  const name = `${kind.prefix}${capitalise(groupName(api.name))}Methods`;
  const comment = docComment([`Every operation of one API, under the name of its resource${kind.note}.`]);
  return `${comment}export interface ${name}${kind.parameter} {\n${groups.join('')}}\n`;
}

/** What a test's answer is made from. */
function bodies(api: Api, operations: EmittedOperation[]): string {
  const fields = operations.flatMap(({ operation, types }) =>
    operation.body
      ? [
          `  ${operation.id}: ${bodyType(operation, types)}${operation.body.required ? '' : ' | undefined'};\n`,
        ]
      : [],
  );
  const comment = docComment(['The body that each operation is sent, by its id.']);
  return `${comment}export interface ${capitalise(groupName(api.name))}Bodies {\n${fields.join('')}}\n`;
}

function header(body: string, api: Api): string {
  const code = body.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const lines = imports.flatMap(({ from, names }) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    return used.length > 0 ? [`import type { ${used.join(', ')} } from '../${from}.ts';\n`] : [];
  });
  return [recordImport(code, api), ...lines].join('');
}

function interfaceName(tag: string, { prefix }: Kind): string {
  return `${prefix}${capitalise(groupName(tag))}Methods`;
}

function emitMethod(emitted: EmittedOperation, kind: Kind): string {
  const { operation, description } = emitted;
  const comment = documentation(operation, description);
  const text = operation.paging ? pagedMethod(emitted, kind) : overloads(emitted, comment, kind);
  return `${operation.paging ? comment : ''}${text}`.replaceAll(/^(?=.)/gm, '  ');
}

function pagedMethod({ operation, types }: EmittedOperation, kind: Kind): string {
  const { id } = operation;
  const answer = kind.typeIn('AnswerIn', id, answerType(operation, types));
  const parameters = [queryTypeName(id), answer, ...statusType(operation)];
  return `readonly ${id}: PagedMethod<${parameters.join(', ')}>;\n`;
}

/** The one with a schema comes first: without options it is passed over at once, and the last is what a type of a type sees. */
function overloads(emitted: EmittedOperation, comment: string, kind: Kind): string {
  const { operation, types, takesExtra } = emitted;
  const { id, streaming } = operation;
  const own = methodParameters(emitted, kind);
  const answer = answerType(operation, types);
  const options = takesExtra ? 'ClientWriteOptions' : 'ClientCallOptions';
  const statuses = statusType(operation);
  const call = streaming ? 'StreamCall' : 'ApiCall';
  const signature = (type: string, parameters: string[], generic = '') =>
    `${id}${generic}(${parameters.join(', ')}): ${call}<${[type, ...statuses].join(', ')}>;\n`;
  const plain = (type: string, name: string) => comment + signature(type, [...own, `options?: ${name}`]);
  if (streaming === 'text') return plain('TextAnswer', options);
  const name = streaming ? 'ClientNdjsonOptions' : options;
  const checkedAnswer = streaming ? `${capitaliseKind(streaming)}Answer<T>` : 'T';
  const plainAnswer = streaming ? `NdjsonAnswer<${kind.event}>` : kind.typeIn('AnswerIn', id, answer);
  if (answer === 'void') return plain('void', name);
  const parameters = [...own.map(beforeRequired), `options: ${name} & Checked<T>`];
  return checkedNote(operation) + signature(checkedAnswer, parameters, '<T>') + plain(plainAnswer, name);
}

function methodParameters({ operation, types }: EmittedOperation, kind: Kind): string[] {
  const { id, body } = operation;
  const type = bodyType(operation, types);
  return ownParameters(operation, types).map((each) =>
    body && each.startsWith('body')
      ? each.replace(`: ${type}`, `: ${kind.typeIn('BodyIn', id, type)}`)
      : each,
  );
}
