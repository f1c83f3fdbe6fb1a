/** What the figures of the client are held to. */
export const budgets = {
  /** Bytes, minified and with gzip, of one operation on plain fetch. */
  oneOperation: 1300,
  /** The same of every operation in both clients. The bench prints what each feature takes; decision 18 says why. */
  bothClients: 20_300,
  /** Types that 93 calls in each of 10 files instantiate. */
  instantiations: 1000,
  /** CPU of a request, as a ratio to raw fetch. */
  plainOverhead: 1.1,
  clientOverhead: 1.75,
  /** Speed of batches of NDJSON, as a ratio to searching for line ends. */
  batches: 1.4,
} as const;
