import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, type Result } from '#shared/domain/result.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionTarget } from '../connections/connectionTarget.ts';
import type { Profile } from '../connections/profileStore.ts';
import type { CallOptions } from '../client/gateway.ts';
import type { WriteConfirmation } from '#shared/domain/store.ts';
import { isTypedName } from '#shared/text/typedName.ts';

/** Where a call may go. Checked when the key is available and the request is about to be sent. */
export interface DestinationOptions extends CallOptions {
  /**
   * The base address that the caller decided on, as returned by `addressOf`. If the connection has another
   * address by then, nothing is sent and the call fails with `address_changed`. If omitted, any address is
   * accepted.
   */
  readonly onlyAt?: string | null;
  /** For a write: that the user confirmed it, which production requires. */
  readonly confirmed?: Confirmed;
}

/** What a call does to the service: nothing, or it writes one atom or several. */
export type CallKind = 'read' | 'store' | 'batch';

/** The target for a call, or why it is not allowed. The decision and the call use the same value. */
export async function destinationOf(
  connections: Pick<Connections, 'target' | 'profile'>,
  id: ConnectionId,
  options: DestinationOptions & { readonly askedBy?: 'user' | 'app' },
  kind: CallKind,
): Promise<Result<ConnectionTarget>> {
  const before = connections.profile(id);
  const moved = before.ok ? leadsElsewhere(before.value, options) : null;
  if (moved !== null) return fail(moved);
  // The keychain may take long to respond. Canceling does not wait for it.
  const target = await unlessAborted(connections.target(id, options.askedBy), options.signal);
  if (target === 'aborted') return fail(cancelled);
  if (!target.ok) return target;
  const { profile } = target.value;
  const movedSince = leadsElsewhere(profile, options);
  if (movedSince !== null) return fail(movedSince);
  const refused = writeRefusal(profile, kind, options);
  return refused === null ? target : fail(refused);
}

/** Why the app does not send a write; null if it may, and for reads. */
export function writeRefusal(
  profile: Profile,
  kind: CallKind,
  { confirmed }: Pick<DestinationOptions, 'confirmed'>,
): AppError | null {
  if (kind === 'read') return null;
  return profile.readOnly ? lockedReadOnly : whyUnconfirmed(profile, kind, confirmed);
}

const lockedReadOnly: AppError = {
  code: 'read_only',
  message: 'This connection is read-only. To store atoms, turn off Read-only in its settings.',
  requestId: null,
};
const cancelled: AppError = { code: 'cancelled', message: 'The request was canceled.', requestId: null };

function leadsElsewhere(
  { baseUrl }: { readonly baseUrl: string },
  { onlyAt, requestId }: DestinationOptions,
): AppError | null {
  if (onlyAt === undefined || onlyAt === null || onlyAt === baseUrl) return null;
  return {
    code: 'address_changed',
    address: onlyAt,
    message: `The address of this connection changed from ${onlyAt} to ${baseUrl} since this job started.`,
    requestId,
  };
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T | 'aborted'> {
  if (signal === null) return work;
  return new Promise((resolve, reject) => {
    const letGo = (): void => {
      resolve('aborted');
    };
    if (signal.aborted) letGo();
    signal.addEventListener('abort', letGo, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', letGo);
    });
  });
}

/** `earlier`: confirmed when the work that this write is part of was started, for the same address. */
type Confirmed = WriteConfirmation | 'earlier' | undefined;

/**
 * Why a write to production must not be sent; null if it may be. One atom needs the address that the user was shown,
 * anything larger also the name of the connection, typed.
 */
function whyUnconfirmed(
  { environment, name, baseUrl }: Pick<Profile, 'environment' | 'name' | 'baseUrl'>,
  size: 'store' | 'batch',
  confirmed: Confirmed,
): AppError | null {
  if (environment !== 'production' || confirmed === 'earlier') return null;
  if (confirmed === undefined) return unconfirmed('This connection is marked as production.');
  if (confirmed.address !== baseUrl)
    return unconfirmed('The address of this connection changed after you confirmed.');
  if (size === 'batch' && !isTypedName(confirmed.typedName ?? '', name))
    return unconfirmed('The name that you typed is not the name of this connection.');
  return null;
}

function unconfirmed(message: string): AppError {
  return { code: 'not_confirmed', message, requestId: null };
}
