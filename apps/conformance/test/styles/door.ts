import type { Style } from './style.ts';

/** What a server, or a gateway before it, refuses before it looks at the interface; which status is not shown. */
export function refusedAtTheDoor({ choices }: Style, request: Request, raw: string): number | undefined {
  const { mediaTypes, longestBody, longestPath, twice, brokenJson } = choices.door;
  const { pathname, search, searchParams } = new URL(request.url);
  const type = request.headers.get('content-type');
  if (pathname.length + search.length > longestPath) return 414;
  if (mediaTypes === 'json' && raw !== '' && type !== null && !type.includes('json')) return 415;
  if (raw.length > longestBody) return 413;
  const names = [...searchParams.keys()];
  if (twice !== 'taken' && new Set(names).size < names.length) return twice;
  return brokenJson === 400 && raw !== '' && !isJson(raw) ? 400 : undefined;
}

function isJson(raw: string): boolean {
  try {
    JSON.parse(raw);
    return true;
  } catch {
    return false;
  }
}
