/** A tool of the request, ours or the caller's own. */
export interface RequestTool {
  name: string;
  input_schema: object;
  /** A tool that is strict already stays so and counts. */
  strict?: boolean | null;
}

/** What one request may hold in strict tools, all of them together. As third parties quote the provider. */
export interface StrictBudget {
  tools: number;
  optionalParameters: number;
  unionParameters: number;
}

export interface StrictPlan {
  /** Names of the tools that can be strict. */
  strict: string[];
  /** The others, with what there was no room for. */
  loose: { name: string; because: string }[];
  used: StrictBudget;
  /** What the tools that were strict already take beyond the budget; undefined where they fit. */
  overrun?: string;
}

const defaultBudget: StrictBudget = { tools: 20, optionalParameters: 24, unionParameters: 16 };

/** Chooses which tools of a request can be strict: those that cost least first, until nothing more fits. */
export function planStrict(
  requestTools: readonly RequestTool[],
  budget: StrictBudget = defaultBudget,
): StrictPlan {
  const priced = requestTools.map((tool) => ({
    name: tool.name,
    fixed: tool.strict === true,
    price: priceOf(tool),
  }));
  const plan: StrictPlan = {
    strict: [],
    loose: [],
    used: { tools: 0, optionalParameters: 0, unionParameters: 0 },
  };
  const cheapestFirst = priced.toSorted(
    (one, other) => Number(other.fixed) - Number(one.fixed) || weigh(one.price) - weigh(other.price),
  );
  for (const { name, fixed, price } of cheapestFirst) {
    const next = add(plan.used, price);
    const because = overrun(next, budget);
    if (because && !fixed) plan.loose.push({ name, because });
    else
      Object.assign(plan, {
        strict: [...plan.strict, name],
        used: next,
        ...(because && { overrun: because }),
      });
  }
  return plan;
}

const limits = ['tools', 'optionalParameters', 'unionParameters'] as const satisfies (keyof StrictBudget)[];

function overrun(used: StrictBudget, budget: StrictBudget): string | undefined {
  const over = limits.find((limit) => used[limit] > budget[limit]);
  return over && `it would make ${used[over]} of ${budget[over]} ${over}`;
}

function add(one: StrictBudget, other: StrictBudget): StrictBudget {
  return {
    tools: one.tools + other.tools,
    optionalParameters: one.optionalParameters + other.optionalParameters,
    unionParameters: one.unionParameters + other.unionParameters,
  };
}

function weigh({ optionalParameters, unionParameters }: StrictBudget): number {
  return optionalParameters + unionParameters;
}

function priceOf({ input_schema }: RequestTool): StrictBudget {
  return { tools: 1, ...countParameters(input_schema) };
}

/** Counts in every object of the schema, as deep as it goes. */
function countParameters(schema: unknown): Omit<StrictBudget, 'tools'> {
  if (typeof schema !== 'object' || schema === null) return { optionalParameters: 0, unionParameters: 0 };
  const properties = 'properties' in schema && isObject(schema.properties) ? schema.properties : {};
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  const own = {
    optionalParameters: Object.keys(properties).filter((name) => !required.includes(name)).length,
    unionParameters: Object.values(properties).filter(isUnion).length,
  };
  return children(schema)
    .map(countParameters)
    .reduce(
      (sum, each) => ({
        optionalParameters: sum.optionalParameters + each.optionalParameters,
        unionParameters: sum.unionParameters + each.unionParameters,
      }),
      own,
    );
}

function children(schema: object): unknown[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'properties' && isObject(value)) return Object.values(value);
    return keyword === 'items' || keyword === 'anyOf' || keyword === 'allOf' ? [value].flat() : [];
  });
}

function isUnion(schema: unknown): boolean {
  return isObject(schema) && ('anyOf' in schema || Array.isArray(schema.type));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
