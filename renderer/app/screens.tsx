import {
  IconBinaryTree,
  IconListDetails,
  IconListTree,
  IconMessageSearch,
  IconRoute,
  IconTelescope,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import type { MemoryScreen } from '../state/appStore.ts';
import { loadOnUse, type LoadedOnUse } from '../ui/loadOnUse.tsx';

interface Screen {
  readonly label: string;
  readonly icon: Icon;
  readonly Component: LoadedOnUse<object>;
  /** It has something to show before any connection is open. */
  readonly worksAlone?: true;
}

/** The screens that show the active connection's memory; their order on the rail is that of `memoryScreens`. */
export const screens: Readonly<Record<MemoryScreen, Screen>> = {
  browse: {
    label: 'Browse',
    icon: IconListTree,
    Component: loadOnUse(
      async () => (await import('../features/browse/BrowseScreen.tsx')).BrowseScreen,
      'Loading Browse',
    ),
  },
  discover: {
    label: 'Discover',
    icon: IconTelescope,
    Component: loadOnUse(
      async () => (await import('../features/discover/DiscoverScreen.tsx')).DiscoverScreen,
      'Loading Discover',
    ),
  },
  recall: {
    label: 'Recall',
    icon: IconMessageSearch,
    Component: loadOnUse(
      async () => (await import('../features/recall/RecallScreen.tsx')).RecallScreen,
      'Loading Recall',
    ),
  },
  predictions: {
    label: 'Predictions',
    icon: IconRoute,
    Component: loadOnUse(
      async () => (await import('../features/predictions/PredictionsScreen.tsx')).PredictionsScreen,
      'Loading Predictions',
    ),
  },
  proof: {
    label: 'Proof',
    icon: IconBinaryTree,
    Component: loadOnUse(
      async () => (await import('../features/proof/ProofScreen.tsx')).ProofScreen,
      'Loading Proof',
    ),
    worksAlone: true,
  },
  upload: {
    label: 'Upload',
    icon: IconUpload,
    Component: loadOnUse(
      async () => (await import('../features/upload/UploadScreen.tsx')).UploadScreen,
      'Loading Upload',
    ),
  },
  log: {
    label: 'Log',
    icon: IconListDetails,
    Component: loadOnUse(
      async () => (await import('../features/writeLog/LogScreen.tsx')).LogScreen,
      'Loading Log',
    ),
  },
};
