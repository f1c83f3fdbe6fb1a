import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Rule } from '../../src/spec/spec.ts';

/** Why a fault that breaks one rule of a check can't but break another rule as well. */
interface Reason {
  readonly why: string;
  readonly holds: (broken: Rule, other: Rule, check: string) => boolean;
}

const { operations: allOperations } = await loadSpec();
const followed = allOperations.filter(({ resource }) => resource?.act !== undefined);
const tags = new Map(allOperations.map(({ id, family }) => [id, family]));

function families({ operations }: Rule): readonly string[] {
  return followed
    .filter(({ id }) => operations.includes(id))
    .flatMap(({ resource }) => resource?.family.name ?? []);
}

function shareFamily(broken: Rule, other: Rule): boolean {
  return families(broken).some((family) => families(other).includes(family));
}

/** Whether a rule is about the operations of the broken rule's families, and of no others. */
function isOfTheFamilies(broken: Rule, { operations }: Rule): boolean {
  const own = broken.operations.map((id) => tags.get(id));
  return operations.length > 0 && operations.every((id) => own.includes(tags.get(id)));
}

function shareOperation(broken: Rule, other: Rule): boolean {
  return broken.operations.some((id) => other.operations.includes(id));
}

function shareCheck(broken: Rule, other: Rule): boolean {
  return broken.checks?.some((check) => other.checks?.includes(check)) === true;
}

const reasons: readonly Reason[] = [
  {
    why: 'sections 5 and 7 say once more what the rows of section 4 say, and so do other cells of a row',
    holds: (broken, other) => shareOperation(broken, other) && shareCheck(broken, other),
  },
  {
    why: 'that others are refused is said by the row, by section 7, and by whom the record belongs to',
    holds: (broken, other) =>
      shareOperation(broken, other) &&
      isOnRefusal(broken) &&
      other.checks?.includes('resource.is-apart') === true,
  },
  {
    why: 'what is made, read, listed, changed and removed is one record: where one of these forgets it, so do others',
    holds: (broken, other, check) =>
      recordChecks.includes(check) && shareFamily(broken, other) && onRecords(other),
  },
  {
    why: "a user who is let at another user's agent is let at its files and theme, at its schedules and into its tier",
    holds: (_, other, check) =>
      check === 'resource.is-apart' && (isOnRefusal(other) || other.checks?.includes(check) === true),
  },
  {
    why: 'what is given again may have been removed since, with all that belongs to it',
    holds: (broken, other, check) => check === 'resource.is-new' && isOfTheFamilies(broken, other),
  },
  {
    why: 'a key that is another one opens what another one opens',
    holds: (broken, other) =>
      broken.operations.includes('createApiKey') && other.id === 'api-keys.created-key-opens-workers',
  },
  {
    why: 'what was removed is unknown',
    holds: (broken, other) => isOnRefusal(broken) && shareFamily(broken, other) && onRecords(other),
  },
  {
    why: 'a law over whole records sees what the rules of single operations see, and they what it sees',
    holds: (broken, other) =>
      (isRecordLaw(broken) && (isRecordLaw(other) || onRecords(other))) ||
      (isRecordLaw(other) && onRecords(broken)),
  },
  {
    why: 'an identifier of another type in one place is not what the contract says, and not what other places say',
    holds: (broken, other) =>
      [broken, other].every(({ checks = [] }) => checks.some((one) => identifierLaws.includes(one))),
  },
  {
    why: 'what a page lacks is missing from the walk, and shortens it',
    holds: (broken, other) => isOnPages(broken) && isOnPages(other) && shareOperation(broken, other),
  },
  {
    why: 'what one tool of the notification service loses or makes up, the lists of the others show',
    holds: (broken, other) => isOnNotifications(broken) && isOnNotifications(other),
  },
  {
    why: "a list of all users' records shows what belongs to others",
    holds: (_, other, check) =>
      check === 'law.lists-are-the-callers' &&
      other.checks?.some((one) => one === 'resource.is-apart' || one === 'resource.is-new') === true,
  },
  {
    why: "who is let at another user's records is refused nowhere, and reads what is private after having made it public",
    holds: (_, other, check) =>
      check === 'law.others-change-nothing' &&
      (isOnRefusal(other) ||
        onRecords(other) ||
        other.checks?.some((one) => ownerLaws.includes(one)) === true),
  },
  {
    why: 'who has to show a credential first is not refused for anything else',
    holds: (broken, other, check) =>
      check === 'probe.open-needs-no-credential' && isOnRefusal(other) && shareOperation(broken, other),
  },
  {
    why: 'its mutant takes every refusal of the status',
    holds: (broken, other, check) =>
      check === 'refusal.is-as-documented' &&
      isOnRefusal(other) &&
      (broken.status === other.status || shareOperation(broken, other)),
  },
  {
    why: 'a page is cut by its limit, given or by default',
    holds: (broken, other, check) => check === 'list.limit-holds' && shareOperation(broken, other),
  },
  {
    why: 'a number alone has nothing of what any law looks for',
    holds: (broken, other, check) => check === 'law.no-lone-value' && shareOperation(broken, other),
  },
  {
    why: 'a body in words is no record and no list, whatever it is of',
    holds: (_, __, check) => check === 'probe.bodies-are-json',
  },
  {
    why: 'its mutant answers all of the operation with another status, refusals as well',
    holds: (broken, other) =>
      broken.id === 'subscriptions.unsubscribe' && (shareOperation(broken, other) || isOnInput(other)),
  },
  {
    why: 'its mutant refuses a second subscription in another way, to the same agent or not',
    holds: (broken, other) => broken.status === 402 && shareOperation(broken, other),
  },
  {
    why: 'its mutant answers every refusal of a body so',
    holds: (broken, other) => isOnInput(broken) && isOnRefusal(other),
  },
  {
    why: 'a tool that runs without a credential is said twice: section 5 names it alone',
    holds: (broken, other) =>
      broken.operations.includes('runTool') &&
      (isOnCredentials(other) || other.operations.includes('runTool')),
  },
];

