import { Button, Group, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowsDiff, IconLock, IconSend } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { UploadRowFilter } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { atomicityWords, batchFindingWords, notComparedWords } from '#shared/text/sendWords.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { namesOfColumns } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import {
  compareUpload,
  type CountedUpload,
  dropUploadRows,
  sendUpload,
  useUploadStep,
} from '../../../api/uploads.ts';
import { useSizeKnowledge } from '../../../api/writes.ts';
import { isWriteAsked } from '../../../state/settings.ts';
import { useUploadView } from '../../../state/uploadStore.ts';
import { useActiveConnection } from '../../../state/appStore.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Check } from '../../../ui/Choices.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { EnvironmentBadge } from '../../../ui/EnvironmentBadge.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { ProductionDialog } from '../../../widgets/ProductionDialog.tsx';
import { Toolbar } from '../../../ui/Toolbar.tsx';
import { rowObstacle, SendChoices, type SendChoice } from './SendChoices.tsx';
import { suggestedBatch } from '#shared/upload/suggestedBatch.ts';
import { largestBatch, sendCounts, type SendCounts } from './sendCounts.ts';
import classes from './Send.module.css';

interface SendPlanProps extends CountedUpload {
  /** Filters the list of rows. */
  readonly onShow: (filter: UploadRowFilter) => void;
}

