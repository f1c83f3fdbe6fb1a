import type { Problem } from './read-body.ts';
import type { Style } from './style.ts';

export interface ErrorBody {
  readonly text: string;
  readonly contentType: string;
}

const json = (value: unknown, contentType = 'application/json'): ErrorBody => ({
  text: JSON.stringify(value),
  contentType,
});

/** The body of a refusal; its shape is not shown. */
export function refusalBody({ errors }: Style, status: number, words: string): ErrorBody {
  switch (errors.body) {
    case 'detail':
      return json({ detail: words });
    case 'problem':
      return json({ type: 'about:blank', title: words, status }, 'application/problem+json');
    case 'envelope':
      return json({ error: { code: words.toUpperCase().replaceAll(' ', '_'), message: words }, data: null });
    case 'words':
      return { text: words, contentType: 'text/plain' };
    case 'empty':
      return { text: '', contentType: 'text/plain' };
    case 'page':
      return { text: `<p>${words}</p>`, contentType: 'text/html' };
  }
}

/** The body of a validation error, of a schema whose fields are not shown. */
export function validationBody({ errors }: Style, problems: readonly Problem[]): ErrorBody {
  const said = problems.map(({ name, what }) => `${name} is ${what}`).join(', ');
  switch (errors.validation) {
    case 'fastapi':
      return json({
        detail: problems.map(({ at, name, what }) => ({
          loc: [at, name],
          msg: what === 'missing' ? 'Field required' : 'Input should be valid',
          type: what === 'missing' ? 'missing' : 'value_error',
        })),
      });
    case 'problem':
      return json(
        {
          type: 'https://problems.example/invalid-input',
          title: 'Invalid input',
          status: 422,
          errors: problems.map(({ at, name, what }) => ({
            pointer: at === 'body' ? `#/${name}` : `${at}: ${name}`,
            detail: what === 'missing' ? 'is required' : `is ${what}`,
          })),
        },
        'application/problem+json',
      );
    case 'words':
      return json({ message: `The request is not valid: ${said}` });
    case 'empty object':
      return json({});
  }
}
