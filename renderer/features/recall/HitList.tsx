import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useMemo, type KeyboardEvent, type RefObject } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { RecallAnomaly } from '#shared/domain/recallAnomaly.ts';
import { anomaliesByHit } from '#shared/recall/recallAnomalies.ts';
import { wordsInCommon } from '#shared/recall/wordsInCommon.ts';
import { cutText } from '#shared/text/cutText.ts';
import { hitAnomalyWords } from '#shared/text/recallWords.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { KeyText, Pieces } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './Recall.module.css';
import { ScoreBar } from './ScoreBar.tsx';
import { useListKeys } from './useListKeys.ts';

interface HitListProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly query: string;
  readonly hits: readonly AtomReading[];
  readonly anomalies: readonly RecallAnomaly[];
  /** Index of the selected hit; -1 for none. */
  readonly selected: number;
  readonly onSelect: (at: number) => void;
  readonly onOpen: (key: string) => void;
}

/**
 * The hits as the service ranked them. The response contains their atoms, so the arrow keys show them without a request.
 * A double click or Ctrl+Enter opens one in Browse.
 */
export function HitList({ ref, query, hits, anomalies, selected, onSelect, onOpen }: HitListProps) {
  const listId = useId();
  const odd = useMemo(() => anomaliesByHit(anomalies, hits.length), [anomalies, hits.length]);
  const { active, onKeyDown, setActive } = useListKeys({
    count: hits.length,
    selected,
    onTake: onSelect,
    takesOnMove: true,
  });
  const open = (at: number): void => {
    const hit = hits[at];
    if (hit !== undefined) onOpen(hit.key);
  };
  const openOrMove = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) open(active);
    else onKeyDown(event);
  };
  return (
    <div
      ref={ref}
      className={classes.list}
      role="listbox"
      aria-label="Hits"
      aria-activedescendant={`${listId}-${active}`}
      tabIndex={0}
      onKeyDown={openOrMove}
    >
      {hits.map((hit, index) => (
        <div
          // A response may repeat a key, so the index is part of the identity.
          key={`${index} ${hit.key}`}
          id={`${listId}-${index}`}
          className={classes.hit}
          role="option"
          aria-selected={index === selected}
          data-active={index === active || undefined}
          onClick={() => {
            setActive(index);
            onSelect(index);
          }}
          onDoubleClick={() => open(index)}
        >
          <Hit query={query} hit={hit} rank={index + 1} anomalies={odd.get(index) ?? none} />
        </div>
      ))}
    </div>
  );
}

const none: readonly RecallAnomaly[] = [];
const previewLength = 240;

interface HitProps {
  readonly query: string;
  readonly hit: AtomReading;
  readonly rank: number;
  readonly anomalies: readonly RecallAnomaly[];
}

function Hit({ query, hit, rank, anomalies }: HitProps) {
  const { key, value, version, score, verdict } = hit;
  return (
    <>
      <span className={classes.rank}>{rank}</span>
      <span>
        <KeyText atomKey={key} />
      </span>
      <span className={classes.facts}>
        <ScoreBar score={score} />
        <span className={classes.version}>{version === null ? '' : `v${version}`}</span>
        <VerdictBadge status={verdict.status} size="sm" withLabel={false} />
      </span>
      <span className={classes.valueStart}>
        <Preview value={value} />
      </span>
      <WordsInCommon query={query} atomKey={key} />
      {anomalies.length > 0 && (
        <span className={classes.odd}>
          <IconAlertTriangle size={13} style={{ flex: 'none' }} role="img" aria-label="Anomaly:" />
          {anomalies.map(hitAnomalyWords).join(' · ')}
        </span>
      )}
    </>
  );
}

/** A value on one line; the inspector shows line breaks and indentation. */
function Preview({ value }: { readonly value: string }) {
  if (value === '') return <i>empty value</i>;
  const line = cutText(value, previewLength).replace(/[ \t\r\n]+/g, ' ');
  return <Pieces pieces={visiblePieces(line, { markLeading: true, markTrailing: true })} />;
}

/** A guess at why a key matched. The text above the list says that it is one. */
function WordsInCommon({ query, atomKey }: { readonly query: string; readonly atomKey: string }) {
  const words = useMemo(() => wordsInCommon(query, atomKey), [query, atomKey]);
  if (words.length === 0) return <span className={classes.common}>no words in common</span>;
  return (
    <span className={classes.common}>
      in common:{' '}
      {words.map(({ word, match }, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <span
            className={classes.word}
            title={match === 'same' ? undefined : 'Starts like a word of the query'}
          >
            {match === 'similar' && '≈ '}
            {visibleLine(word)}
          </span>
        </span>
      ))}
    </span>
  );
}
