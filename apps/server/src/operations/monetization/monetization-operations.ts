import { getMonetizationEarnings } from './get-monetization-earnings.ts';
import { getMonetizationSubscribers } from './get-monetization-subscribers.ts';
import { getMonetizationSummary } from './get-monetization-summary.ts';

export const monetizationOperations = [
  getMonetizationSummary,
  getMonetizationSubscribers,
  getMonetizationEarnings,
];
