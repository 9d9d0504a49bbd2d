import type { Upload } from '#shared/domain/upload.ts';

/** Rows stay as they are while they are being compared: what is found would belong to others. */
export function canChangeRows({ phase }: Upload): boolean {
  return phase.kind === 'checking';
}
