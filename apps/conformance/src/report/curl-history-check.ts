import type { Departure } from '../verdicts/findings/finding.ts';
import { argsOf, essence, jq, type Kept, madeOf, repliesTo, sentText } from './curl-filter.ts';

/**
 * A command that prints true where the history of a run keeps the rule, false where it breaks it, and nothing where it
 * tells neither: the history is the answer that shows the finding.
 */
export function historyCheck({ expected, observed }: Departure, kept: Kept): string | undefined {
  if (expected.kind === 'order') return expected.by === 'conversation' ? inOrder(kept) : undefined;
  if (expected.kind !== 'message') return undefined;
  if (expected.which === 'response') return expected.text === undefined ? answered(kept) : answeredSo(kept);
  if (expected.which === 'earlier') return earlierKept(kept);
  const isShown = observed.kind === 'message' && observed.presence === 'present';
  return isShown && observed.text !== undefined ? lacks(observed.text, kept) : undefined;
}

function history(filter: string, args = ''): string {
  return `printf '%s' "$BODY" | ${jq(filter, `-r ${args}`)}`;
}

/** Some of the worker's words must follow the message. */
function answered({ others }: Kept): string | undefined {
  const sent = sentText(others[0]?.exchange);
  if (sent === undefined) return undefined;
  const text = JSON.stringify(sent);
  return history(
    `${repliesTo} if any(.[]; .content | essence | contains(${text} | essence)) then replies(${text}) | any(.[]; .content | test("\\\\S")) else "" end`,
  );
}

/** What was streamed must be what the history holds. */
function answeredSo({ others }: Kept): string | undefined {
  const [stream] = others;
  const sent = sentText(stream?.exchange);
  if (stream === undefined || sent === undefined) return undefined;
  return history(
    `${repliesTo} ${madeOf} [replies(${JSON.stringify(sent)})[].content | essence] as $parts | if ($stream | essence) == "" or ($parts | join("")) == "" then "" else made($stream | essence; $parts) end`,
    argsOf({ stream: stream.variable }),
  );
}

/** What an earlier GET showed must stand in the later one, in its order. */
function earlierKept({ others }: Kept): string | undefined {
  const [before] = others;
  if (others.length !== 1 || before?.exchange.request.method !== 'GET') return undefined;
  return history(
    '($before | fromjson) as $earlier | . as $later' +
      ' | if ($earlier | length) == 0 then "" else (reduce $earlier[] as $one (0; . as $from' +
      ' | if $from == null then null else [range($from; $later | length) | select($later[.] == $one)] | first | if . == null then null else . + 1 end end)) != null end',
    argsOf({ before: before.variable }),
  );
}

/** Of two messages, the one that was sent first stands first. */
function inOrder({ others }: Kept): string | undefined {
  const [one, other] = others.map(({ exchange }) => sentText(exchange));
  if (one === undefined || other === undefined || others.length !== 2) return undefined;
  const at = (text: string): string =>
    `([range(length) | . as $i | select($all[$i].content | essence | contains(${JSON.stringify(text)} | essence))] | first)`;
  return history(
    `${essence} . as $all | ${at(one)} as $one | ${at(other)} as $other | if $one == null or $other == null then "" else $one < $other end`,
  );
}

/** A message that has no business in the history; what was sent is known to the script. */
function lacks(text: { readonly begins: string; readonly length: number }, kept: Kept): string | undefined {
  const { begins, length } = text;
  if (begins.length < length) return undefined;
  if (!kept.isSent(begins) && !kept.isSent(JSON.stringify(begins).slice(1, -1))) return undefined;
  return history(
    `${essence} any(.[]; .content | essence | contains(${JSON.stringify(begins)} | essence)) | not`,
  );
}
