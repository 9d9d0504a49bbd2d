/**
 * What a green result rests on. Each ground comes from the verifier's side: nothing that the accused service, or the
 * author of a file, supplies is a ground.
 */
export const groundNames = [
  'rules',
  'root',
  'pins',
  'ledger',
  'knownKeys',
  'keyList',
  'run',
  'signer',
] as const;
export type GroundName = (typeof groundNames)[number];

export const groundLosses = [
  /** Only the file or the service that is being checked supplies it. */
  'from-the-claim',
  /** The record of the state says that it was there, and it is gone. */
  'missing',
  'damaged',
  /** An earlier copy than the record of the state says. */
  'older',
  /** Another process holds it. */
  'in-use',
  /** Written by a newer version of the program. */
  'newer-format',
  /** It has no signature that can be verified. */
  'unsigned',
  /** Its signature is valid, and nothing says that it belongs to the memory that is meant. */
  'other-origin',
  /** Not all of it was done or read. */
  'incomplete',
  /** The disk, or the program, failed. */
  'unreadable',
  /** The record was written before this ground was recorded. */
  'not-recorded',
] as const;
export type GroundLoss = (typeof groundLosses)[number];

/** Where one ground of a verdict comes from. There is no default: whoever makes a verdict has to say it. */
export type Ground =
  | { readonly kind: 'given' }
  /** The user chose to do without it. `because`: there was nothing yet, as in the first audit of a service. */
  | { readonly kind: 'none'; readonly because?: 'first' }
  /** It should be there and is not, so nothing is green. `detail`: what exactly, such as the name of a file. */
  | { readonly kind: 'unavailable'; readonly why: GroundLoss; readonly detail?: string };

export const given: Ground = { kind: 'given' };
export const noneByChoice: Ground = { kind: 'none' };
export const nothingYet: Ground = { kind: 'none', because: 'first' };

export function unavailable(why: GroundLoss, detail?: string): Ground {
  return { kind: 'unavailable', why, ...(detail === undefined ? {} : { detail }) };
}

/**
 * The grounds of each kind of result. `required`: without it, the result is inconclusive. `optional`: it may be left out
 * by choice, which is named; if it is unavailable, the result is inconclusive all the same.
 */
export const groundsOfUse = {
  /** One atom or many that a connection returned. */
  reading: { rules: 'required', pins: 'optional', ledger: 'optional', knownKeys: 'optional' },
  /** Atoms and proofs from a file or the clipboard. */
  file: { rules: 'required', root: 'required' },
  /** An audit, and several that were merged. */
  audit: {
    rules: 'required',
    keyList: 'required',
    run: 'required',
    pins: 'optional',
    ledger: 'optional',
    knownKeys: 'optional',
  },
  bundle: { signer: 'required', rules: 'required', root: 'optional' },
  snapshot: { signer: 'required', rules: 'required' },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<GroundName, 'required' | 'optional'>>>>>;
export type GroundUse = keyof typeof groundsOfUse;

/** Every ground of a kind of result, each with where it comes from. */
export type GroundsOf<Use extends GroundUse> = Readonly<Record<keyof (typeof groundsOfUse)[Use], Ground>>;
