import { join } from 'node:path';
import * as z from 'zod';
import { replaySchema } from '../report/replay/replay-report.ts';
import { reportSchema } from '../report/report.ts';
import { exchangeSchema } from './exchange-schema.ts';
import { inputsSchema } from './inputs-schema.ts';
import { ledgerEntrySchema } from './ledger-schema.ts';
import { planSchema } from './plan-schema.ts';
import { verdictSchema } from './verdicts-schema.ts';

/** The formats of the files in a results folder. The number grows when a reader of the old one would misread the new. */
export const resultFormats = {
  inputs: 'agent-workers-conformance-inputs/1',
  plan: 'agent-workers-conformance-plan/1',
  exchanges: 'agent-workers-conformance-exchanges/1',
  verdicts: 'agent-workers-conformance-verdicts/1',
  ledger: 'agent-workers-conformance-ledger/1',
} as const;

export const inputsDocument = z.object({
  schema: z.literal(resultFormats.inputs),
  ...inputsSchema.shape,
});

export const planDocument = z.object({ schema: z.literal(resultFormats.plan), ...planSchema.shape });

export const verdictsDocument = z.object({
  schema: z.literal(resultFormats.verdicts),
  verdicts: z.array(verdictSchema),
});

/** The first line of a file with a line for each entry. */
const exchangesHeader = z.object({ schema: z.literal(resultFormats.exchanges) });

const ledgerHeader = z.object({
  event: z.literal('opened'),
  schema: z.literal(resultFormats.ledger),
  target: z.string().describe('The base address of the User API that the entries are about.'),
});

export const ledgerLine = z.union([ledgerHeader, ledgerEntrySchema]);

/** What each file holds: the document, or each line of it. */
export const resultFiles = {
  inputs: { file: 'inputs.json', schema: inputsDocument },
  plan: { file: 'plan.json', schema: planDocument },
  exchanges: { file: 'exchanges.jsonl', schema: z.union([exchangesHeader, exchangeSchema]) },
  verdicts: { file: 'verdicts.json', schema: verdictsDocument },
  report: { file: 'report.json', schema: reportSchema },
  ledger: { file: 'ledger.jsonl', schema: ledgerLine },
  replay: { file: 'replay.json', schema: replaySchema },
} as const;

export type ResultFile = keyof typeof resultFiles;

export function resultPath(folder: string, file: ResultFile): string {
  return join(folder, resultFiles[file].file);
}
