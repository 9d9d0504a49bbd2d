import type { ComparedSides } from '#shared/text/auditComparisonWords.ts';
import type { Profile } from '../connections/profileStore.ts';

type Side = Pick<Profile, 'name' | 'baseUrl' | 'snapshot'>;

/** The sides of a comparison of two connections. If both have the same name, their hosts are added, or else numbers. */
export function comparedSides(one: Side, other: Side): NonNullable<ComparedSides> {
  const [before, after] = namesApart(one, other);
  return {
    before: { name: before, isSnapshot: one.snapshot !== undefined },
    after: { name: after, isSnapshot: other.snapshot !== undefined },
  };
}

function namesApart(one: Side, other: Side): readonly [string, string] {
  if (one.name !== other.name) return [one.name, other.name];
  const [host, otherHost] = [hostOf(one), hostOf(other)];
  return host === otherHost || host === null || otherHost === null
    ? [`${one.name} (1)`, `${other.name} (2)`]
    : [`${one.name} (${host})`, `${other.name} (${otherHost})`];
}

/** null for a snapshot, which has no address. */
function hostOf({ baseUrl }: Side): string | null {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : null;
}
