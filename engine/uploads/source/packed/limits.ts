import type { SourceContainer } from '#shared/domain/uploadSource.ts';
import { SourceBreak } from '../sourceBreak.ts';

/** How much may be unpacked, so that a small file cannot keep the app busy or fill its memory. */
export interface UnpackLimits {
  /** Of one part, in bytes. */
  readonly mostBytes: number;
  /** Unpacked bytes for each packed one; judged only beyond `ratioFrom`, because small files may be repetitive. */
  readonly mostRatio: number;
  readonly ratioFrom: number;
}

const mebibyte = 1024 * 1024;

export const unpackLimits: UnpackLimits = {
  mostBytes: 2048 * mebibyte,
  mostRatio: 250,
  ratioFrom: 64 * mebibyte,
};

export function refuseTooLarge(
  { packed, unpacked }: { readonly packed: number; readonly unpacked: number },
  limits: UnpackLimits,
  container: SourceContainer['kind'],
): void {
  const isDense = unpacked > limits.ratioFrom && unpacked > packed * limits.mostRatio;
  if (unpacked > limits.mostBytes || isDense) throw new SourceBreak({ kind: 'unpacks-too-large', container });
}
