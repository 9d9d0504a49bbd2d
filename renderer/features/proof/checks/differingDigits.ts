export interface DigitRun {
  readonly text: string;
  readonly differs: boolean;
}

/** `found` cut into runs that are as in `expected` and runs that are not, byte by byte (two hex digits). */
export function differingDigits(expected: string, found: string): readonly DigitRun[] {
  const runs: { text: string; differs: boolean }[] = [];
  for (let at = 0; at < found.length; at += 2) {
    const text = found.slice(at, at + 2);
    const differs = expected.slice(at, at + 2) !== text;
    const last = runs.at(-1);
    if (last?.differs === differs) last.text += text;
    else runs.push({ text, differs });
  }
  return runs;
}
