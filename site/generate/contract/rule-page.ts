import { literal, type Page } from '../page.ts';
import type { Trace, TracedExchange } from './read-traces.ts';
import type { ToldRule } from './told-rule.ts';

export interface CheckFacts {
  /** What it has to see, in words: "a GET that shows a running job". */
  readonly sees: readonly string[];
  /** The keys of a config without which nothing can be seen of it. */
  readonly needs: readonly string[];
  readonly traces: readonly Trace[];
}

export interface RuleSources {
  readonly checks: ReadonlyMap<string, CheckFacts>;
  /** How the mutants that a check found break the rule. */
  readonly mutants: readonly string[];
  readonly base: string;
}

/** All that is known of a rule: who says so, by which requests it is judged, and what a pass is worth. */
export function rulePage(rule: ToldRule, { checks, mutants, base }: RuleSources): Page {
  const from =
    rule.basis === 'declared'
      ? "The deployment's own OpenAPI document, where it gives one."
      : `Section ${rule.section} of [the interface](${base}/interface/).`;
  return {
    slug: `rules/${rule.id}`,
    title: rule.id,
    description: rule.text.slice(0, 150),
    text: [
      `> ${literal(rule.text)}`,
      `${from} Basis: **${rule.basis}**${rule.reading === undefined ? '.' : `. ${literal(rule.reading)}`}`,
      '## How it is judged',
      ...judged(rule, checks),
      ...killed(mutants),
      ...operationsOf(rule, base),
      ...(rule.checks === undefined
        ? []
        : [
            '## Judge it alone',
            `\`\`\`sh\nnpx @agent-workers/conformance --config staging.yaml --allow-writes --rules ${rule.id}\n\`\`\``,
          ]),
    ].join('\n\n'),
  };
}

/** Of rules that bind nearly all, the list is not what a reader came for. */
const manyOperations = 20;

function operationsOf({ operations }: ToldRule, base: string): string[] {
  if (operations.length === 0) return [];
  const links = operations.map((id) => `[\`${id}\`](${base}/operations/${id}/)`).join(', ');
  const list =
    operations.length <= manyOperations
      ? `${links}.`
      : `<details><summary>${operations.length} operations</summary>\n\n${links}.\n\n</details>`;
  return ['## Operations', list];
}

function judged(rule: ToldRule, checks: RuleSources['checks']): string[] {
  if (rule.notChecked !== undefined) {
    const { why, text } = rule.notChecked;
    return [`Not judged (${why}). ${literal(text)}`];
  }
  return (rule.checks ?? []).flatMap((id) => {
    const { sees, needs, traces } = checks.get(id) ?? { sees: [], needs: [], traces: [] };
    const config =
      needs.length === 0 ? '' : ` The config has to give ${needs.map((key) => `\`${key}\``).join(', ')}.`;
    const what = sees.length === 0 ? '' : `, which looks for ${literal(sees.join('; '))}`;
    return [`By \`${id}\`${what}.${config}`, ...examples(rule, traces)];
  });
}

/** The smallest requests by which it passes, and those by which it breaks. */
function examples(rule: ToldRule, traces: readonly Trace[]): string[] {
  return [
    ...example(rule, traces, { verdict: 'passed', words: () => 'that show it kept' }),
    ...example(rule, traces, {
      verdict: 'failed',
      words: ({ deployment }) => `that show it broken (${literal(deployment)})`,
    }),
  ];
}

interface Wanted {
  readonly verdict: string;
  readonly words: (trace: Trace) => string;
}

/** Of a check that many rules have, those of another one, where its own aren't recorded. */
function example({ id }: ToldRule, traces: readonly Trace[], { verdict, words }: Wanted): string[] {
  const some = traces.filter((trace) => trace.verdict === verdict);
  const trace = some.find(({ rule }) => rule === id) ?? some[0];
  if (trace === undefined) return [];
  const of = trace.rule === id ? '' : ' of another rule with this check';
  return [`Requests${of} ${words(trace)}:`, requests(trace.exchanges)];
}

const mostRequests = 12;

function requests(exchanges: readonly TracedExchange[]): string {
  const lines = exchanges.slice(0, mostRequests).map(inWords);
  const more = exchanges.length - lines.length;
  return `\`\`\`text\n${lines.join('\n')}${more > 0 ? `\nand ${more} more` : ''}\n\`\`\``;
}

const longestBody = 60;

/** Such as: `PUT /agents/…0001/…0002 {"message":"…"}, with another user's credential: 409`. */
function inWords({ request, response, identity }: TracedExchange): string {
  const { pathname, search } = new URL(request.url);
  const path = `${pathname}${search}`.replaceAll(
    /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{8}(?=[0-9a-f]{4})/g,
    '…',
  );
  const body = request.body === undefined ? '' : ` ${shortened(request.body)}`;
  const who = identity === 'own' ? '' : `, credential: ${identity}`;
  return `${request.method} ${path}${body}${who}: ${response?.status ?? 'no answer'}`;
}

function shortened(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ');
  return line.length <= longestBody ? line : `${line.slice(0, longestBody).toWellFormed()}…`;
}

function killed(mutants: readonly string[]): string[] {
  if (mutants.length === 0) return [];
  return [
    '## What a pass is worth',
    'The check was seen to find deployments that break the rule so:',
    mutants.map((how) => `- ${literal(how)}`).join('\n'),
  ];
}
