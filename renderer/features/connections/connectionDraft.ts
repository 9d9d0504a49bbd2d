import type { AppError } from '#shared/domain/appError.ts';
import type { Connection, ConnectionColour } from '#shared/domain/connection.ts';

/** What is typed into the connection form. The API key is not part of it: it never enters React's state. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly colour: ConnectionColour;
  readonly readOnly: boolean;
  readonly keepsHistory: boolean;
}

const draftFields = ['name', 'baseUrl', 'apiKey'] as const;
export type DraftField = (typeof draftFields)[number];
export type DraftErrors = Readonly<Partial<Record<DraftField, string>>>;

export const emptyDraft: ConnectionDraft = {
  name: '',
  baseUrl: '',
  colour: 'blue',
  readOnly: false,
  keepsHistory: false,
};

export function draftOf({ name, baseUrl, colour, readOnly, keepsHistory }: Connection): ConnectionDraft {
  return { name, baseUrl: baseUrl ?? '', colour, readOnly, keepsHistory };
}

/** Scheme, host and port of an address; null while it is not one. An API key is bound to its origin. */
function originOf(address: string): string | null {
  try {
    return new URL(address.trim()).origin;
  } catch {
    return null;
  }
}

/**
 * Whether a key must be typed: there is none yet, or the address moves to another origin, to which the
 * stored key is not taken along.
 */
export function needsKey(connection: Connection | null, baseUrl: string): boolean {
  if (connection === null || connection.keyState.kind === 'missing') return true;
  return connection.baseUrl === null || originOf(baseUrl) !== originOf(connection.baseUrl);
}

/**
 * What can be told before anything is sent: missing fields, and a key that no header could carry. Whether
 * an address is acceptable is for the main process to judge.
 */
export function checkDraft(
  draft: ConnectionDraft,
  apiKey: string,
  options: { readonly isKeyNeeded: boolean; readonly isNameNeeded: boolean },
): DraftErrors {
  const errors: Partial<Record<DraftField, string>> = {};
  if (options.isNameNeeded && draft.name.trim() === '') {
    errors.name = 'Give the connection a name, such as “prod-eu”.';
  }
  if (draft.baseUrl.trim() === '') {
    errors.baseUrl = 'Enter the base address, such as https://memory.example.com.';
  }
  if (apiKey === '') {
    if (options.isKeyNeeded) errors.apiKey = 'Enter the API key for this address.';
  } else if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    errors.apiKey = 'The key contains spaces, line breaks or characters no key has. Copy it again.';
  }
  return errors;
}

/** A name to begin with: the host of the address; empty while there is none. */
export function suggestName(baseUrl: string): string {
  try {
    return new URL(baseUrl.trim()).host.slice(0, 100);
  } catch {
    return '';
  }
}

/** Which field main refused; null where the error is not about one. */
export function refusedField(error: AppError): DraftField | null {
  if (error.code !== 'invalid_input') return null;
  return draftFields.find((field) => field === error.field) ?? null;
}
