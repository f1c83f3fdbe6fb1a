import { fileURLToPath } from 'node:url';
import { loadYaml } from './load-yaml.ts';

/** A sentence that binds a deployment or a client: judged by `checks`, or not, with the reason. */
/** Why nothing judges a rule. */
export interface NotChecked {
  why: 'unobservable' | 'repeats' | 'binds-documents' | 'needs';
  /** The rule that says the same, where it is one. */
  rule?: string;
  /** What it would take to see it. */
  needs?: string;
  text: string;
}

export interface Rule {
  id: string;
  section: string;
  text: string;
  /** `stated` where it is left out. */
  basis?: 'stated' | 'implied';
  reading?: string;
  operations?: string[];
  parameter?: string;
  /** A name, or `all`. */
  tool?: string;
  checks?: string[];
  notChecked?: NotChecked;
}

/** A sentence that says what is not shown. */
export interface Unspecified {
  id: string;
  section: string;
  text: string;
  about: string;
}

/** A sentence that binds neither deployments nor clients. */
export interface Fact {
  id: string;
  section: string;
  text: string;
}

/** What holds of whole records: binds the operations that it names, and those that do one of `does` to a record. */
export interface Law extends Omit<Rule, 'tool'> {
  basis: 'stated' | 'implied';
  does?: RecordOperation['does'][];
  families?: string[];
}

/** laws.yaml */
export interface LawsFile {
  laws: Law[];
}

/** rules.yaml */
export interface RulesFile {
  rules: Rule[];
  unspecified: Unspecified[];
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
  /** Paths of all its issues, such as `url` or `items[0].checked`. */
  problems: string[];
  /** What another tool may make of it, where a reading of ours forbids it and not the words alone. */
  'x-reading'?: string;
}

export interface Tool {
  name: string;
  purpose: string;
  readOnly?: true;
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

/** Words of the interface, or our reading of it, behind a statement of resources.yaml. */
export interface Grounds {
  basis: 'stated' | 'implied';
  section?: string;
  text?: string;
  reading?: string;
}

/** Words of one line of the interface. */
export interface Quote {
  section: string;
  text: string;
}

export interface RecordIdentifier extends Quote {
  parameter: string;
  field?: string | null;
  of?: string;
  types: ('string' | 'uuid' | 'integer')[];
}

export interface RecordOperation {
  does:
    | 'create'
    | 'upsert'
    | 'clone'
    | 'read'
    | 'consume'
    | 'list'
    | 'change'
    | 'remove'
    | 'reorder'
    | 'use'
    | 'act';
  extent?: 'partial' | 'page' | 'matches';
  identifiedBy?: 'answer' | 'body' | 'nothing';
  existing?: 'returned';
  issues?: 'API key' | 'JWT';
}

export interface RecordField extends Quote {
  name: string;
  compared?: true;
  writtenOnly?: true;
  ownForm?: string;
  secret?: 'API key' | 'JWT';
}

export interface Access extends Grounds {
  who: 'owner' | 'credentials' | 'anyone';
  when?: 'public';
  as?: string;
}

/** Records of one kind. */
export interface ResourceFamily extends Quote {
  name: string;
  parent?: { family: string; parameter: string };
  refersTo?: Quote & { family: string; notShown: string };
  identifiers: RecordIdentifier[];
  scope?: 'user' | 'everybody';
  existence?: Quote & { notShown: string };
  operations: Record<string, RecordOperation>;
  mayRead: Access[];
  mayChange: Access[];
  removal?: Quote &
    (({ definite: string } & Grounds) | ({ unlisted: string } & Grounds) | { notShown: string });
  absent?: Quote & { shownAs: null };
  order?: Quote & { field: string; batch: string };
  repeats?: string;
  fields?: RecordField[];
  has?: (Grounds & { what: string; field?: string; alone?: true; operations: string[] })[];
  views?: (Quote & { name: string; operations: string[]; omits?: string[]; isList?: true })[];
  notes?: (Grounds & { of: string[] })[];
}

/** resources.yaml */
export interface ResourcesFile {
  families: ResourceFamily[];
  noRecord: (Quote & { operation: string; because: string })[];
}

/** @throws {ContractError} when rules.yaml breaks its schema. */
export function loadRules(): RulesFile {
  return loadYaml(specFile('rules.yaml'), specFile('json-schemas/rules.schema.json'));
}

/** @throws {ContractError} when laws.yaml breaks its schema. */
export function loadLaws(): LawsFile {
  return loadYaml(specFile('laws.yaml'), specFile('json-schemas/laws.schema.json'));
}

/** @throws {ContractError} when lifecycles.yaml breaks its schema. */
export function loadLifecycles(): LifecyclesFile {
  return loadYaml(specFile('lifecycles.yaml'), specFile('json-schemas/lifecycles.schema.json'));
}

/** @throws {ContractError} when resources.yaml breaks its schema. */
export function loadResources(): ResourcesFile {
  return loadYaml(specFile('resources.yaml'), specFile('json-schemas/resources.schema.json'));
}

/** @throws {ContractError} when tools.yaml breaks its schema. */
export function loadTools(): ToolsFile {
  return loadYaml(specFile('tools.yaml'), specFile('json-schemas/tools.schema.json'));
}

function specFile(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
