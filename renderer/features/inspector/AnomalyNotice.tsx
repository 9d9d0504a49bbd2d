import type { ResponseAnomaly } from '#shared/domain/responseAnomaly.ts';
import { responseAnomalyWords } from '#shared/text/responseAnomalyWords.ts';
import { Callout } from '../../ui/Callout.tsx';

/** The anomalies in the response that returned the atom. */
export function AnomalyNotice({ anomalies }: { readonly anomalies: readonly ResponseAnomaly[] | undefined }) {
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
