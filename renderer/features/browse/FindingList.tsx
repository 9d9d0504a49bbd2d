import { useRef, useState, type KeyboardEvent } from 'react';
import type { ReadFinding, ReadProgress } from '#shared/domain/job.ts';
import { conflictLabels, provenWords } from '#shared/text/memoryWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { verdictPhrases } from '#shared/text/verdictNames.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { listMove } from '../../ui/listMove.ts';
import classes from './FindingList.module.css';

interface FindingListProps {
  readonly findings: ReadProgress['findings'];
  /** All of them, also those that `findings` has no room for. */
  readonly count: number;
  readonly onShow: (key: string) => void;
}

/** How many rows a page up or down passes: about what is in sight. */
const page = 7;

/** What a read run found: one tab stop, in which the arrow keys go from one to the next. */
export function FindingList({ findings, count, onShow }: FindingListProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState(0);
  const selected = Math.min(stop, findings.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = listMove(event, { selected, count: findings.length, page });
    if (next === null) return;
    event.preventDefault();
    listRef.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <ul ref={listRef} className={classes.findings} aria-label="What changed or failed" onKeyDown={onKeyDown}>
      {findings.map((finding, at) => (
        <li key={`${String(at)} ${finding.key}`}>
          <button
            type="button"
            className={classes.finding}
            tabIndex={at === selected ? 0 : -1}
            onFocus={() => setStop(at)}
            onClick={() => onShow(finding.key)}
          >
            <span className={classes.key}>
              <KeyText atomKey={finding.key} />
            </span>
            <span className={classes.words}>{findingWords(finding)}</span>
          </button>
        </li>
      ))}
      {count > findings.length && (
        <li className={classes.rest}>and {countOf(count - findings.length, 'more', 'more')}</li>
      )}
    </ul>
  );
}

const outcomeWords: Readonly<Record<ReadFinding['outcome'], string>> = {
  ...verdictPhrases,
  missing: 'not returned',
  refused: 'refused by the service',
  unsendable: 'cannot be sent: the key is empty or holds half of a character pair',
  unasked: 'returned without being requested',
};

function findingWords({ outcome, version, before, conflict, lastProven }: ReadFinding): string {
  if (conflict !== null) return conflictLabels[conflict];
  if (lastProven !== null) return `not returned, last proven ${provenWords(lastProven)}`;
  const was = before.version;
  const versions = version !== null && was !== null && was !== version ? `version ${was} → ${version}, ` : '';
  const verdict =
    before.verdict !== null && before.verdict !== outcome ? `${outcomeWords[before.verdict]} → ` : '';
  return `${versions}${verdict}${outcomeWords[outcome]}`;
}
