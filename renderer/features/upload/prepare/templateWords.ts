import { assertNever } from '#shared/domain/result.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import type { TemplateProblem } from '#shared/upload/keyTemplate.ts';

/** Why a template cannot be used, with the place. */
export function templateProblemWords(problem: TemplateProblem): string {
  const place = `at character ${countWords(problem.at + 1)}`;
  switch (problem.kind) {
    case 'unknown-column':
      return `There is no column ${quoteText(problem.name)} (${place}).`;
    case 'unclosed-brace':
      return `The brace ${place} is not closed. Write {{ for a brace itself.`;
    case 'stray-brace':
      return `The brace ${place} closes nothing. Write }} for a brace itself.`;
    case 'empty-braces':
      return `The braces ${place} name no column.`;
    case 'empty':
      return 'Say what it is made of.';
    case 'no-column':
      return 'Name at least one column, or every row would have the same key.';
    default:
      return assertNever(problem);
  }
}
