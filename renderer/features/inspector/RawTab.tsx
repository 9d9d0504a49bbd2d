import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import { countOf } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { Segments } from '../../ui/Choices.tsx';
import { CodeView } from '../../ui/code/codeOnUse.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { layOutSteps } from './jsonText.ts';
import { useSliced } from '../../ui/useSliced.ts';
import kit from '../../ui/kit.module.css';

const longestPath = 400;

const views = { received: 'As received', formatted: 'Formatted' };

/** The request for this atom, and its part of the response as received. */
export function RawTab({ reading }: { readonly reading: AtomReading }) {
  const { exchange, raw } = reading;
  const [view, setView] = useState<keyof typeof views>('received');
  const path = visibleLine(exchange.path);
  const facts = [
    `status ${exchange.status}`,
    durationWords(exchange.elapsedMs),
    sizeWords(exchange.bodyBytes),
    ...(exchange.retries > 0 ? [countOf(exchange.retries, 'retry', 'retries')] : []),
    momentWords(exchange.startedAt),
    ...(exchange.singleReadStatus === undefined
      ? []
      : [`GET /atoms/:key returned ${String(exchange.singleReadStatus)} first`]),
  ];
  return (
    <Stack gap="xs" h="100%">
      <Text className={kit.mono ?? ''} title={path} style={{ overflowWrap: 'anywhere' }}>
        <strong>{exchange.method}</strong>{' '}
        {path.length > longestPath ? `${path.slice(0, longestPath)}…` : path}
      </Text>
      <Dimmed>{facts.join(' · ')}</Dimmed>
      <Group gap="sm" justify="space-between">
        <Segments label="Show response" names={views} value={view} onChange={setView} />
        <CopyButton text={raw} label="the atom as received" />
      </Group>
      {view === 'received' ? <CodeView text={raw} label="Atom as received" asJson /> : <LaidOut raw={raw} />}
    </Stack>
  );
}

/** Stays as received if it is nested too deeply to indent. */
function* formatSteps(raw: string): Generator<void, string, void> {
  return (yield* layOutSteps(raw)) ?? raw;
}

/** One property or item per line; everything else stays as written. */
function LaidOut({ raw }: { readonly raw: string }) {
  const text = useSliced(raw, formatSteps);
  return text === null ? (
    <LoadingState label="Formatting the atom" />
  ) : (
    <CodeView text={text} label="Atom, formatted" asJson />
  );
}
