import { Box, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { comparedSummary } from '#shared/text/comparedWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { duplicateRuleNames } from '#shared/text/uploadWords.ts';
import {
  compareUpload,
  type CountedUpload,
  setDuplicateRule,
  useKnownUploadJob,
  useUploadStep,
} from '../../../api/uploads.ts';
import { Segments } from '../../../ui/Choices.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { JobStrip, JobTrouble } from '../../../widgets/JobStrip.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Toolbar } from '../../../ui/Toolbar.tsx';
import { NotInFile } from './NotInFile.tsx';
import { canChangeRows } from './rowChanges.ts';
import { wasCompared } from './rowFilters.ts';

/** Compares the ready rows with what the service holds for their keys. */
export function CompareBar({ upload, counts }: CountedUpload) {
  const job = useKnownUploadJob(upload) ?? null;
  const compare = useUploadStep(upload.connectionId, compareUpload);
  const comparing = job !== null && job.progress.step === 'compare' ? job : null;
  if (upload.phase.kind === 'comparing') {
    const { done = 0, total = null } = comparing?.progress ?? {};
    const all = total ?? counts.statuses.ready;
    const words = `Comparing with the service: ${countWords(done)} of ${countOf(all, 'row')}`;
    return (
      <Toolbar>
        {comparing === null ? (
          <Text size="sm" role="status">
            {words}
          </Text>
        ) : (
          <Box flex={1}>
            <JobStrip name="Comparison" job={comparing} done={done} total={all} progressLabel="Rows compared">
              {words}
            </JobStrip>
          </Box>
        )}
      </Toolbar>
    );
  }
  const isCompared = wasCompared(counts);
  return (
    <Toolbar>
      <Text size="sm" role="status" flex="1 1 14rem">
        {isCompared
          ? comparedSummary(counts)
          : 'Not compared with the service. A comparison only reads, and shows which rows are new, changed, or the same.'}
      </Text>
      {isCompared && <NotInFile upload={upload} />}
      <SmallButton
        icon={IconArrowsDiff}
        loading={compare.isPending}
        disabled={counts.statuses.ready === 0 || !canChangeRows(upload)}
        onClick={() => compare.mutate({ uploadId: upload.id })}
      >
        {isCompared ? 'Compare again' : 'Compare with service'}
      </SmallButton>
      {comparing?.state.kind === 'failed' && <JobTrouble state={comparing.state} />}
      {compare.isError && <ErrorNotice error={compare.error} />}
    </Toolbar>
  );
}

/** Chooses which of several rows with the same key is sent; nothing if no key is repeated. */
export function DuplicateBar({ upload, counts }: CountedUpload) {
  const choose = useUploadStep(upload.connectionId, setDuplicateRule);
  const sharing = counts.problems.duplicate;
  const skipped = counts.statuses['passed-over'];
  if (sharing === 0 && skipped === 0) return null;
  return (
    <Toolbar role="group" aria-label="Duplicates">
      <Text size="sm" flex="1 1 11rem">
        {countOf(sharing, 'row has', 'rows have')} the same key as another row
        {upload.duplicateRule === 'ask' ? '' : `; ${countWords(skipped)} skipped`}. Send:
      </Text>
      <Segments
        label="Row to send for each duplicate key"
        names={duplicateRuleNames}
        disabled={choose.isPending || !canChangeRows(upload)}
        value={upload.duplicateRule}
        onChange={(rule) => choose.mutate({ uploadId: upload.id, rule })}
      />
      {choose.isError && <ErrorNotice error={choose.error} />}
    </Toolbar>
  );
}
