/** Why a tool could not be installed, in words for its user. */
export class InstallationFailed extends Error {
  override readonly name = 'InstallationFailed';
}
