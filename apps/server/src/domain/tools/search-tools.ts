import type { Tool } from './tool.ts';

/** What is searched for; `minimumScore` lies between 0 and 1. */
export interface ToolSearch {
  query: string;
  toolkit: string | undefined;
  limit: number;
  minimumScore: number;
}

/** The tools that match, best first; equally good ones by name. */
export function searchTools<Found extends Tool>(
  tools: readonly Found[],
  search: ToolSearch,
): { tool: Found; score: number }[] {
  return tools
    .filter((tool) => search.toolkit === undefined || isNamed(search.toolkit, tool.toolkit))
    .map((tool) => ({ tool, score: scoreTool(search.query, tool) }))
    .filter(({ score }) => score >= search.minimumScore)
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .slice(0, search.limit);
}

function isNamed(wanted: string, toolkit: string): boolean {
  return wanted.toLowerCase() === toolkit.toLowerCase();
}

// What a word of the query is worth, by where the tool has it. Words of a name say most.
const weights = { name: 1, toolkit: 0.8, description: 0.6 };
const beginningOfWord = 0.8;
const likeness = { atLeast: 0.6, worth: 0.6 };
// Only a query that is the tool's very name reaches 1.
const allWordsFound = 0.95;

/**
 * How well a tool fits a query, from 0 (no word of it) to 1 (its name): the mean over the words of the query of
 * each word's best place in the tool. The beginning of a word and a misspelt word count less.
 */
function scoreTool(query: string, tool: Tool): number {
  if (query.trim().toLowerCase() === tool.name.toLowerCase()) return 1;
  const wanted = [...new Set(wordsOf(query))];
  if (wanted.length === 0) return 0;
  const places = [
    { words: wordsOf(tool.name), weight: weights.name },
    { words: wordsOf(tool.toolkit), weight: weights.toolkit },
    { words: wordsOf(tool.description), weight: weights.description },
  ];
  const found = wanted.map((word) =>
    Math.max(...places.map(({ words, weight }) => weight * bestMatch(word, words))),
  );
  const mean = found.reduce((sum, each) => sum + each, 0) / wanted.length;
  return Math.round(mean * allWordsFound * 1000) / 1000;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function bestMatch(wanted: string, words: readonly string[]): number {
  return Math.max(0, ...words.map((word) => match(wanted, word)));
}

function match(wanted: string, word: string): number {
  if (wanted === word) return 1;
  if (word.startsWith(wanted)) return beginningOfWord;
  const like = shareOfPairs(wanted, word);
  return like >= likeness.atLeast ? like * likeness.worth : 0;
}

/** The share of neighbouring letters that two words have in common (Dice's coefficient). */
function shareOfPairs(a: string, b: string): number {
  const pairs = pairsOf(a);
  const others = pairsOf(b);
  if (pairs.length + others.length === 0) return 0;
  const left = [...others];
  const common = pairs.filter((pair) => left.includes(pair) && left.splice(left.indexOf(pair), 1));
  return (2 * common.length) / (pairs.length + others.length);
}

function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
