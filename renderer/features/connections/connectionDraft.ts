import type { AppError } from '#shared/domain/appError.ts';
import type { CertificateFacts } from '#shared/domain/certificateFacts.ts';
import { defaultConnectionLimits, type ConnectionLimits } from '#shared/domain/connectionLimits.ts';
import type { Connection, ConnectionColour, Environment } from '#shared/domain/connection.ts';

/** The fields of the connection form. The API key is not among them: it never enters React's state. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly colour: ConnectionColour;
  readonly environment: Environment;
  readonly readOnly: boolean;
  readonly keepsHistory: boolean;
  readonly limits: ConnectionLimits;
  readonly authorities: DraftAuthorities;
}

/** Certificates of authorities. `pem` is null for none, and absent if those that are saved stay. */
export interface DraftAuthorities {
  readonly pem?: string | null;
  readonly certificates: readonly CertificateFacts[];
}

const draftFields = ['name', 'baseUrl', 'apiKey', 'limits'] as const;
export type DraftField = (typeof draftFields)[number];
export type DraftErrors = Readonly<Partial<Record<DraftField, string>>>;

export const emptyDraft: ConnectionDraft = {
  name: '',
  baseUrl: '',
  colour: 'blue',
  environment: 'none',
  readOnly: false,
  keepsHistory: false,
  limits: defaultConnectionLimits,
  authorities: { certificates: [] },
};

export function draftOf(connection: Connection): ConnectionDraft {
  const { name, baseUrl, colour, environment, readOnly, keepsHistory } = connection;
  return {
    name,
    baseUrl: baseUrl ?? '',
    colour,
    environment,
    readOnly,
    keepsHistory,
    limits: connection.limits ?? defaultConnectionLimits,
    authorities: { certificates: connection.authorities ?? [] },
  };
}

/** How the service is reached, as the main process takes it. */
export function reachingOf({ limits, authorities }: ConnectionDraft) {
  return {
    limits: hasDefaultLimits(limits) ? null : limits,
    ...(authorities.pem !== undefined && { authorities: authorities.pem }),
  };
}

export function hasDefaultLimits(limits: ConnectionLimits): boolean {
  const { idleSeconds, totalSeconds, requestsAtOnce } = defaultConnectionLimits;
  return (
    limits.idleSeconds === idleSeconds &&
    limits.totalSeconds === totalSeconds &&
    limits.requestsAtOnce === requestsAtOnce
  );
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
  if (draft.limits.totalSeconds < draft.limits.idleSeconds) {
    errors.limits = 'The total limit must be at least as long as the idle limit.';
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
