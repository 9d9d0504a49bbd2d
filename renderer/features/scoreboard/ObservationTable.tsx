import type { Observation } from '#shared/scoreboard/observation.ts';
import { outcomeWords } from '#shared/text/scoreboardWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';

/** The latest steps one by one, so that anyone can verify the rates. */
export function ObservationTable({ observations }: { readonly observations: readonly Observation[] }) {
  return (
    <DataTable
      label="Latest steps"
      rows={observations}
      columns={[
        { name: 'at', header: 'Time', width: '172px', render: ({ at }) => momentWords(at) },
        { name: 'from', header: 'After', render: ({ from }) => <KeyText atomKey={from} /> },
        { name: 'next', header: 'Next step', render: ({ next }) => <KeyText atomKey={next} /> },
        {
          name: 'outcome',
          header: 'Prediction',
          width: '190px',
          render: outcomeWords,
          cellTitle: predictionTitle,
        },
      ]}
    />
  );
}

/** The first predictions, in order. */
function predictionTitle({ predictions }: Observation): string {
  return predictions
    .slice(0, 10)
    .map((key, at) => `${at + 1}. ${visibleLine(key.slice(0, 200))}`)
    .join('\n');
}
