import type { SourceChoice, SourceSample } from '#shared/domain/uploadSource.ts';

/** Where a part of how the file is read comes from; what the app guessed is called its guess. */
export function readingOrigin(
  part: keyof SourceChoice,
  chosen: ReadonlySet<keyof SourceChoice>,
  { bom, appExport }: SourceSample['evidence'],
): string {
  if (chosen.has(part)) return 'Your choice';
  if (appExport) return 'Known: an export of this app';
  if (part === 'encoding' && bom) return 'Known: the file begins with its mark';
  return 'Detected: the app’s guess';
}
