import { occupiedLeaves } from '../domain/catalogue.ts';
import type { DiscoveryEnd, DiscoveryProgress, DiscoveryRequestKind } from '../domain/job.ts';
import { coverageWords } from './leafWords.ts';
import { applying, countOf, listWords, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';

/** Shown before a discovery begins. */
export const discoveryWarning =
  'Discovery sends many requests to the service. Services may learn their predictions from recalls, so discovery may influence the predictions made for this API key. To avoid that, use a separate API key for discovery, ideally a read-only one.';

/** Why a discovery stopped by itself, and how many leaves are still unknown. */
export function discoveryEndWords(
  end: DiscoveryEnd,
  { coverage }: Pick<DiscoveryProgress, 'coverage'>,
): { readonly title: string; readonly words: string } {
  const known = coverage === null ? '' : ` ${coverageWords(coverage)}; ${unknownWords(coverage)}.`;
  switch (end.kind) {
    case 'listed':
      return listedWords(end);
    case 'complete':
      return {
        title: 'Complete',
        words:
          (coverage?.emptyLeaves ?? 0) > 0
            ? 'Every leaf of the tree has a known atom or is proven to be empty.'
            : 'Every leaf of the tree has a known atom.',
      };
    case 'explained':
      return {
        title: 'Complete, if each version has its own leaf',
        words: `${countWords(end.leaves)} ${end.leaves === '1' ? 'leaf is' : 'leaves are'} unknown, exactly as many as the earlier versions of the known atoms would need. The service never returns earlier versions, so this is an assumption that fits, not a proof.`,
      };
    case 'nothing-new':
      return {
        title: 'Stopped: nothing new found',
        words: `The last ${countOf(end.requests, 'request')} found nothing new.${known} Other seed words may find more.`,
      };
    case 'nothing-left':
      return {
        title: 'Stopped: nothing left to try',
        words: `Every word in the known keys was searched for.${known} Other seed words may find more.`,
      };
    case 'budget':
      return {
        title: 'Stopped: request limit reached',
        words: `There is more to search.${known} Start again to continue; no request is repeated.`,
      };
  }
}

/** Whether proofs show that nothing is missing. */
export function isShownComplete(end: DiscoveryEnd): boolean {
  return end.kind === 'complete' || isListConfirmed(end);
}

/** Whether the service contradicts its own proofs. */
export function isListRefuted(end: DiscoveryEnd): boolean {
  return end.kind === 'listed' && end.stillThere.length > 0;
}

/** Whether every leaf belongs to a listed atom or is shown to be empty. What the service says of deletions does not count. */
function isListConfirmed(end: DiscoveryEnd): boolean {
  if (end.kind !== 'listed' || isListRefuted(end)) return false;
  return end.notRead === 0 && end.leaves === end.keys && end.unshown === 0 && end.openEnds === 0;
}

/** Keys that are named at most. */
const mostNamed = 5;

function listedWords(end: Extract<DiscoveryEnd, { kind: 'listed' }>): ReturnType<typeof discoveryEndWords> {
  const { keys, deleted, notRead, leaves, gaps, unshown, stillThere, openEnds } = end;
  const also = deleted === 0 ? '' : ` and ${countOf(deleted, 'deleted atom')}`;
  const list = `The service lists ${countOf(keys, 'key')}${also}.`;
  if (isListConfirmed(end)) {
    const empty =
      gaps === 0
        ? ''
        : ` ${countOf(gaps, 'position')} without an atom ${gaps === 1 ? 'is' : 'are'} shown to be empty, as after a deletion.`;
    return {
      title: 'Complete',
      words: `${list} All keys were read, and their proofs leave no room for others.${empty}`,
    };
  }
  if (isListRefuted(end)) {
    const more = stillThere.length - mostNamed;
    const names = listWords([
      ...stillThere.slice(0, mostNamed).map(quoteText),
      ...(more > 0 ? [`${countWords(more)} more`] : []),
    ]);
    return {
      title: 'The list is false',
      words: `${list} It calls ${names} deleted, but a proof shows ${stillThere.length === 1 ? 'its leaf' : 'their leaves'} in the tree.`,
    };
  }
  const differences = applying([
    notRead !== 0 && `${countOf(notRead, 'listed key was', 'listed keys were')} not returned`,
    leaves < keys - notRead &&
      `${countOf(keys - notRead - leaves, 'key has', 'keys have')} no verified position`,
    unshown !== 0 &&
      `${countOf(unshown, 'position', 'positions')} below the last known leaf ${unshown === 1 ? 'has no listed atom and is' : 'have no listed atom and are'} not shown to be empty`,
    openEnds !== 0 && `in ${countOf(openEnds, 'tree')}, leaves may follow the last known one`,
  ]);
  return {
    title: 'All listed keys are known',
    words: `${list} The proofs do not confirm that the list is complete: ${differences.join('; ')}.`,
  };
}

/** What was skipped so that the rest could continue; empty if nothing was. */
export function setAsideWords(count: number): string {
  if (count === 0) return '';
  return `${countOf(count, 'query or key', 'queries or keys')} failed and ${count === 1 ? 'was skipped. It' : 'were skipped. They'} will not be requested again.`;
}

const requestWords: Readonly<Record<DiscoveryRequestKind, string>> = {
  recall: 'Recall',
  predicted: 'Reading known keys',
  guess: 'Trying keys that fit a pattern',
  listed: 'Reading the list of the service',
};

export function latestRequestWords({ kind, words }: NonNullable<DiscoveryProgress['latest']>): string {
  return `${requestWords[kind]}: ${words}`;
}

function unknownWords(coverage: NonNullable<DiscoveryProgress['coverage']>): string {
  const { knownLeaves, treeSize } = coverage;
  if (treeSize === null) return 'the number of unknown leaves cannot be determined';
  const unknown = occupiedLeaves(treeSize, coverage) - BigInt(knownLeaves);
  return unknown === 1n ? '1 leaf is unknown' : `${countWords(String(unknown))} leaves are unknown`;
}
