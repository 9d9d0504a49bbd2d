import { momentWords } from '#shared/text/times.ts';

/** A moment of a statement (ISO 8601) in local time. */
export function momentOfIso(iso: string): string {
  return momentWords(Date.parse(iso));
}
