import { isWorse, type VerdictStatus } from '../merkle/verdictStatus.ts';
import {
  groundNames,
  groundsOfUse,
  type Ground,
  type GroundName,
  type GroundsOf,
  type GroundUse,
} from './grounds.ts';

/** A ground that is not given, as every output names it. */
export interface OpenGround {
  readonly name: GroundName;
  readonly ground: Exclude<Ground, { kind: 'given' }>;
  /** Whether the result is inconclusive because of it. */
  readonly holdsBack: boolean;
}

export interface Conclusion {
  readonly status: VerdictStatus;
  /** In the order of `groundNames`. */
  readonly open: readonly OpenGround[];
}

/**
 * The only way from findings to a verdict, for single reads, files, audits, merges, bundles, and snapshots: a ground that
 * is unavailable, or required and left out, makes it inconclusive. No ground makes a verdict better.
 *
 * @param findings the verdict if every ground were given
 */
export function conclude<Use extends GroundUse>(
  use: Use,
  findings: VerdictStatus,
  grounds: GroundsOf<Use>,
): Conclusion {
  return concludeWithout(openGrounds(use, grounds), findings);
}

/** The same for many verdicts that rest on the same grounds. */
export function concludeWithout(open: readonly OpenGround[], findings: VerdictStatus): Conclusion {
  const isHeldBack = open.some(({ holdsBack }) => holdsBack);
  return { status: isHeldBack && isWorse('amber', findings) ? 'amber' : findings, open };
}

/** The grounds that are not given. */
export function openGrounds<Use extends GroundUse>(use: Use, grounds: GroundsOf<Use>): readonly OpenGround[] {
  const needs: Readonly<Partial<Record<GroundName, 'required' | 'optional'>>> = groundsOfUse[use];
  const sources: Readonly<Partial<Record<GroundName, Ground>>> = grounds;
  return groundNames.flatMap((name) => {
    const ground = sources[name];
    if (needs[name] === undefined || ground === undefined || ground.kind === 'given') return [];
    return [{ name, ground, holdsBack: ground.kind === 'unavailable' || needs[name] === 'required' }];
  });
}
