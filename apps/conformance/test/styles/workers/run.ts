export interface Message {
  readonly role: string;
  readonly content: string;
}

/** A conversation of the Workers API. */
export interface Run {
  readonly run_id: string;
  readonly agentId: string;
  readonly owner: string;
  readonly messages: Message[];
  readonly jobId: string;
  job: 'none' | 'owed' | 'running';
  turn: Promise<void> | undefined;
}
