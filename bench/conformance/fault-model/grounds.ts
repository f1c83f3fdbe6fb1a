import type { ResourceFamily } from '../../../apps/conformance/src/spec/resources.ts';
import { whyHarmless } from '../../../apps/conformance/test/random-mutants/harmless.ts';
import type { Broken, Operator } from './operator.ts';

/** What the interface says of a fault. */
export interface Ground {
  readonly basis: 'stated' | 'implied' | 'undecidable';
  /** Why a deployment may well do so, where it is undecidable. */
  readonly why?: string;
}

/** A row of the table below: the first that names a fault decides; what none names has the basis of its operator. */
interface Row {
  readonly operators: readonly string[];
  /** All of them where they are left out. */
  readonly operations?: readonly string[];
  readonly details?: readonly string[];
  readonly basis?: 'stated' | 'implied';
  readonly undecidable?: string;
}

const logs = ['listAgentRuns', 'listAgentRunLogs', 'listAgentRunMcpServerLogs', 'listToolExecutionLogs'];
const reports = ['getMonetizationSubscribers', 'getMonetizationEarnings'];
const offers = ['listTools', 'listPublicTools', 'searchTools', 'listToolsets', 'listVibeServices'];
const subscriptions = ['listSubscriptions'];
const lacking = [
  'list is empty',
  'list lacks its last record',
  'list lacks its first record',
  'list ends after the third record',
];
const ofNothingShown = [
  'submitChatFeedback',
  'createPaymentSession',
  'generateVanitySlug',
  'subscribeToAgent',
  'updateBundle',
  'createApiKey',
];
const bodyUnspecified = [
  'generateVanitySlug',
  'checkVanitySlug',
  'getChatSocialPreview',
  'createSchedule',
  'getScheduleOnboarding',
  'convertTextToCron',
  'getSchedule',
  'updateSchedule',
  'deleteSchedule',
];

const each500 = 'what is right is an internal error each time';

const rows: readonly Row[] = [
  {
    operators: [each500],
    operations: [
      'generateUpsellDescription',
      'generateVanitySlug',
      'getBilling',
      'convertTextToCron',
      'runTool',
      'getDefaultApiKey',
      'getScheduleOnboarding',
    ],
    undecidable:
      'A 500 is documented, and what it takes for a success (a generator, a provider, a tool, something made before) may not be there.',
  },
  {
    operators: ['refusal has the status of another refusal'],
    details: ['403 as 404', '404 as 403'],
    undecidable:
      'Whether who may not see a record is told that he may not (403) or that there is none (404) is not shown.',
  },
  {
    operators: ['refusal has the status of another refusal'],
    operations: ['attachCliAuthJwt'],
    undecidable: 'When a session may not be updated is not shown.',
  },
  {
    operators: ['JSON is called HTML', 'JSON of an error is called HTML'],
    operations: bodyUnspecified,
    undecidable: 'The body is unspecified.',
  },
  {
    operators: ['JSON has no media type'],
    undecidable: 'No sentence demands a header that names the media type; the body is JSON all the same.',
  },
  {
    operators: ['record is something else'],
    operations: ['getAgentTheme', 'consumeCliAuthJwt'],
    details: ['null'],
    undecidable: '"or null"',
  },
  {
    operators: ['record is something else'],
    operations: ['consumeCliAuthJwt'],
    details: ['a text'],
    undecidable: 'The JWT is a text.',
  },
  {
    operators: ['record is something else'],
    operations: ['runTool', 'receivePaymentEvent'],
    undecidable: 'What a result of a tool, or of an event, is made of is not shown.',
  },
  {
    operators: ['list is something else'],
    details: ['a list'],
    undecidable: 'A response that is called a list may be one.',
  },
  {
    operators: ['record is something else', 'list is something else'],
    basis: 'implied',
    details: ['a number', 'a text', 'a list with it'],
  },
  {
    operators: ['list is turned round'],
    operations: [...logs, ...reports, ...offers, ...subscriptions],
    undecidable: 'The order of the list is not shown.',
  },
  {
    operators: ['list is turned round'],
    operations: [
      'listStudioChats',
      'listAgents',
      'listChats',
      'listApiKeys',
      'listBundles',
      'listBundleTools',
      'listSchedules',
      'listUserTools',
    ],
    undecidable: 'The order of the list is not shown.',
  },
  {
    operators: [...lacking, 'list shows a record twice'],
    operations: [...logs, ...reports, ...offers, ...subscriptions],
    undecidable: 'Which records there are is not shown.',
  },
  {
    operators: ['list shows a record twice'],
    operations: ['listUserTools', 'listBundleTools'],
    undecidable: 'Whether a tool can be there twice is not shown.',
  },
  {
    operators: ['parameter is ignored', 'default is another'],
    details: ['service_id', 'service_id_namespace'],
    undecidable: 'What the parameter does is not shown.',
  },
  {
    operators: ['parameter is ignored', 'required parameter is read as a fixed value'],
    operations: ['getMonetizationSummary', 'getVibePrompt', 'checkVanitySlug'],
    undecidable: 'What depends on the parameter is not shown.',
  },
  {
    operators: ['whole answer is held back to its end'],
    undecidable: 'A reply may come in one piece, and a client alone can not tell how long it took to make.',
  },
  {
    operators: ['one call is done twice'],
    operations: [
      'createPaymentSession',
      'createCliAuthSession',
      'createChatRunLog',
      'installTool',
      'addBundleTool',
      'upsertAgent',
      'useCredits',
    ],
    undecidable: 'Nothing shows how many there are, or by how much a use lowers the balance.',
  },
  {
    operators: ['parameter of another type is taken'],
    undecidable:
      'An endpoint "can" answer 422: a value that is no number may as well be read as if it were left out.',
  },
  {
    operators: ['integration tool is missing', 'input schema is called otherwise'],
    operations: ['listPublicTools', 'searchTools'],
    undecidable: 'Only of the tools of the caller it is said that all fifteen are among them, in MCP format.',
  },
  {
    operators: ['refused creation is stored'],
    operations: ['createPaymentSession', 'installTool', 'addBundleTool'],
    undecidable: 'Nothing shows how many there are.',
  },
  {
    operators: ['field that was sent is lost'],
    operations: ofNothingShown,
    undecidable: 'What becomes of the field is not shown.',
  },
  {
    operators: [
      'text is kept cut at 100 characters',
      'text is kept in small letters',
      'text is kept with single spaces',
      'text is kept without white space at its ends',
      'text is kept without letters beyond the first plane',
      'text is kept composed',
    ],
    operations: ['submitChatFeedback', 'createPaymentSession', 'generateVanitySlug', 'subscribeToAgent'],
    undecidable: 'What becomes of the text is not shown.',
  },
];

