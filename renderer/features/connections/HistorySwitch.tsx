import { Checkbox, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Connection } from '#shared/domain/connection.ts';
import { historyExplanation, historySizeWords } from '#shared/text/historyWords.ts';
import { historySizeQuery } from '../../api/history.ts';

interface HistorySwitchProps {
  /** null: a new one. */
  readonly connection: Connection | null;
  readonly isKept: boolean;
  /** What was kept is to be deleted when the history is turned off. */
  readonly isDeleted: boolean;
  readonly onKeptChange: (isKept: boolean) => void;
  readonly onDeletedChange: (isDeleted: boolean) => void;
}

/** Whether values are kept; where that is being turned off, also what becomes of those kept so far. */
export function HistorySwitch(props: HistorySwitchProps) {
  const { connection, isKept, isDeleted, onKeptChange, onDeletedChange } = props;
  return (
    <div>
      <Switch
        label="Keep a history of values"
        description={historyExplanation}
        checked={isKept}
        onChange={(event) => onKeptChange(event.currentTarget.checked)}
      />
      {connection?.keepsHistory === true && !isKept && (
        <WhatWasKept connection={connection} isDeleted={isDeleted} onDeletedChange={onDeletedChange} />
      )}
    </div>
  );
}

function WhatWasKept({
  connection,
  isDeleted,
  onDeletedChange,
}: Pick<HistorySwitchProps, 'isDeleted' | 'onDeletedChange'> & { readonly connection: Connection }) {
  const size = useQuery(historySizeQuery(connection.id));
  return (
    <Checkbox
      mt="xs"
      ml={46}
      label={`Delete what was kept${size.data === undefined ? '' : `: ${historySizeWords(size.data)}`}`}
      description="Otherwise it stays, and can be looked at in the History tab."
      checked={isDeleted}
      onChange={(event) => onDeletedChange(event.currentTarget.checked)}
    />
  );
}
