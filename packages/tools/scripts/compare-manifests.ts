import { isSameJson } from '../src/dialects/is-same-json.ts';
import type { ConditionalRule, ObjectSchema, PropertySchema, ToolDefinition } from '../src/index.ts';

/** What a change asks of the users of the tools: nothing, to look, or to change a program. */
export type Level = 'patch' | 'minor' | 'major';

export interface ManifestChange {
  level: Level;
  /** What changed, such as "NOTIFIER_CREATE_PUSH.url is newly required". */
  text: string;
}

/** What became different for a program that was written for the earlier manifest. */
export function compareManifests(
  before: readonly ToolDefinition[],
  after: readonly ToolDefinition[],
): ManifestChange[] {
  const removed = before.filter(({ name }) => !after.some((each) => each.name === name));
  const added = after.filter(({ name }) => !before.some((each) => each.name === name));
  return [
    ...removed.map(({ name }) => change('major', `${name} is gone`)),
    ...added.map(({ name }) => change('minor', `${name} is new`)),
    ...before.flatMap((old) => {
      const now = after.find(({ name }) => name === old.name);
      return now ? compareTools(old, now) : [];
    }),
  ];
}

function compareTools(before: ToolDefinition, after: ToolDefinition): ManifestChange[] {
  const purpose =
    before.purpose === after.purpose ? [] : [change('patch', `${after.name} says its purpose otherwise`)];
  return [
    ...purpose,
    ...compareObjects(before.inputSchema, after.inputSchema, after.name),
    ...compareRules(before, after),
  ];
}

function compareObjects(before: ObjectSchema, after: ObjectSchema, path: string): ManifestChange[] {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  const wasRequired = (name: string) => before.required?.includes(name) ?? false;
  const isRequired = (name: string) => after.required?.includes(name) ?? false;
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    const place = `${path}.${name}`;
    const [was, is] = [old[name], now[name]];
    if (!is) return [change('major', `${place} is gone`)];
    if (!was)
      return [
        isRequired(name)
          ? change('major', `${place} is new and required`)
          : change('minor', `${place} is new`),
      ];
    const required = isRequired(name)
      ? wasRequired(name)
        ? []
        : [change('major', `${place} is newly required`)]
      : wasRequired(name)
        ? [change('minor', `${place} is no longer required`)]
        : [];
    return [...required, ...compareProperties(was, is, place)];
  });
}

function compareProperties(before: PropertySchema, after: PropertySchema, place: string): ManifestChange[] {
  if (before.type !== after.type)
    return [change('major', `${place} was ${before.type} and is ${after.type}`)];
  const words = (['description', 'examples'] as const).filter((key) => !isSameJson(before[key], after[key]));
  return [
    ...words.map((key) => change('patch', `${place} has another ${key}`)),
    ...compareLimit(before.minimum, after.minimum, {
      place,
      name: 'minimum',
      tighter: (was, is) => is > was,
    }),
    ...compareLimit(before.maximum, after.maximum, {
      place,
      name: 'maximum',
      tighter: (was, is) => is < was,
    }),
    ...(before.default === after.default ? [] : [change('major', `${place} has another default`)]),
    ...compareEnums(before.enum, after.enum, place),
    ...(before.items && after.items ? compareObjects(before.items, after.items, `${place}[]`) : []),
  ];
}

interface Limit {
  place: string;
  name: string;
  tighter(was: number, is: number): boolean;
}

function compareLimit(
  was: number | undefined,
  is: number | undefined,
  { place, name, tighter }: Limit,
): ManifestChange[] {
  if (was === is) return [];
  const isTighter = is !== undefined && (was === undefined || tighter(was, is));
  return [
    change(
      isTighter ? 'major' : 'minor',
      `${place} has another ${name}: ${was ?? 'none'}, now ${is ?? 'none'}`,
    ),
  ];
}

function compareEnums(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  place: string,
): ManifestChange[] {
  if (!after) return before ? [change('minor', `${place} takes any value`)] : [];
  if (!before) return [change('major', `${place} takes only: ${after.join(', ')}`)];
  return [
    ...before
      .filter((each) => !after.includes(each))
      .map((each) => change('major', `${place} no longer takes ${each}`)),
    ...after
      .filter((each) => !before.includes(each))
      .map((each) => change('minor', `${place} takes ${each} too`)),
  ];
}

function compareRules(before: ToolDefinition, after: ToolDefinition): ManifestChange[] {
  const has = (list: readonly ConditionalRule[], rule: ConditionalRule) =>
    list.some(({ requireWhen, require }) =>
      isSameJson({ requireWhen, require }, { requireWhen: rule.requireWhen, require: rule.require }),
    );
  const say = ({ requireWhen: { parameter, equals }, require }: ConditionalRule) =>
    `${after.name} requires ${require.join(', ')} when ${parameter} is ${equals}`;
  return [
    ...after.rules
      .filter((rule) => !has(before.rules, rule))
      .map((rule) => change('major', `newly, ${say(rule)}`)),
    ...before.rules
      .filter((rule) => !has(after.rules, rule))
      .map((rule) => change('minor', `no longer, ${say(rule)}`)),
  ];
}

function change(level: Level, text: string): ManifestChange {
  return { level, text };
}
