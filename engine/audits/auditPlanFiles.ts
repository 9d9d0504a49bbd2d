import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AuditFiles, AuditMemo } from './auditFolder.ts';
import { expectedAtom, type ExpectedAtom } from '#shared/audit/auditLists.ts';
import type { EarlierFinding, EarlierFindings } from '#shared/audit/earlierFindings.ts';
import { readLines } from './keyLines.ts';
import type { AuditPlan } from './prepareAudit.ts';

/** The plan of an audit that was prepared. Its keys are read from its file when they are needed. */
export async function readPlan(
  connectionId: ConnectionId,
  files: AuditFiles,
  { header, name, changes, options, delimiter, scheduleId }: AuditMemo,
): Promise<AuditPlan> {
  const expected = header.scope.kind === 'expected' ? await readExpected(files) : null;
  const expectedChanges: string[] = [];
  if (changes !== 'none')
    for await (const block of readLines(files.changes)) expectedChanges.push(...block.map(String));
  return {
    connectionId,
    name,
    scope: header.scope,
    keys: keysIn(files.keys),
    expected,
    changes,
    expectedChanges: changes === 'none' ? null : expectedChanges,
    leftOut: header.keys.leftOut,
    options,
    delimiter,
    scheduleId,
  };
}

/** What an audit holds its keys to while it runs. */
export async function readFrozenLists(
  files: AuditFiles,
  { header, hasEarlier = false }: Pick<AuditMemo, 'header' | 'hasEarlier'>,
): Promise<{ readonly changes: ReadonlySet<string>; readonly earlier: EarlierFindings }> {
  const changes = new Set<string>();
  const earlier = new Map<string, EarlierFinding>();
  if (header.expectedChanges !== null)
    for await (const keys of keysIn(files.changes)) for (const key of keys) changes.add(key);
  if (hasEarlier)
    for await (const lines of readLines(files.earlier))
      for (const [key, finding] of lines as readonly (readonly [string, EarlierFinding])[])
        earlier.set(key, finding);
  return { changes, earlier };
}

async function* keysIn(file: string): AsyncGenerator<readonly string[], void> {
  for await (const block of readLines(file)) yield block.map(String);
}

async function readExpected(files: AuditFiles): Promise<ReadonlyMap<string, ExpectedAtom>> {
  const expected = new Map<string, ExpectedAtom>();
  const said = readLines(files.expected);
  try {
    for await (const keys of keysIn(files.keys)) {
      const lines = (await said.next()).value ?? [];
      for (const [at, key] of keys.entries()) expected.set(key, expectedAtom(lines[at]));
    }
  } finally {
    await said.return();
  }
  return expected;
}