/** The faults of harmless.ts, as they are called here. */
const sameAs: Readonly<Record<string, string>> = {
  'write is answered but not done': 'write is answered but not done',
  'of two writes at once, one is lost': 'of two writes at once, one is lost',
  'first answer is given for ever': 'first answer is given for ever',
  "other users' records are open": "other users' things are open",
  'what is refused to others is done': "other users' things are open",
  'users are mistaken for each other': 'tenants are swapped',
  'all users are taken for one': 'tenants are swapped',
  "list shows another user's records too": 'tenants are swapped',
  'second creation gives the first record again': 'second creation gives the first record again',
};

/** Operators that break one field of a record. */
const ofOneField: readonly string[] = [
  'field is missing',
  'field is null',
  'field has another type',
  'field has the value of another field',
];

export function groundOf({ name, basis }: Operator, { place, detail }: Broken): Ground {
  const { id, resource } = place.operation;
  const row = rows.find(
    ({ operators, operations, details }) =>
      operators.includes(name) &&
      (operations === undefined || operations.includes(id)) &&
      (details === undefined || details.includes(detail)),
  );
  if (row?.undecidable !== undefined) return { basis: 'undecidable', why: row.undecidable };
  const why = place.route && whyHarmless(sameAs[name] ?? '', `${place.route.method} ${place.route.path}`);
  if (why !== undefined) return { basis: 'undecidable', why };
  // Where a 500 is documented, or no status is, only its users can tell.
  if (name === each500 && (place.operation.api === 'workers' || place.operation.statuses.includes('500')))
    return { basis: 'implied' };
  if (ofOneField.includes(name)) return groundOfField(name, { id, detail }, resource?.family);
  return { basis: row?.basis ?? basis };
}

/** What a record has, by the catalogue; whether it shows a field otherwise, and under which name, is not shown. */
function groundOfField(
  name: string,
  { id, detail }: { readonly id: string; readonly detail: string },
  family: ResourceFamily | undefined,
): Ground {
  const due = family?.has.find(({ field, operations }) => field === detail && operations.includes(id));
  if (due !== undefined) return { basis: due.basis };
  const isKept = family?.fields.some((one) => one.name === detail && one.compared) === true;
  if (isKept && name !== 'field is missing') return { basis: 'implied' };
  const identifier = family?.identifiers.find(({ field, parameter }) => (field ?? parameter) === detail);
  if (identifier !== undefined && name === 'field has another type') return { basis: 'stated' };
  if (identifier !== undefined && name === 'field has the value of another field')
    return { basis: 'implied' };
  return {
    basis: 'undecidable',
    why: 'Which fields a record shows beside these, and what they hold, is not shown.',
  };
}
