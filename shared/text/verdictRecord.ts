import type { CheckReason } from '../merkle/checkReason.ts';
import type { CheckName, CheckStatus, Verdict, VerdictStatus } from '../merkle/verdict.ts';
import type { BoundField } from '../merkle/scheme.ts';
import { verdictWords } from './verdictWords.ts';

/** A verdict as files and programs get it. `why` is for people and may change; all else stays as it is. */
export interface VerdictRecord {
  readonly status: VerdictStatus;
  readonly title: string;
  readonly checks: Readonly<Record<CheckName, CheckRecord>>;
  readonly binds: readonly BoundField[];
}

export interface CheckRecord {
  readonly status: CheckStatus;
  /** Such as `root-reached`, `content-differs`, or `root-vouching.nothing`. */
  readonly code: string;
  /** What a pass does not rule out, such as `leaf-and-node-alike`. */
  readonly warnings: readonly string[];
  readonly why: string;
}

export function verdictRecord(verdict: Verdict): VerdictRecord {
  const { title, checks: words } = verdictWords(verdict);
  const checks = verdict.checks.map(({ name, status, reason }) => [
    name,
    {
      status,
      code: reasonCode(reason),
      warnings: warningsOf(reason),
      why: words.find((check) => check.name === name)?.words ?? '',
    },
  ]);
  return {
    status: verdict.status,
    title,
    // One for each name, as a verdict has them.
    checks: Object.fromEntries(checks) as VerdictRecord['checks'],
    binds: verdict.binds,
  };
}

/** The code of a reason; after a dot what tells apart reasons that share one. */
export function reasonCode(reason: CheckReason): string {
  const detail = detailOf(reason);
  return detail === '' ? reason.code : `${reason.code}.${detail}`;
}

function detailOf(reason: CheckReason): string {
  switch (reason.code) {
    case 'no-proof':
      return reason.because;
    case 'position-missing':
      return reason.missing.join('+');
    case 'leaf-rule-not-applicable':
      return reason.gap;
    case 'incoherent':
      return reason.differences.map(({ field }) => field).join('+');
    case 'snapshot':
      return reason.finding.kind;
    case 'root':
      return reason.rootStatus?.kind === 'contradiction'
        ? reason.rootStatus.contradiction.kind
        : (reason.rootStatus?.kind ?? 'not-asked');
    case 'root-vouching':
      return reason.vouching.kind;
    default:
      return '';
  }
}

function warningsOf(reason: CheckReason): readonly string[] {
  if (reason.code === 'chain') return reason.links.flatMap((link) => warningsOf(link.reason));
  if (reason.code === 'root-reached') return reason.warnings;
  return reason.code === 'content-matches' && reason.openBoundary ? ['open-boundary'] : [];
}
