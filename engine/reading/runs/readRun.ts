import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId, RootSighting, RootStatus } from '#shared/domain/connection.ts';
import type { Denial, KeyConflict } from '#shared/domain/keyMemory.ts';
import {
  mostFindings,
  mostRoots,
  type JobOf,
  type ReadFinding,
  type ReadProgress,
} from '#shared/domain/job.ts';
import type { ReadChangeKind } from '#shared/domain/readChange.ts';
import { noVerdicts } from '#shared/merkle/verdict.ts';
import type { Readings } from '../readings.ts';
import { allSelected, type JobMemory } from '../../known/jobMemory.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { readInBatches } from './readInBatches.ts';

export interface ReadRunEffects {
  readonly jobs: Pick<Jobs, 'start'>;
  readonly memory: Pick<JobMemory, 'selected' | 'entries'>;
  readonly readings: Pick<Readings, 'readMany'>;
}

/** Starts reading and verifying a selection of keys. */
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
  unasked: 0,
  roots: [],
  rootCount: 0,
  changes: {
    'first-read': 0,
    version: 0,
    content: 0,
    verdict: 0,
    'not-returned': 0,
    returned: 0,
    rewritten: 0,
    'went-back': 0,
    denied: 0,
  },
  findings: [],
  findingCount: 0,
};

/** The progress after a batch. `before`: what was known of each key; `reading` null: refused, or not sent. */
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
  const add = (finding: ReadFinding): void => {
    findingCount += 1;
    if (findings.length < mostFindings) findings.push(finding);
  };
  // Repeated atoms in a response count with the worst verdict.
  const read = new Map(reading?.atoms.map((atom) => [atom.key, atom]));
  const denials = new Map(reading?.denials.map(({ key, denial }) => [key, denial]));
  keys.forEach((key, index) => {
    const entry = before[index] ?? null;
    const atom = read.get(key) ?? null;
    const denial = denials.get(key) ?? null;
    const conflict = atom === null ? conflictOfDenial(denial) : conflictOf(atom);
    const outcome =
      atom !== null ? atom.verdict.status : reading === null ? unread : conflict !== null ? 'red' : 'missing';
    if (outcome === 'missing') missing += 1;
    else if (outcome === 'refused') refused += 1;
    else if (outcome === 'unsendable') unsendable += 1;
    else verdicts[outcome] += 1;
    const changed = reading === null ? [] : changesOf(entry, atom, conflict);
    for (const change of changed) changes[change] += 1;
    if (expected.includes(outcome) && changed.every((change) => change === 'first-read')) return;
    add({
      key,
      outcome,
      conflict,
      lastProven: denial?.kind === 'moved-on' ? denial.proven : null,
      version: atom?.version ?? null,
      before: { verdict: entry?.verdict ?? null, version: entry?.version ?? null },
    });
  });
  for (const key of reading?.unasked ?? []) {
    const atom = read.get(key);
    add({
      key,
      outcome: 'unasked',
      conflict: atom === undefined ? null : conflictOf(atom),
      lastProven: null,
      version: atom?.version ?? null,
      before: { verdict: null, version: null },
    });
  }
  return {
    total: progress.total,
    done: progress.done + keys.length,
    verdicts,
    missing,
    refused,
    unsendable,
    unasked: progress.unasked + (reading?.unasked.length ?? 0),
    ...withRoots(progress, reading?.roots ?? []),
    changes,
    findings,
    findingCount,
  };
}

/** If leaves cover only the key, no reading is green, so any other verdict stands out. */
const expected: readonly ReadFinding['outcome'][] = ['green', 'keyOnly'];

function conflictOf({ memory }: AtomReading): KeyConflict['kind'] | null {
  return memory === null || memory.kind === 'changed' ? null : memory.kind;
}

function conflictOfDenial(denial: Denial | null): KeyConflict['kind'] | null {
  return denial?.kind === 'contradiction' ? denial.conflict.kind : null;
}

const conflictChanges: Readonly<Record<KeyConflict['kind'], ReadChangeKind>> = {
  'other-content': 'rewritten',
  'version-back': 'went-back',
  denied: 'denied',
};

/** How a reading differs from what was known of its key. `atom` null: it was not returned. */
function changesOf(
  entry: CatalogueEntry | null,
  atom: AtomReading | null,
  conflict: KeyConflict['kind'] | null,
): readonly ReadChangeKind[] {
  const changes: ReadChangeKind[] = conflict === null ? [] : [conflictChanges[conflict]];
  if (atom === null) {
    if (conflict === null && entry !== null && !entry.gone) changes.push('not-returned');
    return changes;
  }
  if (entry === null || entry.readAt === null) return [...changes, 'first-read'];
  if (entry.gone) changes.push('returned');
  if (conflict === null && entry.version !== null && entry.version !== atom.version) changes.push('version');
  if (atom.memory?.kind === 'changed') changes.push('content');
  if (entry.verdict !== null && entry.verdict !== atom.verdict.status) changes.push('verdict');
  return changes;
}

const statusSeverity: Readonly<Record<RootStatus['kind'], number>> = {
  pinned: 0,
  seen: 0,
  new: 1,
  unexplained: 2,
  contradiction: 3,
};

/** Each root once, with its worst finding. */
function withRoots(
  { roots, rootCount }: ReadProgress,
  seen: readonly RootSighting[],
): Pick<ReadProgress, 'roots' | 'rootCount'> {
  const all = [...roots];
  let count = rootCount;
  for (const sighting of seen) {
    const at = all.findIndex((root) => root.rootHash === sighting.rootHash);
    const known = all[at];
    if (known === undefined) {
      count += 1;
      if (all.length < mostRoots) all.push(sighting);
    } else if (statusSeverity[sighting.status.kind] > statusSeverity[known.status.kind]) all[at] = sighting;
  }
  return { roots: all, rootCount: count };
}
