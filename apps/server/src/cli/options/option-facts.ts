/** What is known of an option of a command. */
export interface OptionFacts {
  /** What its value is called; an option without one is a switch. */
  readonly value?: string;
  /** Whether it may be given more than once. */
  readonly many?: true;
  /** Whether the command needs it. */
  readonly required?: true;
  /** The value where none is given. */
  readonly default?: string;
  /** What happens where none is given, if that isn't one value. */
  readonly otherwise?: string;
  readonly words: string;
  /** Makes the value of a text. Default: the text itself. @throws {UserError} when it has no sense. */
  readonly parse?: (text: string, option: string) => unknown;
}

/** The options of a command by their names: parsing, types, help and docs/options.md are made from this. */
export type OptionTable = Readonly<Record<string, OptionFacts>>;

/** What the options of a table come to. */
export type Values<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};

type ValueOf<Facts> = Facts extends { value: string; many: true }
  ? readonly ReadFrom<Facts>[]
  : Facts extends { value: string; default: string } | { value: string; required: true }
    ? ReadFrom<Facts>
    : Facts extends { value: string }
      ? ReadFrom<Facts> | undefined
      : boolean;

type ReadFrom<Facts> = Facts extends { parse: (text: string, option: string) => infer Value }
  ? Value
  : string;
