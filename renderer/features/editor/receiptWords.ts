import type { AtomReading } from '#shared/domain/atom.ts';
import type { SentReceipt } from '#shared/domain/store.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { listWords } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import type { Outcome } from '../../ui/OutcomeNotice.tsx';
import { withoutReceipt } from './withoutReceipt.ts';
import { utf8Bytes } from '../../ui/utf8.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';

/** Describes the outcome of a store without claiming more than is known. @param sent the value */
export function receiptWords(receipt: SentReceipt, sent: string): Outcome {
  const words = receipt.outcome === 'stored' ? storedWords(receipt, sent) : unknownWords(receipt);
  return receipt.isLogged ? words : withoutReceipt(words);
}

type Stored = Extract<SentReceipt, { readonly outcome: 'stored' }>;

function storedWords(receipt: Stored, sent: string): Outcome {
  const { answer, readBack, readBackMatches, otherWrites } = receipt;
  const title = answer.version === null ? 'Stored' : `Stored as version ${answer.version}`;
  const others = otherWriteWords(receipt);
  if (!readBack.ok) {
    return {
      tone: 'warning',
      title,
      sentences: [`Could not read it back: ${errorWords(readBack.error).what}`, ...others],
    };
  }
  if (readBackMatches !== true) {
    const { verdict } = readBack.value;
    // If its proof failed, the value is not taken as a later write.
    return otherWrites.after && verdict.status !== 'red'
      ? { tone: 'warning', title: `${title}, then changed by a later write`, sentences: others }
      : {
          tone: 'danger',
          title: `${title}, but read-back differs`,
          sentences: [
            ...otherValueWords(receipt, readBack.value, sent),
            ...(verdict.status === 'red' ? ['The proof of the returned value failed.'] : []),
            ...others,
          ],
        };
  }
  const { status } = readBack.value.verdict;
  return {
    tone: ({ green: 'good', keyOnly: 'warning', amber: 'warning', red: 'danger' } as const)[status],
    title,
    sentences: [readBackWords[status], ...others],
  };
}

/**
 * What was sent, what was read back, and who can have caused the difference. Another writer would leave a trace: a version,
 * hash, or root that differs from the store response.
 */
function otherValueWords({ before, answer }: Stored, found: AtomReading, sent: string): readonly string[] {
  const isOld =
    before !== null &&
    before.value === found.value &&
    before.version === found.version &&
    before.hash === found.hash &&
    rootOf(before) === rootOf(found);
  const versionOf = (version: number | null): string => (version === null ? '' : `, version ${version}`);
  const exchanged = `You sent ${sizeWords(utf8Bytes(sent))}. ${sizeWords(utf8Bytes(found.value))} was read back${versionOf(found.version)}${isOld ? ', exactly as it was before the store' : ''}.`;
  if (isOld) {
    return [
      exchanged,
      'Version, hash, and root are the same as before the store. The service reported a successful store but did not store your text.',
    ];
  }
  const isAnswered =
    found.version !== null &&
    found.version === answer.version &&
    (answer.hash === null || found.hash === null || answer.hash === found.hash) &&
    (answer.rootHash === null || rootOf(found) === null || answer.rootHash === rootOf(found));
  if (isAnswered) {
    const same = [
      'version',
      ...(answer.hash !== null && found.hash !== null ? ['hash'] : []),
      ...(answer.rootHash !== null && rootOf(found) !== null ? ['root'] : []),
    ];
    return [
      exchanged,
      `Since the store response, the ${listWords(same)} ${same.length === 1 ? 'is' : 'have'} not changed, so nothing points to a later write by someone else. The service changed your text or returned a different one.`,
    ];
  }
  return [
    exchanged,
    `The store response named${answer.version === null ? ' no version' : ` version ${answer.version}`}. Either someone else stored the atom in between, or the service did not keep what it accepted.`,
  ];
}

function rootOf({ proof }: AtomReading): string | null {
  return claimedRoot(proof)?.rootHash ?? null;
}

const readBackWords: Readonly<Record<VerdictStatus, string>> = {
  green: 'Read back and verified.',
  keyOnly:
    'Read back: the service holds exactly this value. Its proof covers only the key, so the value is not proven.',
  amber: 'Read back: the service holds exactly this value. Could not check its proof completely.',
  red: 'Read back: the service holds exactly this value, but its proof failed.',
};

function otherWriteWords({ before, beforeError, answer, readBack, otherWrites }: Stored): readonly string[] {
  const sentences: string[] = [];
  if (beforeError !== null) {
    sentences.push(
      `The atom could not be read just before the store, so it is unknown whether another write came first: ${errorWords(beforeError).what}`,
    );
  }
  if (otherWrites.before) {
    const read = before === null || before.version === null ? 'the last read' : `version ${before.version}`;
    sentences.push(
      `Another write may have come between ${read} and yours${answer.version === null ? '' : `, version ${answer.version}`}: a version number was skipped. Your version is newer and was written without seeing that one.`,
    );
  }
  if (otherWrites.after) {
    const latest =
      readBack.ok && readBack.value.version !== null ? `, version ${readBack.value.version},` : '';
    sentences.push(
      `Another write${latest} seems to have followed yours: the service now holds a newer value.`,
    );
  }
  return sentences;
}

function unknownWords({
  error,
  readBackMatches,
  readBack,
}: Extract<SentReceipt, { readonly outcome: 'unknown' }>): Outcome {
  const what = errorWords(error).what;
  if (readBackMatches === true && readBack.ok && readBack.value.verdict.status === 'red') {
    return {
      tone: 'danger',
      title: 'Unknown whether this was stored',
      sentences: [
        what,
        'The read-back returned the value that was sent, but its proof failed, so it does not show that the value is stored.',
      ],
    };
  }
  switch (readBackMatches) {
    case true:
      return {
        tone: 'warning',
        title: 'Response lost, but the value is stored',
        sentences: [what, 'The read-back shows that the service holds exactly this value.'],
      };
    case false:
      return {
        tone: 'danger',
        title: 'Response lost, and the value is not stored',
        sentences: [
          what,
          'The read-back returned a different value. The store may still complete: read the atom again before you store again. Your text is saved as a draft.',
        ],
      };
    case null:
      return {
        tone: 'danger',
        title: 'Unknown whether this was stored',
        sentences: [
          what,
          'Could not read it back either. Read the atom again before you store again. Your text is saved as a draft.',
        ],
      };
  }
}
