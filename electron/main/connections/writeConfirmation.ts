import type { AppError } from '#shared/domain/appError.ts';
import type { WriteConfirmation } from '#shared/domain/store.ts';
import { isTypedName } from '#shared/text/typedName.ts';
import type { Profile } from './profileStore.ts';

/** `earlier`: confirmed when the work that this write is part of was started, for the same address. */
export type Confirmed = WriteConfirmation | 'earlier' | undefined;

/**
 * Why a write to production must not be sent; null if it may be. One atom needs the address that the user was shown,
 * anything larger also the name of the connection, typed.
 */
export function whyUnconfirmed(
  { environment, name, baseUrl }: Pick<Profile, 'environment' | 'name' | 'baseUrl'>,
  size: 'store' | 'batch',
  confirmed: Confirmed,
): AppError | null {
  if (environment !== 'production' || confirmed === 'earlier') return null;
  if (confirmed === undefined) return refused('This connection is marked as production.');
  if (confirmed.address !== baseUrl)
    return refused('The address of this connection changed after you confirmed.');
  if (size === 'batch' && !isTypedName(confirmed.typedName ?? '', name))
    return refused('The name that you typed is not the name of this connection.');
  return null;
}

function refused(message: string): AppError {
  return { code: 'not_confirmed', message, requestId: null };
}
