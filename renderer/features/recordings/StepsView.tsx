import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordedStep } from '#shared/recordings/recording.ts';
import { answerWords, requestWords } from '#shared/text/recordingWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { recordingQuery } from '../../api/recordings.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { RecordingPage } from './RecordingPage.tsx';
import classes from './Recordings.module.css';
import kit from '../../ui/kit.module.css';

/** The steps of one recording, in order. */
export function StepsView({ id }: { readonly id: string }) {
  const query = useQuery(recordingQuery(id));
  const recording = query.data;
  return (
    <RecordingPage
      title={recording === undefined ? 'Recording' : visibleLine(recording.name)}
      facts={
        recording !== undefined &&
        `${countOf(recording.steps.length, 'step')} on ${visibleLine(recording.connectionName)}, from ${momentWords(recording.startedAt)}`
      }
    >
      <QueryView query={query} loading="Loading recording" rows={6} p={0}>
        {({ steps }) => <Steps steps={steps} />}
      </QueryView>
    </RecordingPage>
  );
}

const pageLength = 200;

function Steps({ steps }: { readonly steps: readonly RecordedStep[] }) {
  const [length, setLength] = useState(pageLength);
  if (steps.length === 0) return <Dimmed>This recording has no steps.</Dimmed>;
  return (
    <>
      <ol className={kit.lined} aria-label="Steps">
        {steps.slice(0, length).map((step, at) => (
          <li key={at} className={classes.step}>
            <span className={classes.number}>{countWords(at + 1)}</span>
            <span className={classes.request}>{requestWords(step)}</span>
            <span className={classes.answer}>{answerWords(step)}</span>
            <span className={classes.answer}>{momentWords(step.at).slice(-8)}</span>
          </li>
        ))}
      </ol>
      {length < steps.length && (
        <div>
          <SmallButton onClick={() => setLength(length + pageLength)}>Show more</SmallButton>
        </div>
      )}
    </>
  );
}
