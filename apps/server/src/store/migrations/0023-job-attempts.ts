/** How often a process began a job and wasn't heard of again. */
export const countJobAttempts = ['alter table job add column attempts integer not null default 0'];
