import type { KeyState } from '../domain/connection.ts';

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
      return 'Keychain could not be read';
    case 'built-in':
      return 'Built-in key';
    case 'not-needed':
      return 'No API key needed';
  }
}

/** A problem with the API key: a title, and what it means. null if there is none. */
export function keyProblemWords(state: KeyState): { readonly title: string; readonly what: string } | null {
  switch (state.kind) {
    case 'saved':
    case 'built-in':
    case 'not-needed':
      return null;
    case 'session':
      return {
        title: 'API key not saved',
        what: `${asSentence(state.reason)} The key is kept for this session only.`,
      };
    case 'missing':
      return { title: 'No API key', what: 'none was entered, or it is no longer in the keychain.' };
    case 'unreadable':
      return { title: 'Keychain could not be read', what: asSentence(state.reason) };
  }
}

function asSentence(reason: string): string {
  const trimmed = reason.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
