/** What the figures of the client are held to. */
export const budgets = {
  /** Bytes, minified and with gzip, of one operation on plain fetch. */
  oneOperation: 1300,
  /** The same of every operation in both clients. Decision 18 has what each feature takes. */
  bothClients: 20_800,
  /** Types that 93 calls in each of 10 files instantiate. */
  instantiations: 1000,
  /** CPU of a request, as a ratio to raw fetch. */
  plainOverhead: 1.1,
  clientOverhead: 1.75,
  /** Speed of batches of NDJSON, as a ratio to searching for line ends. */
  batches: 1.4,
} as const;
