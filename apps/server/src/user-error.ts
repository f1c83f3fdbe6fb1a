/** Something the person who starts the server can put right; its message is shown to them without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
