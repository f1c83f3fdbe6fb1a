import { Type as T, type TObject } from "@sinclair/typebox";
import { notifierTools } from "./notifier";
import type { User } from "./auth";

export class InputError extends Error {}
export interface ToolDef {
  name: string; title: string; description: string; toolkit: string; needsConnection: boolean; input: TObject;
  run: (input: any, user: User, service: string) => unknown;
}
const exact = { additionalProperties: false };
const TIDES: Record<string, [string, number]> = { hull: ["06:14", 6.9], dover: ["10:02", 6.4], brest: ["04:47", 7.1], cuxhaven: ["12:30", 3.4] };
const DAY = 86_400_000;

const plain: ToolDef[] = [
  {
    name: "read_tide_table", title: "Read tide table", description: "High water at a port.", toolkit: "sea", needsConnection: false,
    input: T.Object({ port: T.String({ minLength: 1 }), date: T.Optional(T.String()) }, exact),
    run: ({ port, date }) => {
      const tide = new Map(Object.entries(TIDES)).get(port.toLowerCase());
      return { port, date: date ?? null, known: !!tide, high_water: tide?.[0] ?? null, metres: tide?.[1] ?? null };
    },
  },
  {
    name: "convert_knots", title: "Convert knots", description: "Knots of a ship into kilometres per hour.", toolkit: "sea", needsConnection: false,
    input: T.Object({ knots: T.Number({ minimum: 0 }) }, exact), run: ({ knots }) => ({ knots, kmh: knots * 1.852 }),
  },
  {
    name: "add_numbers", title: "Add numbers", description: "The sum of some numbers.", toolkit: "math", needsConnection: false,
    input: T.Object({ numbers: T.Array(T.Number(), { minItems: 1, maxItems: 1000 }) }, exact), run: ({ numbers }) => ({ sum: numbers.reduce((a: number, b: number) => a + b, 0) }),
  },
  {
    name: "divide_numbers", title: "Divide numbers", description: "One number by another.", toolkit: "math", needsConnection: false,
    input: T.Object({ dividend: T.Number(), divisor: T.Number() }, exact),
    run: ({ dividend, divisor }) => {
      if (divisor === 0) throw new InputError("The divisor must not be 0.");
      return { quotient: dividend / divisor };
    },
  },
  {
    name: "reverse_text", title: "Reverse text", description: "A text backwards.", toolkit: "text", needsConnection: false,
    input: T.Object({ text: T.String() }, exact), run: ({ text }) => ({ text: [...text].reverse().join("") }),
  },
  {
    name: "count_words", title: "Count words", description: "The words of a text, with how many there are of each.", toolkit: "text", needsConnection: false,
    input: T.Object({ text: T.String() }, exact),
    run: ({ text }) => {
      const counts = new Map<string, number>();
      for (const w of text.split(/\s+/).filter(Boolean)) counts.set(w, (counts.get(w) ?? 0) + 1);
      return { total: [...counts.values()].reduce((a, b) => a + b, 0), words: [...counts].map(([word, count]) => ({ word, count })) };
    },
  },
  {
    name: "days_between", title: "Days between", description: "Days from one date to another.", toolkit: "time", needsConnection: false,
    input: T.Object({ from: T.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" }), to: T.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" }) }, exact),
    run: ({ from, to }) => {
      const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY);
      if (Number.isNaN(days)) throw new InputError("One of these is no date.");
      return { days };
    },
  },
];
export const tools: ToolDef[] = [...plain, ...notifierTools];
const byName = new Map(tools.map((t) => [t.name, t]));
export const toolByName = (name: string): ToolDef | undefined => byName.get(name);
export const toolsets = [
  ["sea", "Sea", "Tides and ships."], ["math", "Math", "Numbers."], ["text", "Text", "Words and letters."], ["time", "Time", "Dates."], ["notifier", "Notifier", "Pushes to devices and people."],
].map(([name, title, description]) => ({ name: name!, title: title!, description: description!, tools: tools.filter((t) => t.toolkit === name) }));
