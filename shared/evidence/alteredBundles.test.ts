import { expect, it } from 'vitest';
import {
  bundleOf,
  bytesOf,
  inputOf,
  ledgerOf,
  provenAtoms,
  rawResponseOf,
  readsOf,
  testSigner,
  verifyEd25519,
} from './testing/sampleEvidence.ts';
import { verifyEvidence, type EvidenceOptions } from './verifyEvidence.ts';

const signer = testSigner('01');
const reads = readsOf(provenAtoms(2).slice(1));
const bundle = bytesOf(
  bundleOf(
    inputOf(reads, { rawResponses: [rawResponseOf(reads)], ledger: ledgerOf(['a', 'b'], signer) }),
    signer,
  ),
);
const options: EvidenceOptions = {
  verifySignature: verifyEd25519,
  trustedKeys: [{ fingerprint: signer.fingerprint, source: 'named' }],
};

const text = new TextDecoder().decode(bundle);
const payload = { start: text.indexOf('"payload":"') + 20, end: text.indexOf('"payloadType"') - 20 };

/** What the reader sees of it: `green` only for the bundle as it was written. */
function outcomeOf(bytes: Uint8Array): string {
  const reading = verifyEvidence(bytes, options);
  return reading.ok ? reading.evidence.status : `refused: ${reading.refusal.code}`;
}

it('is green as it was written', () => {
  expect(outcomeOf(bundle)).toBe('green');
});

it('every altered byte is found: each in turn, by one bit, and outside of the payload to another case and to a space', () => {
  const missed: string[] = [];
  const outcomes = new Map<string, number>();
  for (let at = 0; at < bundle.length; at += 1) {
    const byte = bundle[at] ?? 0;
    for (const other of isInPayload(at) ? [byte ^ 1] : [byte ^ 1, byte ^ 0x20, 0x20]) {
      if (other === byte) continue;
      const altered = bundle.slice();
      altered[at] = other;
      const outcome = outcomeOf(altered);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome === 'green' || outcome === 'amber') missed.push(`${at}: ${byte} to ${other}: ${outcome}`);
    }
  }
  expect(missed).toEqual([]);
  // Most of a bundle is its payload, which the signature covers.
  expect(outcomes.get('red')).toBeGreaterThan(bundle.length / 2);
});

/** Its bytes are all alike to the signature. */
function isInPayload(at: number): boolean {
  return at > payload.start && at < payload.end;
}

it('every removed, repeated, or inserted byte is found', () => {
  const missed: number[] = [];
  for (let at = 0; at <= bundle.length; at += isInPayload(at) ? 29 : 1) {
    const [before, after] = [bundle.subarray(0, at), bundle.subarray(at)];
    const variants = [
      [...before, ...after.subarray(1)],
      [...before, 0x20, ...after],
      [...before, ...after.subarray(0, 1), ...after],
    ].filter(({ length }) => length !== bundle.length);
    for (const variant of variants)
      if (!/^refused|^red/.test(outcomeOf(Uint8Array.from(variant)))) missed.push(at);
  }
  expect(missed).toEqual([]);
});
