import type { EarlierFindings } from './earlierFindings.ts';

/** What an expected list says of a key; null for what it leaves open. */
export interface ExpectedAtom {
  readonly version: number | null;
  /** SHA-256 of the value as UTF-8, lowercase hex. */
  readonly valueHash: string | null;
}

/** A line that the app wrote. */
export function expectedAtom(line: unknown): ExpectedAtom {
  const { version = null, valueHash = null } = (line ?? {}) as Partial<ExpectedAtom>;
  return { version, valueHash };
}

/** What the user said that an audit may find. */
export interface AuditLists {
  /** By key; null if there is no expected list. */
  readonly expected: ReadonlyMap<string, ExpectedAtom> | null;
  /** Keys whose changes are expected. */
  readonly changes: ReadonlySet<string>;
  /** What audits that this one replaced had found. */
  readonly earlier: EarlierFindings;
}
