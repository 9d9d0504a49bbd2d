import { IconAlertTriangle, IconMoodEmpty } from '@tabler/icons-react';
import type { RecallReading } from '#shared/domain/atom.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { countOf } from '#shared/text/phrases.ts';
import { durationWords } from '#shared/text/times.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HitList } from './HitList.tsx';
import { PredictionList } from './PredictionList.tsx';
import classes from './RecallScreen.module.css';

interface RecallResultsProps {
  readonly reading: RecallReading;
  /** What is known of the predicted keys. */
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly selectedKey: string | null;
  readonly onSelect: (key: string) => void;
}

/** Ranked hits above, what the service expects next below. */
export function RecallResults({ reading, entries, selectedKey, onSelect }: RecallResultsProps) {
  const { atoms, predictions, oddities, exchange } = reading;
  return (
    <div className={classes.results}>
      <h2 className={classes.head}>
        {countOf(atoms.length, 'hit')}
        <span className={classes.headFacts}>
          {atoms.length > 1 && 'best first, '}in {durationWords(exchange.elapsedMs)}
        </span>
      </h2>
      {oddities.length > 0 && <Oddities oddities={oddities} />}
      <div className={classes.hits}>
        {atoms.length === 0 ? (
          <NothingRecalled />
        ) : (
          <HitList key={exchange.requestId} hits={atoms} selectedKey={selectedKey} onSelect={onSelect} />
        )}
      </div>
      <section className={classes.predictions} aria-label="Predictions">
        <h2 className={classes.head}>
          Expected next
          <span className={classes.headFacts}>the service’s guess, not proven</span>
        </h2>
        {predictions.length === 0 ? (
          <p className={classes.none}>The service expects nothing in particular.</p>
        ) : (
          <PredictionList
            key={exchange.requestId}
            keys={predictions}
            entries={entries}
            selectedKey={selectedKey}
            onLookUp={onSelect}
          />
        )}
      </section>
    </div>
  );
}

/** Other words are all that helps. */
export function NothingRecalled() {
  return (
    <EmptyState
      icon={IconMoodEmpty}
      title="Nothing recalled"
      description="The service found no atom for this query. Other words may do better: recall matches the meaning of keys, not of values."
    />
  );
}

function Oddities({ oddities }: { readonly oddities: readonly string[] }) {
  return (
    <div className={classes.oddities} role="status">
      <p>
        <IconAlertTriangle size={15} aria-hidden />
        This answer is not quite as the interface says
      </p>
      <ul>
        {oddities.map((oddity) => (
          <li key={oddity}>{oddity}</li>
        ))}
      </ul>
    </div>
  );
}
