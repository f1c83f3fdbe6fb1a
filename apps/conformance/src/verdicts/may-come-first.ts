import type { Operation } from '../spec/spec.ts';

/**
 * Who hides what is there may answer 403 for everything that is not the caller's, and an identifier without a form in
 * the interface may have one in the deployment.
 */
export function mayComeFirst(operation: Operation | undefined, status: number): boolean {
  const isDocumented = operation?.statuses.includes(`${status}`) === true;
  const isFree = operation?.parameters.some(({ in: place, format, types }) => {
    return place === 'path' && format === undefined && !types.includes('integer');
  });
  return (
    (isDocumented && (status === 403 || (status === 422 && isFree === true))) || ofTheWay.includes(status)
  );
}

const ofTheWay: readonly number[] = [401, 408, 425, 429];
