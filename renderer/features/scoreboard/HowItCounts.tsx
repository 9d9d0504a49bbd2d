import { scoreboardRules } from '#shared/text/scoreboardWords.ts';
import classes from './Scoreboard.module.css';

/** The rules of counting, for whoever wants to check them. */
export function HowItCounts() {
  return (
    <details className={classes.rules}>
      <summary>How it is counted</summary>
      {scoreboardRules.map((rule) => (
        <p key={rule}>{rule}</p>
      ))}
    </details>
  );
}
