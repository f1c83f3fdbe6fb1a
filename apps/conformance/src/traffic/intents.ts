import { unknownIds } from '../cases/unknown-ids.ts';
import type { Intent } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import { isUuid } from '../json/uuid.ts';
import type { DescribedParameter } from '../spec/description.ts';
import type { Operation } from '../spec/spec.ts';
import type { Captured } from './captured.ts';
import type { FoundRoute } from './find-route.ts';
import type { RefusalRules } from './refusal-rules.ts';

/**
 * What a request tries out by what it says itself, whoever sent it: an identifier of another type, a parameter that is
 * missing or past its bound, an identifier that nothing has. Undefined where it is neither that nor plainly valid.
 */
export function intentOf(captured: Captured, route: FoundRoute, rules: RefusalRules): Intent | undefined {
  const { operation } = route;
  const odd = oddParameters(captured, route);
  const [first, ...others] = odd;
  // Of two things that are wrong, either may be what is answered.
  if (first !== undefined) return others.length > 0 ? undefined : first;
  if (isOfNothing(route)) return ofNothing(route, rules);
  const refused = refusedByBody(captured, operation, rules);
  if (refused !== undefined) return refused;
  if (operation.id === 'receivePaymentEvent' && isUnsigned(captured))
    return { kind: 'refusal', rule: rules.unsigned, certain: true, filled: true };
  return atBound(captured, operation);
}

/** What programs write where they have no identifier. Nothing is called so, and no deployment reads it as one. */
const garbage =
  /^(undefined|null|nan|none|nil|\[object object\]|\{[\w-]*\}|:\w+|not-of-the-documented-type|not-an-id)$/i;

function oddParameters({ url }: Captured, { operation, path }: FoundRoute): readonly Intent[] {
  const { searchParams } = new URL(url);
  return operation.parameters.flatMap((parameter) => {
    const { name } = parameter;
    if (parameter.in === 'path') return isGarbage(parameter, path[name]) ? [odd('malformed-id', name)] : [];
    const kind = parameter.in === 'query' ? oddQuery(parameter, searchParams.getAll(name)) : undefined;
    return kind === undefined ? [] : [odd(kind, name)];
  });
}

function oddQuery(
  parameter: DescribedParameter,
  [value, ...others]: readonly string[],
): Intent['kind'] | undefined {
  if (value === undefined) return parameter.required ? 'left-out' : undefined;
  if (others.length > 0) return undefined;
  if (parameter.name === 'service_name') return garbage.test(value) ? 'malformed-id' : undefined;
  return isPastBound(parameter, value) ? 'past-bound' : undefined;
}

function odd(kind: Intent['kind'], parameter: string): Intent {
  return { kind, parameter, certain: true };
}

function isGarbage({ types, format }: DescribedParameter, value = ''): boolean {
  return (types.includes('integer') || format === 'uuid') && garbage.test(value);
}

function isPastBound({ types, bounds }: DescribedParameter, value: string): boolean {
  if (bounds.minLength === 1 && value === '') return true;
  const number = numberIn(types, value);
  const { minimum, maximum } = bounds;
  if (number === undefined) return false;
  return (
    (typeof minimum === 'number' && number < minimum) || (typeof maximum === 'number' && number > maximum)
  );
}

/** As everybody writes it. */
function numberIn(types: readonly string[], value: string): number | undefined {
  const form = types.includes('integer') ? /^-?\d{1,9}$/ : /^-?\d{1,9}(\.\d{1,6})?$/;
  const isNumber = types.includes('integer') || types.includes('number');
  return isNumber && form.test(value) ? Number(value) : undefined;
}

/** A value within documented bounds is due to be taken where the request says nothing else. */
function atBound({ url }: Captured, { parameters, method }: Operation): Intent | undefined {
  const asked = [...new URL(url).searchParams];
  const [[name = '', value = ''] = []] = asked;
  const parameter = parameters.find((one) => one.in === 'query' && one.name === name);
  if (method !== 'GET' || asked.length !== 1 || parameter === undefined) return undefined;
  const { minimum, maximum } = parameter.bounds;
  const number = numberIn(parameter.types, value);
  if (number === undefined || typeof minimum !== 'number' || typeof maximum !== 'number') return undefined;
  const kind = number === minimum || number === maximum ? 'at-bound' : 'inside-bound';
  return { kind, parameter: name, certain: true };
}

/** Reserved to be no identifier (RFC 9562, 5.9); some deployments say of it that it has no valid form. */
const nil = '00000000-0000-0000-0000-000000000000';

/** Those that a run asks for are drawn at random, so that nothing else has them either. */
const ofNobody: ReadonlySet<string> = new Set([nil, unknownIds.uuid, `${unknownIds.integer}`]);

function isOfNothing({ path }: FoundRoute): boolean {
  return Object.values(path).some((value) => ofNobody.has(value.toLowerCase()));
}

/** A body may be refused first, and how it should be is not known. */
function ofNothing({ operation, path }: FoundRoute, rules: RefusalRules): Intent {
  const rule = rules.unknown(operation.id);
  const isPlain = !Object.values(path).includes(nil) && !operation.needsBody;
  return { kind: 'unknown-id', ...(rule === undefined ? {} : { rule }), certain: isPlain, filled: !isPlain };
}

/** What a body alone makes due to be refused. */
function refusedByBody(
  { requestBody, lacksRequestBody }: Captured,
  { id }: Operation,
  rules: RefusalRules,
): Intent | undefined {
  const body = parseJson(requestBody ?? '');
  if (lacksRequestBody || !isRecord(body)) return undefined;
  const texts = textsIn(body);
  const withoutPrompt = rules.withoutPrompt(id);
  if (withoutPrompt !== undefined && texts.every((text) => text === 'private' || text === 'public'))
    return { kind: 'refusal', rule: withoutPrompt, certain: true, filled: true, leavesOut: ['chat_prompt'] };
  const ids = texts.filter(isUuid);
  const isOfNobody = ids.length === 1 && ofNobody.has(ids[0]?.toLowerCase() ?? '');
  if (id === 'createSchedule' && isOfNobody)
    return { kind: 'refusal', rule: rules.missingChat, certain: true, filled: true };
  return undefined;
}

/** Headers that every client and every gateway sends; a signature may have any other name. */
const usualHeader =
  /^(host|user-agent|accept(-.*)?|content-(type|length|encoding|language)|connection|keep-alive|origin|referer|cookie|cache-control|pragma|dnt|te|expect|transfer-encoding|via|forwarded|x-forwarded-.*|x-real-ip|x-request-id|traceparent|tracestate|sec-.*|priority|upgrade-insecure-requests)$/i;

function isUnsigned({ requestHeaders, lacksRequestBody }: Captured): boolean {
  return (
    requestHeaders.length > 0 && !lacksRequestBody && requestHeaders.every(([name]) => usualHeader.test(name))
  );
}
