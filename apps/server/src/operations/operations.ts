import type { z } from 'zod';
import { fileOperations, fileSchemas } from './agent-files.ts';
import { agentRunOperations, agentRunSchemas } from './agent-runs.ts';
import { themeBodies, themeOperations, themeSchemas } from './agent-themes.ts';
import { agentOperations, agentSchemas } from './agents.ts';
import { apiKeyOperations, apiKeySchemas } from './api-keys.ts';
import { bundleOperations, bundleSchemas } from './bundles.ts';
import { chatBodies, chatOperations } from './chats.ts';
import { creditOperations, creditSchemas } from './credits.ts';
import type { Operation } from './define-operation.ts';
import { executionOperations, executionSchemas } from './executions.ts';
import { monetizationOperations, monetizationSchemas } from './monetization.ts';
import { paymentOperations, paymentSchemas } from './payments.ts';
import { runBodies, runOperations, runSchemas } from './runs.ts';
import { scheduleOperations, scheduleSchemas } from './schedules.ts';
import { studioChatOperations, studioChatSchemas } from './studio-chats.ts';
import { subscriptionOperations, subscriptionSchemas } from './subscriptions.ts';
import { toolOperations, toolSchemas } from './tools.ts';
import { userToolOperations, userToolSchemas } from './user-tools.ts';
import { userBodies, userOperations, userSchemas } from './users.ts';
import { vanitySlugOperations } from './vanity-slugs.ts';
import { vibeCodingOperations, vibeSchemas } from './vibe-coding.ts';

/** All operations of both APIs, by resource. */
export const operations: readonly Operation[] = [
  ...runOperations,
  ...userOperations,
  ...studioChatOperations,
  ...chatOperations,
  ...themeOperations,
  ...fileOperations,
  ...agentOperations,
  ...vanitySlugOperations,
  ...vibeCodingOperations,
  ...apiKeyOperations,
  ...creditOperations,
  ...monetizationOperations,
  ...paymentOperations,
  ...subscriptionOperations,
  ...agentRunOperations,
  ...executionOperations,
  ...toolOperations,
  ...userToolOperations,
  ...bundleOperations,
  ...scheduleOperations,
];

/** Our choice of what is answered, by the names of the contract's schemas. */
export const answerSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  ...agentSchemas,
  ...agentRunSchemas,
  ...apiKeySchemas,
  ...bundleSchemas,
  ...creditSchemas,
  ...executionSchemas,
  ...fileSchemas,
  ...monetizationSchemas,
  ...paymentSchemas,
  ...runSchemas,
  ...scheduleSchemas,
  ...studioChatSchemas,
  ...subscriptionSchemas,
  ...themeSchemas,
  ...toolSchemas,
  ...userSchemas,
  ...userToolSchemas,
  ...vibeSchemas,
};

/** Our choice of what is taken where no operation reads it by a schema of its own, by the same names. */
export const bodySchemas: Readonly<Record<string, z.core.$ZodType>> = {
  ...chatBodies,
  ...runBodies,
  ...themeBodies,
  ...userBodies,
};
