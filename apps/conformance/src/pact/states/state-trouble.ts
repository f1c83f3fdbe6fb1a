/** The target got into trouble on the way to a state: its interactions can't be judged. */
export class StateTrouble extends Error {
  override readonly name = 'StateTrouble';
}
