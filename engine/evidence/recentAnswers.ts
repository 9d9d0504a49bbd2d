import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { CheckedAnswer } from '../reading/checkedAnswer.ts';

/** One atom of a kept response. */
export interface KeptRead {
  readonly answer: CheckedAnswer;
  readonly requestedKey: string | null;
  readonly reading: AtomReading;
}

/**
 * The latest responses of each connection, so that evidence shows what was received and not what the service says
 * later. Only in memory: lost when the app quits, when the computer is locked, and when the connection is removed.
 */
export interface RecentAnswers {
  readonly keep: (id: ConnectionId, answer: CheckedAnswer) => void;
  /** The latest first. */
  readonly all: (id: ConnectionId) => readonly CheckedAnswer[];
  /** The responses to one request, in the order received. Empty if they are no longer kept. */
  readonly ofRequest: (id: ConnectionId, requestId: string) => readonly CheckedAnswer[];
  /** What was read under this key, the latest first. */
  readonly ofKey: (id: ConnectionId, key: string) => readonly KeptRead[];
  readonly forget: (id: ConnectionId) => void;
  readonly forgetAll: () => void;
}

/** For each connection. A response with a failed verdict counts toward limits of its own: it is what evidence is about. */
export interface AnswerLimits {
  readonly answers: number;
  /** Roughly, in memory. */
  readonly bytes: number;
  /** Beyond this number, the responses of the connection that was used least recently are dropped. */
  readonly connections: number;
}

export const answerLimits: AnswerLimits = { answers: 500, bytes: 40 * 1024 * 1024, connections: 4 };

interface Shelf {
  /** The oldest first. */
  answers: { readonly answer: CheckedAnswer; readonly bytes: number; readonly address: string | null }[];
  bytes: number;
}

/**
 * @param addressOf the address of a connection now. What another one sent is not returned: evidence would name the wrong service.
 */
export function createRecentAnswers(
  limits: AnswerLimits,
  addressOf: (id: ConnectionId) => string | null = () => null,
): RecentAnswers {
  const connections = new Map<ConnectionId, { readonly failed: Shelf; readonly other: Shelf }>();
  const allOf = (id: ConnectionId): readonly CheckedAnswer[] => {
    const shelves = connections.get(id);
    if (shelves === undefined) return [];
    const now = addressOf(id);
    return [...shelves.failed.answers, ...shelves.other.answers]
      .filter(({ address }) => address === now)
      .map(({ answer }) => answer)
      .sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
  };
  return {
    keep: (id, answer) => {
      const shelves = connections.get(id) ?? { failed: emptyShelf(), other: emptyShelf() };
      // Again, to be the last: the first is the one used least recently.
      connections.delete(id);
      connections.set(id, shelves);
      const [oldest] = connections.keys();
      if (connections.size > limits.connections && oldest !== undefined) connections.delete(oldest);
      const isFailed = answer.reads.some(({ reading }) => reading.verdict.status === 'red');
      put(isFailed ? shelves.failed : shelves.other, answer, addressOf(id), limits);
    },
    all: (id) => [...allOf(id)].reverse(),
    ofRequest: (id, requestId) => allOf(id).filter(({ exchange }) => exchange.requestId === requestId),
    ofKey: (id, key) =>
      allOf(id)
        .flatMap((answer) =>
          answer.reads
            .filter(({ reading, requestedKey }) => (requestedKey ?? reading.key) === key)
            .map((one) => ({ answer, ...one })),
        )
        .reverse(),
    forget: (id) => {
      connections.delete(id);
    },
    forgetAll: () => {
      connections.clear();
    },
  };
}

function emptyShelf(): Shelf {
  return { answers: [], bytes: 0 };
}

/** Drops the oldest to make room. A response that is too large by itself is not kept. */
function put(shelf: Shelf, answer: CheckedAnswer, address: string | null, limits: AnswerLimits): void {
  const bytes = sizeOf(answer);
  if (bytes > limits.bytes) return;
  shelf.answers.push({ answer, bytes, address });
  shelf.bytes += bytes;
  let drop = 0;
  while (shelf.bytes > limits.bytes || shelf.answers.length - drop > limits.answers) {
    shelf.bytes -= shelf.answers[drop]?.bytes ?? 0;
    drop += 1;
  }
  if (drop > 0) shelf.answers = shelf.answers.slice(drop);
}

/** What objects and parsed proofs take beyond their text. */
const bytesOfObjects = 4_000;

function sizeOf({ body, reads, missing, exchange }: CheckedAnswer): number {
  const texts = reads.reduce(
    (sum, { reading }) => sum + 2 * (reading.value.length + 2 * reading.raw.length),
    0,
  );
  const keys = missing.reduce((sum, key) => sum + 2 * key.length, 0);
  return (body?.length ?? exchange.bodyBytes) + texts + keys + bytesOfObjects * (1 + reads.length);
}
