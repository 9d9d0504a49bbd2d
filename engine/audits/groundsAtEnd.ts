import { auditGrounds } from '#shared/audit/auditGrounds.ts';
import { given, unavailable, type GroundsOf } from '#shared/grounds/grounds.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { AuditMemo } from './auditFolder.ts';
import { inputsOfConnection } from './auditInputs.ts';
import type { AuditFindingsSoFar } from './findingsSoFar.ts';

/** What the verdict of an audit rests on when it ends. */
export function groundsAtEnd(
  connection: GroundsOf<'reading'>,
  memo: Pick<AuditMemo, 'inputs'> | undefined,
  scheme: SchemePin | null,
  { lost }: Pick<AuditFindingsSoFar, 'lost'>,
): GroundsOf<'audit'> {
  const rulesNow = inputsOfConnection({ pins: [], scheme }).rules;
  const areOthers = memo?.inputs !== undefined && memo.inputs.rules !== rulesNow;
  const rules = areOthers
    ? unavailable('incomplete', 'other rules were chosen during the audit')
    : connection.rules;
  const run = lost === null ? given : unavailable(lost, 'what it found before it was interrupted');
  return auditGrounds({ ...connection, rules }, run);
}
