import type { Connection } from '../domain/connection.ts';
import { describeLeafScheme, describePathScheme } from '../merkle/registry.ts';
import { dialectName, eventFeedWords, pastReadWords } from '../text/dialectWords.ts';
import { schemeWords } from '../text/schemeWords.ts';
import type { FactBook, FactEvidence, KnownFact } from './factBook.ts';
import type { GapId } from './gaps.ts';

/** What a connection itself has: the dialect of its service and the hashing rules that are pinned. */
export function connectionFacts({
  kind,
  service,
  scheme,
}: Pick<Connection, 'kind' | 'service' | 'scheme'>): FactBook {
  const facts: [GapId, KnownFact][] = [];
  const add = (gap: GapId, answer: string, evidence: FactEvidence, learnedAt: number): void => {
    facts.push([gap, { kind: 'answers', seen: [{ answer, evidence, learnedAt }] }]);
  };
  if (service !== undefined) {
    const isOpen = service.dialect === 'open-server';
    add('dialect', dialectName(service.dialect), service.evidence, service.learnedAt);
    if (isOpen) {
      const evidence = {
        request: null,
        status: null,
        response: 'It belongs to this dialect. Not requested.',
      };
      add('events', eventFeedWords, evidence, service.learnedAt);
      add('past-reads', pastReadWords, evidence, service.learnedAt);
    }
  }
  if (kind === 'demo' && scheme !== null) {
    const evidence = { request: null, status: null, response: 'The embedded service comes with this app.' };
    add('dialect', dialectName('documented'), evidence, scheme.pinnedAt);
  }
  if (scheme !== null) {
    const { found, covers } = schemeWords(scheme);
    const response = kind === 'demo' ? 'The rules of the embedded service are known beforehand.' : found;
    const evidence: FactEvidence = { request: null, status: null, response };
    const { path, leaf, pinnedAt } = scheme;
    if (path.length > 0)
      add('path-rules', path.map((one) => `\`${describePathScheme(one)}\``).join(' or '), evidence, pinnedAt);
    if (leaf.length > 0) {
      add('leaf-rules', leaf.map((one) => `\`${describeLeafScheme(one)}\``).join(' or '), evidence, pinnedAt);
      add('proof-covers', covers, evidence, pinnedAt);
    }
  }
  return Object.fromEntries(facts);
}
