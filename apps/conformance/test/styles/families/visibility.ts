import { type Answer, type Call, refuse } from '../route.ts';

export function requestedVisibility({ body }: Call): 'private' | 'public' | undefined {
  const { visibility } = body.fields;
  return visibility === 'private' || visibility === 'public' ? visibility : undefined;
}

/** A sandbox tier cannot set anything private. */
export function sandboxRefusal(call: Call): Answer | undefined {
  return call.user.tier === 'sandbox' && requestedVisibility(call) === 'private'
    ? refuse(400, 'The sandbox tier has no private things')
    : undefined;
}
