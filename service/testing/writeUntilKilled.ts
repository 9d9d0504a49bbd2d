import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';

/** Atoms of each batch. */
export const batchSize = 12;

const stored = z.object({ key: z.string(), version: z.int(), hash: z.string(), rootHash: z.string() });
const answerSchema = z.union([
  stored.transform((atom) => [atom]),
  z.object({ atoms: z.array(stored) }).transform(({ atoms }) => atoms),
]);
export type Stored = z.infer<typeof stored>;

/**
 * Starts the service, writes from several clients, and kills it a given time after a given number of
 * responses; resolves to the responses.
 *
 * @param program the built command of the service
 * @param options where it keeps its data
 * @param kill kills something else first, after which the service cannot store
 * @param isStoreKilled whether something else was killed, by this or another call
 */
export async function writeUntilKilled(
  {
    program,
    options: storeOptions,
    kill,
    isStoreKilled = () => false,
  }: {
    readonly program: string;
    readonly options: readonly string[];
    readonly kill?: () => Promise<void>;
    readonly isStoreKilled?: () => boolean;
  },
  round: number | string,
  killAfter: { readonly answers: number; readonly ms: number },
): Promise<readonly Stored[]> {
  // The language model would only be loading when the service is killed.
  const options = [...storeOptions, '--json', '--words-only', '--rate', '100000'];
  const child = spawn(process.execPath, [program, ...options], {
    env: { ...process.env, ATOM_SERVICE_FULL_KEY: 'f' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const line = await once(createInterface(child.stdout), 'line').then(([first]) => String(first));
  const { address } = z.object({ address: z.string() }).parse(JSON.parse(line));
  const answered: Stored[] = [];
  let answers = 0;
  let killed = false;
  let tellEnough = (): void => undefined;
  const enough = new Promise<void>((resolve) => {
    tellEnough = resolve;
  });

  async function write(writer: number, turn: number): Promise<void> {
    const name = `r${round}.w${writer}.t${turn}`;
    const isBatch = writer % 2 === 0;
    const atoms = Array.from({ length: batchSize }, (_, place) => ({
      // Some keys are only in the batch, some are written by all.
      key: place % 2 === 0 ? `v1.batch.${name}.${place}` : `v1.common.${place}`,
      value: `${name} ${'x'.repeat(turn % 700)}`,
    }));
    const answer = await fetch(`${address}${isBatch ? '/batch-atoms' : '/atoms'}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer f', 'Content-Type': 'application/json' },
      body: JSON.stringify(isBatch ? { atoms } : { key: `v1.single.${writer}`, value: name }),
    });
    const body: unknown = await answer.json();
    if (answer.status !== 201 && (killed || isStoreKilled())) return tellEnough();
    expect(answer.status).toBe(201);
    answered.push(...answerSchema.parse(body));
    answers += 1;
    if (answers >= killAfter.answers) tellEnough();
    return killed ? undefined : write(writer, turn + 1);
  }

  const writers = Array.from({ length: 6 }, (_, writer) =>
    write(writer, 0).catch((error: unknown) => {
      // Only the kill may end a writer.
      if (!killed) throw error;
    }),
  );
  // Counted in responses, because a time alone is too short on a busy machine.
  const moment = enough
    .then(() => delay(killAfter.ms))
    .then(async () => {
      killed = true;
      await kill?.();
      child.kill('SIGKILL');
    });
  await Promise.all([moment, exit, ...writers]);
  return answered;
}

/** The root after RFC 6962, 2.1, computed directly from all leaves. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const sha256 = (...parts: readonly Uint8Array[]) =>
    createHash('sha256').update(Buffer.concat(parts)).digest();
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}
