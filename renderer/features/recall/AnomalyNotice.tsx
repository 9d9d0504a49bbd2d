import { IconAlertTriangle } from '@tabler/icons-react';
import type { RecallAnomaly } from '#shared/domain/recallAnomaly.ts';
import { anomalyWords } from '#shared/text/recallWords.ts';
import classes from './AnomalyNotice.module.css';

/** What an answer did against the interface. It is shown as it came all the same. */
export function AnomalyNotice({ anomalies }: { readonly anomalies: readonly RecallAnomaly[] }) {
  if (anomalies.length === 0) return null;
  return (
    <div className={classes.notice} role="status">
      <p>
        <IconAlertTriangle size={15} aria-hidden />
        This answer is not quite as the interface says
      </p>
      <ul>
        {anomalyWords(anomalies).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
