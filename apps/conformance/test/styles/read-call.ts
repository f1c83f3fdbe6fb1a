import { fits, uuidForm } from './fits.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Problem, readBody, type Values } from './read-body.ts';
import type { QueryParameter, Route } from './route.ts';
import type { Style } from './style.ts';
import { nameOf } from './wire.ts';

/** What is wrong with a request, and the status that says so in this style. */
export interface Invalid {
  readonly status: number;
  readonly problems: readonly Problem[];
}

export interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly raw: string;
}

export function queryOf({ query = [] }: Route, style: Style): readonly QueryParameter[] {
  return typeof query === 'function' ? query(style) : query;
}

/** The body by fields, or what is wrong with the request. */
export function readCall(style: Style, route: Route, input: Input): Values | Invalid {
  const { malformedId, overlap } = style.choices.input;
  const malformed = malformedIds(route, input.path);
  if (malformed.length > 0) {
    const status = malformedId === 404 && route.statuses.includes(404) ? 404 : 422;
    return { status, problems: malformed };
  }
  const query = queryOf(route, style).flatMap((one) => queryProblems(one, input.query[one.name]));
  if (query.length > 0) {
    // Only an invalid cron expression has a 400 of its own.
    const isOverlap = route.statuses.includes(400) && query.every(({ what }) => what === 'missing');
    return { status: isOverlap ? overlap : 422, problems: query };
  }
  const body = readInput(style, route, input.raw);
  return 'problems' in body ? { ...body, status: bodyStatus(style, route, body.problems) } : body;
}

function malformedIds({ ids = {} }: Route, path: Input['path']): Problem[] {
  return Object.entries(ids)
    .filter(([name, form]) => !isId(path[name] ?? '', form))
    .map(([name]) => ({ at: 'path', name, what: 'invalid' }));
}

function isId(value: string, form: 'uuid' | 'integer'): boolean {
  return form === 'uuid'
    ? uuidForm.test(value)
    : /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value));
}

function queryProblems({ name, json, required }: QueryParameter, value: string | undefined): Problem[] {
  if (value === undefined) return required ? [{ at: 'query', name, what: 'missing' }] : [];
  return fits({ ...json, format: undefined }, fromText(json, value))
    ? []
    : [{ at: 'query', name, what: 'invalid' }];
}

function fromText({ type }: JsonSchema, value: string): unknown {
  if (type === 'integer') return /^-?\d+$/.test(value) ? Number(value) : value;
  return type === 'number' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

const nothing: Values = { fields: {}, attributes: {} };

function readInput(style: Style, route: Route, raw: string): Values | Omit<Invalid, 'status'> {
  if (route.input === undefined || (route.optionalInput && /^\s*(null)?\s*$/.test(raw))) return nothing;
  const isLenient = route.method === 'PUT' && style.choices.chats.putWithoutPrompt === 'kept';
  const body = parse(raw);
  if (body === undefined) return { problems: [{ at: 'body', name: 'body', what: 'invalid' }] };
  const read = readBody(style, route.input, body);
  if (!Array.isArray(read)) return read as Values;
  const prompt = nameOf(style, 'AgentRequest', 'chat_prompt');
  const isForgiven = isLenient && read.every(({ name, what }) => name === prompt && what === 'missing');
  if (!isForgiven) return { problems: read };
  const partial = readBody(style, 'AgentRequestPartial', body);
  return Array.isArray(partial) ? { problems: partial } : (partial as Values);
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** Where the interface lists another status that fits as well. */
function bodyStatus(style: Style, route: Route, problems: readonly Problem[]): number {
  const { choices } = style;
  const only = (name: string): boolean => problems.every((problem) => problem.name === name);
  if (route.input === 'AgentRequest' && only(nameOf(style, 'AgentRequest', 'chat_prompt'))) {
    const { putWithoutPrompt } = choices.chats;
    if (route.method === 'POST') return choices.input.overlap;
    return putWithoutPrompt === 400 ? 400 : 422;
  }
  if (route.input === 'ScheduleRequest' && only(nameOf(style, 'ScheduleRequest', 'chat_id'))) {
    return choices.schedules.missingChat;
  }
  return route.input === 'AgentFileCreateRequest' ? choices.input.overlap : choices.input.body;
}
