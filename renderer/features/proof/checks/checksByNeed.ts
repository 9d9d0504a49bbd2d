import type { CheckWords } from '#shared/text/verdictWords.ts';
import { countOf, listWords } from '#shared/text/phrases.ts';

/** The checks that need attention, failed ones first, and those that passed or had nothing to compare. */
export function checksByNeed(checks: readonly CheckWords[]): {
  readonly open: readonly CheckWords[];
  readonly passed: readonly CheckWords[];
} {
  const withLook = (look: CheckWords['look']): readonly CheckWords[] =>
    checks.filter((check) => check.look === look);
  return {
    open: [...withLook('fail'), ...withLook('undecided')],
    passed: checks.filter(({ look }) => look === 'pass' || look === 'nothing'),
  };
}

/** `4 checks passed: well-formed, path, content, and coherent`. A check that had nothing to compare is not counted as passed. */
export function passedWords(passed: readonly CheckWords[]): string {
  const names = (look: CheckWords['look']): readonly string[] =>
    passed.filter((check) => check.look === look).map(({ label }) => label.toLowerCase());
  const [done, nothing] = [names('pass'), names('nothing')];
  const idle = nothing.length === 0 ? '' : `nothing to compare: ${listWords(nothing)}`;
  if (done.length === 0) return `${idle.charAt(0).toUpperCase()}${idle.slice(1)}`;
  const words = `${countOf(done.length, 'check')} passed: ${listWords(done)}`;
  return idle === '' ? words : `${words}; ${idle}`;
}
