import type { Upload } from '#shared/domain/upload.ts';

/**
 * Rows stay as they are while they are being compared, for what is found would belong to others, and while they are sent.
 * After that, those that are not stored can be changed.
 */
export function canChangeRows({ phase }: Upload): boolean {
  return phase.kind === 'checking' || phase.kind === 'ended';
}
