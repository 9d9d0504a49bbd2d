import { succeed, type Result } from '#shared/domain/result.ts';
import type { SeenOfWrite } from '#shared/writes/otherWrites.ts';
import type { AtomToReplace } from '../writing/keepPrevious.ts';
import type { FoundForRow, SendRules, TakenRows, UploadRows } from './rows/uploadRows.ts';
import { toRanges } from './rows/rowRanges.ts';
import { sameOrEach, type SendEvent } from './rows/sendEvents.ts';
import { readBackRows, type FoundRow, type RequestKeys } from './readBackRows.ts';

type Rows = TakenRows['rows'];
/** What the service held for a row before it was sent. */
export type SeenBefore = Pick<SeenOfWrite, 'before' | 'versionBefore'>;

/** The rows of a batch that may be sent, and what becomes of the others. */
export interface GuardedBatch {
  readonly toSend: Rows;
  /** What the service held, by row. */
  readonly before: ReadonlyMap<number, SeenBefore>;
  /** The rows to send, with what the service holds. */
  readonly replaces: readonly AtomToReplace[];
  /** Numbers of rows whose value it has, so that nothing needs to be sent. */
  readonly same: readonly number[];
  /** Rows that it has because a batch was stored that was believed to be lost. */
  readonly landed: readonly FoundForRow[];
  /** Rows that would replace a value that the user has not seen. */
  readonly held: readonly number[];
  /** Rows that are to be compared with what was found. */
  readonly toCompare: readonly FoundForRow[];
}

/** Reads the keys of a batch that is about to be sent, so that it replaces nothing that the user has not seen. */
export async function guardBatch(options: {
  readonly rows: Pick<UploadRows, 'beforeSending'>;
  readonly batch: Rows;
  readonly ask: RequestKeys;
  readonly rules: SendRules;
}): Promise<Result<GuardedBatch>> {
  const toSend: Rows[number][] = [];
  const before = new Map<number, SeenBefore>();
  const replaces: AtomToReplace[] = [];
  const same: number[] = [];
  const landed: FoundForRow[] = [];
  const held: number[] = [];
  const toCompare: FoundForRow[] = [];
  const read = await readBackRows({
    rows: options.batch,
    ask: options.ask,
    take: async (found) => {
      const stored = found.map(({ row, atom }) => ({ row, stored: storedOf(atom) }));
      const stands = await options.rows.beforeSending(stored, options.rules);
      found.forEach(({ row, key, value, atom }, at) => {
        const one = stored[at] ?? { row, stored: null };
        switch (stands[at]) {
          case 'replace':
            toCompare.push(one);
            toSend.push({ row, key, value });
            break;
          case 'same':
            same.push(row);
            break;
          case 'landed':
            landed.push(one);
            break;
          case 'held':
            held.push(row);
            toCompare.push(one);
            break;
          case 'send':
          case undefined:
            toSend.push({ row, key, value });
        }
        if (toSend.at(-1)?.row === row) replaces.push({ value, before: beforeOf(atom) });
        if (atom === null) before.set(row, { before: 'absent', versionBefore: null });
        else if (atom !== 'refused') before.set(row, { before: 'there', versionBefore: atom.version });
      });
    },
  });
  return read.ok ? succeed({ toSend, before, replaces, same, landed, held, toCompare }) : read;
}

/** What is noted about the rows that are not sent. */
export function eventsOfGuard({ same, landed, held }: GuardedBatch): readonly SendEvent[] {
  const events: SendEvent[] = [];
  if (same.length > 0) events.push({ kind: 'same', rows: toRanges(same) });
  if (held.length > 0) events.push({ kind: 'held', rows: toRanges(held) });
  if (landed.length > 0)
    events.push({
      kind: 'stored',
      rows: toRanges(landed.map(({ row }) => row)),
      versions: sameOrEach(landed.map(({ stored }) => versionOf(stored))),
      root: null,
      isSettled: true,
    });
  return events;
}

function beforeOf(atom: FoundRow['atom']): AtomToReplace['before'] {
  if (atom === 'refused') return { kind: 'unread' };
  return atom === null ? { kind: 'absent' } : { kind: 'there', reading: atom };
}

function storedOf(atom: FoundRow['atom']): FoundForRow['stored'] {
  return atom === null || atom === 'refused' ? atom : { version: atom.version, value: atom.value };
}

function versionOf(stored: FoundForRow['stored']): number | null {
  return stored === null || stored === 'refused' ? null : stored.version;
}
