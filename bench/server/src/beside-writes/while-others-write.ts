const everyMilliseconds = 50;

/**
 * Measures something while another user writes 20 times a second.
 * @throws unless most of these writes came through.
 */
export async function whileOthersWrite<Result>(
  write: (index: number) => Promise<Response>,
  measure: () => Promise<Result>,
): Promise<Result> {
  let sent = 0;
  let written = 0;
  const timer = setInterval(() => {
    write(sent)
      .then(async (response) => {
        await response.arrayBuffer();
        written += 1;
      })
      .catch(() => {});
    sent += 1;
  }, everyMilliseconds);
  const result = await measure().finally(() => clearInterval(timer));
  if (written < sent / 2)
    throw new Error(`Only ${written} of ${sent} writes came through; nothing was measured.`);
  return result;
}
