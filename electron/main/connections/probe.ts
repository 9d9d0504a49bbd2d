import type { ConnectionProbe } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { Dialect, ServiceFacts } from '#shared/domain/serviceFacts.ts';
import type { CallOptions, Gateway, Target } from '../gateway/gateway.ts';

/** What a test found out; `facts` is null if the dialect could not be determined. */
export interface ProbedService extends ConnectionProbe {
  readonly facts: ServiceFacts | null;
}

/**
 * Finds out whether an Atom Memory Service is at an address and accepts the key, by reading a key that should
 * not exist. Any web server responds with 404 to that, so a 404 counts only if a batch recall of the same key
 * gets the response that the API defines (sections 4.2 and 4.5).
 */
export async function probeService(
  gateway: Pick<Gateway, 'detect' | 'read' | 'readMany'>,
  asked: Target,
  { now, newId }: { readonly now: () => number; readonly newId: () => string },
  options: CallOptions,
): Promise<Result<ProbedService>> {
  const detected = await gateway.detect(asked, options);
  if (!detected.ok) return detected;
  const facts = detected.value;
  const dialect = facts?.dialect ?? 'documented';
  const target: Target = { ...asked, service: { id: asked.service?.id ?? null, dialect } };
  const key = testKey(dialect, newId());
  const startedAt = now();
  const single = await gateway.read(target, key, options);
  const probed = succeed({ elapsedMs: now() - startedAt, dialect, facts });
  if (single.ok) return probed;
  if (single.error.code !== 'not_found') return fail(asUnknownService(single.error, target, options));
  const batch = await gateway.readMany(target, [key], options);
  return batch.ok ? probed : fail(asUnknownService(batch.error, target, options));
}

/** The open server refuses keys of any other form. */
function testKey(dialect: Dialect, id: string): string {
  return dialect === 'open-server'
    ? `v1.other.atom-explorer-connection-test-${id}`
    : `atom-explorer.connection-test.${id}`;
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
