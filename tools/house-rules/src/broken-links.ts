/** The relative links of a Markdown document that lead to nothing. Those in code, and to other hosts, aren't followed. */
export function brokenLinks(text: string, isThere: (target: string) => boolean): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^([a-z]+:|#|\/)/.test(link)) return false;
    const [target = ''] = link.split('#');
    return !isThere(decodeURIComponent(target));
  });
}
