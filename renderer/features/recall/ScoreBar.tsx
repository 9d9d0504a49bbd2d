import { scoreWords } from '#shared/text/recallWords.ts';
import classes from './Recall.module.css';

/** Where a score is relative to the valid range, 0 to 1. Only a score inside gets a bar. */
export function scorePlace(score: number | null): keyof typeof titles {
  if (score === null) return 'none';
  if (score < 0) return 'below';
  return score > 1 ? 'above' : 'inside';
}

const titles = {
  inside: 'Score',
  below: 'Below 0, so there is no bar. Score',
  above: 'Above 1, so there is no bar. Score',
  none: 'The response has no score for this hit',
} as const;

/** A score as a bar and a number. A score that is missing or outside 0 to 1 gets an empty bar. */
export function ScoreBar({ score }: { readonly score: number | null }) {
  const place = scorePlace(score);
  const words = score === null ? 'none' : scoreWords(score);
  return (
    <span
      className={classes.score}
      data-place={place}
      title={score === null ? titles.none : `${titles[place]}: ${score}`}
    >
      <span className={classes.track} aria-hidden>
        {place === 'inside' && <span className={classes.fill} style={{ width: `${100 * (score ?? 0)}%` }} />}
      </span>
      <span className={classes.number} aria-label={`score ${words}`}>
        {words}
      </span>
    </span>
  );
}
