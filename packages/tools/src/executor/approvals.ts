import type { ToolName } from '../gen/definitions.ts';
import type { BlastRadius } from './assess-call.ts';

/** What a person is asked. */
export interface ApprovalRequest {
  /** Of tool, arguments and backend: an approval opens nothing but exactly this. */
  digest: string;
  tool: ToolName;
  input: Readonly<Record<string, unknown>>;
  radius: BlastRadius;
  preview: string;
}

/** Whether a person agrees, now or after some time. False sends nothing. */
export type Approve = (request: ApprovalRequest) => boolean | Promise<boolean>;

export interface ApprovalsOptions {
  /** Milliseconds for which a grant is valid; ten minutes by default. */
  lifetime?: number;
  now?: () => number;
}

export interface Approvals {
  /** Goes into the executor's options. */
  approve: Approve;
  /** What waits for a person. */
  pending(): ApprovalRequest[];
  /** Opens one call with this digest, for a while. @throws {TypeError} when nothing of this digest waits. */
  grant(digest: string): void;
  refuse(digest: string): void;
}

/** Keeps what waits, for programs in which the person answers elsewhere and the model calls again. */
export function createApprovals({ lifetime = 600_000, now = Date.now }: ApprovalsOptions = {}): Approvals {
  const waiting = new Map<string, ApprovalRequest>();
  const granted = new Map<string, number>();
  return {
    approve(request) {
      const until = granted.get(request.digest) ?? 0;
      // A grant is used up, whether it came in time or not.
      granted.delete(request.digest);
      if (now() < until) return true;
      waiting.set(request.digest, request);
      return false;
    },
    pending: () => [...waiting.values()],
    grant(digest) {
      if (!waiting.delete(digest))
        throw new TypeError(`No call with the digest ${digest} waits. Take one of pending().`);
      granted.set(digest, now() + lifetime);
    },
    refuse(digest) {
      waiting.delete(digest);
      granted.delete(digest);
    },
  };
}
