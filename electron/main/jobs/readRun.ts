import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  mostFindings,
  type JobOf,
  type ReadChangeKind,
  type ReadFinding,
  type ReadProgress,
} from '#shared/domain/job.ts';
import { isGraver, noVerdicts } from '#shared/merkle/verdict.ts';
import type { Readings } from '../readings/readings.ts';
import { allSelected, type JobMemory } from './jobMemory.ts';
import type { Jobs } from './jobs.ts';
import { readInBatches } from './readInBatches.ts';

export interface ReadRunEffects {
  readonly jobs: Pick<Jobs, 'start'>;
  readonly memory: Pick<JobMemory, 'selected' | 'entries'>;
  readonly readings: Pick<Readings, 'readMany'>;
}

/** Begins to read and verify a selection of keys. */
export function startReadRun(
  { jobs, memory, readings }: ReadRunEffects,
  connectionId: ConnectionId,
  selection: KeySelection,
): JobOf<'read'> {
  return jobs.start({
    kind: 'read',
    connectionId,
    progress: noReadProgress,
    work: async ({ ask, report }) => {
      const keys = await allSelected(memory, connectionId, selection);
      let progress: ReadProgress = { ...noReadProgress, total: keys.length };
      report(progress);
      return readInBatches({
        keys,
        ask: async (batch, expects) =>
          ask((options) => readings.readMany(connectionId, batch, { ...options, askedBy: 'user' }), expects),
        before: (batch) => memory.entries(connectionId, batch),
        take: ({ keys: batch, before, reading, areUnsendable }) => {
          progress = withBatch(progress, batch, before, reading, areUnsendable);
          report(progress);
        },
      });
    },
  });
}

export const noReadProgress: ReadProgress = {
  total: null,
  done: 0,
  verdicts: noVerdicts,
  missing: 0,
  refused: 0,
  unsendable: 0,
  changes: { 'first-read': 0, version: 0, verdict: 0, gone: 0, back: 0 },
  findings: [],
  findingCount: 0,
};

/** The progress after a batch. `before`: what the catalogue had of each of its keys; `reading` null: refused, or not sent. */
export function withBatch(
  progress: ReadProgress,
  keys: readonly string[],
  before: readonly (CatalogueEntry | null)[],
  reading: BatchReading | null,
  areUnsendable = false,
): ReadProgress {
  const verdicts = { ...progress.verdicts };
  const changes = { ...progress.changes };
  let { missing, refused, unsendable, findingCount } = progress;
  const unread = areUnsendable ? 'unsendable' : 'refused';
  const findings = [...progress.findings];
  const read = new Map<string, AtomReading>();
  for (const atom of reading?.atoms ?? []) {
    const other = read.get(atom.key);
    // Of an atom that the answer repeats the worst counts: a good one beside it clears nothing.
    if (other === undefined || isGraver(atom.verdict.status, other.verdict.status)) read.set(atom.key, atom);
  }
  keys.forEach((key, index) => {
    const entry = before[index] ?? null;
    const atom = read.get(key) ?? null;
    const outcome = atom !== null ? atom.verdict.status : reading === null ? unread : 'missing';
    if (outcome === 'missing') missing += 1;
    else if (outcome === 'refused') refused += 1;
    else if (outcome === 'unsendable') unsendable += 1;
    else verdicts[outcome] += 1;
    const changed = reading === null ? [] : changesOf(entry, atom);
    for (const change of changed) changes[change] += 1;
    if (expected.includes(outcome) && changed.every((change) => change === 'first-read')) return;
    findingCount += 1;
    if (findings.length < mostFindings) findings.push(findingOf(key, outcome, entry, atom));
  });
  return {
    total: progress.total,
    done: progress.done + keys.length,
    verdicts,
    missing,
    refused,
    unsendable,
    changes,
    findings,
    findingCount,
  };
}

/** Where a leaf covers only the key, no reading is green: what stands out is any other verdict. */
const expected: readonly ReadFinding['outcome'][] = ['green', 'keyOnly'];

function findingOf(
  key: string,
  outcome: ReadFinding['outcome'],
  entry: CatalogueEntry | null,
  atom: AtomReading | null,
): ReadFinding {
  return {
    key,
    outcome,
    version: atom?.version ?? null,
    before: { verdict: entry?.verdict ?? null, version: entry?.version ?? null },
  };
}

/** How a reading differs from what was known of its key. `atom` null: the service has it no more. */
function changesOf(entry: CatalogueEntry | null, atom: AtomReading | null): readonly ReadChangeKind[] {
  if (atom === null) return entry === null || entry.gone ? [] : ['gone'];
  if (entry === null || entry.readAt === null) return ['first-read'];
  const changes: ReadChangeKind[] = [];
  if (entry.gone) changes.push('back');
  if (entry.version !== null && entry.version !== atom.version) changes.push('version');
  if (entry.verdict !== null && entry.verdict !== atom.verdict.status) changes.push('verdict');
  return changes;
}
