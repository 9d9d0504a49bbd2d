import { Text } from '@mantine/core';
import type { CheckName, Verdict } from '#shared/merkle/verdict.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { CheckBytes } from './CheckBytes.tsx';
import type { CheckFacts } from './checkFacts.ts';
import { CheckIcon } from './CheckIcon.tsx';
import classes from '../proof.module.css';
import kit from '../../../ui/kit.module.css';

interface CheckListProps {
  readonly verdict: Verdict;
  /** The bytes behind each check. Omitted if there is no room for them. */
  readonly facts?: Readonly<Record<CheckName, CheckFacts | null>>;
}

/** Every check with its result in words. */
export function CheckList({ verdict, facts }: CheckListProps) {
  return (
    <ul className={`${kit.lined} ${classes.checks}`} aria-label="Checks">
      {verdictWords(verdict).checks.map((check) => {
        const known = facts?.[check.name] ?? null;
        return (
          <li key={check.name} className={classes.check}>
            <CheckIcon status={check.look} size={16} />
            <Text span inherit fw={600} title={check.question}>
              {check.label}
              <span className={classes.status}>{check.statusWord}</span>
            </Text>
            <div className={classes.words}>
              {facts !== undefined && <p className={classes.question}>{check.question}</p>}
              {check.words}
              {known !== null && <CheckBytes label={check.label} facts={known} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
