import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import { toBase64 } from '#shared/merkle/base64.ts';
import { rootWords } from '#shared/text/rootWords.ts';
import type { Catalogues } from '../known/catalogues.ts';
import type { RootLedger } from '../roots/rootLedger.ts';
import type { Gathered } from './gatherEvidence.ts';

/** Entries of one root that are searched for the requests of the evidence, the latest ones. */
const mostSearched = 200;

type Part = Pick<EvidenceInput, 'ledger' | 'contradictions'>;

const noLedger: Part = { ledger: null, contradictions: [] };

/** The entries that the responses of the evidence left in the root ledger, under a signed head. */
export async function ledgerOfReads(
  catalogues: Pick<Catalogues, 'of'>,
  id: ConnectionId,
  { reads }: Gathered,
): Promise<Part> {
  const { ledger } = await catalogues.of(id);
  const requests = new Set(reads.map(({ reading }) => reading.exchange.requestId));
  const roots = new Set(reads.flatMap(({ reading }) => claimedRoot(reading.proof)?.rootHash ?? []));
  const found: number[] = [];
  for (const root of roots) {
    for (const sequence of ledger.sequencesOf(root).slice(-mostSearched)) {
      const { entry } = await ledger.entryWithProof(sequence, sequence + 1);
      if (entry.kind === 'root' && requests.has(entry.requestId)) found.push(sequence);
    }
  }
  return { ...noLedger, ledger: await underHead(ledger, found) };
}

/** What the ledger has against a root; null if nothing. */
export async function contradictionOf(
  catalogues: Pick<Catalogues, 'of'>,
  id: ConnectionId,
  rootHash: string,
): Promise<(Part & { readonly requestIds: readonly string[] }) | null> {
  const { ledger } = await catalogues.of(id);
  const details = await ledger.root(rootHash);
  if (details === null || details.sides === null) return null;
  const { status } = details.root;
  if (status.kind !== 'contradiction' && status.kind !== 'unexplained') return null;
  const sides = [details.sides.against, details.sides.seen];
  const sequences = sides.map(({ sequence }) => sequence);
  const code = status.kind === 'contradiction' ? status.contradiction.kind : status.kind;
  return {
    ledger: await underHead(ledger, sequences),
    contradictions: [{ code, words: rootWords(status), entries: sequences }],
    requestIds: sides.flatMap((side) => (side.kind === 'root' ? [side.requestId] : [])),
  };
}

/** null if there are no entries, or no head can be signed. */
async function underHead(
  ledger: Pick<RootLedger, 'signedHead' | 'entryWithProof'>,
  sequences: readonly number[],
): Promise<EvidenceInput['ledger']> {
  if (sequences.length === 0) return null;
  const head = await ledger.signedHead();
  if (!head.ok) return null;
  const entries = [];
  for (const sequence of [...new Set(sequences)].sort((a, b) => a - b)) {
    const { index, text, proof } = await ledger.entryWithProof(sequence, head.value.size);
    entries.push({ index, leaf: text, inclusion: proof.map(toBase64) });
  }
  return { checkpoint: head.value.note, entries };
}
