// Finds the route for a method and a path.

import { Problem, notFound } from './problem.js';

export class Router {
  #bySize = new Map();

  /** Adds a route. `options` say what it takes:
   *  auth: 'user' (a JWT, the rule), 'open' (a JWT counts, when there is one), 'key' (an API key);
   *  path: types of path parameters; query: query parameters; body: a check; bodyOptional; rawBody. */
  add(method, template, options, handler) {
    const segments = template.split('/').slice(1);
    const route = { method, template, segments, options: { auth: 'user', path: {}, query: {}, ...options }, handler };
    const routes = this.#bySize.get(segments.length) ?? [];
    routes.push(route);
    routes.sort((a, b) => parameters(a) - parameters(b));
    this.#bySize.set(segments.length, routes);
  }

  /** The route and the texts of its path parameters. */
  find(method, path) {
    const segments = path.split('/').slice(1).map(decode);
    const allowed = new Set();
    for (const route of this.#bySize.get(segments.length) ?? []) {
      if (!fits(route, segments)) continue;
      if (route.method === method) return { route, texts: pick(route, segments) };
      allowed.add(route.method);
    }
    if (allowed.size === 0) throw notFound('path');
    throw new Problem(405, 'method_not_allowed', `${method} is not possible here`, { allow: [...allowed].join(', ') });
  }
}

const isParameter = (segment) => segment.startsWith(':');
const parameters = (route) => route.segments.filter(isParameter).length;
const fits = (route, segments) =>
  route.segments.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]));

function pick(route, segments) {
  const texts = {};
  route.segments.forEach((part, index) => {
    if (isParameter(part)) texts[part.slice(1)] = segments[index];
  });
  return texts;
}

function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound('path');
  }
}
