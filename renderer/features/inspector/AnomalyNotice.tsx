import { IconAlertTriangle } from '@tabler/icons-react';
import type { ResponseAnomaly } from '#shared/domain/responseAnomaly.ts';
import { responseAnomalyWords } from '#shared/text/responseAnomalyWords.ts';
import classes from './AnomalyNotice.module.css';

/** What is odd in the response that an atom came with. */
export function AnomalyNotice({ anomalies }: { readonly anomalies: readonly ResponseAnomaly[] | undefined }) {
  if (anomalies === undefined || anomalies.length === 0) return null;
  return (
    <section className={classes.notice} aria-label="Anomalies of the response" tabIndex={0}>
      <p>
        <IconAlertTriangle size={15} aria-hidden />
        This response has anomalies
      </p>
      <ul>
        {anomalies.map((anomaly) => {
          const words = responseAnomalyWords(anomaly);
          return <li key={words}>{words}</li>;
        })}
      </ul>
    </section>
  );
}
