import { assertNever } from '../domain/result.ts';
import type { OtherWrites, StatusBefore } from '../domain/store.ts';
import type { UploadCounts } from '../domain/upload.ts';
import type { UploadRun, WriteSummary, WrittenAtom } from '../domain/writeReceipt.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';
import { momentWords } from './times.ts';
import { visibleLine } from './visibleText.ts';

/** Whether all went as it should, something is open, or something is wrong. `plain`: nothing came of it. */
export type WriteTone = 'good' | 'doubtful' | 'bad' | 'plain';

export interface OutcomeWords {
  readonly tone: WriteTone;
  /** A line of a list. */
  readonly title: string;
  /** What it rests on; claims no more than is known. */
  readonly what: string;
}

/** What came of a write. */
export function outcomeWords(write: WriteSummary): OutcomeWords {
  switch (write.outcome) {
    case 'stored':
      return storedWords(write);
    case 'partly': {
      const { red = 0, other = 0 } = write.readBack ?? {};
      const what = `Some rows are stored. Others are not, or it is not known. ${becauseWords(write)}`.trim();
      if (red > 0)
        return {
          tone: 'bad',
          title: 'Partly stored, and a proof failed',
          what: `${what} A proof of what was read back failed.`,
        };
      if (other > 0)
        return {
          tone: 'bad',
          title: 'Partly stored, and something else was read back',
          what: `${what} What was read back is not what was sent.`,
        };
      return { tone: 'doubtful', title: 'Partly stored', what };
    }
    case 'unknown':
      return unknownWords(write);
    case 'nothing':
      return {
        tone: 'plain',
        title: write.errorCode === null ? 'Nothing stored' : 'Refused, nothing stored',
        what: becauseWords(write),
      };
    default:
      return assertNever(write.outcome);
  }
}

function storedWords(write: WriteSummary): OutcomeWords {
  const { readBack, errorCode } = write;
  const answered =
    errorCode === null
      ? 'The service said that it is stored.'
      : 'The answer was lost. Reading back shows every value that was sent, where there was none or another before.';
  const title = errorCode === null ? 'Stored' : 'Answer lost, but stored';
  const tone: WriteTone = errorCode === null ? 'good' : 'doubtful';
  if (readBack === null) return { tone: 'plain', title: `${title}, not read back`, what: answered };
  const said = (words: string): string => `${answered} ${words}`;
  const { green, keyOnly, amber, red, other, unread } = readBack;
  if (red > 0)
    return {
      tone: 'bad',
      title: `${title}, but a proof failed`,
      what: said('A proof of what was read back failed.'),
    };
  if (other > 0)
    return {
      tone: 'bad',
      title: `${title}, but something else was read back`,
      what: said(
        'What was read back is not what was sent: it may have been stored anew in between, or not have been kept.',
      ),
    };
  if (unread > 0)
    return {
      tone: 'doubtful',
      title: `${title}, not all read back`,
      what: said(
        green + keyOnly + amber === 0
          ? 'It could not be read back.'
          : `${countOf(unread, 'atom')} could not be read back.`,
      ),
    };
  if (amber > 0)
    return {
      tone: 'doubtful',
      title: `${title}, could not be checked`,
      what: said('What was sent was read back, but a proof could not be checked.'),
    };
  if (keyOnly > 0)
    return {
      tone: errorCode === null ? 'plain' : tone,
      title: `${title}, only the key proven`,
      what: said('What was sent was read back, but the proofs cover only the keys, not the values.'),
    };
  return {
    tone,
    title: `${title} and verified`,
    what: said('What was sent was read back, and the proofs verify it.'),
  };
}

function unknownWords(write: WriteSummary): OutcomeWords {
  const { readBack, errorCode, kind } = write;
  if (kind !== 'upload' && readBack === null && errorCode === null)
    return {
      tone: 'doubtful',
      title: 'Not known',
      what: 'It is being sent now, or the app ended before an answer came. Read the atoms to see what they hold.',
    };
  const because = becauseWords(write);
  const held = readBack === null ? 0 : readBack.green + readBack.keyOnly + readBack.amber + readBack.red;
  if (readBack === null || readBack.unread > 0 || (held > 0 && readBack.other > 0))
    return {
      tone: 'doubtful',
      title: 'Not known',
      what: `${because} Reading back did not settle it.`.trim(),
    };
  return held > 0
    ? {
        tone: 'doubtful',
        title: 'Answer lost, value there',
        what: `${because} Reading back shows what was sent; it may have been there before.`.trim(),
      }
    : {
        tone: 'bad',
        title: 'Answer lost, value not there',
        what: `${because} Reading back shows something else. It may have arrived later.`.trim(),
      };
}

