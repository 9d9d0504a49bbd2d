import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { lifetimeBudget } from './hashBudget.ts';
import { toHex } from './hex.ts';
import type { UsableSample } from './infer.ts';
import { describeLeafScheme, describePathScheme, leafSchemes, pathSchemes } from './registry.ts';

/**
 * What was tried in vain to find the rules of a service. Kept with its pin, so that the same samples are not tried
 * again at every response, but only those that could show something new.
 */
export interface SchemeSearch {
  /** Names the registry that was tried: another version of the program may know more rules. */
  readonly registry: string;
  /** Bytes hashed so far. */
  readonly spent: number;
  /** null if a path rule was found, or no sample was there to try. */
  readonly path: {
    /** How many proofs no rule fitted, and the root of the last one (lowercase hex). */
    readonly tried: number;
    readonly lastRoot: string;
    /** Whether every known rule was tried. */
    readonly isComplete: boolean;
  } | null;
  /** null if a leaf rule was found, or no sample was there to try. */
  readonly leaf: {
    /** How many rules were tried, in the order in which a bounded search tries them. */
    readonly tried: number;
    readonly isComplete: boolean;
    /** Leaf hashes of the samples (lowercase hex); the first few. */
    readonly leaves: readonly string[];
    /** UTF-16 units of key and value in the shortest of the samples. */
    readonly shortest: number;
    /** Their versions, -1 for none; the first few. */
    readonly versions: readonly number[];
  } | null;
}

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

/** UTF-16 units of key and value. */
export function lengthOf({ key, value }: Pick<UsableSample, 'key' | 'value'>): number {
  return (key?.length ?? 0) + (value?.length ?? 0);
}

function rootOf({ chain }: UsableSample): string {
  return toHex((chain.at(-1) ?? chain[0]).rootHash);
}

/** How much of the registry was tried for each part that has no rule yet. */
export function extentOf(part: { readonly isComplete: boolean } | null | undefined): SearchExtent {
  if (part === null || part === undefined) return 'none';
  return part.isComplete ? 'all' : 'some';
}
