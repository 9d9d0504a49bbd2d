import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { hasNoValue, type KeptValue, type KeptVersion } from '#shared/domain/history.ts';
import type { Dialect } from '#shared/domain/serviceFacts.ts';
import { noValueWords } from '#shared/text/dialectWords.ts';
import { versionName } from '#shared/text/historyWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { atomQuery } from '../../api/atoms.ts';
import { keptValueQuery } from '../../api/history.ts';
import { beginEditWith } from '../../state/editorStore.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { CodeView, DiffView } from '../../ui/code/codeOnUse.ts';
import type { DiffViewProps } from '../../ui/code/DiffView.tsx';
import { DiffSides } from '../../ui/code/DiffSides.tsx';
import { DiffLayoutChoice } from '../../widgets/DiffLayoutChoice.tsx';
import { WriteButton } from '../../widgets/WriteButton.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { isDocument, scanJson } from './jsonOutline.ts';
import { layOutSteps } from './jsonText.ts';
import { useSliced } from '../../ui/useSliced.ts';

interface VersionViewProps {
  readonly connectionId: ConnectionId;
  readonly dialect: Dialect | undefined;
  readonly atomKey: string;
  readonly versions: readonly KeptVersion[];
  readonly chosen: KeptVersion;
}

/** One version: its value, or its differences from another version. */
export function VersionView({ connectionId, dialect, atomKey, versions, chosen }: VersionViewProps) {
  const compareId = useId();
  const [otherId, setOtherId] = useState<string | null>(null);
  const others = versions.filter(({ id }) => id !== chosen.id);
  const before = versions[versions.indexOf(chosen) + 1];
  // By default, compare with the previous version; the oldest one has none.
  const picked = otherId === 'none' ? undefined : others.find(({ id }) => id === otherId);
  const other = picked ?? (otherId === 'none' ? undefined : before);
  const value = useQuery(keptValueQuery(connectionId, atomKey, chosen.id));
  const otherValue = useQuery({
    ...keptValueQuery(connectionId, atomKey, other?.id ?? chosen.id),
    enabled: other !== undefined,
  });
  const failed = [value, otherValue].find(({ isError }) => isError);
  return (
    // If the window is not high enough, the tab scrolls, so that part of the value stays visible.
    <Stack component="section" gap="xs" flex="1 0 260px" mih={0} aria-label="Selected version">
      <Group gap="sm" c="dimmed" fz="sm">
        {others.length > 0 && (
          <Group gap="sm" flex="1 1 200px" miw={0} wrap="nowrap">
            <Text span inherit id={compareId} flex="none">
              Compare with
            </Text>
            <NativeSelect
              flex="0 1 260px"
              miw={110}
              aria-labelledby={compareId}
              size="xs"
              value={other?.id ?? 'none'}
              onChange={(event) => setOtherId(event.currentTarget.value)}
              data={[
                { value: 'none', label: 'None' },
                ...others.map((version) => ({ value: version.id, label: optionWords(version) })),
              ]}
            />
          </Group>
        )}
        {other !== undefined && <DiffLayoutChoice />}
        {value.data?.kind === 'value' && !hasNoValue(chosen, dialect) && (
          <Group gap="sm" ml="auto">
            {chosen !== versions[0] && (
              <StoreAgain connectionId={connectionId} atomKey={atomKey} value={value.data.value} />
            )}
            <CopyButton text={value.data.value} label="the value of this version" />
          </Group>
        )}
      </Group>
      {failed !== undefined && <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined &&
        (value.data === undefined || (other !== undefined && otherValue.data === undefined)) && (
          <LoadingState label="Loading value" />
        )}
      {value.data !== undefined && other === undefined && (
        <OneValue kept={value.data} version={chosen} isAbsent={hasNoValue(chosen, dialect)} />
      )}
      {value.data !== undefined && other !== undefined && otherValue.data !== undefined && (
        <Difference before={otherValue.data} beforeVersion={other} after={value.data} afterVersion={chosen} />
      )}
    </Stack>
  );
}

