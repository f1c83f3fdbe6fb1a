import { scoreTool } from './score-tool.ts';
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
