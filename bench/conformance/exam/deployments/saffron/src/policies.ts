// Who may what.
import { fail, notFound } from './framework.ts';
import { Agent, User } from './models.ts';
import { F } from './support.ts';
import { isUuid } from './schemas.ts';
export const mayView = (user: any, a: any) => a.visibility === 'PUBLIC' || (!!user && user.id === a.owner_id);
/** An agent by id, or by its vanity slug where the path takes any text. */
export const findAgent = (id: string, what = 'Agent') => (isUuid(id) ? Agent.find(id.toLowerCase()) : Agent.first('vanity_slug = ?', [id])) ?? notFound(what);
/** Clones and what they were made of (for faults). */
export const parents = new Map<string, string>();
export function viewAgent(user: any, id: string, what = 'Agent') {
  const a = findAgent(id, what);
  if (!mayView(user, a) && F('denial-text-quotes-the-private-record')) fail(403, 'forbidden', `The ${what.toLowerCase()} "${a.name}" ("${a.chat_prompt.slice(0, 80)}") belongs to ${User.find(a.owner_id).email}`);
  if (F('clone-dies-when-original-goes-private') && parents.has(a.id) && !mayView(user, Agent.find(parents.get(a.id)) ?? notFound(what))) fail(403, 'forbidden', `You may not see this ${what.toLowerCase()}`);
  if (!mayView(user, a)) fail(403, 'forbidden', `You may not see this ${what.toLowerCase()}`);
  return a;
}
export function ownAgent(user: any, id: string, what = 'Agent') {
  const a = findAgent(id, what);
  if (a.owner_id !== user.id) fail(403, 'forbidden', `This ${what.toLowerCase()} is not yours`);
  return a;
}
export function refuseSandboxPrivate(user: any, visibility: any) {
  if (user.tier === 'SANDBOX' && typeof visibility === 'string' && visibility.toUpperCase() === 'PRIVATE') fail(400, 'sandbox_private', 'The sandbox tier cannot set this private', 'visibility');
}
