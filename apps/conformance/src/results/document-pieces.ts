/**
 * `JSON.stringify(document, null, 2)` and a line's end, piece by piece: a plan may have thousands of histories, and its
 * text would be several times as large as they are.
 */
export function* documentPieces(document: object): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    yield `${before}\n  ${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) yield* listPieces(value);
    else yield indented(value, '  ');
    before = ',';
  }
  yield before === '{' ? '{}\n' : '\n}\n';
}

function* listPieces(items: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const item of items) {
    yield `${before}\n    ${indented(item, '    ')}`;
    before = ',';
  }
  yield '\n  ]';
}

/** No text in JSON has a line's end of its own. */
function indented(value: unknown, by: string): string {
  return (JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${by}`);
}
