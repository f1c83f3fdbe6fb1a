/** Members that any JSON object may have: the first one under a name that nobody has a reason to change, no two of them alike in another way of writing. */
export const furtherMembers: Readonly<Record<string, string | number | boolean>> = {
  note: 'conformance member in one word',
  lower_case: 'conformance member in lower case',
  camelCase: 'conformance member in camel case',
  'With-Dash': 'conformance member with a dash',
  'with space': 'conformance member with a space',
  'a/b': 'conformance member with a slash',
  zero: 0,
  no: false,
  empty: '',
};
