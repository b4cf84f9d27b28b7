/** Page of a wall whose pages change, with buttons to stop and to turn them. */
import { LeftOutlined, PauseOutlined, PlayCircleOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Turning } from '../use-turning.ts';

export function TurningBar({ turning }: { turning: Turning }) {
  const { t } = useTranslation('live-wall');
  const { every, page, pages, isPaused, isHeld, pause, go } = turning;
  if (every === undefined || pages < 2) return null;
  return (
    <span className="wall-turning line gap-text touch">
      <Button
        icon={<LeftOutlined className="mirrored" aria-hidden />}
        aria-label={t('live-wall:turn.previous')}
        onClick={() => go(-1)}
      />
      <Button
        icon={isPaused ? <PlayCircleOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
        aria-label={t(isPaused ? 'live-wall:turn.resume' : 'live-wall:turn.pause')}
        onClick={() => pause(!isPaused)}
      />
      <Button
        icon={<RightOutlined className="mirrored" aria-hidden />}
        aria-label={t('live-wall:turn.next')}
        onClick={() => go(1)}
      />
      <span className="nowrap" title={isHeld ? t('live-wall:turn.held') : undefined}>
        {t('live-wall:turn.page', { page: page + 1, pages })}
        {(isPaused || isHeld) && <PauseOutlined className="wall-turning__held" aria-hidden />}
      </span>
    </span>
  );
}
