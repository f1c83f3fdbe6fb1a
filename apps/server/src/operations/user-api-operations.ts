import type { UserOperation } from './define-operation.ts';
import { userOperations } from './users/user-operations.ts';

/** The operations of the User API that are built, by family. */
export const userApiOperations: readonly UserOperation[] = [...userOperations];
