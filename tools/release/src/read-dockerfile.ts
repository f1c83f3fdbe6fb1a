/** What an image is made of and how it starts, as far as our Dockerfiles go. */
export interface ImageFacts {
  /** The commands of its first stage, which install. */
  readonly installs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly health: readonly string[] | undefined;
}

/** @throws Error where it has no line that it must have */
export function readDockerfile(text: string): ImageFacts {
  const lines = text.replaceAll(/\\\n\s*/g, ' ').split('\n');
  const [install = [], run = []] = stagesOf(lines);
  const of = (name: string, stage = run): string[] =>
    stage.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
  const list = (texts: readonly string[]): string[] => JSON.parse(/\[.*\]/.exec(texts.join())?.[0] ?? '[]');
  const [user = ''] = of('USER');
  const entrypoint = list(of('ENTRYPOINT'));
  const installs = of('RUN', install);
  if (user === '' || entrypoint.length === 0 || installs.length === 0)
    throw new Error('A Dockerfile of ours has RUN in its first stage, USER and ENTRYPOINT in its second.');
  const pairs = of('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=', 2)));
  const health = list(of('HEALTHCHECK'));
  return {
    installs,
    environment: Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value])),
    user,
    entrypoint,
    command: list(of('CMD')),
    health: health.length === 0 ? undefined : health,
  };
}

function stagesOf(lines: readonly string[]): readonly string[][] {
  const stages: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('FROM ')) stages.push([]);
    stages.at(-1)?.push(line);
  }
  return stages;
}
