/** Header of the full-screen wall: its name, the time, and a warning if the connection is lost. */
import { DisconnectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { useRealtimeState } from '../../../realtime/use-realtime.ts';

interface WallRoomProps {
  readonly name: string;
  readonly onLeave: () => void;
  /** Controls before the clock. */
  readonly children: ReactNode;
}

export function WallRoom({ name, onLeave, children }: WallRoomProps) {
  const { t } = useTranslation('live-wall');
  const { state } = useRealtimeState();
  return (
    <header className="line gap-16 touch">
      <h1 className="text-figure grow">{name}</h1>
      <span role="status">
        {state.kind !== 'connected' && (
          <StateTag tone="warning" icon={<DisconnectOutlined />}>
            {t('live-wall:not-live')}
          </StateTag>
        )}
      </span>
      {children}
      <span className="wall__clock strong">
        <Moment at={useNow(1_000)} />
      </span>
      <Button onClick={onLeave}>{t('live-wall:leave-full-screen')}</Button>
    </header>
  );
}
