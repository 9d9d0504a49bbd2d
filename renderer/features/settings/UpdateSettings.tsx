import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '../../api/connections.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { SettingRow } from './SettingRow.tsx';

export function UpdateSetting() {
  const info = useQuery(appInfoQuery).data;
  return (
    <SettingRow
      title={info === undefined ? 'Version' : `Version ${info.version}`}
      description="The app never looks for updates, and connects to nothing but the services and timestamp authorities that you use. To update, install a newer version where you got this one; your data stays."
    >
      <Dimmed span>Automatic updates: off</Dimmed>
    </SettingRow>
  );
}
