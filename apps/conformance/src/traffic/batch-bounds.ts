import type { Exchange } from '../exchanges/exchange.ts';

/** So many exchanges are judged together at the most, and so many characters of bodies. */
const mostExchanges = 1_500;
const mostCharacters = 8 * 2 ** 20;

/**
 * Where a batch of traffic ends, told by its exchanges alone, so that a recording is judged in the batches in which it
 * was judged before. A run whose start lies in an earlier batch is one that began before the recording.
 *
 * @returns whether the batch is full with this exchange; the next one then begins another
 */
export function createBatchBounds(): (exchange: Exchange) => boolean {
  let [exchanges, characters] = [0, 0];
  return ({ request, response }) => {
    exchanges += 1;
    characters += (request.body?.length ?? 0) + (response?.body.text.length ?? 0);
    if (exchanges < mostExchanges && characters < mostCharacters) return false;
    [exchanges, characters] = [0, 0];
    return true;
  };
}
