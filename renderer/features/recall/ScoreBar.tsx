import { scoreWords } from '#shared/text/recallWords.ts';
import classes from './ScoreBar.module.css';

/** How a score stands to the range that it should be in: a bar can only be drawn for one inside it. */
export type ScorePlace = 'inside' | 'below' | 'above' | 'none';

export function scorePlace(score: number | null): ScorePlace {
  if (score === null) return 'none';
  if (score < 0) return 'below';
  return score > 1 ? 'above' : 'inside';
}

const titles: Readonly<Record<ScorePlace, string>> = {
  inside: 'Score',
  below: 'Below 0, so that no bar can be drawn. Score',
  above: 'Above 1, so that no bar can be drawn. Score',
  none: 'The answer carries no score for this hit',
};

/** A score as a bar and a number. One outside 0 to 1, and one that is absent, gets no bar that looks like a score. */
export function ScoreBar({ score }: { readonly score: number | null }) {
  const place = scorePlace(score);
  const words = score === null ? 'none' : scoreWords(score);
  return (
    <span
      className={classes.score}
      data-place={place}
      title={score === null ? titles.none : `${titles[place]}: ${score}`}
    >
      <span className={classes.track} data-place={place} aria-hidden>
        {score !== null && place === 'inside' && (
          <span className={classes.fill} style={{ width: `${100 * score}%` }} />
        )}
      </span>
      <span className={classes.number} aria-label={`score ${words}`}>
        {words}
      </span>
    </span>
  );
}
