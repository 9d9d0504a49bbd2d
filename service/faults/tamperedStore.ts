import { createHash } from 'node:crypto';
import type { AtomReader, AtomStore, ProvenAtom } from '../store/atomStore.ts';
import type { FaultSwitch } from './faultSwitch.ts';
import { withOtherHistory } from './otherHistory.ts';

const rewrittenSuffix = ' (rewritten)';
const forkedSuffix = ' (forked)';

/** The same store, with reads falsified according to the fault switch. What is stored is unchanged. */
export function tamperedStore(atomStore: AtomStore, faults: FaultSwitch): AtomStore {
  let stale: ReturnType<AtomStore['freeze']> | null = null;
  let reads = 0;
  faults.onSet(({ tamper }) => {
    void stale?.close();
    stale = tamper === 'stale' ? atomStore.freeze() : null;
    reads = 0;
  });

  async function read(keys: readonly string[]): ReturnType<AtomReader['read']> {
    const { tamper, key } = faults.current();
    const answer = await (stale ?? atomStore).read(keys);
    const falsified = (change: (atom: ProvenAtom) => ProvenAtom) => ({
      ...answer,
      atoms: answer.atoms.map((atom) => (key === null || key === atom.key ? change(atom) : atom)),
    });
    switch (tamper) {
      case 'none':
      case 'stale':
        return answer;
      case 'sibling':
        return falsified(withWrongSibling);
      case 'value':
        return falsified((atom) => ({ ...atom, value: `${atom.value} (altered)` }));
      case 'root':
        return falsified(withWrongRoot);
      case 'history':
        return { ...answer, atoms: await withOtherHistory(atomStore, answer.atoms, rewrittenSuffix) };
      case 'fork':
        reads += 1;
        if (reads % 2 === 1) return answer;
        return { ...answer, atoms: await withOtherHistory(atomStore, answer.atoms, forkedSuffix) };
    }
  }

  return { ...atomStore, read };
}

function withWrongSibling(atom: ProvenAtom): ProvenAtom {
  // A tree of one leaf has no sibling to falsify.
  const [first, ...others] = atom.proof.siblings;
  if (first === undefined) return atom;
  return { ...atom, proof: { ...atom.proof, siblings: [flipLastBit(first), ...others] } };
}

/** The same false root for all proofs of one snapshot. */
function withWrongRoot(atom: ProvenAtom): ProvenAtom {
  const rootHash = createHash('sha256').update(atom.proof.rootHash).digest('hex');
  return { ...atom, proof: { ...atom.proof, rootHash } };
}

function flipLastBit(hash: string): string {
  const bytes = Buffer.from(hash, 'hex');
  const last = bytes.length - 1;
  bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
  return bytes.toString('hex');
}
