import { Button, NumberInput, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DiscoverySettings } from '#shared/domain/job.ts';
import { listWords } from '#shared/text/dialectWords.ts';
import { discoveryWarning } from '#shared/text/discoveryWords.ts';
import { useCatalogueSummary } from '../../api/catalogueSummary.ts';
import { startDiscovery, useStartJob } from '../../api/jobs.ts';
import { changeDiscoverView, useDiscoverView, type DiscoveryDraft } from '../../state/discoverStore.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Check } from '../../ui/Choices.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { settingsOf } from './discoveryDraft.ts';

interface DiscoveryFormProps {
  readonly connectionId: ConnectionId;
  readonly isFirst: boolean;
}

/** The settings of the next discovery. */
export function DiscoveryForm({ connectionId, isFirst }: DiscoveryFormProps) {
  const { draft } = useDiscoverView(connectionId);
  const change = (changed: Partial<DiscoveryDraft>): void =>
    changeDiscoverView(connectionId, { draft: { ...draft, ...changed } });
  const start = useStartJob((settings: DiscoverySettings) =>
    startDiscovery({ connectionId, afresh: draft.afresh, settings }),
  );
  const { data: summary } = useCatalogueSummary(connectionId);
  const settings = settingsOf(draft);
  const isNothingKnown = summary?.keys === 0;
  const hasList = useActiveConnection().service?.dialect === 'open-server';
  const needsSeeds = !hasList && isNothingKnown && settings?.seeds.length === 0;
  const numberField = (field: 'budget' | 'limit' | 'pauseMs') => ({
    allowDecimal: false,
    value: draft[field] ?? '',
    onChange: (value: number | string) => change({ [field]: typeof value === 'number' ? value : null }),
  });

  return (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault();
        if (settings !== null && !needsSeeds) start.mutate(settings);
      }}
    >
      <Text size="sm">
        {hasList
          ? listWords
          : 'A service can’t list its keys. Discovery recalls the words of known keys, reads the keys that the service predicts, and repeats this with every key it finds.'}
      </Text>
      {!hasList && (
        <Textarea
          label="Seed words"
          description={
            isNothingKnown
              ? 'No keys are known yet. Enter a word or two that keys may contain.'
              : 'Optional. Words that keys may contain, separated by commas.'
          }
          autosize
          minRows={1}
          maxRows={4}
          value={draft.seeds}
          onChange={(event) => change({ seeds: event.currentTarget.value })}
        />
      )}
      <SimpleGrid cols={hasList ? 2 : 3} spacing="sm">
        <NumberInput
          label="Request limit"
          min={1}
          max={1_000_000}
          thousandSeparator=","
          error={settings === null ? 'At least 1' : null}
          {...numberField('budget')}
        />
        {!hasList && (
          <NumberInput
            label="Hits per recall"
            placeholder="Maximum"
            min={1}
            max={10_000}
            {...numberField('limit')}
          />
        )}
        <NumberInput label="Delay (ms)" min={0} max={600_000} {...numberField('pauseMs')} />
      </SimpleGrid>
      {!hasList && (
        <>
          <Check
            label="Try keys that fit the pattern of known keys, such as the next number"
            checked={draft.guesses}
            onChange={(guesses) => change({ guesses })}
          />
          <Check
            label="Repeat requests from earlier discoveries"
            checked={draft.afresh}
            onChange={(afresh) => change({ afresh })}
          />
          <Callout tone="warning" compact>
            {discoveryWarning}
          </Callout>
        </>
      )}
      {start.isError && <ErrorNotice error={start.error} />}
      <Button
        type="submit"
        mr="auto"
        loading={start.isPending}
        disabled={settings === null || needsSeeds}
        leftSection={<IconPlayerPlay size={15} aria-hidden />}
      >
        {isFirst ? 'Start discovery' : hasList ? 'Discover again' : 'Discover more'}
      </Button>
    </Stack>
  );
}
