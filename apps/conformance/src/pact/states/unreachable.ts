/** A state that this target has no way to: its interactions are not verified, and that's no finding. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}
