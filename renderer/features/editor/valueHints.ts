import { isJsonDocument } from '../inspector/jsonText.ts';

export interface Hint {
  readonly tone: 'calm' | 'warning';
  readonly words: string;
}

/**
 * What to know about a value before it is stored: whether it is the JSON that it seems to be, or was.
 *
 * @param before the value being edited; null for a new atom.
 */
export function jsonHint(value: string, before: string | null): Hint | null {
  if (isJsonDocument(value)) return { tone: 'calm', words: 'Valid JSON' };
  if (before !== null && isJsonDocument(before)) {
    return { tone: 'warning', words: `The stored value is JSON, this is not${problemOf(value)}` };
  }
  if (/^\s*[[{]/.test(value)) return { tone: 'warning', words: `Not valid JSON${problemOf(value)}` };
  return null;
}

function problemOf(value: string): string {
  try {
    JSON.parse(value);
    return '.';
  } catch (caught) {
    return caught instanceof Error ? `: ${caught.message}` : '.';
  }
}

/** What is unusual about a key: keys are exact, and some differences can't be seen. */
export function keyHint(key: string, knownVersion: number | null, isKnown: boolean): Hint | null {
  if (key !== key.trim()) {
    return {
      tone: 'warning',
      words: 'The key begins or ends with a space or line break, which is part of it.',
    };
  }
  if (isKnown) {
    const version = knownVersion === null ? '' : `, at version ${knownVersion}`;
    return {
      tone: 'warning',
      words: `This key is known already${version}: storing makes a new version of it.`,
    };
  }
  return null;
}
