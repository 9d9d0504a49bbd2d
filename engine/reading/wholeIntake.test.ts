import { expect, it } from 'vitest';
import { createTurns } from '#shared/async/inTurn.ts';
import { recordBlock } from '#shared/audit/recordBlock.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { BatchFindings } from '../known/batchMessages.ts';
import { readingGrounds } from '#shared/merkle/verify.ts';
import { specifiedPin } from '#shared/merkle/testing/sampleTree.ts';
import type { Catalogue } from '../known/catalogues.ts';
import { createWholeIntake, type CheckedWhole } from './wholeIntake.ts';
import { given, noneByChoice } from '#shared/grounds/grounds.ts';

const id = 'one' as ConnectionId;
const root = { rootHash: 'ab'.repeat(32), treeSize: 8n };

/** What a response shows that has nothing new. */
const nothingNew: BatchFindings = {
  block: recordBlock([], { places: new Map(), count: 0 }),
  roots: [],
  sightings: [],
  newestRoot: null,
  empty: [],
  unasked: 0,
  proven: null,
  verified: null,
  missing: [],
  doubtful: [],
  failed: null,
};

/** Checks one response; `learn` lets the known keys learn from it. */
function checked(found: BatchFindings): {
  readonly whole: Promise<CheckedWhole | null>;
  readonly learn: () => void;
} {
  let learn = (): void => undefined;
  const learned = new Promise<boolean>((resolve) => {
    learn = () => resolve(true);
  });
  const keys: Pick<Catalogue['keys'], 'checkBatch' | 'learnBatch'> = {
    checkBatch: async () => found,
    learnBatch: () => learned,
  };
  const memory = { keys } as Catalogue;
  const wholes = createWholeIntake({
    announce: () => undefined,
    now: () => 7,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
    inTurn: createTurns().inTurn,
    openMemory: async () => memory,
    settledPin: () => specifiedPin,
    heldRoots: async () => ({
      statusOf: () => ({ kind: 'seen', firstSeenAt: 1, times: 1 }),
      grounds: { pins: noneByChoice, ledger: given },
    }),
    groundsOf: async (_id, asked) => readingGrounds(asked),
    remember: async (_memory, work) => {
      await work(memory);
    },
    noteProven: () => undefined,
  });
  const whole = wholes.check(id, {
    token: 'one',
    exchange: {
      requestId: 'one',
      method: 'POST',
      path: '/batch-access',
      status: 200,
      startedAt: 5,
      elapsedMs: 1,
      bodyBytes: 2,
      retries: 0,
    },
    lists: { expected: null, changes: new Set(), earlier: new Map() },
    others: [],
    body: Buffer.from('[]'),
    taken: Promise.resolve({ roots: [root] }),
    places: () => ({ places: new Map(), count: 0 }),
    checked: async () => undefined,
  });
  return { whole, learn };
}

it('lets the next response be checked before one is recorded that shows nothing new', async () => {
  const { whole, learn } = checked(nothingNew);
  const answer = await whole;
  expect(answer?.findings).toBe(nothingNew);
  learn();
  await answer?.recorded;
});

it('records an atom of another key first, because the next response may contradict it', async () => {
  const { whole, learn } = checked({ ...nothingNew, unasked: 1 });
  let isChecked = false;
  const seen = whole.then(() => {
    isChecked = true;
  });
  // More turns than the other response takes until the next one may be checked.
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  expect(isChecked).toBe(false);
  learn();
  await seen;
});
