import type { Connection } from '../deployment/connection.ts';
import { quote, required } from './shell-text.ts';

/** The variable of a shell that holds the value of a header, which is a secret: HEADER_X_GATEWAY_KEY. */
export function headerVariable(name: string): string {
  return `HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`;
}

/** The variable that holds the address of a proxy, in which a password may stand. */
export const proxyVariable = 'PROXY';

/** Lines of a shell script before any curl of it, by which all of them reach the target as this program did. */
export function reachingAlike({ headers, given = {} }: Connection): readonly string[] {
  const names = Object.keys(headers);
  const files = (['ca', 'cert', 'key'] as const).flatMap((name) => {
    const file = given[name];
    return file === undefined ? [] : [`${fileOptions[name]} ${quote(file)}`];
  });
  const options = [
    ...files,
    ...names.map((name) => `-H "${name}: $${headerVariable(name)}"`),
    ...(given.proxy === undefined ? [] : [`--proxy "$${proxyVariable}"`]),
  ];
  if (options.length === 0) return [];
  return [
    ...names.map((name) => required(headerVariable(name), `the value of the header ${name}`)),
    ...(given.proxy === undefined ? [] : [required(proxyVariable, 'the address of the proxy')]),
    `REACH=(${options.join(' ')})`,
    // Behind --next curl has forgotten what it was told before.
    'curl() { local word words=("${REACH[@]}"); for word in "$@"; do words+=("$word"); [ "$word" != --next ] || words+=("${REACH[@]}"); done; command curl "${words[@]}"; }',
  ];
}

const fileOptions = { ca: '--cacert', cert: '--cert', key: '--key' } as const;
