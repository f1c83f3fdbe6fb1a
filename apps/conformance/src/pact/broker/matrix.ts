import * as z from 'zod';
import { UsageError } from '../../deployment/errors.ts';
import { type Hal, requireShape, wordsIn } from './hal.ts';

const versionSchema = z.looseObject({
  name: z.string(),
  version: z.looseObject({ number: z.string() }).nullish(),
});

const matrixSchema = z.looseObject({
  summary: z.looseObject({ deployable: z.boolean().nullish(), reason: z.string().nullish() }),
  notices: z.array(z.looseObject({ type: z.string().optional(), text: z.string() })).default([]),
  matrix: z
    .array(
      z.looseObject({
        consumer: versionSchema,
        provider: versionSchema,
        verificationResult: z.looseObject({ success: z.boolean() }).nullish(),
      }),
    )
    .default([]),
});

export type Matrix = z.infer<typeof matrixSchema>;

/** Versions of clients and providers, and where they would go. */
export interface Asked {
  readonly selectors: readonly { readonly pacticipant: string; readonly version?: string | undefined }[];
  readonly environment?: string | undefined;
}

/**
 * Which versions fit together.
 *
 * @throws UsageError for names that the broker doesn't know, BrokerError
 */
export async function readMatrix(hal: Hal, { selectors, environment }: Asked): Promise<Matrix> {
  const query = new URLSearchParams();
  for (const { pacticipant, version } of selectors) {
    query.append('q[][pacticipant]', pacticipant);
    if (version !== undefined) query.append('q[][version]', version);
  }
  // Of each pair of versions the latest result; of a deployment that of each consumer version with each provider.
  query.append('latestby', environment === undefined ? 'cvpv' : 'cvp');
  if (environment !== undefined) query.append('environment', environment);
  const answer = await hal.ask('GET', `/matrix?${query}`);
  if (!answer.isOk) throw new UsageError(`The broker can't tell: ${wordsIn(answer)}`);
  return requireShape(matrixSchema, answer, 'a matrix');
}
