import type { KeyState } from '#shared/domain/connection.ts';
import { assertNever } from '#shared/domain/result.ts';

/** Where the API key is, in a few words. */
export function keyStateWords(state: KeyState): string {
  switch (state.kind) {
    case 'saved':
      return 'Saved in the keychain';
    case 'session':
      return 'Not saved, kept for this session only';
    case 'missing':
      return 'No API key';
    case 'unreadable':
      return 'The keychain could not be read';
    case 'built-in':
      return 'Built-in key';
    default:
      return assertNever(state);
  }
}
