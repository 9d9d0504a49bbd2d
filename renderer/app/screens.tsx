import type { ComponentType } from 'react';
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
import { BrowseScreen } from '../features/browse/BrowseScreen.tsx';
import { DiscoverScreen } from '../features/discover/DiscoverScreen.tsx';
import { PredictionsScreen } from '../features/predictions/PredictionsScreen.tsx';
import { ProofScreen } from '../features/proof/ProofScreen.tsx';
import { RecallScreen } from '../features/recall/RecallScreen.tsx';
import { UploadScreen } from '../features/upload/UploadScreen.tsx';
import { LogScreen } from '../features/writeLog/LogScreen.tsx';
import type { MemoryScreen } from '../state/appStore.ts';

interface Screen {
  readonly label: string;
  readonly icon: Icon;
  readonly Component: ComponentType;
  /** It has something to show before any connection is open. */
  readonly worksAlone?: true;
}

/** The screens that show the active connection's memory; their order on the rail is that of `memoryScreens`. */
export const screens: Readonly<Record<MemoryScreen, Screen>> = {
  browse: { label: 'Browse', icon: IconListTree, Component: BrowseScreen },
  discover: { label: 'Discover', icon: IconTelescope, Component: DiscoverScreen },
  recall: { label: 'Recall', icon: IconMessageSearch, Component: RecallScreen },
  predictions: { label: 'Predictions', icon: IconRoute, Component: PredictionsScreen },
  proof: { label: 'Proof', icon: IconBinaryTree, Component: ProofScreen, worksAlone: true },
  upload: { label: 'Upload', icon: IconUpload, Component: UploadScreen },
  log: { label: 'Log', icon: IconListDetails, Component: LogScreen },
};
