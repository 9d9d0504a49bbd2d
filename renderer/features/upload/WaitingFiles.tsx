import { Menu, Text } from '@mantine/core';
import { IconFiles, IconX } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { removeWaitingFiles, useWaitingFiles } from '../../state/waitingFiles.ts';
import { IconMenuItem, SmallButton } from '../../ui/Buttons.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';

/** Items of the menu; the queue is longer only in extreme cases. */
const mostListed = 50;

/** The files that wait for the present upload to be closed. Shows nothing if there are none. */
export function WaitingFiles({ connectionId }: { readonly connectionId: ConnectionId }) {
  const waiting = useWaitingFiles(connectionId);
  const [next] = waiting;
  if (next === undefined) return null;
  return (
    <Toolbar
      side="bottom"
      end={
        <Menu position="top-end">
          <Menu.Target>
            <SmallButton icon={IconFiles}>{countOf(waiting.length, 'waiting file')}</SmallButton>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
            {waiting.slice(0, mostListed).map(({ id, name, bytes }) => (
              <IconMenuItem
                key={id}
                icon={IconX}
                aria-label={`Remove ${visibleLine(name)}`}
                closeMenuOnClick={false}
                rightSection={
                  <Text size="xs" c="dimmed">
                    {sizeWords(bytes)}
                  </Text>
                }
                onClick={() => removeWaitingFiles(connectionId, id)}
              >
                {visibleLine(name)}
              </IconMenuItem>
            ))}
            {waiting.length > mostListed && (
              <Menu.Label>and {countOf(waiting.length - mostListed, 'other')}</Menu.Label>
            )}
            <Menu.Divider />
            <Menu.Item onClick={() => removeWaitingFiles(connectionId, null)}>Remove all</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    >
      <Text size="sm" role="status" truncate>
        Next: {visibleLine(next.name)}. It starts when you close this upload.
      </Text>
    </Toolbar>
  );
}