/** What sending will do, and its settings. Below the checked rows. */
export function SendPlan({ upload, counts, onShow }: SendPlanProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const id = useId();
  const isChecking = upload.phase.kind === 'checking';
  return (
    <section className={classes.plan} aria-labelledby={`${id}-title`}>
      <Toolbar
        end={
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
            {isOpen ? 'Back' : 'Review and send'}
          </Button>
        }
      >
        <Title order={2} fz="md" id={`${id}-title`}>
          Send
        </Title>
        <Dimmed>
          <Text span inherit c="var(--ink)" fw={600}>
            {countOf(counts.statuses.ready, 'row')}
          </Text>{' '}
          ready, {sizeWords(counts.readyBytes)} of values
        </Dimmed>
        {counts.statuses.blocked > 0 && (
          <Text size="sm" c="var(--verdict-amber-fg)">
            <IconAlertTriangle size={14} aria-hidden /> {countWords(counts.statuses.blocked)} blocked
          </Text>
        )}
      </Toolbar>
      {/* Hidden, not removed: the settings stay while the user looks at rows. */}
      {wasOpen && isChecking && (
        <div id={`${id}-choices`} className={classes.planBody} hidden={!isOpen}>
          <Choices
            upload={upload}
            counts={counts}
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

function Choices({ upload, counts, onShow }: SendPlanProps) {
  const connection = useActiveConnection();
  const sizes = useSizeKnowledge(connection.id) ?? nothingKnown;
  /** null: as suggested; undefined: not a number. */
  const [chosenBatch, setChosenBatch] = useState<number | null | undefined>(null);
  const [skipSame, setSkipSame] = useState(true);
  const [replacesUnseen, setReplacesUnseen] = useState(false);
  const [isDoubling, setDoubling] = useState(false);
  const compare = useUploadStep(connection.id, compareUpload);
  const [choice, setChoice] = useState<SendChoice>({ onRefusal: 'ask', verify: true });
  const start = useUploadStep(connection.id, sendUpload);
  const [isConfirming, setConfirming] = useState(false);
  const drop = useUploadStep(connection.id, dropUploadRows);

  const batchAtoms = chosenBatch === null ? suggestedBatch(sizes) : chosenBatch;
  const unsaved = useUploadView(upload.id).typed.size;
  const { comparisons, statuses } = counts;
  const compared = statuses.ready - comparisons['not-compared'];
  const settings = { batchAtoms: batchAtoms ?? 1, skipSame, replacesUnseen, ...choice };
  const sent = sendCounts(counts, settings);
  const { blocked } = sent.leftOut;
  const obstacle = connection.readOnly
    ? 'This connection is read-only. To send, turn off Read-only in its settings.'
    : sent.rows === 0
      ? 'There are no rows to send.'
      : batchAtoms === undefined
        ? `Enter a batch size from 1 to ${countWords(largestBatch)}.`
        : rowObstacle(blocked, unsaved);
  const send = (): void => {
    if (isWriteAsked(connection)) setConfirming(true);
    else start.mutate({ uploadId: upload.id, settings });
  };
  const SendIcon = connection.readOnly ? IconLock : IconSend;
  return (
    <>
      <Stack
        component="form"
        gap="sm"
        px="md"
        pt="xs"
        maw={1100}
        onSubmit={(event) => {
          event.preventDefault();
          if (obstacle !== null) return;
          if (!skipSame && comparisons.same > 0) setDoubling(true);
          else send();
        }}
      >
        {sent.notCompared > 0 && (
          <Callout tone="neutral" compact>
            <Group gap="sm" justify="space-between">
              <Text inherit flex="1 1 20rem">
                {notComparedWords(sent.notCompared, compared === 0, settings)}
              </Text>
              <SmallButton
                icon={IconArrowsDiff}
                loading={compare.isPending}
                onClick={() => compare.mutate({ uploadId: upload.id })}
              >
                Compare first
              </SmallButton>
            </Group>
          </Callout>
        )}
        <SimpleGrid type="container" cols={{ base: 1, '680px': 2 }} spacing="2xl" verticalSpacing="md">
          <Stack gap="sm">
            <PlanFacts
              sent={sent}
              batchAtoms={batchAtoms}
              unused={upload.unusedColumns ?? []}
              onShow={onShow}
            />
            {blocked > 0 && (
              <Stack gap="xs" align="flex-start">
                <Text size="sm" c="var(--verdict-amber-fg)">
                  Fix, allow, or skip blocked rows before you send, so that no row is left out unnoticed.
                </Text>
                <SmallButton
                  loading={drop.isPending}
                  onClick={() =>
                    drop.mutate({
                      uploadId: upload.id,
                      selection: { kind: 'filter', filter: { status: 'blocked' } },
                      dropped: true,
                    })
                  }
                >
                  Skip {countOf(blocked, 'blocked row')}
                </SmallButton>
                {drop.isError && <ErrorNotice error={drop.error} />}
              </Stack>
            )}
          </Stack>
          <Stack gap="sm">
            <NumberInput
              label="Batch size (atoms)"
              description={
                batchFindingWords(sizes) ?? 'How much this service accepts at once is not known yet.'
              }
              min={1}
              max={largestBatch}
              allowDecimal={false}
              clampBehavior="strict"
              thousandSeparator=","
              value={batchAtoms ?? ''}
              onChange={(value) =>
                setChosenBatch(typeof value === 'number' && value >= 1 ? value : undefined)
              }
              maw={420}
            />
            <Check
              label={
                comparisons.same === 0
                  ? 'Skip rows whose value is already stored'
                  : `Skip ${countOf(comparisons.same, 'row')} whose value is already stored`
              }
              description="Each key is read again right before it is sent."
              checked={skipSame}
              onChange={setSkipSame}
            />
            {sent.notCompared > 0 && (
              <Check
                label="Replace values that were not compared"
                checked={replacesUnseen}
                onChange={setReplacesUnseen}
              />
            )}
            <SendChoices choice={choice} onChange={setChoice} />
          </Stack>
        </SimpleGrid>
        <Callout tone="neutral" compact>
          {atomicityWords(sent.batches === 1 && !sent.isLeastBatches)}
        </Callout>
        {upload.notKept !== null && (
          <Callout tone="warning" compact>
            This upload cannot be resumed if the app quits before the end: {visibleLine(upload.notKept)}
          </Callout>
        )}
        {compare.isError && <ErrorNotice error={compare.error} />}
        {start.isError && <ErrorNotice error={start.error} />}
        <Group gap="sm" className={classes.start ?? ''}>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={obstacle !== null}
            leftSection={<SendIcon size={15} aria-hidden />}
            maw="100%"
          >
            Send {countOf(sent.rows, 'atom')} to {visibleLine(connection.name)}
          </Button>
          <EnvironmentBadge environment={connection.environment} />
          {obstacle !== null && (
            <Text size="sm" c="var(--verdict-amber-fg)" role="status">
              {obstacle}
            </Text>
          )}
        </Group>
      </Stack>
      {isDoubling && (
        <ConfirmDialog
          title={`Write ${countOf(comparisons.same, 'new version')} of unchanged atoms?`}
          action="Write new versions"
          onConfirm={async () => send()}
          onClose={() => setDoubling(false)}
        >
          <p>
            The service already has the value of {countOf(comparisons.same, 'row')}. Sending{' '}
            {comparisons.same === 1 ? 'it' : 'them'} again adds a version with the same value, which cannot be
            undone.
          </p>
        </ConfirmDialog>
      )}
      {isConfirming && (
        <ProductionDialog
          connection={connection}
          writes="several"
          written={
            <>
              <Fact label="File">{visibleLine(upload.file.name)}</Fact>
              <Fact label="To send">{countOf(sent.rows, 'atom')}</Fact>
            </>
          }
          action={`Send ${countOf(sent.rows, 'atom')}`}
          onConfirm={(consent) => start.mutateAsync({ uploadId: upload.id, settings, ...consent })}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

interface PlanFactsProps extends Pick<SendPlanProps, 'onShow'> {
  readonly sent: SendCounts;
  /** undefined: not entered. */
  readonly batchAtoms: number | undefined;
  /** Columns of the file that the mapping leaves out. */
  readonly unused: readonly string[];
}

function PlanFacts({ sent, batchAtoms, unused, onShow }: PlanFactsProps) {
  const { leftOut } = sent;
  const skipped: readonly (readonly [count: number, words: string, filter: UploadRowFilter])[] = [
    [leftOut.blocked, 'blocked', { status: 'blocked' }],
    [leftOut.dropped, 'skipped', { status: 'dropped' }],
    [leftOut['passed-over'], 'with a duplicate key', { status: 'passed-over' }],
    [leftOut.same, 'already stored', { comparison: 'same' }],
  ];
  const shown = skipped.filter(([count]) => count > 0);
  const isOne = sent.batches === 1 && !sent.isLeastBatches;
  return (
    <Facts>
      <Fact label="To send">
        {countOf(sent.rows, 'row')}, {sent.isMostBytes && 'at most '}
        {sizeWords(sent.bytes)} of values
      </Fact>
      <Fact label="Batches">
        {batchAtoms === undefined
          ? 'unknown without a batch size'
          : isOne
            ? '1 batch'
            : `${sent.isLeastBatches ? 'at least ' : ''}${countOf(sent.batches, 'batch', 'batches')} of up to ${countOf(batchAtoms, 'atom')}`}
      </Fact>
      <Fact label="Not sent">
        {shown.length === 0
          ? 'none'
          : shown.map(([count, words, filter]) => (
              <Group key={words} component="span" gap="2xs" w="100%">
                {countOf(count, 'row')} {words}
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={`Show rows: ${words}`}
                  onClick={() => onShow(filter)}
                >
                  Show
                </Button>
              </Group>
            ))}
      </Fact>
      {unused.length > 0 && (
        <Fact label={unused.length === 1 ? 'Column not stored' : 'Columns not stored'}>
          {namesOfColumns(unused)}
        </Fact>
      )}
    </Facts>
  );
}
