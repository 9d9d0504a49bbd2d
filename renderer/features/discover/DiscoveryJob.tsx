import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { DiscoveryEnd, JobOf } from '#shared/domain/job.ts';
import { discoveryEndWords, latestRequestWords, setAsideWords } from '#shared/text/discoveryWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './DiscoverScreen.module.css';
import { JobStrip, jobStateWords } from '../../ui/JobStrip.tsx';
import { YieldChart } from './YieldChart.tsx';

/** How a discovery is going, or how it ended. */
export function DiscoveryJob({ job }: { readonly job: JobOf<'discovery'> }) {
  const { progress, state } = job;
  const { requests, settings, newKeys, newKeysBy, latest, end } = progress;
  return (
    <JobStrip
      name="Discovery"
      job={job}
      done={requests}
      total={settings.budget}
      progressLabel={`${countWords(requests)} of ${countOf(settings.budget, 'request')} made`}
      details={
        <>
          <YieldChart yields={progress.yields} />
          <p className={classes.dim}>
            New keys: {countWords(newKeysBy.recall)} by recall, {countWords(newKeysBy.guess)} by pattern.{' '}
            {progress.wordsLeft > 0 &&
              `${countOf(progress.wordsLeft, 'word')} and combinations not asked yet.`}
          </p>
          {progress.setAside > 0 && <p className={classes.dim}>{setAsideWords(progress.setAside)}</p>}
          {job.endedAt === null && latest !== null && (
            <p className={classes.latest}>{visibleLine(latestRequestWords(latest))}</p>
          )}
          {end !== null && <EndNotice end={end} progress={progress} />}
        </>
      }
    >
      <strong>{jobStateWords[state.kind]}</strong>
      <span>
        {countWords(requests)} of {countOf(settings.budget, 'request')}
      </span>
      <span>{countOf(newKeys, 'new key')}</span>
      {progress.limit !== null && <span>{countOf(progress.limit, 'hit')} a recall</span>}
    </JobStrip>
  );
}

interface EndNoticeProps {
  readonly end: DiscoveryEnd;
  readonly progress: JobOf<'discovery'>['progress'];
}

function EndNotice({ end, progress }: EndNoticeProps) {
  const { title, words } = discoveryEndWords(end, progress);
  const isComplete = end.kind === 'complete';
  const Glyph = isComplete ? IconCircleCheck : IconInfoCircle;
  return (
    <div className={classes.end} data-complete={isComplete} role="status">
      <Glyph size={18} aria-hidden />
      <div>
        <p className={classes.endTitle}>{title}</p>
        <p>{words}</p>
      </div>
    </div>
  );
}
