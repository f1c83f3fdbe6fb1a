import * as fc from 'fast-check';
import type { Choices } from './choices.ts';
import { type Field, fieldForms } from './fields.ts';
import { withFurther } from './further.ts';
import { namedStyles } from './named-styles.ts';
import type { Style } from './style.ts';
import { spell } from './wire.ts';
import type { WorkersStyle } from './workers/workers-style.ts';

/** One of the values, keeping their literal types. */
function among<const T extends readonly unknown[]>(...values: T): fc.Arbitrary<T[number]> {
  return fc.constantFrom<T[number][]>(...values);
}

const fields = Object.keys(fieldForms) as Field[];

const names: fc.Arbitrary<Style['wire']['names']> = fc.oneof(
  fc.constant({}),
  fc.constant(Object.fromEntries(fields.map((field, index) => [field, `f${index}`]))),
  fc.constant(Object.fromEntries(fields.map((field) => [field, `x-${field.toUpperCase()}`]))),
  ...namedStyles.map(({ wire }) => fc.constant(wire.names)),
);

/** What these take for a success (a generator, a provider, a tool, something made before) may not be there at all. */
const outOfOrder = [
  '/me/billing',
  '/me/agents/vanity/slug',
  '/me/agents/{agent_id}/upsell-description',
  '/me/tools/run/{tool_name}',
  '/me/api-keys/default',
  '/me/schedules/onboarding',
  '/me/schedules/text-to-cron',
];

const wire: fc.Arbitrary<Style['wire']> = fc.record({
  words: among('snake', 'camel', 'pascal', 'kebab'),
  names,
  ownId: among(undefined, 'id', '_id'),
  visibility: fc.oneof(
    fc.record({ form: among('flag'), trueMeans: among('private', 'public') }),
    among(
      { form: 'words', private: 'private', public: 'public' },
      { form: 'words', private: 'HIDDEN', public: 'EVERYBODY' },
    ),
  ),
  prompt: fc.oneof(
    fc.constant({ form: 'text' as const }),
    fc.record({
      form: among('record', 'parts'),
      text: among('system', 'text', 'chatPrompt', 'z'),
      language: among(undefined, 'optional', 'required'),
    }),
  ),
  envelope: among(undefined, undefined, undefined, 'data', 'result', 'kind', 'last word of the kind'),
  requestEnvelope: among(undefined, undefined, undefined, 'data'),
  demands: fc
    .tuple(among({}, ...namedStyles.map((style) => style.wire.demands)), fc.boolean())
    .map(([demands, isMore]) => (isMore ? withFurther(demands) : demands)),
  strict: fc.boolean(),
  shows: among('all', 'all', 'all', 'own identifier', 'nothing'),
  extras: among('none', 'timestamps', 'volatile'),
  positions: among('pairs', 'ids'),
  unspecified: among('record', 'wrapped', 'words', 'null'),
  sandboxTier: among('sandbox', 'SANDBOX', 'tier-0'),
  dateTime: among('Z', '+00:00'),
  lastCursor: among('null', 'absent', 'empty page'),
  pageFlag: among(undefined, 'has_next', 'hasMore', 'nextExists'),
  marks: fc.boolean(),
  flags: among('booleans', 'numbers'),
  bareLists: among(false, false, true),
  absent: among('null', 'null', 'left out'),
  timestamps: among('ISO 8601', 'ISO 8601', 'seconds', 'milliseconds', 'microseconds'),
  amounts: among('numbers', 'numbers', 'texts'),
  embeds: among(false, false, true),
});

