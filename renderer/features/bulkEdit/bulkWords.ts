import type { AppError } from '#shared/domain/appError.ts';
import type { BatchReceipt, WrittenInBatch } from '#shared/domain/store.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf, listWords, applying } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import type { Outcome } from '../../ui/OutcomeNotice.tsx';
import { withoutReceipt } from '../editor/withoutReceipt.ts';
import type { ChangeConcern, PreviewTotals } from './bulkPreview.ts';

/** The purpose of the batch, as shown in the list of writes. */
export const bulkTitle = 'Find and replace';

export const concernWords: Readonly<Record<ChangeConcern, string>> = {
  'half-character': 'Contains an unpaired surrogate',
  sensitive: 'Looks like a credential',
  'too-large': 'Larger than a refused value',
  'broken-json': 'No longer valid JSON',
  red: 'Proof failed',
  'larger-than-accepted': 'Larger than any accepted value',
};

/** `412 replacements in 200 atoms, 84 kB of new values.` */
export function totalsWords({ changed, included, replacements, bytes }: PreviewTotals): string {
  if (included === 0) return `0 of ${countOf(changed, 'atom')} included.`;
  const left = changed > included ? ` ${countOf(changed - included, 'atom')} skipped.` : '';
  return `${countOf(replacements, 'replacement')} in ${countOf(included, 'atom')}, ${sizeWords(bytes)} of new values.${left}`;
}

/** How many of the selected atoms are not searched, and why; null if all are. */
export function asideWords({
  missing,
  unread,
}: Readonly<Record<'missing' | 'unread', number>>): string | null {
  const parts = applying([
    missing > 0 && `${countOf(missing, 'atom')} not returned by the service`,
    unread > 0 && `${countOf(unread, 'atom')} not read`,
  ]);
  return parts.length === 0 ? null : `Not searched: ${listWords(parts)}.`;
}

/** Describes the refusal of a batch; null if the general words of the error fit. */
export function batchRefusalWords(
  error: AppError,
  { included, bytes }: Pick<PreviewTotals, 'included' | 'bytes'>,
): { readonly title: string; readonly what: string; readonly todo: string } | null {
  const { what } = errorWords(error);
  const nothing = 'Nothing was stored, because a batch is stored completely or not at all.';
  const size = `It had ${countOf(included, 'atom')} with ${sizeWords(bytes)} of values.`;
  switch (error.code) {
    case 'payload_too_large':
      return {
        title: 'Too large for one batch.',
        what,
        todo: `${nothing} ${size} Skip some and store them as another batch.`,
      };
    case 'unexpected_status':
      if (error.status < 400 || error.status >= 500) return null;
      return {
        title: 'The batch was refused.',
        what,
        todo: `${nothing} Services limit the number of atoms in a batch. ${size} Skip some and store them as another batch.`,
      };
    case 'sensitive_content':
      return {
        title: 'The batch was refused because of a value.',
        what,
        todo: `${nothing} Skip that atom, or change the replacement.`,
      };
    case 'cancelled':
      return {
        title: 'Canceled.',
        what: 'The batch may have reached the service anyway.',
        todo: 'Close this dialog and read the atoms again before you store them again.',
      };
    default:
      return null;
  }
}

/** The outcome for one atom of the batch: `a different value was read back, version 4`. */
export function writtenWords(atom: WrittenInBatch): string {
  const { version, versionBefore, missing, readBack, otherWrites } = atom;
  const found =
    readBack === null
      ? missing
        ? 'not returned when read back'
        : 'could not be read back'
      : !readBack.holdsValue
        ? 'a different value was read back'
        : {
            green: 'read back and verified',
            keyOnly: 'read back, but its proof covers only the key',
            amber: 'read back, could not check its proof',
            red: 'its proof failed',
          }[readBack.verdict];
  const versions =
    version === null
      ? ''
      : versionBefore === null
        ? `, version ${version}`
        : `, version ${versionBefore} → ${version}`;
  const others = applying([
    otherWrites.before && ', written by someone else just before',
    otherWrites.after && ', written by someone else since',
  ]).join('');
  return `${found}${versions}${others}`;
}

