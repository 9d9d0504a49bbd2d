import {
  IconBinaryTree,
  IconCertificate,
  IconHistory,
  IconListCheck,
  IconListDetails,
  IconListTree,
  IconMessageSearch,
  IconRoute,
  IconShieldSearch,
  IconTelescope,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { MemoryScreen, OtherScreen } from '../state/appStore.ts';
import { loadOnUse, type LoadedOnUse } from '../ui/loadOnUse.tsx';

interface Screen {
  readonly label: string;
  readonly icon: Icon;
  readonly Component: LoadedOnUse<object>;
  /** Available without a connection. */
  readonly worksAlone?: true;
}

function screen(label: string, icon: Icon, load: () => Promise<ComponentType>): Screen {
  return { label, icon, Component: loadOnUse(load, `Loading ${label}`) };
}

export const otherScreenLabels: Readonly<Record<OtherScreen, string>> = {
  requests: 'Requests',
  connections: 'Connections',
  settings: 'Settings',
  help: 'Documentation',
};

export const RequestsScreen = loadOnUse(
  async () => (await import('../features/requests/RequestsScreen.tsx')).RequestsScreen,
  'Loading Requests',
);

export const SettingsScreen = loadOnUse(
  async () => (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen,
  'Loading Settings',
);

export const HelpScreen = loadOnUse(
  async () => (await import('../features/help/HelpScreen.tsx')).HelpScreen,
  'Loading the documentation',
);

/** The screens that show the memory of the active connection. The rail shows them in the groups of `screenGroups`. */
export const screens: Readonly<Record<MemoryScreen, Screen>> = {
  browse: screen(
    'Browse',
    IconListTree,
    async () => (await import('../features/browse/BrowseScreen.tsx')).BrowseScreen,
  ),
  discover: screen(
    'Discover',
    IconTelescope,
    async () => (await import('../features/discover/DiscoverScreen.tsx')).DiscoverScreen,
  ),
  recall: screen(
    'Recall',
    IconMessageSearch,
    async () => (await import('../features/recall/RecallScreen.tsx')).RecallScreen,
  ),
  predictions: screen(
    'Predictions',
    IconRoute,
    async () => (await import('../features/predictions/PredictionsScreen.tsx')).PredictionsScreen,
  ),
  proof: {
    ...screen(
      'Proof',
      IconBinaryTree,
      async () => (await import('../features/proof/ProofScreen.tsx')).ProofScreen,
    ),
    worksAlone: true,
  },
  upload: screen(
    'Upload',
    IconUpload,
    async () => (await import('../features/upload/UploadScreen.tsx')).UploadScreen,
  ),
  roots: screen(
    'Roots',
    IconListCheck,
    async () => (await import('../features/ledger/RootsScreen.tsx')).RootsScreen,
  ),
  audit: screen(
    'Audit',
    IconShieldSearch,
    async () => (await import('../features/audit/AuditScreen.tsx')).AuditScreen,
  ),
  writes: screen(
    'Writes',
    IconListDetails,
    async () => (await import('../features/writeLog/WritesScreen.tsx')).WritesScreen,
  ),
  changes: screen(
    'Changes',
    IconHistory,
    async () => (await import('../features/changes/ChangesScreen.tsx')).ChangesScreen,
  ),
  evidence: {
    ...screen(
      'Evidence',
      IconCertificate,
      async () => (await import('../features/evidence/EvidenceScreen.tsx')).EvidenceScreen,
    ),
    worksAlone: true,
  },
};