const choices: fc.Arbitrary<Choices> = fc.record({
  credentials: fc.record({
    refusal: among(401, 403, 400, 404),
    inputFirst: fc.boolean(),
    apiKeyOpensUserApi: fc.boolean(),
  }),
  door: fc.record({
    mediaTypes: among('any', 'json'),
    longestBody: among(5_000, 50_000, 1_000_000),
    longestPath: among(1_000, 8_000),
    twice: among('taken', 400, 422),
    brokenJson: among(400, 422),
  }),
  input: fc.record({ overlap: among(400, 422), body: among(400, 422), malformedId: among(404, 422) }),
  further: among('kept', 'kept', 'tidied', 'ignored', 'fixed', 'unlisted'),
  readsLag: among(0, 0, 400),
  lagsAs: among('cache', 'projection'),
  foreign: among(403, 404),
  lists: fc.record({
    order: among('newest', 'oldest', 'shuffled'),
    pageCap: among(30, 50, 1000),
    oddLimit: among('clamp', 422),
  }),
  studioChats: fc.record({
    existing: among(200, 409),
    deletedIsReadable: fc.boolean(),
    deletedIsListed: fc.boolean(),
    revive: fc.boolean(),
  }),
  agents: fc.record({
    chatsHaveIds: fc.boolean(),
    upsertUnknown: among(404, 403, 'create'),
    defaultVisibility: among('private', 'public'),
    promptIsPublic: fc.boolean(),
    publicPartsAreReadable: fc.boolean(),
    unsetTheme: among('null', 'default'),
    vibeOfUnknown: among(404, 200),
    fileCap: among(1, 2, 5, 40),
    firstPosition: among(0, 1),
    closesGaps: fc.boolean(),
    color: among('hex', 'hex without hash', 'hsl'),
    keepsColor: among('as written', 'in a form of its own'),
  }),
  chats: fc.record({
    delete: among('hard', 'soft', 'still listed'),
    putWithoutPrompt: among(400, 422, 'kept'),
    putLeavesRest: fc.boolean(),
    ownPrivateClone: among(403, 200),
    sandboxPrivateClone: among(403, 400, 'public'),
    ogOfUnknown: among(404, 200),
    runLogIsListed: fc.boolean(),
  }),
  subscriptions: fc.record({
    active: among('at once', 'after payment'),
    cancel: among('at once', 'at the end of the period'),
    cancelledIsShown: fc.boolean(),
  }),
  apiKeys: fc.record({
    deletesDefault: among('another becomes it', 422),
    hiddenShowsBeginning: fc.boolean(),
    takesDefault: fc.boolean(),
    laterShows: among('whole', 'whole', 'ends'),
  }),
  credits: fc.record({
    start: among(0, 2, 1000),
    cost: among(1, 0.1),
    atZero: among(404, 200),
    runsCost: fc.boolean(),
  }),
  bundles: fc.record({
    updateUnknown: among(404, 409),
    toolsOfUnknown: among(404, 200),
    unknownTool: among(404, 200),
    cap: among(2, 1000),
  }),
  cliAuth: fc.record({
    afterRead: among('null', 404),
    takes: among('any token', 'own token'),
    attachTwice: among(200, 403),
  }),
  schedules: fc.record({
    invalidCron: among(400, 422),
    missingChat: among(403, 422),
    unknown: among(404, 422),
    toCron: among('text', 'expression', 'both'),
    created: among('record', 'id', 'nothing'),
  }),
  tools: fc.record({
    logsRuns: fc.boolean(),
    installTwice: among(409, 200),
    showsScores: fc.boolean(),
    integration: among('none', 'refuses', 'answers', 'unconnected'),
  }),
  monetization: fc.record({ days: among('period', 'one more', 'only with something') }),
  vip: fc.record({ counts: among('redeemed by me', 'redemptions of my codes') }),
  runsAreListed: fc.constant(true),
  failing: among('', '', ...outOfOrder),
});

const workers: fc.Arbitrary<WorkersStyle> = fc.record({
  path: among('/agents', '/w', '/a/b/c'),
  success: among(200, 201, 202, 206),
  refusal: among(400, 401, 403, 404, 422),
  unknown: among(404, 422, 400),
  othersRuns: among(403, 404),
  duringTurn: among('wait', 409, 423, 'take'),
  roles: fc.constantFrom<[string, string][]>(['user', 'assistant'], ['human', 'agent'], ['user', 'model']),
  preamble: fc.boolean(),
  toolMessages: fc.boolean(),
  extraFields: fc.boolean(),
  upperCaseHeaders: fc.boolean(),
  jobHeaderEverywhere: fc.boolean(),
  jobValue: among('same', 'new each time', 'empty-looking'),
  jobDelay: among(0, 0, 1, 3, 8),
  jobLength: among(1, 5, 8),
  line: among('flat', 'nested', 'deltas', 'array', 'bare'),
  lineEnd: among('\n', '\r\n'),
  lastLineEnds: fc.boolean(),
  blankLines: fc.boolean(),
  pieces: among('one', 'bytes', 'words'),
  contentType: among('text/plain', 'text/event-stream', 'application/octet-stream', 'application/json'),
  storedAnswer: among('as streamed', 'trimmed'),
  silentWorker: fc.boolean(),
  longestMessage: among(100_000, 100_000, 2_000),
  tooLong: among(400, 413, 422),
});

/** Any deployment that the interface allows: all unspecified behavior filled, every choice made, by chance. */
const styleArbitrary: fc.Arbitrary<Style> = fc.record({
  name: among('drawn'),
  basePath: among('', '/api', '/v2/user'),
  wire,
  ids: fc.record({
    strings: among('uuid', 'prefixed', 'slug', 'digits'),
    firstInteger: among(0, 4_000_000_000, 9_007_199_254_000_000),
    numbersComeAgain: fc.boolean(),
    tools: among('name', 'prefixed', 'uuid'),
  }),
  errors: fc.record({
    body: among('detail', 'problem', 'envelope', 'words', 'empty', 'page'),
    validation: among('fastapi', 'problem', 'words', 'empty object'),
  }),
  document: fc.record({
    refs: fc.boolean(),
    descriptions: fc.boolean(),
    operationIds: among('camel', 'snake', 'none'),
    pathNames: among('interface', 'style'),
  }),
  choices,
  workers,
});

/** The same style for the same seed. */
export function randomStyle(seed: number): Style {
  const [style] = fc.sample(styleArbitrary, { seed, numRuns: 1 });
  if (style === undefined) throw new Error(`No style came of the seed ${seed}.`);
  return { ...style, name: `drawn ${seed}`, wire: coherent(style.wire) };
}

const opaque = /^(f\d+|x-.*)$/;

/** A flag is called for what it is true of, unless names tell nothing at all; two words never go by a flag's name. */
function coherent(drawn: Style['wire']): Style['wire'] {
  const { visibility, names } = drawn;
  if (opaque.test(names.visibility ?? '')) return drawn;
  const flag = visibility.form === 'flag' ? spell(`is_${visibility.trueMeans}`, drawn.words) : undefined;
  return { ...drawn, names: { ...names, visibility: flag ?? spell('visibility', drawn.words) } };
}
