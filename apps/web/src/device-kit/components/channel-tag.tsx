/** The number of a channel, next to the name of its device. */
import { useTranslation } from 'react-i18next';
import './channel-tag.css';

export function ChannelTag({ channel }: { channel: number }) {
  const { t } = useTranslation('control');
  return (
    <span className="channel-tag muted text-tiny">
      {t('control:card.channel', { number: channel })}
    </span>
  );
}
