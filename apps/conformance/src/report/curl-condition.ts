import { succeeded } from '../exchanges/exchange.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { valuesIn } from './answer-values.ts';
import { jq, type KeptAnswer } from './curl-filter.ts';
import type { Variables } from './curl-variables.ts';
import { quote } from './shell-text.ts';

/** A command that succeeds where what makes it a finding came about in the script too; undefined where nothing has to. */
export function conditionOf(
  finding: JudgedFinding,
  others: readonly KeptAnswer[],
  variables: Variables,
): string | undefined {
  return (
    isNamed(finding, others, variables) ??
    isRead(finding, others, variables) ??
    isSaidOfBoth(finding, others, variables)
  );
}

/** Whether the list still names what was due because of that. */
function isNamed(
  { expected }: JudgedFinding,
  [list]: readonly KeptAnswer[],
  variables: Variables,
): string | undefined {
  if (!('because' in expected) || expected.because?.kind !== 'listed') return undefined;
  const { name } = expected.because;
  if (name === undefined || list === undefined) return undefined;
  return `printf '%s' "$${list.variable}" | grep -qiF -- ${word(name, variables)}`;
}

/** What a list should hold was read before: where it is not there any more, no list has to hold it. */
function isRead(
  { expected }: JudgedFinding,
  others: readonly KeptAnswer[],
  variables: Variables,
): string | undefined {
  if (expected.kind !== 'listed') return undefined;
  const { id } = expected.record;
  for (const { exchange, variable } of others) {
    const { method, url } = exchange.request;
    const isItsRead =
      method === 'GET' && succeeded(exchange) && new URL(url).pathname.split('/').includes(id);
    const place = valuesIn(exchange.response?.body.text ?? '').find(({ value }) => value === id);
    if (isItsRead && place !== undefined)
      return `printf '%s' "$${variable}" | ${jq(`${place.path} | tostring == $id`, `-e --arg id ${word(id, variables)}`)} > /dev/null 2>&1`;
  }
  return undefined;
}

/** What was told to be so of two values alike, but for the values themselves: only then it must hold for both. */
function isSaidOfBoth(
  { expected }: JudgedFinding,
  others: readonly KeptAnswer[],
  variables: Variables,
): string | undefined {
  const [one, other] = others.filter(
    ({ exchange: { request } }) => request.method === 'GET' && asked(request.url),
  );
  if (expected.kind !== 'status' || one === undefined || other === undefined) return undefined;
  if (one.exchange.operation !== other.exchange.operation) return undefined;
  const texts = [one, other].map(({ exchange: { request, response } }) =>
    response?.body.text?.replaceAll(asked(request.url) ?? '', ''),
  );
  if (texts[0] === undefined || texts[0] !== texts[1]) return undefined;
  const [told, alike] = [one, other].map(({ exchange, variable }) => {
    const value = asked(exchange.request.url) ?? '';
    return `"\${${variable}//${word(value, variables)}/}"`;
  });
  return `[ ${told} = ${alike} ]`;
}

/** The one value that a query asks for. */
function asked(url: string): string | undefined {
  const values = [...new URL(url).searchParams.values()];
  return values.length === 1 ? values[0] : undefined;
}

function word(value: string, variables: Variables): string {
  const variable = variables.get(value);
  return variable === undefined ? quote(value) : `"$${variable}"`;
}
