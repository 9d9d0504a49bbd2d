import type { AppError } from '#shared/domain/appError.ts';
import type { Connection, ConnectionColour, Environment } from '#shared/domain/connection.ts';

/** The fields of the connection form. The API key is not among them: it never enters React's state. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly colour: ConnectionColour;
  readonly environment: Environment;
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
  environment: 'none',
  readOnly: false,
  keepsHistory: false,
};

export function draftOf(connection: Connection): ConnectionDraft {
  const { name, baseUrl, colour, environment, readOnly, keepsHistory } = connection;
  return { name, baseUrl: baseUrl ?? '', colour, environment, readOnly, keepsHistory };
}

/** null if the address is not valid. */
function urlOf(address: string): URL | null {
  try {
    return new URL(address.trim());
  } catch {
    return null;
  }
}

/**
 * Whether an API key must be entered: there is none yet, or the address has another origin, to which the saved key
 * must not be sent.
 */
export function needsKey(connection: Connection | null, baseUrl: string): boolean {
  if (connection === null || connection.keyState.kind === 'missing') return true;
  return connection.baseUrl === null || urlOf(baseUrl)?.origin !== urlOf(connection.baseUrl)?.origin;
}

/**
 * Finds missing fields, and keys that no HTTP header can contain. The main process decides whether the address is
 * acceptable.
 */
export function checkDraft(
  draft: ConnectionDraft,
  apiKey: string,
  options: { readonly isKeyNeeded: boolean; readonly isNameNeeded: boolean },
): DraftErrors {
  const errors: Partial<Record<DraftField, string>> = {};
  if (options.isNameNeeded && draft.name.trim() === '') {
    errors.name = 'Enter a name, such as “prod-eu”.';
  }
  if (draft.baseUrl.trim() === '') {
    errors.baseUrl = 'Enter the base address, such as https://memory.example.com.';
  }
  if (apiKey === '') {
    if (options.isKeyNeeded) errors.apiKey = 'Enter the API key for this address.';
  } else if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    errors.apiKey =
      'The key contains spaces, line breaks, or other characters that are not allowed. Copy it again.';
  }
  return errors;
}

/** The host of the address as the initial name; empty if the address is not valid. */
export function suggestName(baseUrl: string): string {
  return urlOf(baseUrl)?.host.slice(0, 100) ?? '';
}

/** The field that the main process rejected; null if the error is not about a field. */
export function refusedField(error: AppError): DraftField | null {
  if (error.code !== 'invalid_input') return null;
  return draftFields.find((field) => field === error.field) ?? null;
}
