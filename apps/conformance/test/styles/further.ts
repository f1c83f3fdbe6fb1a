import type { Choices } from './choices.ts';
import type { Demand, Style, WireStyle } from './style.ts';

const further: readonly Demand[] = [
  { name: 'enabled', json: { type: 'boolean' }, required: false },
  { name: 'tags', json: { type: 'array', items: { type: 'string' } }, required: false },
  { name: 'metadata', json: { type: 'object' }, required: false },
];

const bodies = [
  'AgentRequest',
  'AgentRequestPartial',
  'AgentStudioChatCreate',
  'AgentStudioChatUpdate',
  'ScheduleRequest',
  'ScheduleUpdateRequest',
];

/** Bodies that may also have what the interface doesn't speak of, beside texts. */
export function withFurther(demands: WireStyle['demands']): WireStyle['demands'] {
  return {
    ...demands,
    ...Object.fromEntries(bodies.map((body) => [body, [...(demands[body] ?? []), ...further]])),
  };
}

const answers: Readonly<Record<string, string>> = {
  AgentModel: 'AgentRequest',
  AgentStudioChat: 'AgentStudioChatCreate',
  Schedule: 'ScheduleRequest',
};

/** What records show of that. */
export function furtherIn(
  { wire, choices }: Pick<Style, 'wire' | 'choices'>,
  schema: string,
): readonly Demand[] {
  const demands = wire.demands[answers[schema] ?? ''] ?? [];
  return choices.further === 'ignored'
    ? []
    : demands
        .filter(({ name }) => isFurther(name))
        .map((one) => ({ ...one, json: { ...one.json, type: [`${one.json.type}`, 'null'] } }));
}

/** What of a body is kept. */
export function keptOf(
  schema: string,
  attributes: Readonly<Record<string, unknown>>,
  choice: Choices['further'],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !isIgnored(schema, { name }, choice))
      .map(([name, value]) => [name, choice === 'tidied' && isFurther(name) ? tidied(value) : value]),
  );
}

/** Whether a body of this schema has nothing of a field, although it may be sent. */
export function isIgnored(
  schema: string,
  { name }: { readonly name: string },
  choice: Choices['further'],
): boolean {
  const isChange = /Partial|Update/.test(schema);
  return isFurther(name) && (choice === 'ignored' || (choice === 'fixed' && isChange));
}

function isFurther(name: string): boolean {
  return further.some((one) => one.name === name);
}

function tidied(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((one) =>
        String(one)
          .trim()
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '-'),
      )
    : value;
}

/** Whether a record is switched off where such ones are not listed. */
export function isUnlisted(
  { attributes }: { readonly attributes?: Readonly<Record<string, unknown>> | undefined },
  choice: Choices['further'],
): boolean {
  return choice === 'unlisted' && attributes?.enabled === false;
}
