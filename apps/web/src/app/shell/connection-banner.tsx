import { DisconnectOutlined, PauseCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSecondsUntil } from '../../lib/use-now.ts';
import { useRealtimeState } from '../../realtime/use-realtime.ts';

/** Warns above the content that displayed data may be outdated, and offers to reconnect. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const { state, link } = useRealtimeState();
  const seconds = useSecondsUntil(state.kind === 'reconnecting' ? state.retryAt : null);
  if (state.kind === 'paused') {
    return (
      <div className="banner banner-info" role="status">
        <PauseCircleOutlined aria-hidden="true" />
        <span>{t('shell:live.paused-banner')}</span>
        <Button size="small" onClick={() => link?.resume()}>
          {t('shell:live.resume')}
        </Button>
      </div>
    );
  }
  if (state.kind !== 'reconnecting') return null;
  return (
    <div className="banner banner-warning">
      <DisconnectOutlined aria-hidden="true" />
      <span role="status">{t('shell:live.lost-banner')}</span>
      <bdi>{t('shell:live.retry-in', { seconds })}</bdi>
      <Button size="small" onClick={() => link?.retryNow()}>
        {t('shell:live.retry')}
      </Button>
    </div>
  );
}
