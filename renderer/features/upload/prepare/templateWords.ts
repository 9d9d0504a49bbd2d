import { countWords } from '#shared/text/sizes.ts';
import { templateProblemWords } from '#shared/text/uploadWords.ts';
import type { TemplateProblem } from '#shared/upload/keyTemplate.ts';

/** Why a template cannot be used, with the place where there is one. */
export function templateProblemAt(problem: TemplateProblem): string {
  const words = templateProblemWords(problem);
  return problem.kind === 'empty' || problem.kind === 'no-column'
    ? words
    : `At character ${countWords(problem.at + 1)}: ${words}`;
}
