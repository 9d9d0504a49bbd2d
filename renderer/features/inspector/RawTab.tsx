import type { AtomReading } from '#shared/domain/atom.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { CodeView } from '../../ui/code/CodeView.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { jsonTextSteps } from './jsonTextSteps.ts';
import classes from './RawTab.module.css';
import { useSliced } from '../../ui/useSliced.ts';

const longestPath = 400;

/** What went over the wire for this atom: the exchange, and the atom's part of the answer. */
export function RawTab({ reading }: { readonly reading: AtomReading }) {
  const { exchange, raw } = reading;
  const json = useSliced(raw, jsonTextSteps);
  const path = visibleLine(exchange.path);
  const facts = [
    `status ${exchange.status}`,
    durationWords(exchange.elapsedMs),
    sizeWords(exchange.bodyBytes),
    ...(exchange.retries > 0 ? [exchange.retries === 1 ? '1 retry' : `${exchange.retries} retries`] : []),
    momentWords(exchange.startedAt),
  ];
  return (
    <div className={classes.tab}>
      <p className={classes.exchange}>
        <span className={classes.request} title={path}>
          <span className={classes.method}>{exchange.method}</span>{' '}
          {path.length > longestPath ? `${path.slice(0, longestPath)}…` : path}
        </span>
        <span className={classes.facts}>{facts.join(' · ')}</span>
      </p>
      <div className={classes.head}>
        <span>The atom as received, all fields, laid out</span>
        {json !== null && <CopyButton text={json} label="the atom as JSON" />}
      </div>
      {json === null ? (
        <LoadingState label="Laying the atom out" />
      ) : (
        <CodeView text={json} label="Atom as received" asJson />
      )}
    </div>
  );
}
