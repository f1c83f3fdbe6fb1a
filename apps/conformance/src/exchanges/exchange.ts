import type { Probe } from '../cases/probe.ts';
import type { Credential, MessageKind, Transport } from '../cases/scenario.ts';

/** A body as it came: its text, and when each chunk of it arrived. Times are ms since the run began. */
export interface RecordedBody {
  readonly text: string;
  readonly chunks: readonly { readonly at: number; readonly bytes: number }[];
  /** `cut` when the connection ended before the body did. */
  readonly ended: 'complete' | 'cut';
}

export interface RecordedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly headersAt: number;
  readonly endedAt: number;
  readonly body: RecordedBody;
}

export type FaultKind = 'refused' | 'timeout' | 'broken';

/** Trouble that is no answer: the target can't be judged by it, and what it did is unknown. */
export interface Fault {
  readonly kind: FaultKind;
  readonly message: string;
  readonly at: number;
}

/** The message of a POST or PUT: what it was meant to bring about, and its words. */
export interface SentMessage {
  readonly kind: MessageKind;
  readonly text: string;
}

/** One request and what came of it: plain data, without any secret, enough to judge by. */
export interface Exchange {
  readonly id: number;
  readonly scenario: string;
  /** Number of the step in the scenario, from 1. */
  readonly step: number;
  /** Number of the try within the step, from 1; polling steps have many. */
  readonly attempt: number;
  /** Number of the step that started the run this exchange is about. */
  readonly startedBy: number;
  readonly operation: string;
  readonly transport: Transport | undefined;
  readonly credential: Credential;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly body?: string | undefined;
  };
  readonly sent?: SentMessage | undefined;
  /** What a probe tried out; scenarios have none. */
  readonly probe?: Pick<Probe, 'kind' | 'parameter'> | undefined;
  readonly sentAt: number;
  readonly response?: RecordedResponse | undefined;
  readonly fault?: Fault | undefined;
}

/** The first value of a header, or undefined. Names compare without case. */
export function header(exchange: Exchange, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return exchange.response?.headers.find(([key]) => key === wanted)?.[1];
}

export function succeeded(exchange: Exchange): boolean {
  const status = exchange.response?.status;
  return status !== undefined && status >= 200 && status < 300;
}
