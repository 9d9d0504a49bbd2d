import { useId } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { cutText } from '../inspector/valueSize.ts';
import classes from './RecallScreen.module.css';
import { barPercent, scoreWords } from './scoreBar.ts';
import { useListKeys } from './useListKeys.ts';

interface HitListProps {
  readonly hits: readonly AtomReading[];
  readonly selectedKey: string | null;
  readonly onSelect: (key: string) => void;
}

/** The hits in the order the service ranked them. Their atoms came along, so that moving shows them. */
export function HitList({ hits, selectedKey, onSelect }: HitListProps) {
  const listId = useId();
  const take = (index: number): void => {
    const hit = hits[index];
    if (hit !== undefined) onSelect(hit.key);
  };
  const selected = hits.findIndex(({ key }) => key === selectedKey);
  const { active, onKeyDown, setActive } = useListKeys({
    count: hits.length,
    selected,
    onTake: take,
    takesOnMove: true,
  });
  return (
    <div
      className={classes.list}
      role="listbox"
      aria-label="Hits"
      aria-activedescendant={`${listId}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {hits.map((hit, index) => (
        <div
          // A service may answer the same key twice: the place is part of the identity.
          key={`${index} ${hit.key}`}
          id={`${listId}-${index}`}
          className={classes.hit}
          role="option"
          aria-selected={index === selected}
          data-active={index === active || undefined}
          onClick={() => {
            setActive(index);
            take(index);
          }}
        >
          <Hit hit={hit} rank={index + 1} />
        </div>
      ))}
    </div>
  );
}

const previewLength = 240;

function Hit({ hit, rank }: { readonly hit: AtomReading; readonly rank: number }) {
  const { key, value, version, score, verdict } = hit;
  return (
    <>
      <span className={classes.rank}>{rank}</span>
      <span className={classes.hitKey}>
        <KeyText atomKey={key} />
      </span>
      <span className={classes.hitFacts}>
        <Score score={score} />
        <span className={classes.version}>{version === null ? '' : `v${version}`}</span>
        <VerdictBadge status={verdict.status} size="sm" withLabel={false} />
      </span>
      <span className={classes.preview}>{preview(value)}</span>
    </>
  );
}

/** One line of a value: its line breaks and indentation are for the inspector. */
function preview(value: string): string {
  if (value === '') return 'empty value';
  return visibleLine(cutText(value, previewLength).replace(/\s+/g, ' ').trim());
}

function Score({ score }: { readonly score: number | null }) {
  if (score === null) return <span className={classes.score}>no score</span>;
  return (
    <span className={classes.score} title={`Score ${score}`}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ width: `${barPercent(score)}%` }} />
      </span>
      <span aria-label={`score ${scoreWords(score)}`}>{scoreWords(score)}</span>
    </span>
  );
}
