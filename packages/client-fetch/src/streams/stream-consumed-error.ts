/** Something that can be read once was read again. A mistake of the program, so no CallError. */
export class StreamConsumedError extends Error {
  override name = 'StreamConsumedError';

  constructor() {
    super(
      'This stream was read or cancelled before, and can be read once. Keep what came with toArray(), or read it twice with readable().tee().',
    );
  }
}
