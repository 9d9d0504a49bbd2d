import { List } from '@mantine/core';
import type { RecallAnomaly } from '#shared/domain/recallAnomaly.ts';
import { anomalyWords } from '#shared/text/recallWords.ts';
import { Callout } from '../../ui/Callout.tsx';

/** How a response deviates from the API. The response is shown unchanged. */
export function AnomalyNotice({ anomalies }: { readonly anomalies: readonly RecallAnomaly[] }) {
  if (anomalies.length === 0) return null;
  return (
    <Callout tone="warning" role="status" title="Response does not follow the API" compact mb="sm">
      <List size="sm">
        {anomalyWords(anomalies).map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </Callout>
  );
}
