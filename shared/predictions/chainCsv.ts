import { csvText } from '../text/csvText.ts';
import { standingWords } from '../text/predictionWords.ts';
import { chainEdges, type Chain } from './chain.ts';
import type { StandingOf } from './standing.ts';

const columns = ['from', 'to', 'rank', 'step', 'leads', 'state', 'verdict', 'version'] as const;

/** One line for each prediction of the chain, as in its table. */
export function chainCsv(chain: Chain, standing: StandingOf): string {
  const rows = chainEdges(chain).flatMap(({ from, to, rank, kind }) => {
    const [source, target] = [chain.nodes.get(from), chain.nodes.get(to)];
    if (source === undefined || target === undefined) return [];
    const known = standing(target.text);
    const [verdict, version] = known.kind === 'read' ? [known.verdict, known.version] : [null, null];
    const state = known.kind === 'read' ? 'Read' : standingWords(known);
    return [[source.text, target.text, rank, source.step + 1, kind, state, verdict, version]];
  });
  return csvText(columns, rows);
}
