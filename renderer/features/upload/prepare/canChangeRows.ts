import type { Upload } from '#shared/domain/upload.ts';

/**
 * Rows cannot change while they are compared, because the result would belong to other rows, nor while they are sent.
 * Afterwards, rows that are not stored can be changed.
 */
export function canChangeRows({ phase }: Upload): boolean {
  return phase.kind === 'checking' || phase.kind === 'ended';
}
