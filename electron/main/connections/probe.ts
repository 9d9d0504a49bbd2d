import type { ConnectionProbe } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { CallOptions, Gateway, Target } from '../gateway/gateway.ts';

/**
 * Finds out whether an Atom Memory Service is at an address and accepts the key, by reading a key that should
 * not exist. Any web server responds with 404 to that, so a 404 counts only if a batch recall of the same key
 * gets the response that the API defines (sections 4.2 and 4.5).
 */
export async function probeService(
  gateway: Gateway,
  target: Target,
  effects: { readonly now: () => number; readonly newId: () => string },
  options: CallOptions,
): Promise<Result<ConnectionProbe>> {
  const key = `atom-explorer.connection-test.${effects.newId()}`;
  const startedAt = effects.now();
  const single = await gateway.read(target, key, options);
  const elapsedMs = effects.now() - startedAt;
  if (single.ok) return succeed({ elapsedMs });
  if (single.error.code !== 'not_found') return fail(asUnknownService(single.error, target, options));
  const batch = await gateway.readMany(target, [key], options);
  return batch.ok ? succeed({ elapsedMs }) : fail(asUnknownService(batch.error, target, options));
}

/** Says that the address belongs to something else if the error shows that. */
function asUnknownService<E extends { readonly code: string }>(
  error: E,
  target: Target,
  { requestId }: CallOptions,
) {
  if (error.code !== 'bad_response' && error.code !== 'unexpected_status') return error;
  return {
    code: 'bad_response' as const,
    field: null,
    message: `The response from ${target.address.text} is not from an Atom Memory Service. Check the address and its path.`,
    requestId,
  };
}
