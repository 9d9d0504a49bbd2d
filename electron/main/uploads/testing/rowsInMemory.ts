import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  comparisons,
  readBacks,
  rowOutcomes,
  rowProblems,
  rowStatuses,
  type UploadRow,
  type UploadRowInFull,
} from '#shared/domain/upload.ts';
import type { SourceSample } from '#shared/domain/uploadSource.ts';
import { SealedFileError } from '../../../../workers/uploadRows/sealedFile.ts';
import { exists } from '../../history/exists.ts';
import type { OpenUploadRows, UploadRows } from '../../../../workers/uploadRows/uploadRows.ts';

type Kept = Pick<UploadRowInFull, 'key' | 'value' | 'status' | 'comparison' | 'storedVersion' | 'edited'> & {
  /** As staged, if it was changed. */
  readonly staged?: Kept;
};

/**
 * Lines of `key,value`; `!` before a key blocks its row. Outcomes and read-backs are forgotten on reopening.
 * The folder contains only the number of the rows in memory.
 *
 * @param isDead whether its thread crashes at a call
 */
export function rowsInMemory(isDead: (call: string) => boolean = () => false): OpenUploadRows {
  const all: { source: string; rows: Kept[]; readonly dataKey: string }[] = [];
  return async ({ folder, dataKey }) => {
    const sealedWith = Buffer.from(dataKey).toString('hex');
    const marker = path.join(folder, 'number');
    if (!(await exists(marker))) {
      await mkdir(folder, { recursive: true });
      await writeFile(marker, String(all.length));
      all.push({ source: '', rows: [], dataKey: sealedWith });
    }
    const kept = all[Number(await readFile(marker, 'utf8'))];
    if (kept?.dataKey !== sealedWith) throw new SealedFileError('It was sealed with another key.');
    return mortal(open(kept), isDead);
  };
}

/** Rows whose thread may crash at a call; then it does not respond any more. */
function mortal(rows: UploadRows, isDead: (call: string) => boolean): UploadRows {
  let hasDied = false;
  return new Proxy(rows, {
    get: (target, name: keyof UploadRows) => {
      hasDied ||= isDead(name);
      return hasDied && name !== 'close'
        ? () => Promise.reject(new Error('The thread has died.'))
        : target[name];
    },
  });
}

const sample: SourceSample = {
  choice: { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: false },
  evidence: { bom: false, appExport: false },
  columns: ['Column 1', 'Column 2'],
  renamedColumns: [],
  records: [],
  isWhole: true,
  suggested: { key: '{Column 1}', value: { kind: 'template', template: '{Column 2}' }, trimKeys: false },
};

