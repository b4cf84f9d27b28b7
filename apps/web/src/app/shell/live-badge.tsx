/** State of the real-time channel: connected, reconnecting with a countdown, or paused. */
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSecondsUntil } from '../../lib/use-now.ts';
import { useRealtimeState } from '../../realtime/use-realtime.ts';

export function LiveBadge() {
  const { t } = useTranslation('shell');
  const { state, link } = useRealtimeState();
  const seconds = useSecondsUntil(state.kind === 'reconnecting' ? state.retryAt : null);
  const kind = state.kind === 'stopped' ? 'connecting' : state.kind;
  const text =
    kind === 'reconnecting' ? t('shell:live.reconnecting', { seconds }) : t(`shell:live.${kind}`);
  const items = [
    kind === 'paused'
      ? { key: 'resume', label: t('shell:live.resume') }
      : { key: 'pause', label: t('shell:live.pause') },
    ...(kind === 'reconnecting' ? [{ key: 'retry', label: t('shell:live.retry') }] : []),
  ];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        onClick: ({ key }) => {
          if (key === 'pause') link?.pause();
          else if (key === 'resume') link?.resume();
          else link?.retryNow();
        },
      }}
    >
      <button type="button" className="live-badge plain-button line nowrap" data-state={kind}>
        <span className="live-dot" aria-hidden="true" />
        <span className="live-words">{text}</span>
      </button>
    </Dropdown>
  );
}
