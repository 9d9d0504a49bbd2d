import { csvText } from '../text/csvText.ts';
import { statusWords, strayWords } from '../text/predictionWords.ts';
import { chainEdges, strayPredictions, type Chain, type ChainNode } from './chain.ts';
import type { StatusOf } from './predictionStatus.ts';

const columns = [
  'from',
  'to',
  'rank',
  'step',
  'leads',
  'state',
  'verdict',
  'version',
  'answered_for',
] as const;

/**
 * One line for each prediction of the chain, as in its table. `answered_for` is the key that the service gave it for: the
 * best hit of the recall; empty if it recalled nothing.
 */
export function chainCsv(chain: Chain, status: StatusOf): string {
  const row = (source: ChainNode, target: string, rank: number, leads: string) => {
    const known = status(target);
    const [verdict, version] = known.kind === 'read' ? [known.verdict, known.version] : [null, null];
    const state = known.kind === 'read' ? 'Read' : statusWords(known);
    const answeredFor = source.answer?.bestHit ?? null;
    return [source.text, target, rank, source.step + 1, leads, state, verdict, version, answeredFor];
  };
  const edges = chainEdges(chain).flatMap(({ from, to, rank, kind }) => {
    const [source, target] = [chain.nodes.get(from), chain.nodes.get(to)];
    return source === undefined || target === undefined ? [] : [row(source, target.text, rank, kind)];
  });
  const strays = strayPredictions(chain).map(({ from, key, rank }) => row(from, key, rank, strayWords));
  return csvText(columns, [...edges, ...strays]);
}
