/** Why a keychain call failed, in words that complete "not saved: ...". Never the library's own text. */
export function keychainReason(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  if (/timed out|not receive a reply/i.test(text))
    return 'the keychain did not respond; it may be waiting to be unlocked';
  if (text === keychainClosed) return 'Atom Explorer is quitting';
  if (text === keychainProcessEnded) return 'the keychain could not be reached; try again';
  if (/locked|prompt|dismissed|cancel/i.test(text)) return 'the keychain is locked';
  if (
    /dbus|no result found|not available|no such|unsupported|serviceunknown|access platform storage/i.test(
      text,
    )
  ) {
    return 'no keychain is available on this computer, or it is locked';
  }
  return 'the keychain refused the request';
}

export const keychainClosed = 'The keychain is closed.';
export const keychainProcessEnded = 'The keychain process ended.';
