import { createHash } from 'node:crypto';

const leafPrefix = Uint8Array.of(0x00);
const nodePrefix = Uint8Array.of(0x01);

/** Root of the tree without leaves: the hash of nothing (RFC 6962, 2.1). */
export const emptyRoot: Buffer = createHash('sha256').digest();

/** The fields that a leaf covers. */
export interface LeafContent {
  readonly key: string;
  readonly value: string;
  readonly version: number;
}

/**
 * Canonical JSON (RFC 8785) of an atom. Its members are already in the required order, and ECMAScript
 * serializes strings and integers as the RFC prescribes. Callers must keep out lone surrogates, which have no
 * canonical form.
 */
export function leafPreimage({ key, value, version }: LeafContent): string {
  return JSON.stringify({ key, value, version });
}

/** SHA-256(0x00 ‖ m), with m in UTF-8 (RFC 6962, 2.1). */
export function hashLeaf(preimage: string | Uint8Array): Buffer {
  return createHash('sha256').update(leafPrefix).update(preimage).digest();
}

/** SHA-256(0x01 ‖ left ‖ right) (RFC 6962, 2.1). */
export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(nodePrefix).update(left).update(right).digest();
}
