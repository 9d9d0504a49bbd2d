import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '#shared/domain/result.ts';
import type { Session, SessionWorld } from '../session/openSession.ts';
import { createPatience, type Patience } from '../patience.ts';
import type { AtomResult } from './atomResult.ts';

/** Keys in one request. */
const keysAtOnce = 100;

/** Reads keys, some at a time, and waits when the service asks for it. */
export async function* readKeys(
  { core, id }: Session,
  keys: readonly string[],
  asking: { readonly signal: AbortSignal; readonly patience: Patience },
): AsyncGenerator<AtomResult> {
  let requests = 0;
  const ask = <T>(
    call: (options: { readonly requestId: string; readonly signal: AbortSignal }) => Promise<Result<T>>,
  ) =>
    patiently(asking.patience, () => {
      requests += 1;
      return call({ requestId: `get-${requests}`, signal: asking.signal });
    });
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) {
    const read = await ask((options) => core.readings.read(id, only, options));
    if (read.ok) yield { kind: 'read', key: only, reading: read.value };
    else if (read.error.code === 'not_found')
      yield { kind: 'missing', key: only, denial: read.error.denial ?? null };
    else yield { kind: 'failed', key: only, error: read.error };
    return;
  }
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const some = keys.slice(at, at + keysAtOnce);
    const answer = await ask((options) => core.readings.readMany(id, some, options));
    if (!answer.ok) {
      for (const key of some) yield { kind: 'failed', key, error: answer.error };
      continue;
    }
    const { atoms, missing, denials, unsendable = [] } = answer.value;
    const denied = new Map(denials.map(({ key, denial }) => [key, denial]));
    for (const key of some) {
      const reading = atoms.find((atom) => atom.key === key);
      if (reading !== undefined) yield { kind: 'read', key, reading };
      else if (missing.includes(key)) yield { kind: 'missing', key, denial: denied.get(key) ?? null };
      else
        yield {
          kind: 'failed',
          key,
          error: {
            code: 'invalid_input',
            field: 'key',
            message: unsendable.includes(key)
              ? 'The key is empty or contains an unpaired surrogate, so it cannot be sent.'
              : 'The response did not mention this key.',
            requestId: null,
          },
        };
    }
  }
}

/** Repeats a call while the service asks to wait, within the patience of the user. */
export async function patiently<T>(patience: Patience, call: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let earlier = 0; ; earlier += 1) {
    const answer = await call();
    if (answer.ok || answer.error.code !== 'rate_limited') return answer;
    if (!(await patience.waitOut(answer.error.retryAfterMs, earlier))) return answer;
  }
}

/** The patience of a run, and the signal of the user to stop. */
export async function whileAsking<T>(
  world: SessionWorld,
  seconds: number,
  work: (asking: { readonly signal: AbortSignal; readonly patience: Patience }) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const end = world.onInterrupt(() => {
    stop.abort();
  });
  const wait = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    return await work({ signal: stop.signal, patience: createPatience({ ...world, seconds, wait }) });
  } finally {
    end();
  }
}
