import type { Observation } from '#shared/scoreboard/observation.ts';
import { outcomeWords } from '#shared/text/scoreboardWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './Scoreboard.module.css';

/** The newest steps, one by one, so that the rates can be counted again by hand. */
export function ObservationTable({ observations }: { readonly observations: readonly Observation[] }) {
  return (
    <div className={classes.scroll} role="region" aria-label="Latest steps" tabIndex={0}>
      <table className={classes.table} data-steps>
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col">After</th>
            <th scope="col">You went to</th>
            <th scope="col">Which was</th>
          </tr>
        </thead>
        <tbody>
          {observations.map((observation, at) => (
            <tr key={`${observation.at} ${at}`}>
              <td>{momentWords(observation.at)}</td>
              <td>
                <KeyText atomKey={observation.from} />
              </td>
              <td>
                <KeyText atomKey={observation.next} />
              </td>
              <td title={predictionTitle(observation)}>{outcomeWords(observation)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What was predicted, in order; as much of it as a tooltip holds. */
function predictionTitle({ predictions }: Observation): string {
  return predictions
    .slice(0, 10)
    .map((key, at) => `${at + 1}. ${visibleLine(key.slice(0, 200))}`)
    .join('\n');
}
