/** What a deployment was put into: values for the call that follows, and how to end it. */
export interface ArrangedState {
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** The JWT of the caller, where the state is one of another caller than the run's own. */
  readonly credential?: string | undefined;
  readonly undo?: (() => Promise<void>) | undefined;
}

/** Puts the deployment into a state by a way of its own; undefined where it has none to that state. */
export type ArrangeState = (
  name: string,
  parameters: Readonly<Record<string, string>>,
) => Promise<ArrangedState | undefined>;
