import type { Operation, Rule } from '../../spec/spec.ts';
import { agentFileJourneys } from './agent-file-journeys.ts';
import { agentJourneys } from './agent-journeys.ts';
import { apiKeyJourneys } from './api-key-journeys.ts';
import { bundleJourneys } from './bundle-journeys.ts';
import { cliAuthJourneys } from './cli-auth-journeys.ts';
import { defaultJourneys } from './default-journeys.ts';
import type { Journey, Variation } from './journey.ts';
import { moneyJourneys } from './money-journeys.ts';
import { refusedWrites } from './refused-writes.ts';
import { runJourneys } from './run-journeys.ts';
import { scheduleJourneys } from './schedule-journeys.ts';
import { studioChatJourneys } from './studio-chat-journeys.ts';
import { toolJourneys } from './tool-journeys.ts';
import { unknownIdentifiers } from './unknown-identifiers.ts';
import { vary } from './vary.ts';

/** The journeys that every run drives, in the order in which they begin. */
export function writtenJourneys(
  operations: readonly Operation[],
  rules: readonly Rule[],
  variation: Variation,
): readonly Journey[] {
  const journeys = [
    // The longest first, so that none is left to run alone at the end.
    ...runJourneys,
    ...agentFileJourneys,
    ...agentJourneys,
    refusedWrites,
    ...bundleJourneys,
    ...apiKeyJourneys,
    ...studioChatJourneys,
    ...scheduleJourneys,
    ...toolJourneys(rules),
    ...moneyJourneys,
    ...cliAuthJourneys,
    unknownIdentifiers(operations, rules, variation),
    ...defaultJourneys,
  ];
  return vary(journeys, new Map(operations.map((operation) => [operation.id, operation])), variation);
}
