import type { ChangedRoot, ChangeSummary } from '#shared/domain/keyChange.ts';
import type { RootTimeline, TimelineRoot } from './rootTimeline.ts';

export type RootsSince = Pick<ChangeSummary, 'newRoots' | 'rootBefore' | 'rootNow'>;

/** The roots of a timeline before and since a time. Roots that only failed proofs stated are left out. */
export function rootsSince(timeline: RootTimeline, since: number): RootsSince {
  const sort = { column: 'firstSeenAt', direction: 'ascending' } as const;
  const roots = timeline.select({ show: 'all', among: null, text: '', sort }, () => ({ kind: 'seen' }));
  let newRoots = 0;
  let before: TimelineRoot | null = null;
  let now: TimelineRoot | null = null;
  for (const root of roots) {
    if (root.credible === null) continue;
    if (root.firstSeenAt >= since) newRoots += 1;
    else before = root;
    if (now === null || root.lastSeenAt >= now.lastSeenAt) now = root;
  }
  return { newRoots, rootBefore: shown(before), rootNow: shown(now) };
}

function shown(root: TimelineRoot | null): ChangedRoot | null {
  if (root === null) return null;
  const { rootHash, treeSize, firstSeenAt } = root;
  return { rootHash, treeSize, firstSeenAt };
}
