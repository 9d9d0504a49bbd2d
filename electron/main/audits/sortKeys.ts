/** Steps of work between two pauses; a few milliseconds. */
const stepsAtOnce = 10_000;

/** Keys in the order of their UTF-16 units, each once. Pauses in between, because half a million keys take longer than a frame. */
export async function sortKeys(
  keys: readonly string[],
  pause: () => Promise<void>,
): Promise<readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let at = 0; at < keys.length; at += stepsAtOnce) {
    runs.push(keys.slice(at, at + stepsAtOnce).sort());
    await pause();
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergeSorted(runs[at] ?? [], runs[at + 1] ?? [], pause));
    runs = merged;
  }
  const sorted = runs[0] ?? [];
  return sorted.filter((key, at) => at === 0 || key !== sorted[at - 1]);
}

async function mergeSorted(
  one: readonly string[],
  other: readonly string[],
  pause: () => Promise<void>,
): Promise<readonly string[]> {
  const merged: string[] = [];
  let left = 0;
  let right = 0;
  for (let step = 1; left < one.length || right < other.length; step += 1) {
    const [a, b] = [one[left], other[right]];
    if (b === undefined || (a !== undefined && a <= b)) {
      merged.push(a ?? '');
      left += 1;
    } else {
      merged.push(b);
      right += 1;
    }
    if (step % stepsAtOnce === 0) await pause();
  }
  return merged;
}
