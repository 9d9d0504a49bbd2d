import { Button, Checkbox, NumberInput, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoverySettings } from '#shared/domain/job.ts';
import { discoveryWarning } from '#shared/text/discoveryWords.ts';
import { useCatalogueSummary } from '../../api/catalogueSummary.ts';
import { useStartJob } from '../../api/jobs.ts';
import { ipc } from '../../api/ipc.ts';
import { changeDiscoverView, useDiscoverView, type DiscoveryDraft } from '../../state/discoverStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './DiscoverScreen.module.css';
import { settingsOf } from './discoveryDraft.ts';

interface DiscoveryFormProps {
  readonly connectionId: ConnectionId;
  readonly isFirst: boolean;
}

/** What a discovery may do, said before it begins. */
export function DiscoveryForm({ connectionId, isFirst }: DiscoveryFormProps) {
  const { draft } = useDiscoverView(connectionId);
  const change = (changed: Partial<DiscoveryDraft>): void =>
    changeDiscoverView(connectionId, { draft: { ...draft, ...changed } });
  const start = useStartJob(connectionId, (settings: DiscoverySettings) =>
    ipc.startDiscovery({
      connectionId,
      afresh: draft.afresh,
      settings,
    }),
  );
  const { data: summary } = useCatalogueSummary(connectionId);
  const settings = settingsOf(draft);
  const isNothingKnown = summary?.keys === 0;
  const lacksWords = isNothingKnown && settings?.seeds.length === 0;

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (settings !== null && !lacksWords) start.mutate(settings);
      }}
    >
      <p className={classes.words}>
        A memory can’t list its keys. Discovering asks it for the words of the keys that are known, reads what
        it predicts, and goes on with what comes up.
      </p>
      <Textarea
        label="Seed words"
        description={
          isNothingKnown
            ? 'No key is known yet: enter a word or two that its keys may hold.'
            : 'Optional: words that its keys may hold, separated by commas.'
        }
        autosize
        minRows={1}
        maxRows={4}
        value={draft.seeds}
        onChange={(event) => change({ seeds: event.currentTarget.value })}
      />
      <div className={classes.numbers}>
        <NumberInput
          label="Most requests"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          thousandSeparator=","
          value={draft.budget ?? ''}
          error={settings === null ? 'At least 1' : null}
          onChange={(value) => change({ budget: typeof value === 'number' ? value : null })}
        />
        <NumberInput
          label="Hits a recall"
          placeholder="as many as given"
          min={1}
          max={10_000}
          allowDecimal={false}
          value={draft.limit ?? ''}
          onChange={(value) => change({ limit: typeof value === 'number' ? value : null })}
        />
        <NumberInput
          label="Pause between, ms"
          min={0}
          max={600_000}
          allowDecimal={false}
          value={draft.pauseMs ?? ''}
          onChange={(value) => change({ pauseMs: typeof value === 'number' ? value : null })}
        />
      </div>
      <Checkbox
        size="sm"
        label="Look up keys that fit the pattern of known ones, such as the next number"
        checked={draft.guesses}
        onChange={(event) => change({ guesses: event.currentTarget.checked })}
      />
      <Checkbox
        size="sm"
        label="Ask again what earlier discoveries asked"
        checked={draft.afresh}
        onChange={(event) => change({ afresh: event.currentTarget.checked })}
      />
      <p className={classes.caution}>{discoveryWarning}</p>
      {start.isError && <ErrorNotice error={start.error} />}
      <div>
        <Button
          type="submit"
          loading={start.isPending}
          disabled={settings === null || lacksWords}
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
        >
          {isFirst ? 'Start discovering' : 'Discover more'}
        </Button>
      </div>
    </form>
  );
}
