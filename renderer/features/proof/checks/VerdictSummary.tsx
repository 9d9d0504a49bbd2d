import type { CSSProperties } from 'react';
import type { Verdict } from '#shared/merkle/verdict.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { verdictIcons } from '../../../ui/VerdictBadge.tsx';

/** The verdict as a title and one or two sentences, in its color and with its shape. */
export function VerdictSummary({ verdict }: { readonly verdict: Verdict }) {
  const { title, summary } = verdictWords(verdict);
  const colors = {
    '--callout-line': `var(--verdict-${verdict.status}-line)`,
    '--callout-bg': `var(--verdict-${verdict.status}-bg)`,
    '--callout-fg': `var(--verdict-${verdict.status}-fg)`,
  } as CSSProperties;
  return (
    <Callout
      tone="neutral"
      title={title}
      order={3}
      icon={verdictIcons[verdict.status]}
      style={colors}
      mb="md"
      fz="sm"
    >
      {summary}
    </Callout>
  );
}
