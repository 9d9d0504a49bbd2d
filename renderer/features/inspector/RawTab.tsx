import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { CodeView } from '../../ui/code/codeOnUse.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { layOutSteps } from './jsonText.ts';
import classes from './Inspector.module.css';
import { useSliced } from '../../ui/useSliced.ts';

const longestPath = 400;

const views = [
  { value: 'received', label: 'As received' },
  { value: 'laid-out', label: 'Formatted' },
];

/** The request for this atom, and its part of the response as received. */
export function RawTab({ reading }: { readonly reading: AtomReading }) {
  const { exchange, raw } = reading;
  const [view, setView] = useState('received');
  const isReceived = view === 'received';
  const path = visibleLine(exchange.path);
  const facts = [
    `status ${exchange.status}`,
    durationWords(exchange.elapsedMs),
    sizeWords(exchange.bodyBytes),
    ...(exchange.retries > 0 ? [exchange.retries === 1 ? '1 retry' : `${exchange.retries} retries`] : []),
    momentWords(exchange.startedAt),
    ...(exchange.singleReadStatus === undefined
      ? []
      : [`GET /atoms/:key returned ${String(exchange.singleReadStatus)} first`]),
  ];
  return (
    <div className={classes.fill}>
      <p className={`${classes.note} ${classes.bar}`}>
        <span className={classes.request} title={path}>
          <strong>{exchange.method}</strong>{' '}
          {path.length > longestPath ? `${path.slice(0, longestPath)}…` : path}
        </span>
        <span>{facts.join(' · ')}</span>
      </p>
      <div className={classes.bar}>
        <SegmentedControl size="xs" aria-label="Show response" value={view} onChange={setView} data={views} />
        <span className={classes.end}>
          <CopyButton text={raw} label="the atom as received" />
        </span>
      </div>
      {isReceived ? <CodeView text={raw} label="Atom as received" asJson /> : <LaidOut raw={raw} />}
    </div>
  );
}

/** Stays as received if it is nested too deeply to indent. */
function* formatSteps(raw: string): Generator<void, string, void> {
  return (yield* layOutSteps(raw)) ?? raw;
}

/** One member per line; names and values stay as written. */
function LaidOut({ raw }: { readonly raw: string }) {
  const text = useSliced(raw, formatSteps);
  return text === null ? (
    <LoadingState label="Formatting the atom" />
  ) : (
    <CodeView text={text} label="Atom, formatted" asJson />
  );
}
