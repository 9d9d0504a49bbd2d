import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { auditDifferenceKinds, type AuditDifference } from '#shared/audit/compareAudits.ts';
import {
  mostSavedDifferences,
  type AuditDifferenceFilter,
  type AuditDifferencePage,
  type AuditPair,
  type AuditRef,
  type ComparedAudits,
} from '#shared/domain/audit.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { SavedFile } from '#shared/ipc/appTypes.ts';
import { differencesAsCsv, differencesAsJson } from '#shared/report/auditDifferences.ts';
import type { AuditCalls } from './auditTasks.ts';
import { expectedBit, type DifferenceIndex } from './differenceFile.ts';
import type { Connections } from '../connections/connections.ts';
import type { UserFiles } from '../storage/userFiles/userFiles.ts';
import { removeFolder } from '../storage/removeFolder.ts';
import type { Audits } from './audits.ts';
import { comparedSides } from './comparedSides.ts';
import { inAuditThread } from './inAuditThread.ts';
import { readLines } from './keyLines.ts';

/** Comparisons of audits. Their differences are in files, so that there may be any number of them. */
export interface AuditComparisons {
  readonly compare: (pair: AuditPair) => Promise<Result<ComparedAudits>>;
  readonly page: (
    pair: AuditPair,
    filter: AuditDifferenceFilter,
    range: { readonly from: number; readonly to: number },
  ) => Promise<Result<AuditDifferencePage>>;
  /** Asks where to save the differences that match. */
  readonly save: (
    pair: AuditPair,
    filter: AuditDifferenceFilter,
    format: 'csv' | 'json',
  ) => Promise<Result<SavedFile>>;
  /** Deletes the comparisons that an audit is part of; without an ID, those of the connection. */
  readonly forget: (audit: { readonly connectionId: string; readonly auditId?: string }) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How many comparisons keep their files. */
const mostHeld = 3;

interface Compared {
  readonly found: ComparedAudits;
  readonly index: DifferenceIndex;
  readonly handle: FileHandle;
}

interface Held {
  readonly pair: AuditPair;
  readonly compared: Promise<Result<Compared>>;
  readonly file: string;
  /** What reads the file now. Never rejects. */
  readonly reading: Set<Promise<unknown>>;
}

export function createAuditComparisons(effects: {
  /** Emptied when the first audits are compared: what is in it belongs to an earlier session. */
  readonly folder: string;
  readonly audits: Pick<Audits, 'filesOf' | 'ended'>;
  readonly connections: Pick<Connections, 'profile'>;
  readonly threads: Pick<AuditCalls, 'compare'>;
  readonly files: Pick<UserFiles, 'save'>;
  readonly newId: () => string;
  readonly log: (message: string, error: unknown) => void;
}): AuditComparisons {
  const { audits, folder } = effects;
  /** The one used last at the end. */
  const held = new Map<string, Held>();
  let emptied: Promise<void> | null = null;

  const sideOf = async ({ connectionId, auditId }: AuditRef) => {
    const files = await audits.filesOf(connectionId, auditId);
    if (!files.ok) return files;
    const info = await audits.ended(connectionId, auditId);
    if (!info.ok) return info;
    const profile = effects.connections.profile(connectionId);
    if (!profile.ok) return profile;
    return succeed({ files: files.value, info: info.value, profile: profile.value });
  };
  const begin = async (pair: AuditPair, file: string): Held['compared'] => {
    const before = await sideOf(pair.before);
    if (!before.ok) return before;
    const after = await sideOf(pair.after);
    if (!after.ok) return after;
    const [one, other] = [before.value, after.value];
    const areOfTwo = pair.before.connectionId !== pair.after.connectionId;
    return inAuditThread(effects.log, async () => {
      let expected: string[] | null = null;
      if (!areOfTwo && other.info.changes !== 'none') {
        expected = [];
        for await (const keys of readLines(other.files.changes)) expected.push(...keys.map(String));
      }
      await (emptied ??= removeFolder(folder).then(
        async () => void (await mkdir(folder, { recursive: true })),
      ));
      const { comparison, index } = await effects.threads.compare({
        of: areOfTwo ? 'connections' : 'times',
        before: one.files.records,
        after: other.files.records,
        expected,
        differences: file,
      });
      return {
        found: {
          ...comparison,
          before: one.info,
          after: other.info,
          sides: areOfTwo ? comparedSides(one.profile, other.profile) : null,
        },
        index,
        handle: await open(file, 'r'),
      };
    });
  };
  const drop = async (name: string): Promise<void> => {
    const one = held.get(name);
    held.delete(name);
    if (one === undefined) return;
    const compared = await one.compared;
    await Promise.all(one.reading);
    if (compared.ok) await compared.value.handle.close();
    await rm(one.file, { force: true });
  };
  /** `use` reads the differences: their file is deleted only after that. */
  const of = async <T>(pair: AuditPair, use: (compared: Compared) => T | Promise<T>): Promise<Result<T>> => {
    const name = JSON.stringify([pair.before.auditId, pair.after.auditId]);
    const file = path.join(folder, `${effects.newId()}.jsonl`);
    const one = held.get(name) ?? { pair, compared: begin(pair, file), file, reading: new Set() };
    held.delete(name);
    held.set(name, one);
    const using = one.compared.then(async (compared) =>
      compared.ok ? succeed(await use(compared.value)) : compared,
    );
    const reading: Promise<unknown> = using.catch(() => null);
    one.reading.add(reading);
    void reading.then(() => one.reading.delete(reading));
    const [oldest] = held.keys();
    if (held.size > mostHeld && oldest !== undefined) await drop(oldest);
    const used = await using;
    if (!used.ok && held.get(name) === one) await drop(name);
    return used;
  };
  const read = async (
    handle: FileHandle,
    { starts }: DifferenceIndex,
    rows: Uint32Array,
  ): Promise<readonly AuditDifference[]> => {
    const found: AuditDifference[] = [];
    for (const row of rows) {
      const start = starts[row] ?? 0;
      const buffer = Buffer.allocUnsafe((starts[row + 1] ?? start) - start);
      await handle.read(buffer, 0, buffer.length, start);
      // Written by this app in this session.
      found.push(JSON.parse(buffer.toString('utf8')) as AuditDifference);
    }
    return found;
  };

  return {
    compare: (pair) => of(pair, ({ found }) => found),
    page: (pair, filter, { from, to }) =>
      of(pair, async ({ index, handle }) => {
        const rows = matching(index, filter);
        const differences = await read(handle, index, rows.subarray(from, to));
        return { revision: 0, total: rows.length, differences };
      }),
    save: async (pair, filter, format) => {
      const text = await of(pair, async ({ found, index, handle }) => {
        const rows = matching(index, filter);
        if (rows.length > mostSavedDifferences) return null;
        const differences = await read(handle, index, rows);
        return format === 'csv'
          ? differencesAsCsv(differences)
          : differencesAsJson(found, filter, differences);
      });
      if (!text.ok) return text;
      if (text.value === null) return tooMany;
      return effects.files.save(`audit-comparison.${format}`, text.value);
    },
    forget: async ({ connectionId, auditId }) => {
      for (const [name, { pair }] of held)
        if (
          [pair.before, pair.after].some(
            (one) => one.connectionId === connectionId && (auditId === undefined || one.auditId === auditId),
          )
        )
          await drop(name);
    },
    close: async () => {
      for (const name of held.keys()) await drop(name);
    },
  };
}

/** Rows that match, in order. */
function matching({ flags }: DifferenceIndex, { kind, expectation }: AuditDifferenceFilter): Uint32Array {
  const must =
    (kind === undefined ? 0 : 1 << auditDifferenceKinds.indexOf(kind)) |
    (expectation === 'expected' ? expectedBit : 0);
  const mustNot = expectation === 'unexpected' ? expectedBit : 0;
  const rows = new Uint32Array(flags.length);
  let count = 0;
  for (const [row, flag] of flags.entries()) {
    if ((flag & must) !== must || (flag & mustNot) !== 0) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.slice(0, count);
}

const tooMany: Result<never> = refuseInput(
  'filter',
  `A file can contain at most ${mostSavedDifferences.toLocaleString('en-US')} differences. Filter them by kind, then export them one kind at a time.`,
);
