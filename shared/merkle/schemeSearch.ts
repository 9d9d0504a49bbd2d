import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { lifetimeBudget } from './hashBudget.ts';
import { toHex } from './hex.ts';
import { lengthOf, type UsableSample } from './infer.ts';
import type { SchemeSearch } from './scheme.ts';
import { describeLeafScheme, describePathScheme, leafSchemes, pathSchemes } from './registry.ts';

/** How much of the registry was tried for one part of a scheme. */
export type SearchExtent = 'all' | 'some' | 'none';

const noSearch: Omit<SchemeSearch, 'registry'> = { spent: 0, path: null, leaf: null };

/** Samples that are noted one by one; further ones must be shorter to be tried. */
const samplesNoted = 4;
const versionsNoted = 8;
/** Proofs that no path rule fits, before only those of another root are tried. */
const pathsTried = 64;

let registryName: string | null = null;

/** A name for all the rules of this version of the program. */
function nameOfRegistry(): string {
  registryName ??= toHex(
    sha256(
      utf8ToBytes(
        [...pathSchemes.map(describePathScheme), ...leafSchemes.map(describeLeafScheme)].join('\n'),
      ),
    ),
  ).slice(0, 16);
  return registryName;
}

/** What is known of earlier searches by this version of the program. */
export function continueSearch(earlier: SchemeSearch | undefined): SchemeSearch {
  const registry = nameOfRegistry();
  return earlier?.registry === registry ? earlier : { ...noSearch, registry };
}

/** Whether trying path rules on a sample could show what earlier ones did not. */
export function isNewPath({ path, spent }: SchemeSearch, sample: UsableSample): boolean {
  if (spent >= lifetimeBudget) return false;
  return path === null || path.tried < pathsTried || !path.isComplete || path.lastRoot !== rootOf(sample);
}

/** Whether trying leaf rules on a sample could show what earlier ones did not. */
export function isNewLeaf({ leaf, spent }: SchemeSearch, sample: UsableSample): boolean {
  if (spent >= lifetimeBudget) return false;
  if (leaf === null || !leaf.isComplete || lengthOf(sample) < leaf.shortest) return true;
  if (!leaf.versions.includes(sample.version ?? -1) && leaf.versions.length < versionsNoted) return true;
  return leaf.leaves.length < samplesNoted && !leaf.leaves.includes(toHex(sample.proof.leafHash));
}

/** One sample that was tried in vain. */
interface VainTrial {
  readonly sample: UsableSample;
  readonly isComplete: boolean;
  /** Bytes hashed for it. */
  readonly spent: number;
}

export function notePath(search: SchemeSearch, { sample, isComplete, spent }: VainTrial): SchemeSearch {
  const { tried = 0, isComplete: wasComplete = false } = search.path ?? {};
  const path = { tried: tried + 1, lastRoot: rootOf(sample), isComplete: wasComplete || isComplete };
  return { ...search, spent: search.spent + spent, path };
}

/** `tried`: up to which rule, counted in the order of the search. */
export function noteLeaf(
  search: SchemeSearch,
  { sample, isComplete, spent, tried }: VainTrial & { readonly tried: number },
): SchemeSearch {
  const { leaf } = search;
  const [hash, version] = [toHex(sample.proof.leafHash), sample.version ?? -1];
  return {
    ...search,
    spent: search.spent + spent,
    leaf: {
      tried,
      isComplete: (leaf?.isComplete ?? false) || isComplete,
      leaves: [...new Set([...(leaf?.leaves ?? []), hash])].slice(0, samplesNoted),
      shortest: Math.min(leaf?.shortest ?? Infinity, lengthOf(sample)),
      versions: [...new Set([...(leaf?.versions ?? []), version])].slice(0, versionsNoted),
    },
  };
}

function rootOf({ chain }: UsableSample): string {
  return toHex((chain.at(-1) ?? chain[0]).rootHash);
}

/** How much of the registry was tried for each part that has no rule yet. */
export function extentOf(part: { readonly isComplete: boolean } | null | undefined): SearchExtent {
  if (part === null || part === undefined) return 'none';
  return part.isComplete ? 'all' : 'some';
}
