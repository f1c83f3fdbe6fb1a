/** E-mail addresses are told apart without case and surrounding blanks. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
