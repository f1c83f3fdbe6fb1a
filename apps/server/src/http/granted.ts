import { isRefusal, outcomeStatuses, type Refusal, type RefusalTag } from '../operations/outcome.ts';
import { apiError } from '../platform/http/api-error.ts';

/** What was asked for. @throws the answer that says no, where it was refused. */
export function granted<Found, Tag extends RefusalTag>(found: Found | Refusal<Tag>): Found {
  if (isRefusal(found))
    throw apiError(outcomeStatuses[found.tag], 'issues' in found ? found.issues : found.detail);
  return found;
}
