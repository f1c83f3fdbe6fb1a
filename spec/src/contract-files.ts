import { fileURLToPath } from 'node:url';
import { loadYaml } from './load-yaml.ts';

/** A sentence that binds a deployment or a client: judged by `checks`, or not, with the reason. */
export interface Rule {
  id: string;
  section: string;
  text: string;
  operations?: string[];
  parameter?: string;
  tool?: string;
  checks?: string[];
  notChecked?: string;
}

/** A sentence that says what is not shown. */
export interface Silence {
  id: string;
  section: string;
  text: string;
  about: string;
}

/** A sentence that binds nobody. */
export interface Fact {
  id: string;
  section: string;
  text: string;
}

/** rules.yaml */
export interface RulesFile {
  rules: Rule[];
  silences: Silence[];
  facts: Fact[];
}

/** Where a client sees a state or an effect. */
export type Observation =
  | { where: 'status'; operations: string[]; shows: 'accepted' | '409' }
  | { where: 'header'; operations: string[]; name: string; shows: 'present' | 'absent' }
  | {
      where: 'history';
      operations: string[];
      shows: 'this-interaction-only' | 'message-added' | 'message-not-added';
    };

export interface State {
  id: string;
  text: string;
  observed?: Observation[];
}

export interface Transition {
  id: string;
  from: string;
  trigger: { text: string; operations?: string[]; event?: string };
  condition: string;
  to: string;
  /** State of the run that comes into being beside this one. */
  creates?: string;
  effects: string[];
  observed: Observation[];
  rules: string[];
  text: string;
  'x-reading'?: string;
}

export interface Lifecycle {
  id: string;
  title: string;
  section: string;
  initial: string;
  states: State[];
  transitions: Transition[];
}

export interface SoftDelete {
  id: string;
  operation: string;
  text: string;
  resultingState: { 'x-not-shown': string; text: string };
  rules: string[];
}

/** lifecycles.yaml */
export interface LifecyclesFile {
  lifecycles: Lifecycle[];
  softDeletes: SoftDelete[];
  notShown: { id: string; text: string }[];
}

export interface ToolItemProperty {
  name: string;
  type: 'string' | 'boolean';
  required?: true;
}

export interface ToolParameter {
  name: string;
  type: 'string' | 'boolean' | 'integer' | 'number' | 'array';
  required?: true;
  minimum?: number;
  maximum?: number;
  default?: number;
  enum?: string[];
  examples?: string[];
  note?: string;
  items?: { type: 'object'; properties: ToolItemProperty[]; 'x-reading'?: string };
}

/** When `parameter` equals the value, all of `require` must be given. */
export interface ToolRule {
  requireWhen: { parameter: string; equals: string };
  require: string[];
  text: string;
}

/** An input that the interface allows. Ours, like its counterpart. */
export interface ToolExample {
  about: string;
  input: Record<string, unknown>;
}

/** An input that the interface forbids. */
export interface ToolCounterexample extends ToolExample {
  /** Paths of all its faults, such as `url` or `items[0].checked`. */
  problems: string[];
}

export interface Tool {
  name: string;
  purpose: string;
  parameters: ToolParameter[];
  rules?: ToolRule[];
  examples: ToolExample[];
  counterexamples?: ToolCounterexample[];
}

/** tools.yaml */
export interface ToolsFile {
  catalog: string;
  section: string;
  namePrefix: string;
  needsAuthConnection: boolean;
  output: { 'x-not-shown': string };
  endpoint: { 'x-not-shown': string };
  tools: Tool[];
}

/** @throws {ContractError} when rules.yaml breaks its schema. */
export function loadRules(): RulesFile {
  return loadYaml(specFile('rules.yaml'), specFile('json-schemas/rules.schema.json'));
}

/** @throws {ContractError} when lifecycles.yaml breaks its schema. */
export function loadLifecycles(): LifecyclesFile {
  return loadYaml(specFile('lifecycles.yaml'), specFile('json-schemas/lifecycles.schema.json'));
}

/** @throws {ContractError} when tools.yaml breaks its schema. */
export function loadTools(): ToolsFile {
  return loadYaml(specFile('tools.yaml'), specFile('json-schemas/tools.schema.json'));
}

function specFile(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
