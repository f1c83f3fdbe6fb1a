import type { CommandName } from './commands.ts';

export interface OptionFacts {
  /** What its value is called; an option without one is a switch. */
  readonly value?: string;
  /** Whether it may be given more than once; `in a row`: also by one name, as a shell makes of `*.har`. */
  readonly many?: true | 'in a row';
  /** The value where none is given. */
  readonly default?: string;
  /** What happens where none is given, if that isn't one value. */
  readonly otherwise?: string;
  readonly words: string;
  /** Under which heading help lists it. */
  readonly group: keyof typeof groups;
  readonly commands: readonly CommandName[];
  /** What holds for one of them alone, in place of the above. */
  readonly ofCommand?: Partial<
    Record<CommandName, Pick<OptionFacts, 'otherwise'> & { readonly words?: string }>
  >;
  /** What it is taken from where the option isn't given. */
  readonly environment?: string;
  readonly config?: string;
}

export const groups = {
  target: 'Target',
  selection: 'What is judged',
  amount: 'How much',
  output: 'Output',
  replay: 'What is sent again',
  contracts: 'Contracts',
} as const;
