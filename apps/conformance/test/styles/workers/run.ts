export interface Message {
  readonly role: string;
  readonly content: string;
  /** When it came, in ms of `performance.now`. */
  readonly at: number;
}

/** A conversation of the Workers API. */
export interface Run {
  readonly run_id: string;
  readonly agentId: string;
  readonly owner: string;
  readonly messages: Message[];
  readonly jobId: string;
  job: 'none' | 'owed' | 'running';
  /** How often the run was looked at since its job was asked for, or since it began. */
  looks: number;
  turn: Promise<void> | undefined;
}
