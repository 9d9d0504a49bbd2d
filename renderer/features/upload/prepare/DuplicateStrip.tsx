import { SegmentedControl } from '@mantine/core';
import { duplicateRules, type Upload, type UploadCounts } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { duplicateRuleNames } from '#shared/text/uploadWords.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { canChangeRows } from './canChangeRows.ts';
import classes from './CheckRows.module.css';
import { ipc } from '../../../api/ipc.ts';

interface DuplicateStripProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
}

/** Which of several rows with one key is sent; nothing where no key comes twice. */
export function DuplicateStrip({ upload, counts }: DuplicateStripProps) {
  const choose = useUploadStep(upload.connectionId, ipc.setDuplicateRule);
  const sharing = counts.problems.duplicate;
  const passedOver = counts.statuses['passed-over'];
  if (sharing === 0 && passedOver === 0) return null;
  return (
    <div className={classes.strip} role="group" aria-label="Duplicates">
      <p>
        {countOf(sharing, 'row')} {sharing === 1 ? 'has' : 'have'} a key that another row has too
        {upload.duplicateRule === 'ask' ? '.' : `, ${countWords(passedOver)} of them skipped.`} Which of them
        is sent?
      </p>
      <SegmentedControl
        size="xs"
        aria-label="Which of several rows with one key is sent"
        disabled={choose.isPending || !canChangeRows(upload)}
        data={duplicateRules.map((value) => ({ value, label: duplicateRuleNames[value] }))}
        value={upload.duplicateRule}
        onChange={(value) => {
          const rule = duplicateRules.find((known) => known === value);
          if (rule !== undefined) choose.mutate({ uploadId: upload.id, rule });
        }}
      />
      {choose.isError && <ErrorNotice error={choose.error} />}
    </div>
  );
}
