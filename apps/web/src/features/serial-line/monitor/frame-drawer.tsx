/** The explanation of one frame of the line monitor. */
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { FrameView } from '../../../components/frames/frame-view.tsx';
import { useExplanation } from '../../../components/frames/use-explanation.ts';
import { ErrorState } from '../../../components/states/error-state.tsx';

interface FrameDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly hex: string | undefined;
  /** The request that the frame may answer. */
  readonly request: string | undefined;
  readonly onClose: () => void;
}

export function FrameDrawer({ hex, request, onClose }: FrameDrawerProps) {
  const { t } = useTranslation('line-monitor');
  const { data, error, refetch } = useExplanation(hex ?? '', request);
  const title = t('line-monitor:explanation');
  return (
    <SideDrawer open={hex !== undefined} title={title} size={720} onClose={onClose}>
      {data !== undefined && <FrameView key={hex} label={title} explained={data} />}
      {data === undefined && error === null && <Skeleton active />}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
    </SideDrawer>
  );
}
