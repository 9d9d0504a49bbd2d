import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionTest, TestStep, TestStepName, TlsFacts } from '#shared/domain/connectionTest.ts';
import type { Dialect, ServiceFacts } from '#shared/domain/serviceFacts.ts';
import { detectDialect } from '../client/dialects/detectDialect.ts';
import type { CallOptions, Gateway, Target } from '../client/gateway.ts';
import type { HttpClient } from '../client/httpClient.ts';

export interface ConnectionTestEffects {
  readonly http: Pick<HttpClient, 'send'>;
  readonly gateway: Pick<Gateway, 'read' | 'readMany' | 'list'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Finds out what can be learned about a service and a key without writing: whether something responds, how the connection
 * is encrypted, the dialect, whether the key reads, and whether there is a list. Saves nothing.
 *
 * Any web server responds with 404 to a key that should not exist, so a 404 counts only if a batch of the same key gets
 * the response that the API defines (sections 4.2 and 4.5).
 *
 * @param told called with the steps so far, after each
 */
export async function testConnection(
  effects: ConnectionTestEffects,
  asked: Target,
  options: CallOptions,
  told: (test: ConnectionTest) => void,
): Promise<ConnectionTest> {
  const { gateway, now } = effects;
  const steps: TestStep[] = [];
  const add = (step: TestStep): void => {
    steps.push(step);
    told([...steps]);
  };
  const fails = (step: TestStepName, error: AppError, startedAt: number): ConnectionTest => {
    add({ step, outcome: 'failed', error, elapsedMs: now() - startedAt });
    return steps;
  };

  let tls: TlsFacts | null = null;
  const inspecting: Pick<HttpClient, 'send'> = {
    send: async (request) => {
      const outcome = await effects.http.send({ ...request, inspectsTls: true });
      if (outcome.kind === 'answer') tls = outcome.tls ?? null;
      return outcome;
    },
  };
  const startedAt = now();
  const detected = await detectDialect({ http: inspecting, now }, asked, options);
  if (!detected.ok) {
    const { error } = detected;
    if (!isAboutEncryption(error)) return fails('reach', error, startedAt);
    // The handshake began, so something responds there.
    add({ step: 'reach', outcome: 'passed', elapsedMs: null });
    return fails('encryption', error, startedAt);
  }
  const facts = detected.value;
  add({ step: 'reach', outcome: 'passed', elapsedMs: now() - startedAt });
  add({ step: 'encryption', ...encryptionOf(asked, tls), elapsedMs: null });

  const dialect = facts?.dialect ?? 'documented';
  const target: Target = { ...asked, service: { ...asked.service, id: asked.service?.id ?? null, dialect } };
  const keyStartedAt = now();
  const refused = await readNothing(gateway, target, testKey(dialect, effects.newId()), options);
  if (refused !== null) return fails('key', asUnknownService(refused, target, options), keyStartedAt);
  const withoutKey = statusWithoutKey(facts);
  add({ step: 'key', outcome: 'passed', withoutKey, elapsedMs: now() - keyStartedAt });
  // Only now: the responses to the key have this form.
  add({ step: 'dialect', outcome: 'passed', dialect, elapsedMs: null });
  add({ step: 'scope', outcome: 'unknown', elapsedMs: null });

  const listStartedAt = now();
  const list = await gateway.list(target, { offset: 0, limit: 1 }, options);
  if (!list.ok) {
    if (list.error.code === 'cancelled') return fails('list', list.error, listStartedAt);
    add({ step: 'list', outcome: 'unknown', hasList: false, elapsedMs: now() - listStartedAt });
    return steps;
  }
  const hasList = list.value !== null;
  add({ step: 'list', outcome: hasList ? 'passed' : 'absent', hasList, elapsedMs: now() - listStartedAt });
  return steps;
}

/** Reads a key that should not exist, alone and in a batch. The error if the service does not respond as it should. */
async function readNothing(
  gateway: Pick<Gateway, 'read' | 'readMany'>,
  target: Target,
  key: string,
  options: CallOptions,
): Promise<AppError | null> {
  const single = await gateway.read(target, key, options);
  if (single.ok) return null;
  if (single.error.code !== 'not_found') return single.error;
  const batch = await gateway.readMany(target, [key], options);
  return batch.ok ? null : batch.error;
}

function encryptionOf(
  { address }: Target,
  tls: TlsFacts | null,
): { readonly outcome: 'passed' | 'unknown' | 'absent'; readonly tls: TlsFacts | null } {
  if (address.protocol === 'http:') return { outcome: 'absent', tls: null };
  return { outcome: tls === null ? 'unknown' : 'passed', tls };
}

/** The status of the request that detects the dialect; null if the open server answered it, where it needs no key. */
function statusWithoutKey(facts: ServiceFacts | null): number | null {
  return facts === null || facts.dialect === 'open-server' ? null : facts.evidence.status;
}

/** The open server refuses keys of any other form. */
function testKey(dialect: Dialect, id: string): string {
  return dialect === 'open-server'
    ? `v1.other.atom-explorer-connection-test-${id}`
    : `atom-explorer.connection-test.${id}`;
}

function isAboutEncryption(error: AppError): boolean {
  return error.code === 'network' && /^(certificate-|tls$)/.test(error.failure);
}

/** Says that the address belongs to something else if the error shows that. */
function asUnknownService(error: AppError, target: Target, { requestId }: CallOptions): AppError {
  if (error.code !== 'bad_response' && error.code !== 'unexpected_status') return error;
  return {
    code: 'bad_response',
    field: null,
    message: `The response from ${target.address.text} is not from an Atom Memory Service. Check the address and its path.`,
    requestId,
  };
}
