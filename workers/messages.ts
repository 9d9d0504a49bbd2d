import type { PackedProofs } from '#shared/merkle/packedProofs.ts';

export interface VerifyTask {
  readonly id: number;
  readonly pack: PackedProofs;
}

export interface VerifyResult {
  readonly id: number;
  /** In the order of the pack. */
  readonly entries: Uint32Array;
  /** For each proof, 1 if its path leads to the root. */
  readonly verified: Uint8Array;
  /** How many nodes were hashed. */
  readonly hashed: number;
}
