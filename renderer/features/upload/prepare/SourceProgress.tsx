import { Button, Progress } from '@mantine/core';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './Prepare.module.css';

interface SourceProgressProps {
  readonly name: string;
  readonly bytes: number;
  readonly done: number;
  readonly onCancel: () => void;
  /** Why cancelling failed; null where it did not. */
  readonly error?: unknown;
}

/** The bytes of the file are being taken in. */
export function SourceProgress({ name, bytes, done, onCancel, error = null }: SourceProgressProps) {
  return (
    <div className={classes.centre}>
      <section className={classes.card} aria-labelledby="taking-in">
        <h2 id="taking-in">Taking in the file</h2>
        <p className={classes.fileName}>{visibleLine(name)}</p>
        <Progress
          value={bytes === 0 ? 100 : (100 * done) / bytes}
          size="md"
          aria-label="Bytes of the file taken in"
        />
        <p className={classes.dim} role="status">
          {sizeWords(done)} of {sizeWords(bytes)}. A sealed copy is kept on this machine until you are done.
        </p>
        {error !== null && <ErrorNotice error={error} />}
        <div>
          <Button variant="default" size="compact-sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </section>
    </div>
  );
}
