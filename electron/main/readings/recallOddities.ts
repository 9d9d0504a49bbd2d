import type { ReceivedAtom } from '../gateway/decodeAnswer.ts';

/** What a recall answer did against the interface (section 4.4), one sentence each. */
export function recallOddities(atoms: readonly ReceivedAtom[], limit: number): readonly string[] {
  const oddities: string[] = [];
  if (atoms.length > limit) {
    oddities.push(`${String(atoms.length)} hits came back although at most ${String(limit)} were asked for.`);
  }
  const scores = atoms.flatMap(({ score }) => score ?? []);
  if (scores.some((score, i) => i > 0 && score > (scores[i - 1] ?? score))) {
    oddities.push('The hits are not ordered from the best score down.');
  }
  const outside = scores.filter((score) => score < 0 || score > 1).length;
  if (outside > 0) oddities.push(`${countOf(outside, 'score lies', 'scores lie')} outside 0 to 1.`);
  const repeated = atoms.length - new Set(atoms.map(({ key }) => key)).size;
  if (repeated > 0)
    oddities.push(`${countOf(repeated, 'hit repeats', 'hits repeat')} a key that came before.`);
  const unscored = atoms.length - scores.length;
  if (unscored > 0) oddities.push(`${countOf(unscored, 'hit has', 'hits have')} no score.`);
  return oddities;
}

function countOf(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
