/** Which methods an address has. */
export type AllowedMethods = (path: string) => string[];

interface Route {
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
}

/** Looks addresses up that no operation has answered. */
export function allowedMethods(routes: readonly Route[]): AllowedMethods {
  const known = routes.map(({ method, path }) => ({ method, segments: path.split('/') }));
  return (path) => {
    const segments = path.split('/');
    const fitting = known.filter((route) => fits(route.segments, segments)).map(({ method }) => method);
    const methods = new Set(fitting);
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  };
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) =>
    part.startsWith('{') ? segments[index] !== '' : part === segments[index],
  );
}
