import { IconAlertTriangle } from '@tabler/icons-react';
import type { ResponseFlaw } from '#shared/domain/responseFlaw.ts';
import { responseFlawWords } from '#shared/text/responseFlawWords.ts';
import classes from './FlawNotice.module.css';

/** What is odd in the response that an atom came with. */
export function FlawNotice({ flaws }: { readonly flaws: readonly ResponseFlaw[] | undefined }) {
  if (flaws === undefined || flaws.length === 0) return null;
  return (
    <section className={classes.notice} aria-label="Oddities of the response" tabIndex={0}>
      <p>
        <IconAlertTriangle size={15} aria-hidden />
        This response has oddities
      </p>
      <ul>
        {flaws.map((flaw) => {
          const words = responseFlawWords(flaw);
          return <li key={words}>{words}</li>;
        })}
      </ul>
    </section>
  );
}
