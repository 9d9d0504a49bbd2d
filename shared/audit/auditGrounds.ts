import { openGrounds, type OpenGround } from '../grounds/conclude.ts';
import { given, unavailable, type Ground, type GroundsOf } from '../grounds/grounds.ts';
import type { AuditFooter, AuditHeader } from './auditFile.ts';

/**
 * What a recorded audit rests on: what its file says, and no better than what its counts show. `not-recorded`: an earlier version
 * wrote the file.
 */
export function groundsOfAudit(
  { keys, shard }: Pick<AuditHeader, 'keys' | 'shard'>,
  { grounds, end, counts }: Pick<AuditFooter, 'grounds' | 'end' | 'counts'>,
): GroundsOf<'audit'> | 'not-recorded' {
  if (grounds === undefined) return 'not-recorded';
  const isWhole = end.kind === 'complete' && counts.records === (shard?.keys ?? keys.total);
  return {
    ...grounds,
    keyList: keys.leftOut > 0 ? worseGround(grounds.keyList, unavailable('incomplete')) : grounds.keyList,
    run: isWhole ? grounds.run : worseGround(grounds.run, unavailable('incomplete')),
  };
}

/** What a recorded audit does without. */
export function openGroundsOfAudit(
  header: Pick<AuditHeader, 'keys' | 'shard'>,
  footer: Pick<AuditFooter, 'grounds' | 'end' | 'counts'>,
): readonly OpenGround[] {
  const grounds = groundsOfAudit(header, footer);
  return grounds === 'not-recorded' ? [] : openGrounds('audit', grounds);
}

/** In the order of the keys in the file. */
export function auditGrounds(
  { rules, pins, ledger, knownKeys }: GroundsOf<'reading'>,
  run: Ground,
): GroundsOf<'audit'> {
  return { rules, keyList: given, run, pins, ledger, knownKeys };
}

/** A ground that two parts of a result share is as good as the worse of them. */
function worseGround(one: Ground, other: Ground): Ground {
  return gravity[other.kind] > gravity[one.kind] ? other : one;
}

/** What a part of an audit says about itself. */
export interface PartOfAudit {
  readonly header: Pick<AuditHeader, 'scope' | 'expectedChanges' | 'shard'>;
  readonly footer: Pick<AuditFooter, 'grounds'>;
  /** Whether a digest covers its first and last line. */
  readonly isCovered: boolean;
}

/**
 * Of at least one part. What a part does not say about itself, such as its grounds or its lists, is unavailable: it may differ from
 * that of the other parts.
 */
export function mergedGrounds(parts: readonly PartOfAudit[]): GroundsOf<'audit'> {
  const unlisted = parts.find(({ header }) => lacksLists(header))?.header.shard;
  const uncovered = parts.find(({ isCovered }) => !isCovered)?.header.shard;
  const merged = parts.map(({ footer }) => footer.grounds ?? nothingRecorded).reduce(worseGrounds);
  return {
    ...merged,
    ...(unlisted && {
      keyList: worseGround(
        merged.keyList,
        unavailable('not-recorded', `part ${unlisted.number} does not say which lists it was compared with`),
      ),
    }),
    ...(uncovered && {
      run: worseGround(
        merged.run,
        unavailable('not-recorded', `no digest covers the first and last line of part ${uncovered.number}`),
      ),
    }),
  };
}

/** Whether it is a part that was compared with lists, and does not say with which. Earlier versions did not write that. */
export function lacksLists({ scope, expectedChanges, shard }: PartOfAudit['header']): boolean {
  const hasLists = scope.kind === 'expected' || expectedChanges !== null;
  return hasLists && shard !== null && shard.lists === undefined;
}

const notRecorded = unavailable('not-recorded');
const nothingRecorded: GroundsOf<'audit'> = {
  rules: notRecorded,
  keyList: notRecorded,
  run: notRecorded,
  pins: notRecorded,
  ledger: notRecorded,
  knownKeys: notRecorded,
};

function worseGrounds(one: GroundsOf<'audit'>, other: GroundsOf<'audit'>): GroundsOf<'audit'> {
  return {
    rules: worseGround(one.rules, other.rules),
    keyList: worseGround(one.keyList, other.keyList),
    run: worseGround(one.run, other.run),
    pins: worseGround(one.pins, other.pins),
    ledger: worseGround(one.ledger, other.ledger),
    knownKeys: worseGround(one.knownKeys, other.knownKeys),
  };
}

const gravity = { given: 0, none: 1, unavailable: 2 } as const;
