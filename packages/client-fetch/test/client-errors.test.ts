import { describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  CallError,
  ConfigurationError,
  ConflictError,
  createUserClient,
  NdjsonError,
  NotFoundError,
} from '../src/index.ts';
import { answerWith, createTestTransport } from '../src/testing.ts';

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('The call succeeded.'),
    (reason: unknown) => reason,
  );
}

describe('Errors of a client', () => {
  it('have the class and the name of their status, and one parent', async () => {
    const user = createUserClient({ transport: createTestTransport({ getAgent: answerWith(404) }) });
    const error = await failureOf(user.agents.getAgent('a'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ name: 'NotFoundError', constructor: NotFoundError });
    for (const Parent of [ApiError, CallError, Error]) expect(error).toBeInstanceOf(Parent);
    expect(error).not.toBeInstanceOf(ConflictError);
    expect(NdjsonError.prototype).toBeInstanceOf(CallError);
  });

  it('can be made in a test', () => {
    const details = { operation: 'getAgent', status: 404, headers: new Headers(), body: undefined } as const;
    expect(new NotFoundError('was answered with status 404', details)).toBeInstanceOf(NotFoundError);
  });
});

describe('A deployment that is not said right', () => {
  const fetch = vi.fn();

  it.each([
    [
      { baseUrl: 'http://host', fetch },
      'getCurrentUser needs a credential (false sends none): give jwt, or set AGENT_WORKERS_JWT.',
    ],
    [{ jwt: 'j', fetch }, 'getCurrentUser needs an address: give baseUrl, or set AGENT_WORKERS_BASE_URL.'],
  ])('is an error before anything is sent', async (options, message) => {
    const error = await failureOf(createUserClient(options).user.getCurrentUser());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ message });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('needs no credential where the interface declares none, or where a proxy adds it', async () => {
    const answering = vi.fn(async () => Response.json({}));
    await createUserClient({ baseUrl: 'http://host', fetch: answering }).agents.getAgent('a');
    await createUserClient({ baseUrl: 'http://host', jwt: false, fetch: answering }).user.getCurrentUser();
    expect(answering).toHaveBeenCalledTimes(2);
  });

  it('takes no API key for the User API, unless it says so', async () => {
    // @ts-expect-error the User API takes a JWT
    expect(() => createUserClient({ baseUrl: 'http://host', apiKey: 'k' })).toThrow(
      'createUserClient takes a JWT, and was given apiKey; give jwt, or say acceptsApiKey: true.',
    );
    const answering = vi.fn(async (_: string, init: { headers: Headers }) =>
      Response.json({ authorization: init.headers.get('authorization') }),
    );
    const options = { baseUrl: 'http://host', apiKey: 'k', acceptsApiKey: true, fetch: answering } as const;
    expect(await createUserClient(options).user.getCurrentUser()).toEqual({ authorization: 'Bearer k' });
  });
});
