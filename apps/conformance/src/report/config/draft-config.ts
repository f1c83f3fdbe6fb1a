import { parse } from 'yaml';
import * as z from 'zod';
import { type Config, configSchema } from '../../deployment/config.ts';
import { at, recordOf } from '../../json/json-record.ts';
import type { Needs } from '../../plan/unmet-needs.ts';
import { counted } from '../headline.ts';
import { printableText } from '../printable.ts';
import { wrap } from '../wrap.ts';
import { rulesFor, worthOf } from './describe-needs.ts';

/** What a config file is to hold. Its credentials and headers are references such as `${AGENT_WORKERS_JWT}`. */
export interface Draft {
  readonly config: Config;
  readonly needs: Needs;
  /** By key: where its value comes from, such as `GET /me/agents`. */
  readonly shownBy: ReadonlyMap<string, string>;
  /** By key: a value that its owner may find fit, such as a tool that is there. */
  readonly suggested: ReadonlyMap<string, unknown>;
  /** What the file will be called. */
  readonly file: string;
}

interface Described {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Described>>;
}

const plainKeys = ['openapi', 'baseUrl', 'agentsUrl', 'profile', 'consistencyWindow', 'connection'];
const sections = ['credentials', 'fixtures'] as const;
const stateKeys = ['stateUrl', 'stateToken'];
/** A key that always has a value, and is worth more with another one. */
const chosen = 'profile';

/** A commented config: what is known, and of each key that is missing how many rules it would buy, the most first. */
export function draftConfig(draft: Draft): string {
  const { canBeJudged, unmet } = draft.needs;
  const all = unmet.reduce((sum, { rules }) => sum + rules.length, canBeJudged);
  const described: Described = z.toJSONSchema(configSchema) as object;
  const head = [
    `A deployment config of agent-conformance. It lets a run judge ${canBeJudged} of ${counted(all, 'rule')}.`,
    'Each key in a comment says what it would buy a run that may write, those that buy most first.',
    `Ask again at any time: agent-conformance check-config --config ${draft.file}`,
  ];
  const lines = [
    ...head.flatMap((line) => comment(line)),
    ...plainKeys.flatMap((key) => entry([key], described, draft)),
    ...sections.flatMap((section) => [
      '',
      ...wholeSection(section, described.properties?.[section] ?? {}, draft),
    ]),
    '',
    ...stateKeys.flatMap((key) => entry([key], described, draft)),
  ];
  return `${printableText(lines.join('\n'))}\n`;
}

/** What is there, and behind it what is missing. */
function wholeSection(section: string, described: Described, draft: Draft): string[] {
  const keys = Object.keys(described.properties ?? {}).map((key) => [section, key]);
  const there = keys.filter((path) => at(draft.config, path) !== undefined);
  const missing = keys
    .filter((path) => at(draft.config, path) === undefined)
    .filter((path) => rulesOf(path, draft) > 0 || isUntold(path.join('.'), draft))
    .toSorted((a, b) => rulesOf(b, draft) - rulesOf(a, draft));
  if (there.length + missing.length === 0) return [];
  const whole: Described = { properties: { [section]: described } };
  // A section with nothing in it would be no record.
  const title = there.length === 0 ? `# ${section}:` : `${section}:`;
  return [title, ...[...there, ...missing].flatMap((path) => entry(path, whole, draft))];
}

function entry(path: readonly string[], described: Described, draft: Draft): string[] {
  const indent = '  '.repeat(path.length - 1);
  const name = path.at(-1) ?? '';
  const key = path.join('.');
  const facts = path.reduce<Described>((one, part) => one.properties?.[part] ?? {}, described);
  const value = at(draft.config, path);
  const worth = worthOf(key, draft.needs.unmet);
  if (value !== undefined) {
    const shownBy = draft.shownBy.get(key);
    return [
      ...(shownBy === undefined ? [] : comment(`Found by ${shownBy}.`, indent)),
      ...(key === chosen && worth !== undefined
        ? comment(`${facts.description ?? ''} The value full ${worth}.`, indent)
        : []),
      `${indent}${name}: ${inYaml(value)}`,
    ];
  }
  if (worth === undefined && !isUntold(key, draft)) return [];
  const suggested = draft.suggested.get(key);
  const advice = suggested === undefined ? '' : ' This one is there; name it if running it does no harm.';
  return [
    ...comment(`${facts.description ?? ''}${worth === undefined ? '' : ` It ${worth}.`}${advice}`, indent),
    `${indent}# ${name}: ${inYaml(suggested ?? facts.examples?.[0] ?? '…')}`,
  ];
}

/** A key may wait inside another one: `fixtures.toolCallMessage.name`. */
function rulesOf(path: readonly string[], { needs }: Draft): number {
  return rulesFor(path.join('.'), needs.unmet);
}

function isUntold(key: string, { needs }: Draft): boolean {
  return needs.untold.some((one) => one === key);
}

function comment(text: string, indent = ''): string[] {
  return wrap(`${indent}# ${text.trim()}`, `${indent}# `);
}

/** On one line. JSON is YAML; where plain words mean the same, they read better. */
function inYaml(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value);
  const entries = Object.entries(recordOf(value));
  if (entries.length === 0) return JSON.stringify(value);
  return `{ ${entries.map(([name, inner]) => `${inYaml(name)}: ${inFlow(inner)}`).join(', ')} }`;
}

/** Inside of braces more characters mean something. */
function inFlow(value: unknown): string {
  return typeof value === 'string' && !/^[\w-]+$/.test(value) ? JSON.stringify(value) : inYaml(value);
}

function isPlain(text: string): boolean {
  return /^[\w$./][\w${}./:@?=&%+-]*$/.test(text) && parse(text) === text;
}
