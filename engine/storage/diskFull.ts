/**
 * Whether an error, or what caused it, is that the disk is full. Databases wrap the error of the file system and pass on only
 * its text.
 */
export function isDiskFull(error: unknown): boolean {
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) {
    if ('code' in one && (one.code === 'ENOSPC' || one.code === 'EDQUOT')) return true;
    if (/\b(?:ENOSPC|EDQUOT)\b|no space left on device/i.test(one.message)) return true;
  }
  return false;
}
