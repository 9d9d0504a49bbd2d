import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { historyExplanation, historySizeWords } from '#shared/text/historyWords.ts';
import { historySizeQuery } from '../../api/history.ts';
import { Check } from '../../ui/Choices.tsx';

interface HistorySwitchProps {
  /** null for a new connection. */
  readonly connection: Connection | null;
  readonly isKept: boolean;
  /** Delete the saved values when the history is turned off. */
  readonly isDeleted: boolean;
  readonly onKeptChange: (isKept: boolean) => void;
  readonly onDeletedChange: (isDeleted: boolean) => void;
}

/** Turns the history of values on or off. When it is turned off, the saved values can be deleted too. */
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
        <DeleteHistoryCheck id={connection.id} checked={isDeleted} onChange={onDeletedChange} />
      )}
    </div>
  );
}

interface DeleteHistoryCheckProps {
  readonly id: ConnectionId;
  readonly checked: boolean;
  readonly onChange: (isDeleted: boolean) => void;
}

function DeleteHistoryCheck({ id, ...rest }: DeleteHistoryCheckProps) {
  const { data: size } = useQuery(historySizeQuery(id));
  return (
    <Check
      mt="xs"
      ml={46}
      label={`Delete the saved values${size === undefined ? '' : `: ${historySizeWords(size)}`}`}
      description="Otherwise they are kept, and you can still view them on the History tab."
      {...rest}
    />
  );
}
