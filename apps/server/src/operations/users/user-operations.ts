import { getCurrentUser } from './get-current-user.ts';

export const userOperations = [getCurrentUser];