/** Why, in a sentence; empty where there is nothing to say. Codes are those of `AppError`. */
function becauseWords({ errorCode }: WriteSummary): string {
  if (errorCode === null) return '';
  return reasons.get(errorCode) ?? `It ended with “${visibleLine(errorCode)}”.`;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['unauthorized', 'The API key was not accepted.'],
  ['forbidden', 'The API key may not store.'],
  ['payload_too_large', 'It was too large for the service.'],
  ['sensitive_content', 'The service took a value for a credential.'],
  ['rate_limited', 'The service asked to slow down.'],
  ['network', 'The connection broke off.'],
  ['timeout', 'No answer came in time.'],
  ['server_error', 'The service reported a fault of its own.'],
  ['unexpected_status', 'The service gave an answer that its interface does not name.'],
  ['bad_response', 'The answer could not be read.'],
  ['cancelled', 'It was cancelled while it was under way.'],
]);

/** `One atom`, `Batch of 12 atoms`, `Upload of 10,000 atoms`. */
export function writeKindWords({ kind, atomCount }: Pick<WriteSummary, 'kind' | 'atomCount'>): string {
  switch (kind) {
    case 'store':
      return 'One atom';
    case 'batch':
      return `Batch of ${countOf(atomCount, 'atom')}`;
    case 'upload':
      return `Upload of ${countOf(atomCount, 'atom')}`;
    default:
      return assertNever(kind);
  }
}

/** `not there`, `version 3`, `there, without a version`, `could not be read`. */
export function beforeWords(before: StatusBefore, version: number | null): string {
  switch (before) {
    case 'absent':
      return 'not there';
    case 'unread':
      return 'could not be read';
    case 'there':
      return version === null ? 'there, without a version' : `version ${countWords(version)}`;
    default:
      return assertNever(before);
  }
}

/** `new → 1`, `3 → 4`, `? → 4`: the version before, and the one answered. */
export function versionStep({
  before,
  versionBefore,
  version,
}: Pick<WrittenAtom, 'before' | 'versionBefore' | 'version'>): string {
  const from = before === 'absent' ? 'new' : (versionBefore?.toString() ?? '?');
  return `${from} → ${version?.toString() ?? '?'}`;
}

/** What reading back gave, beside the verdict on its proof. */
export type ReadBackWords =
  | { readonly kind: 'verdict'; readonly verdict: VerdictStatus; readonly words: string }
  | { readonly kind: 'other' | 'none'; readonly words: string };

export function readBackWords({
  missing,
  readBack,
}: Pick<WrittenAtom, 'missing' | 'readBack'>): ReadBackWords {
  if (missing) return { kind: 'other', words: 'not there' };
  if (readBack === null) return { kind: 'none', words: 'not read' };
  if (!readBack.holdsValue) return { kind: 'other', words: 'another value' };
  return { kind: 'verdict', verdict: readBack.verdict, words: 'exactly what was sent' };
}

/** What the versions say about other writes; each a sentence. */
export function otherWriteSentences({ before, after }: OtherWrites): readonly string[] {
  return [
    before
      ? 'Another write may have come right before this one: the version answered is later than the next after what was read before it.'
      : null,
    after
      ? 'Another write may have come right after this one: what was read back has a later version than the one that was stored.'
      : null,
  ].filter((sentence) => sentence !== null);
}

/** One of several runs of an upload: `2026-11-20 19:07:20: 950 stored, 50 refused`. */
export function uploadRunWords({ startedAt, isStopped, stored, refused, unknown }: UploadRun): string {
  const said = (
    [
      [stored, 'stored'],
      [refused, 'refused'],
      [unknown, 'not known'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${countWords(count)} ${word}`);
  const what = said.length === 0 ? 'nothing sent' : said.join(', ');
  return `${momentWords(startedAt)}: ${what}${isStopped ? ', stopped' : ''}`;
}

/** The rows of an upload by what became of them; those that there are. */
export function uploadOutcomeCounts({ outcomes }: UploadCounts): readonly (readonly [string, number])[] {
  const named: readonly (readonly [string, number])[] = [
    ['Stored', outcomes.stored],
    ['The same already, not sent', outcomes.same],
    ['Skipped', outcomes.skipped],
    ['Refused', outcomes.refused],
    ['Not known', outcomes.unknown],
    ['Not sent', outcomes.waiting],
  ];
  return named.filter(([, count]) => count > 0);
}

/** `9,990 verified, 3 could not be checked`: what reading back many atoms came to. */
export function readBackCountWords(readBack: NonNullable<WriteSummary['readBack']>): string {
  const named: readonly (readonly [number, string])[] = [
    [readBack.green, 'verified'],
    [readBack.keyOnly, 'with only the key proven'],
    [readBack.amber, 'could not be checked'],
    [readBack.red, 'failed'],
    [readBack.other, 'with another value or not there'],
    [readBack.unread, 'not read'],
  ];
  const found = named.filter(([count]) => count > 0).map(([count, words]) => `${countWords(count)} ${words}`);
  return found.length === 0 ? 'none' : found.join(', ');
}
