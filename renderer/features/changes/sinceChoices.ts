import type { AuditInfo } from '#shared/domain/audit.ts';
import type { SinceChoice } from '../../state/changesView.ts';

/** What the choices of a time depend on. Times are epoch milliseconds. */
export interface SinceBasis {
  readonly now: number;
  /** When recording began. */
  readonly recordedSince: number;
  /** When the visit before this one ended; null if there was none. */
  readonly previousVisit: number | null;
  readonly audits: readonly Pick<AuditInfo, 'id' | 'startedAt'>[];
}

/** The time that a choice stands for; null if its audit is gone. */
export function timeOfChoice(choice: SinceChoice, basis: SinceBasis): number | null {
  switch (choice.kind) {
    case 'visit':
      return basis.previousVisit ?? basis.recordedSince;
    case 'today':
      return midnight(basis.now, 0);
    case 'week':
      return midnight(basis.now, 7);
    case 'recorded':
      return basis.recordedSince;
    case 'audit':
      // From its start: what the audit itself noticed is included.
      return basis.audits.find(({ id }) => id === choice.auditId)?.startedAt ?? null;
    case 'date':
      return choice.at;
  }
}

/** The beginning of a day, local time. */
function midnight(now: number, daysAgo: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysAgo).getTime();
}

/** For a field of type `datetime-local`. */
export function fieldText(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}

/** null if it is no time, or before 1970. */
export function timeOfField(text: string): number | null {
  const at = new Date(text).getTime();
  return Number.isNaN(at) || at < 0 ? null : at;
}
