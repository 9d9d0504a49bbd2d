import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerWords, requestWords } from '#shared/text/recordingWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { recordingQuery } from '../../api/recordings.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import classes from './Recordings.module.css';
import { ViewHead } from './ViewHead.tsx';

const pageLength = 200;

/** The steps of one recording, in order. */
export function StepsView({ id }: { readonly id: string }) {
  const query = useQuery(recordingQuery(id));
  const [length, setLength] = useState(pageLength);
  const recording = query.data;
  if (recording === undefined) {
    return (
      <div className={classes.screen}>
        <div className={classes.content}>
          <ViewHead title="Recording" facts="" />
          {query.isError ? (
            <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <LoadingState label="Reading the recording" rows={6} />
          )}
        </div>
      </div>
    );
  }
  const { name, connectionName, startedAt, steps } = recording;
  return (
    <div className={classes.screen}>
      <div className={classes.content}>
        <ViewHead
          title={visibleLine(name)}
          facts={`${countOf(steps.length, 'step')} over ${visibleLine(connectionName)}, from ${momentWords(startedAt)}`}
        />
        {steps.length === 0 && <p className={classes.none}>Nothing was recalled or read.</p>}
        <ol className={classes.steps} aria-label="Steps">
          {steps.slice(0, length).map((step, at) => (
            <li key={at} className={classes.step}>
              <span className={classes.number}>{countWords(at + 1)}</span>
              <span className={classes.request}>{requestWords(step)}</span>
              <span className={classes.answer}>{answerWords(step)}</span>
              <span className={classes.at}>{momentWords(step.at).slice(-8)}</span>
            </li>
          ))}
        </ol>
        {length < steps.length && (
          <Button size="compact-sm" variant="default" onClick={() => setLength(length + pageLength)}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}
