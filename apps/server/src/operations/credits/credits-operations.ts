import { getCredits } from './get-credits.ts';
import { useCredits } from './use-credits.ts';

export const creditsOperations = [getCredits, useCredits];
