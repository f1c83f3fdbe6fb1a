/** What comes of something that may not heed the signal. @throws the signal's reason when that comes first. */
export async function unlessAborted<Result>(
  result: PromiseLike<Result>,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([result, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