/** Laws over whole records. */
const recordLaws: readonly string[] = [
  'law.kept',
  'law.echo',
  'law.frame',
  'law.text-is-of-its-record',
  'law.clone',
  'law.once',
  'law.asked-is-answered',
  'law.own-things-are-apart',
  'law.answer-agrees-with-reads',
  'law.act-is-shown',
  'law.act-answers-its-agent',
  'law.cron-keeps-its-meaning',
  'law.crons-stay-apart',
  'law.log-names-its-run',
  'law.a-record-is-an-object',
  'law.refused-is-nothing',
  'law.refused-order-moves-nothing',
  'law.upsert-adds-none',
  'law.reads-agree',
  'law.list-agrees-with-read',
  'law.bundle-shows-its-tools',
  'law.members-are-apart',
  'law.emptied-text-is-empty',
  'law.no-lone-value',
  'law.key-has-its-value',
  'law.one-default-key',
  'law.default-key-is-marked',
  'law.full-update-leaves-nothing',
  'law.left-out-visibility-is-no-third',
  'law.partial-changes-add-up',
  'law.request-is-an-object',
  'law.schedule-keeps-its-chat',
];

/** Laws on what belongs to whom. */
const ownerLaws: readonly string[] = [
  'law.private-is-not-shown',
  'law.lists-are-the-callers',
  'law.schedule-stays-with-own-chats',
  'law.sandbox-makes-nothing-private',
];

const identifierLaws: readonly string[] = [
  'law.identifier-has-one-type',
  'law.integer-identifier-is-a-number',
];

const pageLaws: readonly string[] = [
  'law.walk-shows-all-once',
  'law.page-is-as-long-as-the-first',
  'law.cursor-is-a-date-time',
  'law.each-run-is-logged-once',
];

const pageChecks: readonly string[] = ['list.pages-join', 'list.limit-holds', 'list.default-is-documented'];

const refusalChecks: readonly string[] = ['refusal.is-as-documented', 'refusal.is-of-bad-tool-input'];

/** Checks of single records. */
const recordChecks: readonly string[] = [
  'probe.optional-body-may-be-left-out',
  'resource.reads-back',
  'resource.is-in-order',
  'resource.toolset-has-tools',
  'resource.is-new',
  'resource.is-apart',
  'resource.belongs-to-its-parent',
  'resource.hidden-omits-the-key',
  'resource.is-gone-after-removal',
  'resource.keeps-what-was-written',
  'resource.is-listed',
  'resource.is-read-once',
  'resource.created-key-opens',
  'resource.attached-jwt-is-read',
];

/** Checks of what the notification service keeps. */
const notifierChecks: readonly string[] = [
  'notifier.bad-input-does-nothing',
  'notifier.optional-may-be-left-out',
  'notifier.guid-makes-one',
  'notifier.dismissal-is-shown',
  'notifier.upload-gives-a-url',
  'notifier.default-shows-as-many',
  'notifier.takes-what-is-documented',
  'notifier.unmuting-is-shown',
  'notifier.removed-is-gone',
  'notifier.made-is-listed',
  'notifier.all-pushes-are-gone',
  'notifier.change-is-shown',
];

function isOnCredentials({ checks = [] }: Rule): boolean {
  return checks.some(
    (check) => check === 'probe.credential-is-required' || check === 'probe.open-needs-no-credential',
  );
}

function isRecordLaw({ checks = [] }: Rule): boolean {
  return checks.some((check) => recordLaws.includes(check));
}

function isOnPages({ checks = [] }: Rule): boolean {
  return checks.some((check) => pageChecks.includes(check) || pageLaws.includes(check));
}

function isOnNotifications({ checks = [] }: Rule): boolean {
  return checks.some((check) => notifierChecks.includes(check));
}

function isOnInput({ id }: Rule): boolean {
  return id === 'errors.validation-is-422';
}

function isOnRefusal({ checks = [] }: Rule): boolean {
  return checks.some((check) => refusalChecks.includes(check) || check === 'probe.unknown-id-is-404');
}

function onRecords({ checks = [] }: Rule): boolean {
  return checks.some((check) => recordChecks.includes(check) || refusalChecks.includes(check));
}

/** Why a rule may be found broken by a mutant of another one; undefined where it must not. */
export function whyAlso(broken: Rule, other: Rule, check: string): string | undefined {
  return reasons.find(({ holds }) => holds(broken, other, check))?.why;
}
