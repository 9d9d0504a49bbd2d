import type { AtomReading } from '#shared/domain/atom.ts';
import type { SentReceipt } from '#shared/domain/store.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';

export interface ReceiptWords {
  readonly tone: 'good' | 'doubtful' | 'bad';
  readonly title: string;
  readonly sentences: readonly string[];
}

/**
 * What is known after an attempt to store, without claiming more.
 *
 * @param base the reading that was edited; null for a new atom.
 */
export function receiptWords(receipt: SentReceipt, base: AtomReading | null): ReceiptWords {
  return receipt.outcome === 'stored' ? storedWords(receipt, base) : unknownWords(receipt);
}

function storedWords(
  receipt: Extract<SentReceipt, { readonly outcome: 'stored' }>,
  base: AtomReading | null,
): ReceiptWords {
  const { answer, readBack, readBackMatches } = receipt;
  const title = answer.version === null ? 'Stored' : `Stored as version ${answer.version}`;
  const between = betweenWords(answer.version, base?.version ?? null);
  if (!readBack.ok) {
    return {
      tone: 'doubtful',
      title,
      sentences: [`It could not be read back: ${errorWords(readBack.error).what}`, ...between],
    };
  }
  if (readBackMatches !== true) {
    const held = readBack.value.version === null ? 'another value' : `version ${readBack.value.version}`;
    return {
      tone: 'bad',
      title: `${title}, but something else was read back`,
      sentences: [
        `The service now answers with ${held}, which is not what was sent. Someone else may have stored in between, or the service did not keep what it accepted.`,
        ...between,
      ],
    };
  }
  const { status } = readBack.value.verdict;
  return {
    tone: ({ green: 'good', amber: 'doubtful', red: 'bad' } as const)[status],
    title,
    sentences: [readBackWords[status], ...between],
  };
}

const readBackWords: Readonly<Record<VerdictStatus, string>> = {
  green: 'Read back and verified.',
  amber: 'Read back: the service holds exactly this value. Its proof could not be fully checked.',
  red: 'Read back: the service holds exactly this value, but its proof failed.',
};

function betweenWords(stored: number | null, edited: number | null): readonly string[] {
  return stored !== null && edited !== null && stored > edited + 1
    ? [`You edited version ${edited}: someone else stored in between, and this now stands above theirs.`]
    : [];
}

function unknownWords({
  error,
  readBackMatches,
}: Extract<SentReceipt, { readonly outcome: 'unknown' }>): ReceiptWords {
  const what = errorWords(error).what;
  switch (readBackMatches) {
    case true:
      return {
        tone: 'doubtful',
        title: 'The answer was lost, but the value is there',
        sentences: [what, 'Reading back shows that the service now holds exactly this value.'],
      };
    case false:
      return {
        tone: 'bad',
        title: 'The answer was lost, and the value is not there',
        sentences: [
          what,
          'Reading back shows that the service holds something else. It may still arrive late: look again before you store once more. Your text is kept.',
        ],
      };
    case null:
      return {
        tone: 'bad',
        title: 'It is not known whether this was stored',
        sentences: [
          what,
          'It could not be read back either. Look at the atom again before you store once more. Your text is kept.',
        ],
      };
  }
}
