import { Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { defaultConnectionLimits } from '#shared/domain/connectionLimits.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { openConnectionForm } from '../../state/appStore.ts';
import { changeSettings, useSettings, type NoticeTime, type WriteQuestions } from '../../state/settings.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Segments } from '../../ui/Choices.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { SettingRow } from './SettingRow.tsx';

export function TabsSetting() {
  const keepsTabs = useSettings((state) => state.keepsTabs);
  return (
    <SettingRow
      title="Open the last tabs again"
      description="The open atoms and the selection of each connection are there again after a restart. Their keys are saved for that, on this computer."
    >
      <Switch
        aria-label="Open the last tabs again"
        checked={keepsTabs}
        onChange={(event) => changeSettings({ keepsTabs: event.currentTarget.checked })}
      />
    </SettingRow>
  );
}

export function WriteQuestionSetting() {
  const writeQuestions = useSettings((state) => state.writeQuestions);
  return (
    <SettingRow
      title="Confirm writes"
      description="Before a store, a dialog shows what is written, and where. Writes to production are always confirmed."
    >
      <Segments
        label="Confirm writes"
        names={{ production: 'Production only', all: 'Always' } satisfies Record<WriteQuestions, string>}
        value={writeQuestions}
        onChange={(value) => changeSettings({ writeQuestions: value })}
      />
    </SettingRow>
  );
}

export function NoticeSetting() {
  const noticeTime = useSettings((state) => state.noticeTime);
  return (
    <SettingRow title="Notices" description="How long the messages in the corner of the window stay.">
      <Segments
        label="Notices"
        names={
          { normal: 'Some seconds', long: 'Half a minute', stay: 'Until dismissed' } satisfies Record<
            NoticeTime,
            string
          >
        }
        value={noticeTime}
        onChange={(value) => changeSettings({ noticeTime: value })}
      />
    </SettingRow>
  );
}

/** Each connection has its own, because they depend on the service and the network. */
export function TimeLimitSetting() {
  const { data: connections = [] } = useQuery(connectionsQuery);
  const services = connections.filter(({ kind }) => kind === 'service');
  return (
    <Stack gap="2xs">
      <SettingRow
        title="Time limits"
        description="How long the app waits for a service, and how many requests it sends at once. Each connection has its own."
      >
        {services.length === 0 && <Dimmed size="xs">No connections to a service yet</Dimmed>}
      </SettingRow>
      {services.map(({ id, name, limits = defaultConnectionLimits }) => (
        <SettingRow
          key={id}
          title={visibleLine(name)}
          description={`Without data ${limits.idleSeconds} s, in total ${limits.totalSeconds} s, ${countOf(limits.requestsAtOnce, 'request')} at once`}
        >
          <SmallButton
            aria-label={`Edit the time limits of ${visibleLine(name)}`}
            onClick={() => openConnectionForm({ kind: 'edit', id, beginsAtKey: false })}
          >
            Edit…
          </SmallButton>
        </SettingRow>
      ))}
    </Stack>
  );
}
