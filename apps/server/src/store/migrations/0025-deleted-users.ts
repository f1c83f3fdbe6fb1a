/**
 * What stays of a user who is deleted, because it's others' as well: earnings of owners, and agents in whose runs others
 * have spoken. Neither names the user.
 */
export const allowDeletedUsers = [
  'alter table payment alter column user_id drop not null',
  'alter table agent alter column user_id drop not null',
];
