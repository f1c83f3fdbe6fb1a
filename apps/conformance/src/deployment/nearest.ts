import leven from 'leven';

/** A hint that names the nearest of the right words, or nothing where none is near. */
export function didYouMean(wrong: string, right: readonly string[]): string {
  const ranked = right.map((word) => ({ word, distance: leven(wrong.toLowerCase(), word.toLowerCase()) }));
  const [best] = ranked.sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(2, wrong.length / 3)
    ? ` Did you mean ${best.word}?`
    : '';
}
