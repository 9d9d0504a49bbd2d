import { Button } from '@mantine/core';
import { IconFileUpload, IconLock } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { largestUploadFile } from '#shared/domain/uploadSource.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './Prepare.module.css';
import { useActiveConnection } from '../../../state/appStore.ts';
import { ipc } from '../../../api/ipc.ts';

interface ChooseFileProps {
  readonly connectionId: ConnectionId;
  /** Why what was dropped was not taken, in words; null where nothing was refused. */
  readonly refusal: string | null;
  /** Why the last dropped file did not get here; null where none failed. */
  readonly failure: unknown;
  /** Another file is being chosen: what was said about the last one is over. */
  readonly onChoose: () => void;
}

/** Before there is an upload: what can be uploaded, and what will happen. */
export function ChooseFile({ connectionId, refusal, failure, onChoose }: ChooseFileProps) {
  const { readOnly } = useActiveConnection();
  const choose = useUploadStep(connectionId, ipc.chooseUpload);
  return (
    <div className={classes.centre}>
      <section className={classes.dropArea} aria-labelledby="upload-title">
        <div className={classes.dropGlyph}>
          <IconFileUpload size={30} stroke={1.5} aria-hidden />
        </div>
        <h2 id="upload-title">Drop a file to upload its atoms</h2>
        <p className={classes.lead}>
          CSV, TSV or another table, JSON, JSON Lines, or an export of this app. Up to{' '}
          {sizeWords(largestUploadFile)}.
        </p>
        <Button
          size="md"
          loading={choose.isPending}
          onClick={() => {
            onChoose();
            choose.mutate({ connectionId });
          }}
        >
          Choose a file…
        </Button>
        {refusal !== null && (
          <p className={classes.problem} role="alert">
            {refusal}
          </p>
        )}
        {failure !== null && <ErrorNotice error={failure} />}
        {choose.isError && <ErrorNotice error={choose.error} />}
        <ol className={classes.steps}>
          <li>
            <strong>Map</strong> Say which columns make the key and the value, with the first rows as they
            would be stored.
          </li>
          <li>
            <strong>Check</strong> Look at every row, fix or drop those with problems, compare with what the
            service holds.
          </li>
          <li>
            <strong>Send</strong> Nothing is sent before you say so there.
          </li>
        </ol>
        {readOnly && (
          <p className={classes.locked}>
            <IconLock size={15} aria-hidden />
            <span>
              This connection is locked read-only. You can prepare and check a file, but not send it until the
              lock is taken off in the settings of the connection.
            </span>
          </p>
        )}
      </section>
    </div>
  );
}