function open(kept: { source: string; rows: Kept[] }): UploadRows {
  const outcomes = new Map<number, Pick<UploadRow, 'outcome' | 'why' | 'version'>>();
  const found = new Map<number, UploadRow['readBack']>();
  let revision = 0;
  const outcomeOf = (row: number) =>
    outcomes.get(row) ?? ({ outcome: 'waiting', why: null, version: null } as const);
  const full = (one: Kept, row: number): UploadRowInFull => ({
    ...one,
    ...outcomeOf(row),
    row,
    place: row + 1,
    valueStart: one.value.slice(0, 300),
    valueBytes: Buffer.byteLength(one.value),
    problems: one.status === 'blocked' ? ['no-value'] : [],
    detail: null,
    allowed: false,
    difference: null,
    readBack: found.get(row) ?? 'not-read',
    cells: null,
    unreadable: null,
    sameKey: [],
  });
  const all = (): readonly UploadRowInFull[] => kept.rows.map(full);
  const numbered = <Name extends string>(
    names: readonly Name[],
    has: (row: UploadRowInFull, name: Name) => boolean,
  ) =>
    Object.fromEntries(names.map((name) => [name, all().filter((row) => has(row, name)).length])) as Record<
      Name,
      number
    >;
  const notUsed = async (): Promise<never> => {
    throw new Error('Not used in these tests.');
  };
  return {
    addSource: async (bytes) => {
      kept.source += Buffer.from(bytes).toString('utf8');
    },
    addSourceFile: async (file, progress) => {
      kept.source = await readFile(file, 'utf8');
      progress(Buffer.byteLength(kept.source));
    },
    sample: async () =>
      kept.source === '' ? { ok: false, refusal: { kind: 'empty' }, sample: null } : { ok: true, sample },
    stage: async (_options, progress, signal) => {
      progress(1);
      if (signal.aborted) return { ok: false, refusal: 'stopped' };
      kept.rows = kept.source
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [key = '', ...value] = line.split(',');
          const status = key.startsWith('!') ? 'blocked' : 'ready';
          return {
            key,
            value: value.join(','),
            status,
            comparison: 'not-compared',
            storedVersion: null,
            edited: false,
          };
        });
      revision += 1;
      return { ok: true };
    },
    dropSource: async () => {
      kept.source = '';
    },
    revision: async () => revision,
    counts: async () => {
      const ready = all().filter(({ status }) => status === 'ready');
      return {
        rows: kept.rows.length,
        readyBytes: ready.reduce((sum, { valueBytes }) => sum + valueBytes, 0),
        statuses: numbered(rowStatuses, (row, status) => row.status === status),
        problems: numbered(rowProblems, (row, problem) => row.problems.includes(problem)),
        comparisons: numbered(
          comparisons,
          (row, comparison) => row.status === 'ready' && row.comparison === comparison,
        ),
        outcomes: numbered(rowOutcomes, (row, outcome) => row.outcome === outcome),
        readBacks: numbered(readBacks, (row, readBack) => row.readBack === readBack),
        edited: all().filter(({ edited }) => edited).length,
        largestValue: Math.max(0, ...ready.map(({ valueBytes }) => valueBytes)),
      };
    },
    rows: async (filter, { from, to }) => {
      const rows = all().filter(
        (row) =>
          (filter.status === undefined || row.status === filter.status) &&
          (filter.outcome === undefined || row.outcome === filter.outcome) &&
          (filter.comparison === undefined || row.comparison === filter.comparison),
      );
      return { revision, total: rows.length, rows: rows.slice(from, to) };
    },
    row: async (row) => all()[row] ?? null,
    change: async (row, { key, value }) => {
      const before = kept.rows[row];
      if (before === undefined) return null;
      const status = key.startsWith('!') ? 'blocked' : 'ready';
      const staged = before.staged ?? before;
      const after: Kept = {
        key,
        value,
        status,
        comparison: 'not-compared',
        storedVersion: null,
        edited: true,
        staged,
      };
      kept.rows[row] = after;
      revision += 1;
      return full(after, row);
    },
    revert: async (selection) => {
      if (selection.kind !== 'rows') return notUsed();
      for (const row of selection.rows) {
        const staged = kept.rows[row]?.staged;
        if (staged !== undefined) kept.rows[row] = staged;
      }
      revision += 1;
      return selection.rows.length;
    },
    drop: async (selection, dropped) => {
      if (selection.kind !== 'rows') return notUsed();
      for (const row of selection.rows) {
        const before = kept.rows[row];
        if (before !== undefined) kept.rows[row] = { ...before, status: dropped ? 'dropped' : 'ready' };
      }
      revision += 1;
      return selection.rows.length;
    },
    allow: notUsed,
    setDuplicateRule: async () => undefined,
    take: async (options) => {
      const left = all().filter(
        (row) =>
          row.row >= options.from &&
          row.status === 'ready' &&
          options.outcomes.includes(row.outcome) &&
          (options.comparisons === undefined || options.comparisons.includes(row.comparison)) &&
          !(options.skipSame && row.comparison === 'same'),
      );
      const rows = left.slice(0, options.mostRows).map(({ row, key, value }) => ({ row, key, value }));
      return { rows, next: left[options.mostRows]?.row ?? null };
    },
    sentKeys: async () => ({
      keys: all()
        .filter(({ outcome }) => outcome === 'stored' || outcome === 'unknown')
        .map(({ key }) => key),
      next: null,
    }),
    setCompared: async (answers) => {
      for (const { row, stored } of answers) {
        const before = kept.rows[row];
        if (before === undefined) continue;
        const comparison =
          stored === 'refused'
            ? 'refused'
            : stored === null
              ? 'new'
              : stored.value === before.value
                ? 'same'
                : 'changed';
        const storedVersion = stored === null || stored === 'refused' ? null : stored.version;
        kept.rows[row] = { ...before, comparison, storedVersion };
      }
      revision += 1;
    },
    setOutcomes: async (changes) => {
      for (const { rows, outcome, why, versions } of changes) {
        const changed =
          rows === 'waiting'
            ? all()
                .filter((row) => row.outcome === 'waiting')
                .map(({ row }) => row)
            : rows;
        changed.forEach((row, at) => outcomes.set(row, { outcome, why, version: versions?.[at] ?? null }));
      }
      revision += 1;
    },
    setReadBacks: async (answers) => {
      for (const { row, readBack } of answers) found.set(row, readBack);
      revision += 1;
    },
    report: notUsed,
    close: async () => undefined,
  };
}
