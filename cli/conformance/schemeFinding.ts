import type { Json } from '#shared/domain/json.ts';
import { infer, type SchemeFit } from '#shared/merkle/infer.ts';
import { describeLeafScheme, describePathScheme, findPreimage } from '#shared/merkle/registry.ts';
import type { BoundField } from '#shared/merkle/scheme.ts';
import { listWords } from '#shared/text/phrases.ts';
import { countOf, type Context } from './context.ts';

/** The gaps of section 2 about hashes: which known rules give all the leaves and roots received. */
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
  report.gap('path-rules', path.length === 0 ? null : alternatives(path), path);
  report.gap('leaf-rules', leaf.length === 0 ? null : alternatives(leaf), leaf);
  report.gap('proof-covers', coverWords(fit), [...coveredBy(fit)]);
  report.gap('hash-length', hashLengths(samples.map(({ proof }) => proof)));
}

function pathWords({ path, used }: SchemeFit): string {
  if (used === 0) return 'no usable proof was returned';
  if (path.length === 0) return `no known rule fits all ${used} proofs`;
  return `${countOf(used, 'proof')}, ${path.length === 1 ? 'one known rule fits' : `${path.length} known rules fit equally`}`;
}

const fields: readonly BoundField[] = ['key', 'value', 'version'];

/** What every fitting leaf rule covers. */
function coveredBy({ leaf }: SchemeFit): readonly BoundField[] {
  return fields.filter((field) =>
    leaf.every(({ preimage }) => findPreimage(preimage)?.binds.includes(field) === true),
  );
}

function coverWords(fit: SchemeFit): string | null {
  if (fit.leaf.length === 0) return null;
  const covered = coveredBy(fit);
  const open = fields.filter((field) => !covered.includes(field));
  if (open.length === 0) return listWords(covered);
  const unprotected = `a changed ${listWords(open, 'or')} goes undetected`;
  return covered.length === 0
    ? `nothing for certain: ${unprotected}`
    : `the ${listWords(covered)} alone: ${unprotected}`;
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
