import { expect, it } from 'vitest';
import { checkNames } from '#shared/merkle/verdict.ts';
import type { CheckWords } from '#shared/text/verdictWords.ts';
import { checksByNeed, passedWords } from './checksByNeed.ts';

const checks = (looks: readonly CheckWords['look'][]): readonly CheckWords[] =>
  looks.map((look, at) => ({
    name: checkNames[at] ?? 'root',
    label: `Check${at}`,
    question: '',
    status: look === 'nothing' ? 'undecided' : look,
    look,
    statusWord: '',
    words: '',
  }));

it('puts failed checks first, then open ones, and folds only those that passed', () => {
  const { open, passed } = checksByNeed(checks(['pass', 'undecided', 'fail', 'nothing', 'fail']));
  expect(open.map(({ label }) => label)).toEqual(['Check2', 'Check4', 'Check1']);
  expect(passed.map(({ label }) => label)).toEqual(['Check0', 'Check3']);
});

it('counts a check with nothing to compare apart from those that passed', () => {
  const { passed } = checksByNeed(checks(['pass', 'pass', 'nothing']));
  expect(passedWords(passed)).toBe('2 checks passed: check0 and check1; nothing to compare: check2');
  expect(passedWords(checksByNeed(checks(['nothing'])).passed)).toBe('Nothing to compare: check0');
});
