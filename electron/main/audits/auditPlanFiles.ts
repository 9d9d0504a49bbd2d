import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AuditFiles, AuditMemo } from './auditFolder.ts';
import { expectedAtom, type ExpectedAtom } from './auditLists.ts';
import { readLines } from './keyLines.ts';
import type { AuditPlan } from './prepareAudit.ts';

/** The plan of an audit that was prepared, with the keys that it has. */
export async function readPlan(
  connectionId: ConnectionId,
  files: AuditFiles,
  { header, name, changes, options, delimiter, scheduleId }: AuditMemo,
): Promise<AuditPlan> {
  const keys: string[] = [];
  const expected = header.scope.kind === 'expected' ? new Map<string, ExpectedAtom>() : null;
  const said = expected === null ? null : readLines(files.expected);
  for await (const block of readLines(files.keys)) {
    const lines = said === null ? [] : ((await said.next()).value ?? []);
    for (const [at, line] of block.entries()) {
      const key = String(line);
      keys.push(key);
      expected?.set(key, expectedAtom(lines[at]));
    }
  }
  const expectedChanges: string[] = [];
  if (changes !== 'none')
    for await (const block of readLines(files.changes)) expectedChanges.push(...block.map(String));
  return {
    connectionId,
    name,
    scope: header.scope,
    keys,
    expected,
    changes,
    expectedChanges: changes === 'none' ? null : expectedChanges,
    leftOut: header.keys.leftOut,
    options,
    delimiter,
    scheduleId,
  };
}
