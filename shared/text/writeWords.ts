import type { OtherWrites, StatusBefore } from '../domain/store.ts';
import type { UploadCounts } from '../domain/upload.ts';
import type { UploadRun, WriteSummary, WrittenAtom } from '../domain/writeReceipt.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';
import { countOf, applying, counted } from './phrases.ts';
import { countWords } from './sizes.ts';
import { momentWords } from './times.ts';
import { visibleLine } from './visibleText.ts';

/** Whether everything went well, something is unknown, or something is wrong. `plain`: none of these. */
export type WriteTone = 'good' | 'doubtful' | 'bad' | 'plain';

export interface OutcomeWords {
  readonly tone: WriteTone;
  /** For lists. */
  readonly title: string;
  /** The evidence for it; claims no more than is known. */
  readonly what: string;
}

/** The outcome of a store. */
export function outcomeWords(write: WriteSummary): OutcomeWords {
  switch (write.outcome) {
    case 'stored':
      return storedWords(write);
    case 'partly': {
      const { red = 0, other = 0 } = write.readBack ?? {};
      const what =
        `Some rows were stored. Others were not, or their outcome is unknown. ${becauseWords(write)}`.trim();
      if (red > 0)
        return {
          tone: 'bad',
          title: 'Partly stored, and a proof failed',
          what: `${what} A proof failed when the atoms were read back.`,
        };
      if (other > 0)
        return {
          tone: 'bad',
          title: 'Partly stored, read-back differs',
          what: `${what} Reading back found a different value or none.`,
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
  }
}

function storedWords(write: WriteSummary): OutcomeWords {
  const { readBack, errorCode } = write;
  const answered =
    errorCode === null
      ? 'The service confirmed that it was stored.'
      : 'The response was lost. Reading back found every value that was sent, and none of the atoms had that value before.';
  const title = errorCode === null ? 'Stored' : 'Response lost, but stored';
  const tone: WriteTone = errorCode === null ? 'good' : 'doubtful';
  if (readBack === null) return { tone: 'plain', title: `${title}, not read back`, what: answered };
  const said = (words: string): string => `${answered} ${words}`;
  const { green, keyOnly, amber, red, other, unread } = readBack;
  if (red > 0)
    return {
      tone: 'bad',
      title: `${title}, but a proof failed`,
      what: said('A proof failed when the atoms were read back.'),
    };
  if (other > 0)
    return {
      tone: 'bad',
      title: `${title}, but read-back differs`,
      what: said(
        'Reading back found a different value or none. Another write may have changed it in between, or the service did not keep it.',
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
      what: said('Every value was read back as sent, but a proof could not be checked.'),
    };
  if (keyOnly > 0)
    return {
      tone: errorCode === null ? 'plain' : tone,
      title: `${title}, only the key proven`,
      what: said('Every value was read back as sent, but the proofs cover only the keys, not the values.'),
    };
  return {
    tone,
    title: `${title} and verified`,
    what: said('Every value was read back as sent, and the proofs verify it.'),
  };
}

function unknownWords(write: WriteSummary): OutcomeWords {
  const { readBack, errorCode, kind } = write;
  if (kind !== 'upload' && readBack === null && errorCode === null)
    return {
      tone: 'doubtful',
      title: 'Unknown',
      what: 'It is being sent, or the app closed before a response arrived. Read the atoms to see their current values.',
    };
  const because = becauseWords(write);
  const held = readBack === null ? 0 : readBack.green + readBack.keyOnly + readBack.amber + readBack.red;
  if (readBack === null || readBack.unread > 0 || (held > 0 && readBack.other > 0))
    return {
      tone: 'doubtful',
      title: 'Unknown',
      what: `${because} Reading back did not settle whether it was stored.`.trim(),
    };
  return held > 0
    ? {
        tone: 'doubtful',
        title: 'Response lost, value found',
        what: `${because} Reading back found the value that was sent, but it may have been there before.`.trim(),
      }
    : {
        tone: 'bad',
        title: 'Response lost, value not found',
        what: `${because} Reading back did not find the value that was sent. The request may have taken effect later.`.trim(),
      };
}

/** The reason in a sentence; empty without an error. Codes are those of `AppError`. */
function becauseWords({ errorCode }: WriteSummary): string {
  if (errorCode === null) return '';
  return reasons.get(errorCode) ?? `It ended with the error “${visibleLine(errorCode)}”.`;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['unauthorized', 'The API key was not accepted.'],
  ['forbidden', 'The API key is not allowed to store.'],
  ['payload_too_large', 'The request was too large for the service.'],
  ['sensitive_content', 'The service rejected a value as a credential.'],
  ['rate_limited', 'The service received too many requests.'],
  ['network', 'The connection failed.'],
  ['timeout', 'The service did not respond in time.'],
  ['server_error', 'The service reported an internal error.'],
  ['unexpected_status', 'The service sent a response that its API does not define.'],
  ['bad_response', 'The response could not be read.'],
  ['cancelled', 'It was canceled while it was running.'],
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
  }
}

/** `not found`, `version 3`, `found, without a version`, `could not be read`. */
export function beforeWords(before: StatusBefore, version: number | null): string {
  switch (before) {
    case 'absent':
      return 'not found';
    case 'unread':
      return 'could not be read';
    case 'there':
      return version === null ? 'there, without a version' : `version ${countWords(version)}`;
  }
}

/** `new → 1`, `3 → 4`, `? → 4`: the version before, and the one in the response. */
export function versionStep({
  before,
  versionBefore,
  version,
}: Pick<WrittenAtom, 'before' | 'versionBefore' | 'version'>): string {
  const from = before === 'absent' ? 'new' : (versionBefore?.toString() ?? '?');
  return `${from} → ${version?.toString() ?? '?'}`;
}

/** What reading back found, next to the verdict on its proof. */
export type ReadBackWords =
  | { readonly kind: 'verdict'; readonly verdict: VerdictStatus; readonly words: string }
  | { readonly kind: 'other' | 'none'; readonly words: string };

export function readBackWords({
  missing,
  readBack,
}: Pick<WrittenAtom, 'missing' | 'readBack'>): ReadBackWords {
  if (missing) return { kind: 'other', words: 'not found' };
  if (readBack === null) return { kind: 'none', words: 'not read' };
  if (!readBack.holdsValue) return { kind: 'other', words: 'different value' };
  return { kind: 'verdict', verdict: readBack.verdict, words: 'same value as sent' };
}

/** What the versions suggest about other writes, one sentence each. */
export function otherWriteSentences({ before, after }: OtherWrites): readonly string[] {
  return applying([
    before
      ? 'Another write may have happened right before this one, because the stored version is later than the next expected version.'
      : null,
    after
      ? 'Another write may have happened right after this one, because the version that was read back is later than the stored version.'
      : null,
  ]);
}

/** One of several runs of an upload: `2026-11-20 19:07:20: 950 stored, 50 refused`. */
export function uploadRunWords({ startedAt, isStopped, stored, refused, unknown }: UploadRun): string {
  const said = counted([
    [stored, 'stored'],
    [refused, 'refused'],
    [unknown, 'not known'],
  ]);
  const what = said.length === 0 ? 'nothing sent' : said.join(', ');
  return `${momentWords(startedAt)}: ${what}${isStopped ? ', stopped' : ''}`;
}

/** The rows of an upload by outcome, without empty groups. */
export function uploadOutcomeCounts({
  outcomes,
  marks,
}: UploadCounts): readonly (readonly [string, number])[] {
  const named: readonly (readonly [string, number])[] = [
    ['Stored', outcomes.stored],
    ['Unchanged, not sent', outcomes.same],
    ['On hold', outcomes.held],
    ['Skipped', outcomes.skipped],
    ['Refused', outcomes.refused],
    ['Unknown', outcomes.unknown],
    ['Not sent', outcomes.waiting],
    ['Another write in between', marks['other-write']],
    ['Perhaps stored twice', marks['stored-twice']],
  ];
  return named.filter(([, count]) => count > 0);
}

/** `9,990 verified, 3 could not be checked`: what reading back many atoms found. */
export function readBackCountWords(readBack: NonNullable<WriteSummary['readBack']>): string {
  const found = counted([
    [readBack.green, 'verified'],
    [readBack.keyOnly, 'with only the key proven'],
    [readBack.amber, 'could not be checked'],
    [readBack.red, 'failed'],
    [readBack.other, 'with a different value or not found'],
    [readBack.unread, 'not read'],
  ]);
  return found.length === 0 ? 'none' : found.join(', ');
}