type SentBatch = Extract<BatchReceipt, { readonly outcome: 'stored' | 'unknown' }>;

/** The atoms that were not read back, verified, with the value that was sent. */
export function doubtfulAtoms({ atoms }: SentBatch): readonly WrittenInBatch[] {
  return atoms.filter(
    ({ readBack, otherWrites }) =>
      readBack === null ||
      !readBack.holdsValue ||
      readBack.verdict !== 'green' ||
      otherWrites.before ||
      otherWrites.after,
  );
}

/** Describes the outcome of a batch without claiming more than is known. */
export function batchWords(receipt: SentBatch): Outcome {
  const words = outcomeWords(receipt);
  return receipt.isLogged ? words : withoutReceipt(words);
}

function outcomeWords(receipt: SentBatch): Outcome {
  const { atoms, readBackRoots, error } = receipt;
  const count = (test: (atom: WrittenInBatch) => boolean): number => atoms.filter(test).length;
  const holding = count(({ readBack }) => readBack?.holdsValue === true);
  const green = count(({ readBack }) => readBack?.holdsValue === true && readBack.verdict === 'green');
  const red = count(({ readBack }) => readBack?.verdict === 'red');
  const other = count(({ readBack }) => readBack?.holdsValue === false);
  const missing = count((atom) => atom.missing);
  const unread = count((atom) => atom.readBack === null && !atom.missing);
  const unreadBefore = count(({ before }) => before === 'unread');
  const between = count(({ otherWrites }) => otherWrites.before || otherWrites.after);
  const sentences = applying([
    green > 0 &&
      `${all(green, atoms.length)} read back and verified${readBackRoots.length === 1 && atoms.length > 1 ? ', under one root' : ''}.`,
    holding > green &&
      `${all(holding - green, atoms.length)} read back with the value that was sent, but not verified.`,
    red > 0 && `The proof of ${countOf(red, 'atom')} failed.`,
    other > 0 && `${countOf(other, 'atom')} read back with a different value.`,
    missing > 0 &&
      `${countOf(missing, 'atom')} ${missing === 1 ? 'was' : 'were'} not returned when read back.`,
    unread > 0 && `${countOf(unread, 'atom')} could not be read back.`,
    unreadBefore > 0 &&
      `${countOf(unreadBefore, 'atom')} could not be read before the store, so it is unknown whether ${unreadBefore === 1 ? 'it' : 'they'} had changed.`,
    readBackRoots.length > 1 &&
      `The read-back returned ${readBackRoots.length} different roots: the memory changed in the meantime.`,
    between > 0 && `Signs of another write to ${countOf(between, 'atom')} close to this one.`,
  ]);
  switch (receipt.outcome) {
    case 'stored':
      return {
        tone:
          red + other + missing > 0
            ? 'danger'
            : green === atoms.length && between + unreadBefore === 0
              ? 'good'
              : 'warning',
        title: `${countOf(atoms.length, 'atom')} stored as one batch`,
        sentences: applying([
          error !== null && 'The response was lost. The read-back shows that the batch was stored.',
          ...sentences,
        ]),
      };
    case 'unknown': {
      const lost = error === null ? [] : [errorWords(error).what];
      return holding === atoms.length && red === 0
        ? {
            tone: 'warning',
            title: 'Response lost, but the values are stored',
            sentences: [...lost, ...sentences],
          }
        : {
            tone: 'danger',
            title: 'Unknown whether the batch was stored',
            sentences: [
              ...lost,
              ...sentences,
              'The store may still complete: read the atoms again before you store them again.',
            ],
          };
    }
  }
}

function all(count: number, of: number): string {
  return count === of ? (of === 1 ? 'It was' : `All ${countOf(of, 'atom')}`) : countOf(count, 'atom');
}
