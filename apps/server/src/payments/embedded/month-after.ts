/** The same time one month later; of a day that the next month lacks, its last day. */
export function monthAfter(time: Date): Date {
  const later = new Date(time);
  later.setUTCMonth(later.getUTCMonth() + 1);
  if (later.getUTCDate() !== time.getUTCDate()) later.setUTCDate(0);
  return later;
}
