import type { Verdict } from '#shared/merkle/verdict.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import classes from './Checks.module.css';

/** The verdict in one title and one or two sentences. */
export function VerdictSummary({ verdict }: { readonly verdict: Verdict }) {
  const { title, summary } = verdictWords(verdict);
  return (
    <div className={classes.summary} data-verdict={verdict.status}>
      <h3>{title}</h3>
      <p>{summary}</p>
    </div>
  );
}
