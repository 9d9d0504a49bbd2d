import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { startChain, takeAnswer, successors, type Chain, type ChainNode } from '#shared/predictions/chain.ts';
import { chainCsv } from '#shared/predictions/chainCsv.ts';
import { placesOf } from '#shared/predictions/chainGraph.ts';
import { chainDot, chainPicture } from '#shared/predictions/chainPicture.ts';
import { planFollow } from '#shared/predictions/followPlan.ts';
import type { StatusOf } from '#shared/predictions/predictionStatus.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { wholeNumber } from '../apiKeyOptions.ts';
import { patiently, whileAsking } from '../atoms/readKeys.ts';
import { UsageError, exitCodes, type Command } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { parseOptions } from '../parseOptions.ts';
import { longestPatience, usualPatience, type Patience } from '../patience.ts';
import { withSession, type Session, type SessionWorld } from '../session/openSession.ts';
import { orUnusable } from '../session/orUnusable.ts';
import { processWorld } from '../session/processWorld.ts';
import { serviceOptions } from '../session/sessionOptions.ts';
import { terminalJson } from '../terminalText.ts';

const formats = ['text', 'dot', 'svg', 'csv', 'json'] as const;
const usual = { breadth: 3, depth: 3, budget: 100 };

const definition = defineCommand({
  name: 'predict',
  summary: 'show what a service predicts after an atom, as a chain',
  args: 'KEY',
  usage: ['KEY (--connection NAME | --url URL) [options]'],
  about: [
    'Asks for the predictions of KEY, then for those of the predicted keys, and so on. No proof covers predictions.',
  ],
  sections: [
    { title: 'Service', options: serviceOptions },
    {
      title: 'Chain',
      options: {
        breadth: {
          type: 'string',
          value: 'N',
          help: `predictions to follow of each response (default: ${usual.breadth})`,
        },
        depth: { type: 'string', value: 'N', help: `steps from KEY (default: ${usual.depth})` },
        budget: { type: 'string', value: 'N', help: `most requests (default: ${usual.budget})` },
      },
    },
    {
      title: 'Output',
      options: {
        format: {
          type: 'string',
          value: 'FORMAT',
          completes: formats,
          help: 'text (default), svg (a picture, as in the window), dot (for Graphviz), csv, or json',
        },
        json: { type: 'boolean', help: 'the same as --format json: print the chain as one line of JSON' },
      },
    },
  ],
  notes: [`The service may use the requests to learn what to predict. ${keyNote} A read-only key is enough.`],
  examples: [
    {
      does: 'Save a picture of a chain',
      line: 'atom-explorer predict v1.start --format svg --connection "Team memory" > chain.svg',
    },
    {
      does: 'Draw it with Graphviz instead',
      line: 'atom-explorer predict v1.start --format dot --connection "Team memory" | dot -Tsvg > chain.svg',
    },
  ],
  exits: {
    0: 'everything within --breadth and --depth was asked for',
    2: 'the command line is not valid, or the service cannot be used',
    3: 'there is more, which --budget left out',
  },
});

export const predictCommand: Command = { definition, run: (args, io) => runPredict(args, processWorld(io)) };

/** @throws UsageError, UnusableInput */
export async function runPredict(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(definition, args);
  const [key, ...surplus] = positionals;
  if (key === undefined || surplus.length > 0) throw new UsageError('predict needs one key.');
  if (values.json === true && values.format !== undefined && values.format !== 'json')
    throw new UsageError('Use either --json or another --format, not both.');
  const format = formats.find((each) => each === (values.json === true ? 'json' : (values.format ?? 'text')));
  if (format === undefined) throw new UsageError(`--format must be one of ${formats.join(', ')}.`);
  const limits = {
    breadth: Math.max(1, wholeNumber('--breadth', values.breadth, usual.breadth, 100)),
    depth: Math.max(1, wholeNumber('--depth', values.depth, usual.depth, 100)),
    budget: Math.max(1, wholeNumber('--budget', values.budget, usual.budget, 10_000)),
  };
  const seconds = wholeNumber('--patience', values.patience, usualPatience, longestPatience);
  return withSession(values, 'read', world, (session) =>
    whileAsking(world, seconds, async (asking) => {
      const { chain, isWhole } = orUnusable(await follow(session, key, limits, asking));
      world.print(await chainText({ key, isWhole, chain }, format));
      return isWhole ? exitCodes.good : exitCodes.unclear;
    }),
  );
}

async function chainText(
  { key, isWhole, chain }: { readonly key: string; readonly isWhole: boolean; readonly chain: Chain },
  format: (typeof formats)[number],
): Promise<string> {
  switch (format) {
    case 'text':
      return treeText(chain);
    case 'dot':
      return chainDot(chain, unread).trimEnd();
    case 'csv':
      return chainCsv(chain, unread).trimEnd();
    case 'json':
      return terminalJson({ key, isWhole, nodes: nodesOf(chain) });
    case 'svg': {
      // Loaded only for pictures: it is the largest part of the command.
      const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
      const places = await placesOf(chain, (graph) => new Elk().layout(graph));
      return chainPicture(chain, places, unread).svg.trimEnd();
    }
  }
}

const unread: StatusOf = () => ({ kind: 'unread' });

async function follow(
  { core, id }: Session,
  key: string,
  limits: { readonly breadth: number; readonly depth: number; readonly budget: number },
  { signal, patience }: { readonly signal: AbortSignal; readonly patience: Patience },
): Promise<Result<{ readonly chain: Chain; readonly isWhole: boolean }>> {
  const start = startChain({ kind: 'key', text: key });
  let chain = start;
  for (let requests = 0; ; requests += 1) {
    const plan = planFollow(chain, start.start, limits, () => false);
    ({ chain } = plan);
    if (plan.next === null) return succeed({ chain, isWhole: chain.leftOut === 0 });
    if (requests >= limits.budget) return succeed({ chain, isWhole: false });
    const { id: node, text } = plan.next;
    const answer = await patiently(patience, () =>
      core.readings.recall(id, text, 1, { requestId: `predict-${requests}`, signal }),
    );
    if (!answer.ok) return fail(answer.error);
    const { predictions, shares, atoms, exchange } = answer.value;
    chain = takeAnswer(
      chain,
      node,
      {
        predictions,
        ...(shares !== undefined && { shares }),
        bestHit: atoms[0]?.key ?? null,
        at: exchange.startedAt,
      },
      limits.breadth,
    );
  }
}

function nodesOf(chain: Chain) {
  return [...chain.nodes.values()].map(({ id, text, step, answer, ...node }) => ({
    key: text,
    step,
    predictions: answer?.predictions ?? null,
    leadsTo: successors(chain, { id, text, step, answer, ...node }).map(({ id: to, rank }) => ({
      key: chain.nodes.get(to)?.text ?? '',
      rank,
    })),
  }));
}

/** Each key once with what follows it; where it is met again, only its name. */
function treeText(chain: Chain): string {
  const shown = new Set<string>();
  const lines: string[] = [];
  const add = (node: ChainNode, indent: string, rank: number | null): void => {
    const isAgain = shown.has(node.id);
    const prefix = rank === null ? '' : `${rank}. `;
    lines.push(`${indent}${prefix}${visibleLine(node.text)}${isAgain ? ' (see above)' : ''}`);
    if (isAgain) return;
    shown.add(node.id);
    for (const next of successors(chain, node)) {
      const to = chain.nodes.get(next.id);
      if (to !== undefined) add(to, `${indent}  `, next.rank);
    }
  };
  const start = chain.nodes.get(chain.start);
  if (start !== undefined) add(start, '', null);
  return lines.join('\n');
}
