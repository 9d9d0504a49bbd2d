import type { AuditScope } from '#shared/audit/auditFile.ts';
import type { AuditOptions, ExpectedChangesKind } from '#shared/domain/audit.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { startSha256 } from '../storage/startSha256.ts';
import { auditInputNames, type AuditInputName, type AuditInputs } from './auditInputNames.ts';
import type { ExpectedAtom } from '#shared/audit/auditLists.ts';
import { sortedKeys, type KeyBlocks } from './sortedKeys.ts';

/**
 * @param keysSha256 as in the header of the audit
 * @param effects `folder`: for sorting
 */
export async function auditInputs(
  { scope, options, expected, changes, expectedChanges }: PlannedInputs,
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

/** Of a plan. */
interface PlannedInputs {
  readonly scope: AuditScope;
  readonly options: Pick<AuditOptions, 'shard'>;
  readonly expected: ReadonlyMap<string, ExpectedAtom> | null;
  readonly changes: ExpectedChangesKind;
  readonly expectedChanges: readonly string[] | null;
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

function linesOf(expected: NonNullable<PlannedInputs['expected']>): readonly string[] {
  return [...expected].map(([key, { version, valueHash }]) => JSON.stringify([key, version, valueHash]));
}

function digest(content: unknown): string {
  const hash = startSha256();
  hash.update(JSON.stringify(content));
  return hash.hex();
}
