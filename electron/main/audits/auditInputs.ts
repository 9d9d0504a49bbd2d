import type { AuditChange, AuditRecord } from '#shared/audit/auditRecord.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { startSha256 } from '../../../workers/startSha256.ts';
import type { AuditPlan } from './prepareAudit.ts';
import { sortedKeys, type KeyBlocks } from './sortedKeys.ts';

/** What the verdict of an audit depends on besides the responses. */
export const auditInputNames = ['scope', 'keys', 'expected', 'changes', 'pins', 'rules'] as const;
export type AuditInputName = (typeof auditInputNames)[number];

/** A SHA-256 of each. An audit that was interrupted is continued only if all of them are the same. */
export type AuditInputs = Readonly<Record<AuditInputName, string>>;

/**
 * @param keysSha256 as in the header of the audit
 * @param effects `folder`: for sorting
 */
export async function auditInputs(
  { scope, options, expected, changes, expectedChanges }: AuditPlan,
  keysSha256: string,
  now: InputsOfConnection,
  effects: { readonly folder: string; readonly pause: () => Promise<void> },
): Promise<AuditInputs> {
  return {
    scope: digest([scope, options.shard]),
    keys: keysSha256,
    expected: expected === null ? digest(null) : await keysHash([linesOf(expected)], effects),
    changes: expectedChanges === null ? digest(changes) : await keysHash([expectedChanges], effects),
    ...inputsOfConnection(now),
  };
}

interface InputsOfConnection {
  readonly pins: readonly Pick<RootPin, 'rootHash' | 'treeSize' | 'isExact'>[];
  readonly scheme: SchemePin | null;
}

/** Those that can change while the lists of an audit are frozen. */
export function inputsOfConnection({
  pins,
  scheme,
}: InputsOfConnection): Pick<AuditInputs, 'pins' | 'rules'> {
  return {
    pins: pinsDigest(pins),
    // Inferred rules get narrower with every response; only a choice is an input.
    rules: digest(scheme === null || scheme.origin !== 'chosen' ? null : [scheme.path, scheme.leaf]),
  };
}

/** Also of the pins in the header of an audit. */
export function pinsDigest(pins: InputsOfConnection['pins']): string {
  const texts = pins.map(({ rootHash, treeSize, isExact }) => JSON.stringify([rootHash, treeSize, isExact]));
  return digest([...new Set(texts)].sort());
}

/** The inputs that are not those of an audit that was interrupted. */
export function changedInputs(before: AuditInputs, now: AuditInputs): readonly AuditInputName[] {
  return auditInputNames.filter((name) => before[name] !== now[name]);
}

/** What an audit that is not continued found about a key, so that the audit in its place does not lose it. */
export interface EarlierFinding {
  readonly changes: readonly AuditChange[];
  readonly conflict: AuditRecord['conflict'];
}

export type EarlierFindings = ReadonlyMap<string, EarlierFinding>;

/** null if it found nothing that must be kept. */
export function findingToKeep({ changes, conflict }: AuditRecord): EarlierFinding | null {
  // The known keys have learned the rest, and show it again.
  const kept = changes.filter((change) => change !== 'first-read' && change !== 'verdict');
  return kept.length === 0 && conflict === null ? null : { changes: kept, conflict };
}

/** As in the header of an audit of these keys. `folder`: for sorting them. */
export async function keysHash(
  keys: KeyBlocks,
  effects: { readonly folder: string; readonly pause: () => Promise<void> },
): Promise<string> {
  const hash = startSha256();
  for await (const block of sortedKeys(keys, effects)) hash.update(jsonLines(block));
  return hash.hex();
}

/** Each item as JSON in a line. */
export function jsonLines(items: readonly unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

function linesOf(expected: NonNullable<AuditPlan['expected']>): readonly string[] {
  return [...expected].map(([key, { version, valueHash }]) => JSON.stringify([key, version, valueHash]));
}

function digest(content: unknown): string {
  const hash = startSha256();
  hash.update(JSON.stringify(content));
  return hash.hex();
}
