import { Button, Checkbox, NumberInput, Radio } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconLock, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { SendSettings, Upload, UploadCounts, UploadRowFilter } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { atomicityWords, batchFindingWords, notComparedWords } from '#shared/text/sendWords.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { sizeKnowledgeQuery, useUploadStep } from '../../../api/uploads.ts';
import { useUploadView } from '../../../state/uploadStore.ts';
import { useActiveConnection } from '../../../state/appStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { largestBatch, sendCounts, suggestedBatch, type SendCounts } from './sendCounts.ts';
import classes from './SendPlan.module.css';
import { ipc } from '../../../api/ipc.ts';

interface SendPlanProps {
  readonly upload: Upload;
  /** Makes the list of rows show some of them. */
  readonly onShow: (filter: UploadRowFilter) => void;
}

/** What sending will do, and the choices about it. Stands below the checked rows. */
export function SendPlan({ upload, onShow }: SendPlanProps) {
  const connection = useActiveConnection();
  const sizes = useQuery(sizeKnowledgeQuery(connection.id)).data ?? nothingKnown;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const id = useId();
  const { counts } = upload;
  if (counts === null) return null;
  const isChecking = upload.phase.kind === 'checking';
  return (
    <section className={classes.plan} aria-labelledby={`${id}-title`}>
      <div className={classes.bar}>
        <h2 id={`${id}-title`}>Send</h2>
        <p className={classes.summary}>
          <strong>{countOf(counts.statuses.ready, 'row')}</strong> ready, {sizeWords(counts.readyBytes)} of
          values
          {counts.statuses.blocked > 0 && (
            <span className={classes.blocked}>
              <IconAlertTriangle size={14} aria-hidden /> {countWords(counts.statuses.blocked)} blocked
            </span>
          )}
        </p>
        <Button
          variant={isOpen ? 'default' : 'filled'}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-choices` : undefined}
          disabled={!isChecking}
          onClick={() => {
            setIsOpen(!isOpen);
            setWasOpen(true);
          }}
        >
          {isOpen ? 'Not yet' : 'Go on to sending'}
        </Button>
      </div>
      {/* What was chosen stays while rows are looked at. */}
      {wasOpen && isChecking && (
        <div id={`${id}-choices`} hidden={!isOpen}>
          <Choices
            upload={upload}
            counts={counts}
            sizes={sizes}
            onShow={(filter) => {
              setIsOpen(false);
              onShow(filter);
            }}
          />
        </div>
      )}
    </section>
  );
}

const nothingKnown: SizeKnowledge = {
  largestAccepted: null,
  smallestRefused: null,
  largestBatchAccepted: null,
  smallestBatchRefused: null,
};

interface ChoicesProps extends SendPlanProps {
  readonly counts: UploadCounts;
  readonly sizes: SizeKnowledge;
}

function Choices({ upload, counts, sizes, onShow }: ChoicesProps) {
  const connection = useActiveConnection();
  /** null: as suggested; undefined: what was typed is no number. */
  const [chosenBatch, setChosenBatch] = useState<number | null | undefined>(null);
  const [skipSame, setSkipSame] = useState(true);
  const [onRefusal, setOnRefusal] = useState<SendSettings['onRefusal']>('ask');
  const [verify, setVerify] = useState(true);
  const start = useUploadStep(connection.id, ipc.sendUpload);
  const drop = useUploadStep(connection.id, ipc.dropUploadRows);

  const batchAtoms = chosenBatch === null ? suggestedBatch(sizes) : chosenBatch;
  const unsaved = useUploadView(upload.id).typed.size;
  const { comparisons, statuses } = counts;
  const compared = statuses.ready - comparisons['not-compared'];
  const settings = { batchAtoms: batchAtoms ?? 1, skipSame: skipSame && compared > 0, onRefusal, verify };
  const sent = sendCounts(counts, settings);
  const obstacle = connection.readOnly
    ? 'This connection is locked read-only. Nothing is sent until the lock is taken off in its settings.'
    : sent.rows === 0
      ? 'There is no row to send.'
      : batchAtoms === undefined
        ? `Say how many atoms go into a batch, from 1 to ${countWords(largestBatch)}.`
        : sent.leftOut.blocked > 0
          ? `Decide what becomes of the ${countOf(sent.leftOut.blocked, 'blocked row')} first.`
          : unsaved > 0
            ? `Keep or undo the changes that you typed into ${countOf(unsaved, 'row')} first.`
            : null;
  return (
    <form
      className={classes.choices}
      onSubmit={(event) => {
        event.preventDefault();
        if (obstacle === null) start.mutate({ uploadId: upload.id, settings });
      }}
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <Facts sent={sent} batchAtoms={batchAtoms} onShow={onShow} />
          {sent.leftOut.blocked > 0 && (
            <div className={classes.decide}>
              <p>
                Blocked rows are to be fixed, allowed or skipped before anything is sent, so that none of them
                is left out unseen.
              </p>
              <Button
                size="compact-sm"
                variant="default"
                loading={drop.isPending}
                onClick={() =>
                  drop.mutate({
                    uploadId: upload.id,
                    selection: { kind: 'filter', filter: { status: 'blocked' } },
                    dropped: true,
                  })
                }
              >
                Skip {countOf(sent.leftOut.blocked, 'blocked row')}
              </Button>
              {drop.isError && <ErrorNotice error={drop.error} />}
            </div>
          )}
        </div>
        <div className={classes.column}>
          <NumberInput
            label="Atoms in a batch, at most"
            description={batchFindingWords(sizes) ?? 'What this service accepts at once is not known yet.'}
            min={1}
            max={largestBatch}
            allowDecimal={false}
            clampBehavior="strict"
            thousandSeparator=","
            value={batchAtoms ?? ''}
            onChange={(value) => setChosenBatch(typeof value === 'number' && value >= 1 ? value : undefined)}
            className={classes.batch ?? ''}
          />
          <Checkbox
            size="sm"
            label={
              comparisons.same === 0
                ? 'Skip rows whose value the service has already'
                : `Skip the ${countOf(comparisons.same, 'row')} whose value the service has already`
            }
            description={
              compared === 0
                ? 'The rows were not compared with the service, so it is not known.'
                : comparisons.same === 0
                  ? 'None of the rows that were compared.'
                  : undefined
            }
            disabled={compared === 0}
            checked={settings.skipSame}
            onChange={(event) => setSkipSame(event.currentTarget.checked)}
          />
          <Checkbox
            size="sm"
            label="Read back and verify everything when it is sent"
            checked={verify}
            onChange={(event) => setVerify(event.currentTarget.checked)}
          />
          <Radio.Group
            label="When the service refuses a row"
            value={onRefusal}
            onChange={(value) => setOnRefusal(value === 'drop' ? 'drop' : 'ask')}
          >
            <div className={classes.radios}>
              <Radio size="sm" value="ask" label="Stop there and ask me" />
              <Radio size="sm" value="drop" label="Leave the row out and go on" />
            </div>
          </Radio.Group>
        </div>
      </div>
      <Note>{atomicityWords(sent.batches === 1 && !sent.isLeastBatches)}</Note>
      {sent.notCompared > 0 && <Note>{notComparedWords(sent.notCompared, compared === 0)}</Note>}
      {upload.notKept !== null && (
        <Note isCaution>
          If the app quits before the end, this upload cannot go on: {visibleLine(upload.notKept)}
        </Note>
      )}
      {start.isError && <ErrorNotice error={start.error} />}
      <div className={classes.start}>
        <Button
          type="submit"
          loading={start.isPending}
          disabled={obstacle !== null}
          leftSection={
            connection.readOnly ? <IconLock size={15} aria-hidden /> : <IconSend size={15} aria-hidden />
          }
          className={classes.startButton ?? ''}
        >
          Send {countOf(sent.rows, 'atom')} to {visibleLine(connection.name)}
        </Button>
        {obstacle !== null && (
          <p className={classes.obstacle} role="status">
            {obstacle}
          </p>
        )}
      </div>
    </form>
  );
}

interface FactsProps {
  readonly sent: SendCounts;
  /** undefined: not said. */
  readonly batchAtoms: number | undefined;
  readonly onShow: (filter: UploadRowFilter) => void;
}

function Facts({ sent, batchAtoms, onShow }: FactsProps) {
  const { leftOut } = sent;
  const left = [
    { count: leftOut.blocked, words: 'blocked', filter: { status: 'blocked' } },
    { count: leftOut.dropped, words: 'skipped', filter: { status: 'dropped' } },
    {
      count: leftOut['passed-over'],
      words: 'skipped: duplicate key',
      filter: { status: 'passed-over' },
    },
    { count: leftOut.same, words: 'the same as the service has', filter: { comparison: 'same' } },
  ] as const satisfies readonly {
    readonly count: number;
    readonly words: string;
    readonly filter: UploadRowFilter;
  }[];
  const shown = left.filter(({ count }) => count > 0);
  return (
    <dl className={classes.facts}>
      <dt>Sent</dt>
      <dd>
        {countOf(sent.rows, 'row')}, {sent.isMostBytes && 'at most '}
        {sizeWords(sent.bytes)} of values
      </dd>
      <dt>In</dt>
      <dd>
        {batchAtoms === undefined
          ? 'batches of a size that is not said yet'
          : sent.batches === 1 && !sent.isLeastBatches
            ? 'one batch'
            : `${sent.isLeastBatches ? 'at least ' : ''}${countOf(sent.batches, 'batch', 'batches')} of up to ${countOf(batchAtoms, 'atom')}`}
      </dd>
      <dt>Left out</dt>
      <dd>
        {shown.length === 0 ? (
          'nothing'
        ) : (
          <ul className={classes.left}>
            {shown.map(({ count, words, filter }) => (
              <li key={words}>
                <span>
                  {countWords(count)} {words}
                </span>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={`Show the ${words} rows`}
                  onClick={() => onShow(filter)}
                >
                  Show
                </Button>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </dl>
  );
}

function Note({
  isCaution = false,
  children,
}: {
  readonly isCaution?: boolean;
  readonly children: ReactNode;
}) {
  const Glyph = isCaution ? IconAlertTriangle : IconInfoCircle;
  return (
    <p className={classes.note} data-caution={isCaution || undefined}>
      <Glyph size={15} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
