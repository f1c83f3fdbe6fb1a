import type { Operation, Rule } from '../../spec/spec.ts';
import { accessSequences } from './access-sequences.ts';
import { agentFileSequences } from './agent-file-sequences.ts';
import { agentSequences } from './agent-sequences.ts';
import { alikeRecords } from './alike-records.ts';
import { apiKeySequences } from './api-key-sequences.ts';
import { askedAtOnce } from './asked-at-once.ts';
import { atOnceSequences } from './at-once-sequences.ts';
import { belongingsSequences } from './belongings-sequences.ts';
import { bundleSequences, manyBundles } from './bundle-sequences.ts';
import { bundlesApart } from './bundles-apart.ts';
import { bystanderSequence } from './bystander-sequence.ts';
import { cliAuthSequences } from './cli-auth-sequences.ts';
import { cloneSequence } from './clone-sequence.ts';
import { cronSequences } from './cron-sequences.ts';
import { defaultSequences } from './default-sequences.ts';
import { furtherSequences } from './further-sequences.ts';
import { guessedTexts } from './guessed-texts.ts';
import { moneySequences } from './money-sequences.ts';
import { namedInTheBody } from './named-in-the-body.ts';
import { notifierSequences } from './notifier-sequences.ts';
import { ownReadsOfTheSandbox } from './own-reads.ts';
import { readsAroundWrites } from './reads-around-writes.ts';
import { readsTwice } from './reads-twice.ts';
import { refusedWrites } from './refused-writes.ts';
import { runSequences } from './run-sequences.ts';
import { scheduleSequences } from './schedule-sequences.ts';
import { searchSequences } from './search-sequences.ts';
import type { Sequence, Variation } from './sequence.ts';
import { stateSequences } from './state-sequences.ts';
import { studioChatSequences } from './studio-chat-sequences.ts';
import { toolSequences } from './tool-sequences.ts';
import { unknownIdentifiers } from './unknown-identifiers.ts';
import { variedApart } from './varied-apart.ts';
import { vary } from './vary.ts';
import { vibeAndSlugSequences } from './vibe-and-slug-sequences.ts';
import { walkSequences } from './walk-sequences.ts';
import { workerRunSequences } from './worker-run-sequences.ts';

/** The sequences that every run drives, in the order in which they begin. */
export function writtenSequences(
  operations: readonly Operation[],
  rules: readonly Rule[],
  variation: Variation,
): readonly Sequence[] {
  const sequences = [
    ...guessedTexts,
    // The longest first, so that none is left to run alone at the end.
    ...runSequences,
    ...accessSequences,
    ...agentFileSequences,
    ...agentSequences,
    cloneSequence,
    ...vibeAndSlugSequences,
    ...refusedWrites,
    ...alikeRecords,
    ...belongingsSequences,
    ...namedInTheBody,
    ...bundleSequences,
    ...apiKeySequences,
    ...studioChatSequences,
    ...scheduleSequences,
    ...toolSequences(rules),
    ...searchSequences,
    ...cronSequences,
    ...workerRunSequences,
    ...atOnceSequences,
    ...furtherSequences,
    ...moneySequences,
    ...cliAuthSequences,
    unknownIdentifiers(operations, rules, variation),
    ownReadsOfTheSandbox(rules),
    ...walkSequences,
    ...defaultSequences,
    ...stateSequences(operations, rules),
    ...readsAroundWrites,
    ...notifierSequences(rules),
    bundlesApart,
    bystanderSequence,
    askedAtOnce(rules),
    readsTwice,
  ];
  const contract = new Map(operations.map((operation) => [operation.id, operation]));
  return variedApart([manyBundles, ...vary(sequences, contract, variation)], variation);
}
