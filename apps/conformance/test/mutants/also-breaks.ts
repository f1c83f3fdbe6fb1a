import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Rule } from '../../src/spec/spec.ts';

/** Why a fault that breaks one rule of a check can't but break another rule as well. */
interface Reason {
  readonly why: string;
  readonly holds: (broken: Rule, other: Rule, check: string) => boolean;
}

const followed = (await loadSpec()).operations.filter(({ resource }) => resource?.act !== undefined);

function families({ operations }: Rule): readonly string[] {
  return followed
    .filter(({ id }) => operations.includes(id))
    .flatMap(({ resource }) => resource?.family.name ?? []);
}

function shareFamily(broken: Rule, other: Rule): boolean {
  return families(broken).some((family) => families(other).includes(family));
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
      check.startsWith('resource.') && shareFamily(broken, other) && onRecords(other),
  },
  {
    why: "a user who is let at another user's agent is let at its files and theme, at its schedules and into its tier",
    holds: (_, other, check) =>
      check === 'resource.is-apart' && (isOnRefusal(other) || other.checks?.includes(check) === true),
  },
  {
    why: 'what is given again may have been removed since, with all that belongs to it',
    holds: (broken, other, check) =>
      check === 'resource.is-new' && broken.id.split('.')[0] === other.id.split('.')[0],
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
    why: 'what a page lacks is missing from the walk, and shortens it',
    holds: (broken, other) => isOnPages(broken) && isOnPages(other) && shareOperation(broken, other),
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
      (isOnRefusal(other) || onRecords(other) || other.id === 'law.private-is-not-shown'),
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
    why: 'its mutant refuses in another way whoever subscribes again, to the same or not',
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
      (other.id.startsWith('auth.') || other.operations.includes('runTool')),
  },
];

const recordLaws =
  /^law\.(kept|echo|frame|clone|once|asked-is-answered|own-things-are-apart|answer-agrees-with-reads|act-is-shown|cron-keeps-its-meaning|crons-stay-apart|log-names-its-run|a-record-is-an-object|refused-is-nothing|upsert-adds-none|reads-agree|list-agrees-with-read|bundle-shows-its-tools|members-are-apart|emptied-text-is-empty|no-lone-value|key-has-its-value|one-default-key|full-update-leaves-nothing)$/;

function isRecordLaw({ checks = [] }: Rule): boolean {
  return checks.some((check) => recordLaws.test(check));
}

function isOnPages({ checks = [] }: Rule): boolean {
  return checks.some((check) => check.startsWith('list.') || /^law\.(walk|page|cursor|each-run)/.test(check));
}

function isOnInput({ id }: Rule): boolean {
  return id === 'errors.validation-is-422';
}

function isOnRefusal({ checks = [] }: Rule): boolean {
  return checks.some((check) => check.startsWith('refusal.') || check.endsWith('-id-is-404'));
}

function onRecords({ checks = [] }: Rule): boolean {
  return checks.some((check) => check.startsWith('resource.') || check.startsWith('refusal.'));
}

/** Why a rule may be found broken by a mutant of another one; undefined where it must not. */
export function whyAlso(broken: Rule, other: Rule, check: string): string | undefined {
  return reasons.find(({ holds }) => holds(broken, other, check))?.why;
}
