import type { Json } from '#shared/domain/json.ts';
import { infer, type SchemeFit } from '#shared/merkle/infer.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import { countOf, type Context } from './context.ts';

/** The gaps of section 2 about hashes: which known rules give all the leaves and roots that came. */
export function findScheme(context: Context): void {
  const { report, samples } = context;
  const fit = infer(samples);
  const path = fit.path.map(describePathScheme);
  const leaf = fit.leaf.map(describeLeafScheme);
  report.check(
    '2 proof',
    'every proof leads from its leaf to its root',
    path.length > 0 ? 'pass' : 'unchecked',
    pathWords(fit),
  );
  report.gap('2 proof', 'how a proof is verified', path.length === 0 ? null : alternatives(path), path);
  report.gap('2 proof', 'what a leaf is the hash of', leaf.length === 0 ? null : alternatives(leaf), leaf);
  report.gap('2 proof', 'length of hashes', hashLengths(samples.map(({ proof }) => proof)));
}

function pathWords({ path, used }: SchemeFit): string {
  if (used === 0) return 'no usable proof came';
  if (path.length === 0) return `no rule that is known fits all ${used} proofs`;
  return `${countOf(used, 'proof')}, ${path.length === 1 ? 'one known rule fits' : `${path.length} known rules fit alike`}`;
}

function alternatives(rules: readonly string[]): string {
  return rules.join(' or ');
}

function hashLengths(proofs: readonly Json[]): string | null {
  const lengths = new Set(
    proofs.flatMap((proof) =>
      typeof proof === 'object' && proof !== null && 'rootHash' in proof && typeof proof.rootHash === 'string'
        ? [`${proof.rootHash.length} characters`]
        : [],
    ),
  );
  return lengths.size === 0 ? null : [...lengths].join(' or ');
}
