import type { Verdict } from '#shared/merkle/verdict.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { verdictIcons } from '../../../ui/VerdictBadge.tsx';

/** The verdict as a title and one or two sentences, in its color and with its shape. */
export function VerdictSummary({ verdict }: { readonly verdict: Verdict }) {
  const { status } = verdict;
  const { title, summary } = verdictWords(verdict);
  return (
    <Callout
      tone="neutral"
      data-verdict={status}
      title={title}
      order={3}
      icon={verdictIcons[status]}
      mb="md"
      fz="sm"
    >
      {summary}
    </Callout>
  );
}
