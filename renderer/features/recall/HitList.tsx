import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, type RefObject } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { RecallAnomaly } from '#shared/domain/recallAnomaly.ts';
import { anomaliesByHit } from '#shared/recall/recallAnomalies.ts';
import { wordsInCommon } from '#shared/recall/wordsInCommon.ts';
import { cutText } from '#shared/text/cutText.ts';
import { hitAnomalyWords } from '#shared/text/recallWords.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { KeyText, Pieces } from '../../ui/KeyText.tsx';
import type { ListHandle } from '../../ui/lists/useVirtualRows.ts';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './Recall.module.css';
import { ScoreBar } from './ScoreBar.tsx';

interface HitListProps {
  readonly ref: RefObject<ListHandle | null>;
  readonly query: string;
  readonly hits: readonly AtomReading[];
  readonly anomalies: readonly RecallAnomaly[];
  /** Index of the selected hit; -1 for none. */
  readonly selected: number;
  readonly onSelect: (at: number) => void;
}

/**
 * The hits as the service ranked them. The response contains their atoms, so the arrow keys show them without a request.
 * A double click or Enter opens one in Browse.
 */
export function HitList({ ref, query, hits, anomalies, selected, onSelect }: HitListProps) {
  const { id } = useActiveConnection();
  const odd = useMemo(() => anomaliesByHit(anomalies, hits.length), [anomalies, hits.length]);
  return (
    <VirtualList
      ref={ref}
      label="Hits"
      className={classes.measured}
      rows={hits}
      rowHeight={68}
      isMeasured
      rowClassName={classes.hit}
      selected={selected}
      onSelect={onSelect}
      onOpen={({ key }) => openAtomTab(id, key)}
      renderRow={({ key, value, version, score, verdict, anomalies: own }, at) => (
        <>
          <span className={classes.rank}>{at + 1}</span>
          <span>
            <KeyText atomKey={key} />
          </span>
          <span className={classes.facts}>
            <ScoreBar score={score} />
            <span className={classes.version}>{version === null ? '' : `v${version}`}</span>
            <VerdictBadge status={verdict.status} size="sm" withLabel={false} />
          </span>
          <span className={classes.valueStart}>
            {own?.some(({ kind }) => kind === 'no-value') !== true && <Preview value={value} />}
          </span>
          <WordsInCommon query={query} atomKey={key} />
          <HitAnomalies anomalies={odd.get(at)} />
        </>
      )}
    />
  );
}

/** How one hit deviates from the API; undefined if it does not. */
export function HitAnomalies({ anomalies }: { readonly anomalies: readonly RecallAnomaly[] | undefined }) {
  if (anomalies === undefined) return null;
  return (
    <span className={classes.odd}>
      <IconAlertTriangle size={13} style={{ flex: 'none' }} role="img" aria-label="Anomaly:" />
      {anomalies.map(hitAnomalyWords).join(' · ')}
    </span>
  );
}

const previewLength = 240;

/** A value on one line; the inspector shows line breaks and indentation. */
function Preview({ value }: { readonly value: string }) {
  if (value === '') return <i>empty value</i>;
  const line = cutText(value, previewLength).replace(/[ \t\r\n]+/g, ' ');
  return <Pieces pieces={visiblePieces(line, { markLeading: true, markTrailing: true })} />;
}

/** A guess at why a key matched. The text above the list says that it is one. */
function WordsInCommon({ query, atomKey }: { readonly query: string; readonly atomKey: string }) {
  const words = useMemo(() => wordsInCommon(query, atomKey), [query, atomKey]);
  return (
    <span className={classes.common}>
      {words.length === 0 ? 'no words in common' : 'in common: '}
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
