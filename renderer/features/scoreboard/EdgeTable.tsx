import { TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { Edge } from '#shared/scoreboard/edges.ts';
import { countOf } from '#shared/text/phrases.ts';
import { shareWords } from '#shared/text/scoreboardWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './Scoreboard.module.css';

interface EdgeTableProps {
  readonly edges: readonly Edge[];
  /** How many there are, of which `edges` are the first. */
  readonly total: number;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

/** From which key to which: predicted how often, came how often. */
export function EdgeTable({ edges, total, filter, onFilter }: EdgeTableProps) {
  return (
    <>
      <div className={classes.tableBar}>
        <TextInput
          className={classes.filter ?? ''}
          size="xs"
          aria-label="Only keys with"
          placeholder="Only keys with …"
          value={filter}
          onChange={(event) => onFilter(event.currentTarget.value)}
          leftSection={<IconFilter size={13} aria-hidden />}
        />
        <span className={classes.count}>
          {countOf(total, 'pair')}
          {edges.length < total && `, the first ${countWords(edges.length)} shown; the export has all`}
        </span>
      </div>
      {edges.length === 0 ? (
        <p className={classes.none}>No key has this text.</p>
      ) : (
        <div className={classes.scroll} role="region" aria-label="From key to key" tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">After</th>
                <th scope="col">Key</th>
                <th scope="col" data-numeric title="In how many of the steps after this key it was predicted">
                  Predicted
                </th>
                <th scope="col" data-numeric title="In how many of them it came next">
                  Came next
                </th>
                <th scope="col" data-numeric title="How often it came when it was predicted">
                  Came when predicted
                </th>
              </tr>
            </thead>
            <tbody>
              {edges.map(({ from, to, steps, predicted, came, both }) => (
                <tr key={JSON.stringify([from, to])}>
                  <td>
                    <KeyText atomKey={from} />
                  </td>
                  <td>
                    <KeyText atomKey={to} />
                  </td>
                  <td data-numeric>{shareWords(predicted, steps)}</td>
                  <td data-numeric>{shareWords(came, steps)}</td>
                  <td data-numeric>{predicted === 0 ? '–' : shareWords(both, predicted)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
