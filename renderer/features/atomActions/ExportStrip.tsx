import type { JobOf } from '#shared/domain/job.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { replacedLinkWords } from '#shared/text/savedWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { JobStrip } from '../../widgets/JobStrip.tsx';

const exportStates = {
  running: 'Exporting',
  waiting: 'Exporting',
  paused: 'Export paused after',
  done: 'Exported',
  cancelled: 'Export canceled after',
  failed: 'Export failed after',
} as const;

/** The progress of an export, or where it was saved. */
export function ExportStrip({ job }: { readonly job: JobOf<'export'> }) {
  const { done, total, path, notRead, content, format, replacedLink, fingerprint } = job.progress;
  const isReading = content === 'proofs' || content === 'evidence';
  const isDone = job.state.kind === 'done';
  return (
    <JobStrip
      name="Export"
      job={job}
      done={done}
      total={total}
      progressLabel="Atoms exported"
      // Only reading atoms takes long enough to be paused.
      canPause={isReading}
    >
      <span>
        {exportStates[job.state.kind]} {countOf(done, isReading ? 'atom' : 'key')}
        {notRead > 0 &&
          ` (${countWords(notRead)} without an atom: ${format === 'json' ? 'marked in the file' : 'not in the file'})`}
        {isDone && ` to ${visibleLine(path)}`}
        {isDone && fingerprint !== undefined && `, signed with installation key ${shortHash(fingerprint)}`}
        {isDone && replacedLink !== undefined && `. ${replacedLinkWords(replacedLink)}`}
      </span>
    </JobStrip>
  );
}
