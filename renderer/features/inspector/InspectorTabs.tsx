import { Tabs } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { versionsReadDifferently } from '#shared/domain/history.ts';
import type { ResponseAnomaly } from '#shared/domain/responseAnomaly.ts';
import { responseAnomalyWords } from '#shared/text/responseAnomalyWords.ts';
import { historyQuery } from '../../api/history.ts';
import { inspectorTabs, useViewStore, type InspectorTab } from '../../state/viewStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ProofTab } from '../proof/ProofTab.tsx';
import classes from './Inspector.module.css';
import { HistoryTab } from './HistoryTab.tsx';
import { NotesTab } from './NotesTab.tsx';
import { RawTab } from './RawTab.tsx';
import { ValueTab } from './ValueTab.tsx';
import kit from '../../ui/kit.module.css';

const tabWords: Readonly<Record<InspectorTab, string>> = {
  value: 'Value',
  proof: 'Proof',
  history: 'History',
  notes: 'Notes',
  raw: 'Raw',
};

interface InspectorTabsProps {
  readonly connection: Connection;
  /** The requested key; the reading may have another one. */
  readonly atomKey: string;
  readonly reading: AtomReading;
}

export function InspectorTabs({ connection, atomKey, reading }: InspectorTabsProps) {
  const inspectorTab = useViewStore((state) => state.inspectorTab);
  const absent = reading.anomalies?.find(isAbsentValue);
  return (
    <Tabs
      className={kit.fill ?? ''}
      value={inspectorTab}
      onChange={(chosen) => {
        const tab = inspectorTabs.find((known) => known === chosen);
        if (tab !== undefined) useViewStore.setState({ inspectorTab: tab });
      }}
      keepMounted={false}
    >
      <Tabs.List flex="none" px="sm">
        {inspectorTabs.map((tab) => (
          <Tabs.Tab key={tab} className={classes.tab ?? ''} value={tab}>
            {tabWords[tab]}
            {tab === 'history' && (
              <HistoryFinding connection={connection} atomKey={atomKey} reading={reading} />
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <AnomalyNotice anomalies={reading.anomalies?.filter((anomaly) => !isAbsentValue(anomaly))} />
      <Tabs.Panel className={classes.panel ?? ''} value="value">
        {absent !== undefined ? (
          <EmptyState
            icon={IconFileOff}
            title={noValueTitles[absent.kind]}
            description={responseAnomalyWords(absent)}
          />
        ) : (
          <ValueTab atomKey={reading.key} value={reading.value} />
        )}
      </Tabs.Panel>
      <Tabs.Panel className={classes.panel ?? ''} value="proof">
        <ProofTab atomKey={atomKey} reading={reading} connection={connection} />
      </Tabs.Panel>
      <Tabs.Panel className={classes.panel ?? ''} value="history">
        <HistoryTab key={reading.key} connection={connection} reading={reading} />
      </Tabs.Panel>
      <Tabs.Panel className={classes.panel ?? ''} value="notes">
        <NotesTab key={atomKey} connectionId={connection.id} atomKey={atomKey} />
      </Tabs.Panel>
      <Tabs.Panel className={classes.panel ?? ''} value="raw">
        <RawTab reading={reading} />
      </Tabs.Panel>
    </Tabs>
  );
}

const noValueTitles = { 'value-not-included': 'Value not included', 'no-value': 'No value' } as const;
type AbsentValue = ResponseAnomaly & { readonly kind: keyof typeof noValueTitles };

/** Shown in place of the value, not as something that is wrong with the response. */
function isAbsentValue(anomaly: ResponseAnomaly): anomaly is AbsentValue {
  return anomaly.kind in noValueTitles;
}

/** A red dot if the history has a version that returned different values. */
function HistoryFinding({ connection, reading }: InspectorTabsProps) {
  const { data } = useQuery({
    ...historyQuery(connection.id, reading.key, reading.exchange.requestId),
    enabled: connection.keepsHistory,
  });
  if (data?.kind !== 'readable' || versionsReadDifferently(data.versions).size === 0) return null;
  return (
    <span
      className={classes.findingDot}
      role="img"
      aria-label="a version returned different values"
      title="A version returned different values"
    />
  );
}

/** The anomalies in the response that returned the atom. */
function AnomalyNotice({ anomalies }: { readonly anomalies: readonly ResponseAnomaly[] | undefined }) {
  if (anomalies === undefined || anomalies.length === 0) return null;
  return (
    <Callout
      tone="warning"
      compact
      title="This response has anomalies"
      role="region"
      aria-label="Anomalies of the response"
      tabIndex={0}
      mx="md"
      my="sm"
      mah="30%"
      style={{ overflow: 'auto' }}
    >
      <ul>
        {anomalies.map((anomaly) => {
          const words = responseAnomalyWords(anomaly);
          return <li key={words}>{words}</li>;
        })}
      </ul>
    </Callout>
  );
}
