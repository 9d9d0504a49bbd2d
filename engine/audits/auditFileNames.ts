import type { AuditInfo } from '#shared/domain/audit.ts';
import { verdictsInNames } from '#shared/text/verdictInName.ts';

/**
 * What files about an audit are called: of which service, which audit, when (in UTC), and with which result, so that files of
 * several audits stay apart.
 */
export function auditFileName(
  { name, startedAt, verdict }: Pick<AuditInfo, 'name' | 'startedAt' | 'verdict'>,
  service: string,
): string {
  const time = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ').replace(':', '');
  const result = verdict === null ? '' : ` ${verdictsInNames[verdict]}`;
  // Both can be long, and the rest must not be cut off.
  return `${service.slice(0, mostOfName)} ${name.slice(0, mostOfName)} ${time}Z${result}`;
}

const mostOfName = 40;
