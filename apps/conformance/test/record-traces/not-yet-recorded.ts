/** Checks that lack a passing or a breaking trace, and why none can be recorded. */
export const notYetRecorded: Readonly<Record<string, string>> = {
  'law.earnings-add-up': 'Nothing is earned on two days by the plain deployments, so none passes it.',
};