interface StoreAgainProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
  readonly value: string;
}

/** Opens the editor with this value, beside what the atom is now. */
function StoreAgain({ connectionId, atomKey, value }: StoreAgainProps) {
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: () => client.fetchQuery(atomQuery(connectionId, atomKey)),
    onSuccess: (reading) => beginEditWith(connectionId, reading, value),
    onError: notifyFailure,
  });
  return (
    <WriteButton icon={IconArrowBackUp} loading={begin.isPending} onClick={() => begin.mutate()}>
      Store this version again…
    </WriteButton>
  );
}

function optionWords({ version, lastSeenAt }: KeptVersion): string {
  return `${versionName(version)}, ${momentWords(lastSeenAt)}`;
}

interface OneValueProps {
  readonly kept: KeptValue;
  readonly version: KeptVersion;
  readonly isAbsent: boolean;
}

function OneValue({ kept, version, isAbsent }: OneValueProps) {
  if (kept.kind !== 'value') return <Dimmed>{missingWords(kept, version)}</Dimmed>;
  if (isAbsent) return <Dimmed>{noValueWords}</Dimmed>;
  if (kept.value === '') return <Dimmed>The value is empty.</Dimmed>;
  return <CodeView text={kept.value} label={`Value of ${versionName(version.version)}`} />;
}

interface DifferenceProps {
  readonly before: KeptValue;
  readonly beforeVersion: KeptVersion;
  readonly after: KeptValue;
  readonly afterVersion: KeptVersion;
}

function Difference({ before, beforeVersion, after, afterVersion }: DifferenceProps) {
  if (before.kind !== 'value') return <Dimmed>{missingWords(before, beforeVersion)}</Dimmed>;
  if (after.kind !== 'value') return <Dimmed>{missingWords(after, afterVersion)}</Dimmed>;
  return (
    <TextDifference
      before={before.value}
      after={after.value}
      labels={{ before: versionName(beforeVersion.version), after: versionName(afterVersion.version) }}
    />
  );
}

function TextDifference({ before, after, labels }: Pick<DiffViewProps, 'before' | 'after' | 'labels'>) {
  const layout = useViewStore((state) => state.diffLayout);
  const shownBefore = useSliced(before, comparable);
  const shownAfter = useSliced(after, comparable);
  if (shownBefore === null || shownAfter === null) return <LoadingState label="Comparing" />;
  // Format only if both are JSON: otherwise every line would differ.
  const isJson = shownBefore.isJson && shownAfter.isJson;
  const texts = isJson ? { before: shownBefore.text, after: shownAfter.text } : { before, after };
  return (
    <>
      {before === after && <Dimmed>Both have the same value.</Dimmed>}
      {before !== after && texts.before === texts.after && (
        <Dimmed>The versions differ only in JSON whitespace. Both are formatted here.</Dimmed>
      )}
      <DiffSides layout={layout} {...labels} />
      <DiffView {...texts} labels={labels} layout={layout} asJson={isJson} />
    </>
  );
}

/** Formats JSON with one property or item per line; leaves other text as it is. */
function* comparable(text: string): Generator<void, { text: string; isJson: boolean }, void> {
  const scan = yield* scanJson(text);
  const laidOut = scan.kind === 'json' && isDocument(scan.outline) ? yield* layOutSteps(text) : null;
  return laidOut === null ? { text, isJson: false } : { text: laidOut, isJson: true };
}

function missingWords(
  kept: Exclude<KeptValue, { readonly kind: 'value' }>,
  { version }: KeptVersion,
): string {
  switch (kept.kind) {
    case 'too-large':
      return `The value of ${versionName(version)} was too large to save.`;
    case 'damaged':
      return `The saved value of ${versionName(version)} is damaged or was modified on disk, so it is not shown.`;
    case 'removed':
      return `The value of ${versionName(version)} is no longer saved.`;
  }
}
